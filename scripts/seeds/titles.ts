// The names of the tests in a file, read without running it. A name put together from a table is known by its shape:
// each hole is written `…`, or filled with words that stand in the file.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** What is known of the names of a file's tests. */
export type Titles = {
  readonly exact: ReadonlySet<string>
  /** The parts of a name between its holes. */
  readonly shapes: readonly (readonly string[])[]
  /** Rows whose text is the whole name of a test. */
  readonly rows: ReadonlySet<string>
  readonly text: string
}

/** Reads a test file; undefined where there is none. */
export function titlesOf(root: string, file: string): Titles | undefined {
  const path = join(root, file)
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  const found = { exact: new Set<string>(), shapes: [] as string[][], texts: new Set<string>(), open: false }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), path, found)
  return {
    exact: found.exact,
    shapes: found.shapes,
    rows: found.open ? found.texts : new Set(),
    text,
  }
}

/** Whether a test of that name stands in the file. */
export function hasTest({ exact, shapes, rows, text }: Titles, name: string): boolean {
  if (exact.has(name) || rows.has(name)) return true
  return shapes.some((parts) => {
    const pattern = new RegExp(`^${parts.map(escaped).join('(.+)')}$`, 's')
    const filled = pattern.exec(name)?.slice(1)
    return (
      filled?.every(
        (words) => /^\d+$/.test(words) || words.split('…').every((part) => text.includes(part)),
      ) === true
    )
  })
}

type Found = {
  readonly exact: Set<string>
  readonly shapes: string[][]
  readonly texts: Set<string>
  open: boolean
}

function visit(node: ts.Node, path: string, found: Found): void {
  if (ts.isCallExpression(node) && isTest(node.expression)) {
    const title = node.arguments[0]
    if (title === undefined) return
    if (ts.isStringLiteralLike(title)) found.exact.add(title.text)
    else if (ts.isTemplateExpression(title)) {
      found.shapes.push([title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)])
    } else found.open = true
  }
  // The rows of a table; their tests may be made by a helper beside the file.
  if (ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent)) found.texts.add(node.text)
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const helper = join(dirname(path), node.moduleSpecifier.text)
    if (/^\.\/\w+\.ts$/.test(node.moduleSpecifier.text) && makesTests(helper)) found.open = true
  }
  ts.forEachChild(node, (child) => visit(child, path, found))
}

function isTest(called: ts.Expression): boolean {
  return /^(t\.)?test(\.(only|skip))?$/.test(called.getText())
}

function makesTests(path: string): boolean {
  return existsSync(path) && /\btest\((?!['"`])/.test(readFileSync(path, 'utf8'))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
