// Ends processes left running by a killed runtime, or processes of this one that left their group. A
// group is killed only if a member is proven to belong to that runtime: by the mark in its
// environment or, if that is unreadable, by the leader's start time.

import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { readText } from '../files/read.ts'
import { isRunning, listProcesses, type Process, signalGroup, signalProcess } from './processes.ts'

/**
 * A dead runtime's file: its id, and the start time of each group that was not ended, in milliseconds since the epoch.
 */
export type Left = { readonly runtime: string; readonly groups: ReadonlyMap<number, number> }

/**
 * Kills the groups of dead runtimes and removes their files. `justDied` is the runtime that ended a moment ago, whose
 * process ids cannot have been reused yet.
 */
export function reap(folder: string, justDied?: string): void {
  const left = readBooks(folder)
  if (left.length === 0) return
  const processes = listProcesses()
  const mine = processes.find((one) => one.pid === process.pid)?.group
  for (const group of groupsOf(left, processes, justDied)) {
    // A hook may have started the very runtime that is running this.
    if (group !== mine && group > 1) signalGroup(group, 'SIGKILL')
  }
  for (const { file, sweeps } of left) {
    // Programs that module hooks start stay in the runtime's own group, so only the mark identifies them.
    if (sweeps) sweep(basename(file))
    for (const path of [file, `${file}.d`]) rmSync(path, { recursive: true, force: true })
  }
}

/** How long a sweep may delay the end, in milliseconds. */
const SWEEP_MS = 200

/**
 * Kills every process that carries the mark of these groups, whatever group it is in now. A process that is being
 * forked meanwhile is found in the next pass. Linux only; elsewhere such processes keep running.
 */
export function sweep(groups: string): void {
  if (process.platform !== 'linux') return
  const until = performance.now() + SWEEP_MS
  do {
    const found = listProcesses().filter((one) => one.groups === groups && one.pid !== process.pid)
    if (found.length === 0) return
    for (const { pid } of found) signalProcess(pid, 'SIGKILL')
  } while (performance.now() < until)
}

/** The groups among `processes` that belong to a runtime in `left`. */
export function groupsOf(
  left: readonly Left[],
  processes: readonly Process[],
  justDied?: string,
): ReadonlySet<number> {
  const runtimes = new Set(left.map((one) => one.runtime))
  const leaders = new Set(processes.filter(({ pid, group }) => pid === group).map(({ pid }) => pid))
  const found = new Set<number>()
  for (const one of processes) {
    if (one.runtime !== undefined) {
      if (runtimes.has(one.runtime)) found.add(one.group)
    } else if (one.startedAt !== undefined) {
      const { startedAt, group } = one
      const isLeader = one.pid === group
      for (const { runtime, groups } of left) {
        const at = groups.get(group)
        if (at === undefined) continue
        if (
          isLeader
            ? Math.abs(at - startedAt) < 2000
            : runtime === justDied && !leaders.has(group) && startedAt > at - 2000
        )
          found.add(group)
      }
    }
  }
  return found
}

/** The file, and whether every process with its mark is to be ended, whatever its group. */
type Book = { readonly file: string; readonly sweeps: boolean }

function readBooks(folder: string): readonly (Left & Book)[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const runtime = /^(\d+-\w+)\.\w+$/.exec(name)?.[1]
    if (runtime === undefined || isRunning(runtime)) return []
    const file = join(folder, name)
    const book = readBook(file)
    return book === undefined ? [] : [{ runtime, file, ...book }]
  })
}

// A home folder may be shared between machines; another machine's file does not describe processes of this one.
function readBook(file: string): Pick<Left & Book, 'groups' | 'sweeps'> | undefined {
  try {
    const [head = '', ...lines] = readText(file).split('\n')
    const { host, sweeps = false } = head === '' ? { host: hostname() } : JSON.parse(head)
    if (host !== hostname()) return undefined
    const groups = new Map<number, number>()
    for (const line of lines) {
      const started = /^\+(\d+) (\d+)$/.exec(line)
      if (started !== null) groups.set(Number(started[1]), Number(started[2]))
      else if (line.startsWith('-')) groups.delete(Number(line.slice(1)))
    }
    return { groups, sweeps: sweeps === true }
  } catch {
    return undefined
  }
}
