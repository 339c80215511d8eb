// Ends what a runtime left running: one that was killed, or this one, when a hook's process went out of its group. A group is killed only when one of its members proves to be
// that runtime's: by the mark in its environment, or, where that cannot be read, by the leader's start time.

import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readText } from '../files/read.ts'
import { isRunning, listProcesses, type Process, signalGroup, signalProcess } from './processes.ts'

/** What the books of a dead runtime say: its id, and when each group that was not ended was started. */
export type Left = { readonly runtime: string; readonly groups: ReadonlyMap<number, number> }

/** Kills the groups of dead runtimes and removes their files. */
export function reap(folder: string): void {
  const left = readBooks(folder)
  if (left.length === 0) return
  const processes = listProcesses()
  const mine = processes.find((one) => one.pid === process.pid)?.group
  for (const group of groupsOf(left, processes)) {
    // A hook may have started the very runtime that is reaping now.
    if (group !== mine && group > 1) signalGroup(group, 'SIGKILL')
  }
  for (const { file } of left) {
    for (const path of [file, `${file}.d`]) rmSync(path, { recursive: true, force: true })
  }
}

/** How long looking for what went its own way may hold up the end. */
const SWEEP_MS = 200

/**
 * Kills every process that carries the mark of these groups, whatever group it is in now. One that is being forked
 * meanwhile is found on the next look. Only Linux shows marks; elsewhere such a process stays.
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

/** The groups among `processes` that belong to one of `left`. */
export function groupsOf(left: readonly Left[], processes: readonly Process[]): ReadonlySet<number> {
  const runtimes = new Set(left.map((one) => one.runtime))
  const found = new Set<number>()
  for (const one of processes) {
    if (one.runtime !== undefined) {
      if (runtimes.has(one.runtime)) found.add(one.group)
    } else if (one.startedAt !== undefined && one.pid === one.group) {
      const { startedAt } = one
      const recorded = left.flatMap(({ groups }) => groups.get(one.pid) ?? [])
      if (recorded.some((at) => Math.abs(at - startedAt) < 2000)) found.add(one.group)
    }
  }
  return found
}

function readBooks(folder: string): readonly (Left & { readonly file: string })[] {
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
    const groups = readGroups(file)
    return groups === undefined ? [] : [{ runtime, groups, file }]
  })
}

// A home folder may be shared by hosts; the books of another host say nothing about the processes of this one.
function readGroups(file: string): ReadonlyMap<number, number> | undefined {
  try {
    const [head = '', ...lines] = readText(file).split('\n')
    if (head !== '' && JSON.parse(head).host !== hostname()) return undefined
    const groups = new Map<number, number>()
    for (const line of lines) {
      const started = /^\+(\d+) (\d+)$/.exec(line)
      if (started !== null) groups.set(Number(started[1]), Number(started[2]))
      else if (line.startsWith('-')) groups.delete(Number(line.slice(1)))
    }
    return groups
  } catch {
    return undefined
  }
}
