// Whether anything that this process started is still there.

import { setTimeout as sleep } from 'node:timers/promises'
import { listProcesses, runtimeId } from '../../runtime/executors/processes.ts'

/** Process ids that carry a runtime's mark. Killing takes a moment, so it looks again for a while. */
export async function left(runtime = runtimeId()): Promise<readonly number[]> {
  for (let tries = 0; ; tries++) {
    const pids = listProcesses().flatMap((one) => (one.runtime === runtime ? one.pid : []))
    if (pids.length === 0 || tries === 600) return pids
    await sleep(50)
  }
}
