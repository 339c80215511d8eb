// Lists the tests of a file and which of them this machine skips: a skipped test proves nothing. Literal names are read
// from the source; if names are computed, or skipping depends on the machine, the file is loaded with a runner that
// runs nothing. Skips that a test decides while running are not detected.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Test name -> why this machine skips it, or false. */
export type Titles = ReadonlyMap<string, string | false>

/** The tests of each file; a missing file has no entry. */
export function readTitles(root: string, files: readonly string[]): ReadonlyMap<string, Titles> {
  const written = files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => [file, read(root, file)] as const)
  const made = collected(
    root,
    written.flatMap(([file, { isComputed }]) => (isComputed ? [file] : [])),
  )
  return new Map(
    written.map(([file, { names }]) => {
      const runs = names.map((name) => [name, false] as const)
      return [file, new Map<string, string | false>([...runs, ...Object.entries(made[file] ?? {})])]
    }),
  )
}

/**
 * Why this machine skips every test with that name; false if it runs one, undefined if there is none. `…` matches what
 * varies between the rows of a table.
 */
export function skipOf(titles: Titles, wanted: string): string | false | undefined {
  const pattern = new RegExp(`^${wanted.split('…').map(escaped).join('.+')}$`, 's')
  const found = [...titles].filter(([name]) => pattern.test(name)).map(([, skip]) => skip)
  return found.includes(false) ? false : found[0]
}

type Read = { readonly names: string[]; isComputed: boolean }

function read(root: string, file: string): Read {
  const path = join(root, file)
  const found: Read = { names: [], isComputed: false }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true), path, found)
  return found
}

function visit(node: ts.Node, path: string, found: Read): void {
  if (ts.isCallExpression(node) && /^(t\.)?test(\.only)?$/.test(node.expression.getText())) {
    const [title, options] = node.arguments
    if (title === undefined || !ts.isStringLiteralLike(title) || mayBeSkipped(options))
      found.isComputed = true
    else found.names.push(title.text)
  }
  // A helper beside the file may create tests from its rows.
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const helper = join(dirname(path), node.moduleSpecifier.text)
    if (/^\.\/\w+\.ts$/.test(node.moduleSpecifier.text) && makesTests(helper)) found.isComputed = true
  }
  ts.forEachChild(node, (child) => visit(child, path, found))
}

// Options given as a name or spread may contain anything.
function mayBeSkipped(options: ts.Expression | undefined): boolean {
  if (options === undefined || ts.isFunctionLike(options)) return false
  if (!ts.isObjectLiteralExpression(options)) return true
  return options.properties.some(({ name }) => name === undefined || /^(skip|todo)$/.test(name.getText()))
}

function makesTests(path: string): boolean {
  return existsSync(path) && /\btest\((?!['"`])/.test(readFileSync(path, 'utf8'))
}

type Collected = Readonly<Record<string, Readonly<Record<string, string | false>>>>

function collected(root: string, files: readonly string[]): Collected {
  if (files.length === 0) return {}
  const script = join(import.meta.dirname, 'collect.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`the names of ${files.join(', ')} could not be read: ${stderr}`)
  return JSON.parse(stdout) as Collected
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
