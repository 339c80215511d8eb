// The files that an entry runs where a payload starts it, compared with those that are trusted.

import type { HookEntry } from '../contract/entry.ts'
import type { Hook } from '../contract/hook.ts'
import type { Cache } from '../discovery/cache.ts'
import { cachedReadFor, RUN_BY_ENTRIES } from '../discovery/cachedRead.ts'
import { closureOver } from '../discovery/closure.ts'
import { filesOfCommand, folderOfLine } from '../discovery/commandFiles.ts'
import { type Disk, failed } from '../discovery/disk.ts'
import { lineOf, partsOfLine } from '../discovery/lineParts.ts'
import { filesOfVariables, isElusive } from '../discovery/variableFiles.ts'
import { readDocument } from '../documents/read.ts'

type Variables = Readonly<Record<string, string>>

type Ground = {
  readonly root: string
  readonly home: string
  readonly disk: Disk
  readonly cache: Cache
  /** The variables with folders, as they were when the hook was trusted. */
  readonly usual: Variables
}

/** The folder in which an entry starts, the variables with folders there, and all variables. */
type Start = { readonly cwd: string; readonly folders: Variables; readonly env: Variables }

/** Why an entry may not start there; undefined if it may. `named`: the folders as the payload names them. */
export async function foreignTo(
  ground: Ground,
  {
    hook,
    entry,
    start,
    named,
  }: {
    readonly hook: Hook
    readonly entry: HookEntry
    readonly start: Start
    readonly named: readonly string[]
  },
): Promise<string | undefined> {
  const { root, home, disk, usual } = ground
  // Such a path leads to a different folder in each process.
  const elusive = named.find(isElusive)
  if (elusive !== undefined)
    return `started in ${elusive}, it would run files that cannot be determined beforehand`
  const real = (path: string): string => {
    const found = disk.real(path)
    return failed(found) ? path : found
  }
  const trustedAt = { cwd: root, home, own: [root, home], variables: usual, disk }
  const trusted = new Set([...hook.files, ...filesOfCommand(entry, trustedAt).scripts].map(real))
  const files = await filesAt(start, entry, ground)
  const foreign = files.map(real).find((path) => !trusted.has(path) && !failed(disk.stat(path)))
  return foreign === undefined
    ? undefined
    : `started in ${start.cwd}, it would run ${foreign}, which trust does not cover`
}

async function filesAt(
  { cwd, folders, env }: Start,
  entry: HookEntry,
  { root, home, disk, cache }: Ground,
): Promise<readonly string[]> {
  const own = [root, home, cwd]
  const context = { cwd, home, own, variables: folders, disk }
  const { scripts, loads } = filesOfCommand(entry, context)
  const study = cachedReadFor(RUN_BY_ENTRIES, disk, cache, readDocument)
  const tools = { disk, closure: closureOver(disk, study, own), read: readDocument }
  const from = { cwd: folderOfLine(entry.command, context), variables: folders, isDirect: true } as const
  const line = await partsOfLine(lineOf(entry, folders), from.cwd, tools, from)
  return [...scripts, ...loads, ...filesOfVariables(env, context).scripts, ...line.files]
}
