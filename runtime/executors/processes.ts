// Processes as the operating system reports them: id, group, start time, and the marks in their environment.
// Reads /proc on Linux and runs `ps` elsewhere; unknown values are left undefined.

import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readState } from '../files/read.ts'
import { systemProgram } from './programPath.ts'

export type Process = {
  readonly pid: number
  readonly group: number
  /** `HOOKBENCH_RUNTIME` in its environment, if readable. */
  readonly runtime?: string | undefined
  /** `HOOKBENCH_GROUPS` in its environment, if readable. */
  readonly groups?: string | undefined
  /** When it started: milliseconds since the epoch, rounded to about a second. */
  readonly startedAt?: number | undefined
}

let own: string | undefined

/** This process as `<pid>-<start>`; the start time distinguishes a later process with the same pid. */
export function runtimeId(): string {
  own ??= `${process.pid}-${startOf(process.pid)}`
  return own
}

/** Whether the process with this id is still running. */
export function isRunning(id: string): boolean {
  const pid = Number(id.split('-')[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  return `${pid}-${startOf(pid)}` === id
}

/** Sends a signal to a whole group; does nothing if the group no longer exists. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32')
      execFileSync(systemProgram('taskkill.exe'), ['/pid', String(group), '/t', '/f'], { stdio: 'ignore' })
    else process.kill(-group, signal)
  } catch {
    // The group is gone already, as intended.
  }
}

/** Sends a signal to one process; does nothing if the process no longer exists. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process is gone already, as intended.
  }
}

/** Every process whose data can be read. Empty on Windows. */
export function listProcesses(): readonly Process[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? linuxProcess(Number(name)) : []))
  }
  if (process.platform === 'win32') return []
  return psProcesses(ps(['-axo', 'pid=,pgid=,lstart=']))
}

/** Parses the output of `ps -axo pid=,pgid=,lstart=` in the C locale. */
export function psProcesses(text: string): readonly Process[] {
  return text.split('\n').flatMap((line) => {
    const [pid, group, ...started] = line.trim().split(/\s+/)
    const startedAt = Date.parse(started.join(' '))
    return pid === undefined || group === undefined || Number.isNaN(startedAt)
      ? []
      : [{ pid: Number(pid), group: Number(group), startedAt }]
  })
}

function linuxProcess(pid: number): Process[] {
  const stat = linuxStat(pid)
  if (stat === undefined || stat.state === 'Z') return []
  let env = ''
  try {
    env = readState(`/proc/${pid}/environ`).toString('latin1')
  } catch {
    // The process belongs to another user, so it is not one of ours.
  }
  const runtime = /(?:^|\0)HOOKBENCH_RUNTIME=([^\0]*)/.exec(env)?.[1]
  const groups = /(?:^|\0)HOOKBENCH_GROUPS=([^\0]*)/.exec(env)?.[1]
  return [{ pid, group: stat.group, runtime, groups, startedAt: linuxTime(stat.start) }]
}

let booted: number | undefined

// Start times are in hundredths of a second since boot, on every platform that Node supports.
function linuxTime(start: string): number | undefined {
  booted ??= Number(/^btime (\d+)$/m.exec(readState('/proc/stat').toString('latin1'))?.[1])
  const time = booted * 1000 + Number(start) * 10
  return Number.isNaN(time) ? undefined : time
}

function startOf(pid: number): string {
  if (process.platform === 'linux') {
    const stat = linuxStat(pid)
    return stat === undefined || stat.state === 'Z' ? 'gone' : stat.start
  }
  if (process.platform === 'win32') return processExists(pid) ? 'running' : 'gone'
  const startedAt = Date.parse(ps(['-o', 'lstart=', '-p', String(pid)]).trim())
  return Number.isNaN(startedAt) ? 'gone' : String(startedAt / 1000)
}

// `pid (name) state ppid pgrp … starttime`: the name may contain anything,
// so fields are counted after the last bracket.
function linuxStat(pid: number): { state: string; group: number; start: string } | undefined {
  try {
    const text = readState(`/proc/${pid}/stat`).toString('latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', group: Number(fields[2]), start: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function ps(args: readonly string[]): string {
  try {
    return execFileSync('ps', [...args], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: 'pipe',
    })
  } catch {
    return ''
  }
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
