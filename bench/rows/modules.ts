// One isolated call of a module hook, trust and supervision included, against a round trip to a bare worker that calls
// the same function. Thread placement decides whether a round trip takes ten or eighty microseconds, on either side, so
// the workers are restarted several times and the fast times are compared.

import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { openModules } from '../../runtime/executors/module/openModules.ts'
import { callOnce, hookOf, inFolder } from '../fixtures.ts'
import { atMost, type BenchRow, perTurn } from '../measure.ts'

const SITTINGS = 7
const ROUNDS = 60
const CALLS = 20
const FIRSTS = 15
const event = 'tool_execute_before'
const dialect = secureyeoman as unknown as Dialect
const { example } = secureyeoman.events[event]

const payloads = {
  small: example,
  '64 KB': { ...example, input: { text: 'x'.repeat(64 * 1024) } },
} as const

const HOOK =
  'export const tool_execute_before = async (payload) => ({ ...payload, timestamp: payload.timestamp + 1 })\n'
const BARE = `import { parentPort } from 'node:worker_threads'
import { tool_execute_before } from './replaces.mjs'
parentPort.on('message', async (payload) => parentPort.postMessage(await tool_execute_before(payload)))
`

export function modules(): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    writeFileSync(join(folder, 'replaces.mjs'), HOOK)
    writeFileSync(join(folder, 'bare.mjs'), BARE)
    const rows: BenchRow[] = []
    for (const [size, payload] of Object.entries(payloads)) {
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let i = 0; i < SITTINGS; i++) {
        const times = await sitting(folder, payload)
        ours.push(times.ours)
        theirs.push(times.theirs)
      }
      const [a, b] = [Math.min(...ours), Math.min(...theirs)]
      const against = 'a bare postMessage round trip to the same function'
      const named = { name: `isolated call, ${size} payload`, against, budget: 1.5 }
      rows.push(atMost(named, { ours: a, theirs: b, ratio: a / b }))
    }
    return [...rows, await firstCall(folder)]
  })
}

/** The cost of a separate realm with locked globals for guards: from the start of a worker to its first result. */
async function firstCall(folder: string): Promise<BenchRow> {
  const path = join(folder, 'replaces.mjs')
  const snapshot = { files: new Map([[path, readFileSync(path)]]), hash: 'one' }
  const [locked, open]: [number[], number[]] = [[], []]
  for (let round = 0; round < FIRSTS; round++) {
    for (const [times, events] of [
      [locked, [event]],
      [open, []],
    ] as const) {
      const hook = hookOf('replaces', { dialect: 'secureyeoman', events, runner: 'module', path })
      const executor = openModules({ snapshot: () => snapshot, env: process.env, cwd: folder, workers: 1 })
      const began = performance.now()
      await callOnce(executor, hook, { dialect, event, payload: example })
      times.push((performance.now() - began) * 1e6)
      await executor.close()
    }
  }
  const [a, b] = [firstQuartile(locked), firstQuartile(open)]
  const named = {
    name: 'first call of a hook that may deny, in a realm of its own with locked globals',
    against: 'the same in a realm whose globals are open',
    budget: 1.25,
  }
  return atMost(named, { ours: a, theirs: b, ratio: a / b })
}

/** The first quartile of the times of both sides, in nanoseconds, with new workers. */
async function sitting(folder: string, payload: unknown): Promise<{ ours: number; theirs: number }> {
  const path = join(folder, 'replaces.mjs')
  const hook = hookOf('replaces', { dialect: 'secureyeoman', events: [event], runner: 'module', path })
  const snapshot = { files: new Map([[path, readFileSync(path)]]), hash: 'one' }
  const executor = openModules({ snapshot: () => snapshot, env: process.env, cwd: folder, workers: 1 })
  const worker = new Worker(join(folder, 'bare.mjs'))
  let answer: (value: unknown) => void = () => {}
  worker.on('message', (value) => answer(value))
  const called = () => callOnce(executor, hook, { dialect, event, payload })
  const posted = () =>
    new Promise((resolve) => {
      answer = resolve
      worker.postMessage(payload)
    })
  const [ours, theirs]: [number[], number[]] = [[], []]
  try {
    await once(worker, 'online')
    await Promise.all([perTurn(CALLS, called), perTurn(CALLS, posted)])
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await perTurn(CALLS, called))
      theirs.push(await perTurn(CALLS, posted))
    }
  } finally {
    await worker.terminate()
    await executor.close()
  }
  return { ours: firstQuartile(ours), theirs: firstQuartile(theirs) }
}

function firstQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 2] as number
}
