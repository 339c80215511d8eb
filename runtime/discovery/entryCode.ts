// Collects all local code that an entry runs: its scripts, the files they load, and the loads that cannot be followed.

import { basename } from 'node:path'
import type { LookedFor } from '../contract/hook.ts'
import { printable } from '../contract/printable.ts'
import { NOT_READ } from '../documents/opaque.ts'
import type { CachedRead, DocumentReader } from './cachedRead.ts'
import type { Closure } from './closure.ts'
import type { CommandFiles } from './commandContext.ts'
import { type Disk, failed } from './disk.ts'
import { type EntryLine, partsOfLine } from './lineParts.ts'

export type ClosureGround = {
  readonly disk: Disk
  readonly study: CachedRead
  readonly closure: Closure
  readonly read: DocumentReader
}

export type EntryCode = {
  readonly files: readonly string[]
  readonly unseen: readonly string[]
  readonly packages: readonly string[]
  readonly lookedFor: LookedFor
}

/** The code of these scripts, and of the entry's line `text`, which is followed only if `isLookedInto`. */
export async function codeOf(
  text: EntryLine | undefined,
  { scripts, runBy }: Pick<CommandFiles, 'scripts' | 'runBy'>,
  from: { readonly cwd: string; readonly variables: Readonly<Record<string, string>> },
  isLookedInto: boolean,
  ground: ClosureGround,
): Promise<EntryCode> {
  const { disk, study, closure } = ground
  const files = new Set<string>()
  const unseen = new Set<string>()
  const packages = new Set<string>()
  const names = new Set<string>()
  const pythonFolders = new Set<string>()
  const missing: string[] = []
  const note = ({ lookedFor }: Pick<EntryCode, 'lookedFor'>) => {
    for (const one of lookedFor.names) names.add(one)
    for (const one of lookedFor.pythonFolders) pythonFolders.add(one)
  }
  for (const path of scripts) {
    const real = disk.real(path)
    const stat = failed(real) ? real : disk.stat(path)
    if (failed(stat)) missing.push(path)
    if (failed(stat) || stat.kind !== 'file') continue
    const known = await study(path, stat, { runBy: runBy.get(path) })
    if (failed(known)) {
      files.add(path)
      unseen.add(printable(`${basename(path)} ${NOT_READ}`))
      continue
    }
    const parts = await closure(path, real as string, known, from)
    note(parts)
    for (const one of parts.files) files.add(one)
    for (const one of [...parts.unseen, ...parts.recipes]) unseen.add(one)
    for (const one of parts.packages) packages.add(one)
  }
  if (text !== undefined) {
    const line = await partsOfLine(text, from.cwd, isLookedInto ? ground : undefined, from)
    note(line)
    for (const one of line.files) files.add(one)
    for (const one of [...line.unseen, ...line.recipes]) unseen.add(one)
  }
  const lookedFor = { names: [...names], pythonFolders: [...pythonFolders], missing }
  return { files: [...files], unseen: [...unseen], packages: [...packages], lookedFor }
}
