// Detects code that an entry would run only because a payload starts it in a folder that trust has not checked.

import { resolve } from 'node:path'
import { dialectOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import type { EntryProcess } from '../contract/host.ts'
import { openCache } from '../discovery/cache.ts'
import type { Disk } from '../discovery/disk.ts'

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
export function openForeignCode(ground: {
  readonly root: string
  readonly home: string
  readonly disk: Disk
}): ForeignCode {
  const { root, home } = ground
  const cache = openCache()
  return (hook, { cwd, env }) => {
    const { entry, dialect: id } = hook
    const host = dialectOf(id)?.host
    if (entry === undefined || host === undefined) return undefined
    const usual = { ...host.folders({ root, home }), ...entry.env }
    const folders = Object.fromEntries(Object.entries(usual).map(([name, path]) => [name, env[name] ?? path]))
    const start = { cwd: resolve(root, cwd ?? ''), folders, env }
    const changed = Object.keys(usual).filter((name) => usual[name] !== folders[name])
    if (start.cwd === resolve(root) && changed.length === 0) return undefined
    const named = [cwd ?? '', start.cwd, ...changed.map((name) => folders[name] ?? '')]
    // Loaded by the first entry that starts in another folder.
    return import('./foreignFiles.ts').then(({ foreignTo }) =>
      foreignTo({ ...ground, cache, usual }, { hook, entry, start, named }),
    )
  }
}
