// Workspaces written in Markdown: each heading is a workspace, each fenced block below it one of its files.
//
//   ## fires: a nested path
//
//   ```python .kodelet/hooks/guard
//   …
//   ```
//
// The fence's info string holds the language, the path in the workspace (`~/…`: in the home), and options for the file
// on the disk: `+x`, `-x`, `-> target` (a link), `size=3000000` (padded with spaces), `crlf` (line endings). A file
// that begins with `#!`, or has no extension and is in a folder of Kodelet's, is executable unless it has `-x`.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { defined } from '../../runtime/contract/defined.ts'
import { type Marked, readMarked } from './marked.ts'
import { type Tree, writeTree } from './tree.ts'

export type FixtureFile = Marked & {
  readonly path: string
  readonly language: string
  readonly executable: boolean
  readonly link?: string
  readonly size: number
}

export type Fixture = { readonly title: string; readonly files: readonly FixtureFile[] }

/** Every heading of the second or third level with files below it, in order. */
export function readFixtures(markdown: string): readonly Fixture[] {
  const fixtures: { title: string; files: FixtureFile[] }[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const heading = /^#{2,3} +(.*)$/.exec(line)
    if (heading !== null) fixtures.push({ title: heading[1] as string, files: [] })
    const fence = /^(`{3,})(.*)$/.exec(line)
    if (fence === null) continue
    const end = lines.indexOf(fence[1] as string, at + 1)
    if (end === -1) throw new Error(`the block that begins at line ${at + 1} is never closed`)
    const body = lines.slice(at + 1, end).map((one) => `${one}\n`)
    const file = fileOf(fence[2] as string, body.join(''))
    if (file !== undefined) fixtures.at(-1)?.files.push(file)
    at = end
  }
  return fixtures.filter(({ files }) => files.length > 0)
}

/** Writes a fixture's files; the workspace is `ws`, the home is `home`. Pass `remove` to `t.after`. */
export function writeFixture(files: readonly FixtureFile[]): Tree {
  const tree = writeTree('//- /ws/\n//- /home/')
  for (const file of files) {
    const path = placeOf(tree, file.path)
    mkdirSync(dirname(path), { recursive: true })
    if (file.link !== undefined) symlinkSync(file.link, path)
    else {
      writeFileSync(path, file.text.padEnd(file.size))
      chmodSync(path, file.executable ? 0o755 : 0o644)
    }
  }
  return tree
}

/** The path of a fixture's file on the disk. */
export function placeOf(tree: Tree, path: string): string {
  return path.startsWith('~/') ? tree.at(join('home', path.slice(2))) : tree.at(join('ws', path))
}

// A block without a path is only an illustration.
function fileOf(info: string, body: string): FixtureFile | undefined {
  const [language = '', path, ...options] = info.trim().split(/ +/)
  if (path === undefined) return undefined
  const read = readMarked(body)
  const marked = options.includes('crlf') ? { ...read, text: read.text.replaceAll('\n', '\r\n') } : read
  const started =
    marked.text.startsWith('#!') || (/(^|\/)\.kodelet\//.test(path) && !/\./.test(basename(path)))
  const arrow = options.indexOf('->')
  const link = arrow === -1 ? undefined : options[arrow + 1]
  const size = options.find((option) => option.startsWith('size='))
  return {
    ...marked,
    path,
    language,
    executable: options.includes('+x') || (started && !options.includes('-x')),
    size: size === undefined ? 0 : Number(size.slice('size='.length)),
    ...defined({ link }),
  }
}
