// What a run leaves behind, read from /proc and the disk: processes, descriptors, files. On systems other than Linux,
// only files are checked.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosPlaces } from './places.ts'
import { MARK } from './runtimes.ts'

export type LivingProcess = { readonly pid: number; readonly parent: number; readonly command: string }

/** How often, and at what interval in milliseconds, to check again for what is still ending. */
const TRIES = 600
const PAUSE = 100

/** All processes of this run, found by the mark in their environment or by their working directory. */
export function processesOf({ folder }: ChaosPlaces): readonly LivingProcess[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name): LivingProcess | readonly LivingProcess[] => {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) return []
    try {
      const marked = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${MARK}=${folder}`)
      if (!marked && !readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return []
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return command === '' ? [] : { pid, parent: Number(parent), command }
    } catch {
      // It has exited meanwhile, or belongs to another user.
      return []
    }
  })
}

/** Number of a process's descriptors by kind: `socket`, `pipe`, `anon_inode:[eventpoll]`, a path. */
export function descriptorsOf(pid: number): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>()
  if (process.platform !== 'linux') return kinds
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const kind = readlinkSync(`/proc/${pid}/fd/${fd}`).replace(/^(socket|pipe):\[\d+\]$/, '$1')
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    } catch {
      // The descriptor was closed in the meantime.
    }
  }
  return kinds
}

/** Waits for the idle runtime to return to its initial state; returns what it still holds beyond that. */
export async function kept(
  places: ChaosPlaces,
  pid: number,
  before: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  return gone(() => [
    ...[...descriptorsOf(pid)]
      .filter(([kind, count]) => count > (before.get(kind) ?? 0))
      .map(
        ([kind, count]) =>
          `the idle runtime has ${count} descriptors of ${kind}, before ${before.get(kind) ?? 0}`,
      ),
    ...processesOf(places)
      .filter((one) => one.pid !== pid && !/\bhookbench\b.*\bendLeft\b/.test(one.command))
      .map(({ pid: id, command }) => `beside the idle runtime runs ${id}: ${command}`),
  ])
}

/** What remains after everything has ended. */
export async function left(places: ChaosPlaces): Promise<readonly string[]> {
  return gone(() => [
    ...processesOf(places).map(({ pid, command }) => `still runs: ${pid} ${command}`),
    ...[places.run, places.temporary, join(places.home, '.local/share/hookbench/run')].flatMap((folder) =>
      namesIn(folder).map((name) => `still there: ${join(folder, name)}`),
    ),
  ])
}

async function gone(look: () => readonly string[]): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    const found = look()
    if (found.length === 0 || tries === TRIES) return found
    await sleep(PAUSE)
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
