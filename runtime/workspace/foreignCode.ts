// Detects code that an entry would run only because a payload starts it in a folder that trust has not checked.

import { resolve } from 'node:path'
import { dialectOf } from '../contract/dialects/index.ts'
import type { HookEntry } from '../contract/entry.ts'
import type { Hook } from '../contract/hook.ts'
import type { EntryProcess, Host } from '../contract/host.ts'
import { openCache } from '../discovery/cache.ts'
import { cachedReadFor, type DocumentReader, RUN_BY_ENTRIES } from '../discovery/cachedRead.ts'
import { closureOver } from '../discovery/closure.ts'
import { filesOfCommand, folderOfLine } from '../discovery/commandFiles.ts'
import { type Disk, failed } from '../discovery/disk.ts'
import { lineOf, partsOfLine } from '../discovery/lineParts.ts'
import { filesOfVariables, isElusive } from '../discovery/variableFiles.ts'

type Ground = { readonly root: string; readonly home: string; readonly disk: Disk }

/** The folder in which an entry starts, and its variables. */
type Start = {
  readonly cwd: string
  readonly folders: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

/**
 * Why an entry may not start there: its command, or one of its own variables, names an existing file that is
 * not part of the trusted hook. Files that its scripts look up in the working directory themselves are not
 * followed. Nothing is checked if it starts as it did when it was trusted.
 */
export type ForeignCode = (
  hook: Hook,
  process: Pick<EntryProcess, 'cwd' | 'env'>,
) => Promise<string | undefined> | undefined

/** Creates the check, with a cache of what it reads. */
export function openForeignCode(ground: Ground): ForeignCode {
  const { root, home, disk } = ground
  const cache = openCache()

  return (hook, { cwd, env }) => {
    const { entry, dialect: id } = hook
    const host = dialectOf(id)?.host
    if (entry === undefined || host === undefined) return undefined
    const looked = { ...host.folders({ root, home }), ...entry.env }
    const folders = Object.fromEntries(
      Object.entries(looked).map(([name, path]) => [name, env[name] ?? path]),
    )
    const start = { cwd: resolve(root, cwd ?? ''), folders, env }
    if (start.cwd === resolve(root) && Object.keys(looked).every((name) => looked[name] === folders[name]))
      return undefined
    const changed = Object.keys(looked).flatMap((name) =>
      looked[name] === folders[name] ? [] : [folders[name] ?? ''],
    )
    // Such a path leads to a different folder in each process.
    const elusive = [cwd ?? '', start.cwd, ...changed].find(isElusive)
    if (elusive !== undefined)
      return Promise.resolve(`started in ${elusive}, it would run files that cannot be determined beforehand`)
    return foreignAt(start, hook, entry, host)
  }

  async function foreignAt(
    start: Start,
    hook: Hook,
    entry: HookEntry,
    host: Host,
  ): Promise<string | undefined> {
    const usual = {
      cwd: root,
      home,
      own: [root, home],
      variables: { ...host.folders({ root, home }), ...entry.env },
      disk,
    }
    const trusted = new Set([...hook.files, ...filesOfCommand(entry, usual).scripts].map(real))
    const named = await namedAt(start, entry)
    const foreign = named.map(real).find((path) => !trusted.has(path) && !failed(disk.stat(path)))
    return foreign === undefined
      ? undefined
      : `started in ${start.cwd}, it would run ${foreign}, which trust does not cover`
  }

  async function namedAt({ cwd, folders, env }: Start, entry: HookEntry): Promise<readonly string[]> {
    const own = [root, home, cwd]
    const context = { cwd, home, own, variables: folders, disk }
    const { scripts, loads } = filesOfCommand(entry, context)
    const study = cachedReadFor(RUN_BY_ENTRIES, disk, cache, read)
    const tools = { disk, closure: closureOver(disk, study, own), read }
    const from = { cwd: folderOfLine(entry.command, context), variables: folders, isDirect: true } as const
    const line = await partsOfLine(lineOf(entry, folders), from.cwd, tools, from)
    return [...scripts, ...loads, ...filesOfVariables(env, context).scripts, ...line.files]
  }

  function real(path: string): string {
    const found = disk.real(path)
    return failed(found) ? path : found
  }
}

// Loaded by the first entry that starts in another folder.
const read: DocumentReader = async (input) => (await import('../documents/read.ts')).readDocument(input)
