// A copy of the repository to mutate, in a temporary folder: what may be mutated, or finds its imports by its own place,
// is copied; everything else is linked.

import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutation, mutated } from './mutation.ts'

const COPIED = new Set(['runtime', 'server', 'client', 'scripts', 'examples', 'test'])

export type SourceCopy = {
  readonly folder: string
  /** Runs while the mutation, which fits its file, is in the copy. */
  mutate<T>(mutation: Mutation, during: () => Promise<T>): Promise<T>
  /** Runs while a file of the copy is another text. */
  edit<T>(file: string, change: (text: string) => string, during: () => Promise<T>): Promise<T>
  remove(): void
}

export function openCopy(root: string): SourceCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-mutations-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  for (const name of readdirSync(root)) {
    if (COPIED.has(name))
      cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
    else if (name !== '.git') symlinkSync(join(root, name), join(folder, name))
  }
  const edit: SourceCopy['edit'] = async (file, change, during) => {
    const path = join(folder, file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, change(source))
    try {
      return await during()
    } finally {
      writeFileSync(path, source)
    }
  }
  return {
    folder,
    mutate: (mutation, during) => edit(mutation.file, (source) => mutated(mutation, source), during),
    edit,
    remove,
  }
}
