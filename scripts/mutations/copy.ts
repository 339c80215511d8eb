// A copy of the repository in a temporary folder, for mutations: folders that may be mutated, or that resolve imports
// relative to themselves, are copied; everything else is linked.

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
  /** Applies a mutation, which must fit its file, while `during` runs. */
  mutate<T>(mutation: Mutation, during: () => Promise<T>): Promise<T>
  /** Changes the text of a file in the copy while `during` runs. */
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
