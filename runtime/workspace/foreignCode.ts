// Code that an entry would run because a payload starts it in another folder than the one that trust looked from.

import { resolve } from 'node:path'
import { dialectOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import type { EntryProcess } from '../contract/host.ts'
import { filesOfCommand } from '../discovery/commandFiles.ts'
import { type Disk, failed } from '../discovery/disk.ts'

type Ground = { readonly root: string; readonly home: string; readonly disk: Disk }

/**
 * Why an entry may not start there: its command line names a file that is there and that is no part of the trusted hook.
 * What its scripts look for in their working directory by themselves is not followed.
 */
export function foreignCode(
  { entry, files, dialect }: Hook,
  { cwd, env }: Pick<EntryProcess, 'cwd' | 'env'>,
  { root, home, disk }: Ground,
): string | undefined {
  const host = dialectOf(dialect)?.host
  if (entry === undefined || host === undefined) return undefined
  const looked = { ...host.folders({ root, home }), ...entry.env }
  const named = Object.fromEntries(Object.entries(looked).map(([name, path]) => [name, env[name] ?? path]))
  const start = resolve(root, cwd ?? '')
  if (start === resolve(root) && Object.keys(looked).every((name) => looked[name] === named[name]))
    return undefined
  const real = (path: string): string => {
    const found = disk.real(path)
    return failed(found) ? path : found
  }
  const scriptsFrom = (place: string, variables: typeof looked) =>
    filesOfCommand(entry, { cwd: place, home, variables, disk }).scripts.map(real)
  const trusted = new Set([...files.map(real), ...scriptsFrom(root, looked)])
  const foreign = scriptsFrom(start, named).find((path) => !trusted.has(path) && !failed(disk.stat(path)))
  return foreign === undefined
    ? undefined
    : `started in ${start}, it would run ${foreign}, which is no part of what is trusted`
}
