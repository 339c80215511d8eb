// The names of the tests in a file. A name that is written down is read; where names are put together from a table, the
// file is loaded with a runner that runs nothing. What is always skipped is no test: it proves nothing.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** File -> the names of its tests; a file that does not exist has no entry. */
export function readTitles(root: string, files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const written = files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => [file, read(root, file)] as const)
  const made = collected(
    root,
    written.flatMap(([file, { isComputed }]) => (isComputed ? [file] : [])),
  )
  return new Map(written.map(([file, { names }]) => [file, new Set([...names, ...(made[file] ?? [])])]))
}

/** Whether a test of that name is among them; `…` stands for what differs from row to row of a table. */
export function hasTest(names: ReadonlySet<string>, wanted: string): boolean {
  if (names.has(wanted)) return true
  if (!wanted.includes('…')) return false
  const pattern = new RegExp(`^${wanted.split('…').map(escaped).join('.+')}$`, 's')
  return [...names].some((name) => pattern.test(name))
}

type Read = { readonly names: Set<string>; isComputed: boolean }

function read(root: string, file: string): Read {
  const path = join(root, file)
  const found: Read = { names: new Set(), isComputed: false }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true), path, found)
  return found
}

function visit(node: ts.Node, path: string, found: Read): void {
  if (ts.isCallExpression(node) && /^(t\.)?test(\.only)?$/.test(node.expression.getText())) {
    const [title, options] = node.arguments
    if (title === undefined || !ts.isStringLiteralLike(title)) found.isComputed = true
    else if (!isSkipped(options)) found.names.add(title.text)
  }
  // A helper beside the file may make tests of its rows.
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const helper = join(dirname(path), node.moduleSpecifier.text)
    if (/^\.\/\w+\.ts$/.test(node.moduleSpecifier.text) && makesTests(helper)) found.isComputed = true
  }
  ts.forEachChild(node, (child) => visit(child, path, found))
}

// Where it depends on the machine, other machines run it.
function isSkipped(options: ts.Expression | undefined): boolean {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false
  return options.properties.some((one) => /^(skip|todo)\s*:\s*(true|'.*')$/s.test(one.getText()))
}

function makesTests(path: string): boolean {
  return existsSync(path) && /\btest\((?!['"`])/.test(readFileSync(path, 'utf8'))
}

function collected(root: string, files: readonly string[]): Readonly<Record<string, readonly string[]>> {
  if (files.length === 0) return {}
  const script = join(import.meta.dirname, 'collect.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`the names of ${files.join(', ')} could not be read: ${stderr}`)
  return JSON.parse(stdout) as Readonly<Record<string, readonly string[]>>
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
