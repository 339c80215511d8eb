// Records on disk which process groups this runtime started, so that the next runtime can end those of a killed one.
// Kills only processes that are proven to belong to the runtime; if the folder is not writable, nothing is recorded.

import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pythonCache } from './environment.ts'
import { runtimeId, signalGroup } from './processes.ts'
import { reap, sweep } from './reap.ts'
import { startWatcher, type Watcher } from './watcher.ts'

export type Groups = {
  /** Folder for files that live as long as this runtime; undefined if the data folder is not writable. */
  readonly folder: string | undefined
  /**
   * Added to the environment of every process that is started. HOOKBENCH_RUNTIME lets a later runtime recognize them;
   * HOOKBENCH_GROUPS tells them apart from those of another workspace in the same runtime.
   */
  readonly env: Readonly<Record<string, string>> & {
    readonly HOOKBENCH_RUNTIME: string
    readonly HOOKBENCH_GROUPS: string
  }
  /** Records that a group was started; its id is the process id of its first member. */
  add(group: number): void
  /** Records that no process of the group is left. */
  remove(group: number): void
  /** Records that processes carrying the mark of these groups may be running outside of them. */
  strayed(): void
  /**
   * Starts the watcher, which ends processes carrying this mark even if this runtime is killed; `add` starts it, too.
   */
  watch(): void
  /** Kills what is left of every group, including processes that left their group, and deletes the file. */
  close(): void
}

const open = new Set<Groups>()
let listening = false

/**
 * Ends what dead runtimes left behind, then records this runtime's groups in `<data>/run/`.
 * With `sweeps: false`, processes that started a session of their own are kept: Git leaves helpers running on purpose.
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
      // An ending process may still be writing to the folder, so removal is retried.
      for (const path of [file, `${file}.d`]) {
        rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 5 })
      }
    },
  }
  if (!listening) process.once('exit', closeAll)
  listening = true
  open.add(groups)
  return groups

  // The watcher was ended from outside; the next hook starts a new one.
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
