// Which process groups this runtime has started, kept on disk so that the next runtime can end those of one that
// was killed. It never kills a process that does not prove to be ours, and works without bookkeeping where the
// folder cannot be written.

import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pythonCache } from './environment.ts'
import { runtimeId, signalGroup } from './processes.ts'
import { reap, sweep } from './reap.ts'
import { startWatcher, type Watcher } from './watcher.ts'

export type Groups = {
  /** Where this runtime may keep what ends with it; undefined where the data folder cannot be written. */
  readonly folder: string | undefined
  /**
   * Goes into the environment of every process we start. By the runtime's mark a later runtime knows them; by the mark
   * of these groups they are known from those of another workspace in the same runtime.
   */
  readonly env: Readonly<Record<string, string>> & {
    readonly HOOKBENCH_RUNTIME: string
    readonly HOOKBENCH_GROUPS: string
  }
  /** Notes that a group was started; its id is the process id of its first member. */
  add(group: number): void
  /** Notes that nothing of the group is left. */
  remove(group: number): void
  /** Notes that processes may have been started that carry the mark of these groups and are in none of them. */
  strayed(): void
  /** From now on what carries the mark of these groups ends even if this runtime is killed; `add` begins it, too. */
  watch(): void
  /** Kills what is left of every group, and what has left its group, and forgets the file. */
  close(): void
}

const open = new Set<Groups>()
let listening = false

/**
 * Ends what dead runtimes left behind, then keeps the books of this one in `<data>/run/`.
 * With `sweeps: false` a process that starts a session of its own may stay: Git leaves helpers on purpose.
 */
export function openGroups(dataFolder: string, { sweeps = true } = {}): Groups {
  const folder = join(dataFolder, 'run')
  reap(folder)
  const id = runtimeId()
  const mark = `${id}.${randomUUID().slice(0, 8)}`
  const file = join(folder, mark)
  const living = new Set<number>()
  let fd = create(folder, file, `${JSON.stringify({ v: 1, host: hostname(), sweeps })}\n`)
  let used = false
  let watcher: Watcher | undefined
  const scratch = fd === undefined ? undefined : `${file}.d`

  const groups: Groups = {
    folder: scratch,
    env: { ...pythonCache(dataFolder), HOOKBENCH_RUNTIME: id, HOOKBENCH_GROUPS: mark },
    add(group) {
      living.add(group)
      used = true
      groups.watch()
      note(`+${group} ${Date.now()}\n`)
    },
    remove(group) {
      if (living.delete(group)) note(`-${group}\n`)
    },
    strayed() {
      used = true
    },
    watch() {
      if (fd !== undefined) watcher ??= startWatcher(folder, mark, unwatched)
    },
    close() {
      for (const group of living) signalGroup(group, 'SIGKILL')
      living.clear()
      if (used && sweeps) sweep(mark)
      watcher?.dismiss()
      open.delete(groups)
      if (fd === undefined) return
      closeSync(fd)
      fd = undefined
      // A program of ours may still be writing there; it is at its end, so a second look finds the folder quiet.
      for (const path of [file, `${file}.d`]) {
        rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 5 })
      }
    },
  }
  if (!listening) process.once('exit', closeAll)
  listening = true
  open.add(groups)
  return groups

  // Whoever ended it has not ended us: the next hook has one again.
  function unwatched(): void {
    watcher = undefined
  }

  function note(line: string): void {
    if (fd === undefined) return
    try {
      writeSync(fd, line)
    } catch {
      // A full disk must not stop a hook; the marker in the environment still tells whose the process is.
    }
  }
}

function closeAll(): void {
  for (const groups of [...open]) groups.close()
}

function create(folder: string, file: string, head: string): number | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    mkdirSync(`${file}.d`, { mode: 0o700 })
    const fd = openSync(file, 'ax', 0o600)
    writeSync(fd, head)
    return fd
  } catch {
    return undefined
  }
}
