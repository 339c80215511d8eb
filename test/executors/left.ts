// Finds processes that this process, or another runtime, started and that still run.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { listProcesses, runtimeId } from '../../runtime/executors/processes.ts'

/** The processes that carry a runtime's mark. Killing takes a moment, so this polls for up to 30 seconds. */
export async function left(runtime = runtimeId()): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    const pids = listProcesses().flatMap((one) => (one.runtime === runtime ? one.pid : []))
    if (pids.length === 0 || tries === 600) return pids.map(named)
    await sleep(50)
  }
}

function named(pid: number): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`
  } catch {
    return String(pid)
  }
}
