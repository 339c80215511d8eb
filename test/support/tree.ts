// A tree of files written from one string, in a temporary folder of its own.
//
//   //- /ws/.kodelet/hooks/guard 755     a file, with its permissions
//   //- /ws/empty/                       a folder
//   //- /ws/link -> ../elsewhere         a symbolic link
//   //- /ws/pipe fifo                    a named pipe

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Tree = {
  /** The temporary folder, with all links resolved. */
  readonly folder: string
  at(path: string): string
  /** Writes or rewrites files of the tree. */
  write(text: string): void
  remove(): void
}

/** Writes a tree; pass `remove` to `t.after`. */
export function writeTree(text = ''): Tree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-tree-')))
  const tree: Tree = {
    folder,
    at: (path) => join(folder, path),
    write: (more) => writeParts(folder, more),
    // Again for as long as something that ends, such as a workspace being closed, writes to it.
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  }
  tree.write(text)
  return tree
}

function writeParts(folder: string, text: string): void {
  for (const part of text.split(/^(?=[ \t]*\/\/- )/m).filter((one) => one.trimStart().startsWith('//- '))) {
    const [first = '', ...lines] = part.replace(/\n[ \t]*$/, '\n').split('\n')
    // Fixtures are indented with the surrounding test; the header line shows by how much.
    const indent = new RegExp(`^[ \\t]{0,${first.search(/\S/)}}`)
    const body = lines.map((line) => line.replace(indent, '')).join('\n')
    const [, name = '', , target, kind] = HEADER.exec(first.trim()) ?? []
    writePart(join(folder, name), name, body, target, kind)
  }
}

const HEADER = /^\/\/- (\/.*?)( -> (.+)| ([0-7]{3}|fifo))?$/

function writePart(
  path: string,
  name: string,
  body: string,
  target: string | undefined,
  kind: string | undefined,
): void {
  mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true })
  if (name.endsWith('/')) return
  if (target !== undefined) symlinkSync(target, path)
  else if (kind === 'fifo') execFileSync('mkfifo', [path])
  else {
    writeFileSync(path, body)
    if (kind !== undefined) chmodSync(path, Number.parseInt(kind, 8))
  }
}
