// One isolated call of a module hook, trust's bytes and supervision included, against a bare message to a bare worker
// that calls the same function, and back.

import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { openModules } from '../../runtime/executors/module/openModules.ts'
import { callOnce, hookOf, inFolder } from '../fixtures.ts'
import { atMost, paired, perTurn, type Row } from '../measure.ts'

const event = 'tool_execute_before'
const dialect = secureyeoman as unknown as Dialect

export function modules(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const path = join(folder, 'replaces.mjs')
    writeFileSync(
      path,
      'export const tool_execute_before = async (payload) => ({ ...payload, timestamp: payload.timestamp + 1 })\n',
    )
    const bare = join(folder, 'bare.mjs')
    writeFileSync(
      bare,
      `import { parentPort } from 'node:worker_threads'
import { tool_execute_before } from './replaces.mjs'
parentPort.on('message', async (payload) => parentPort.postMessage(await tool_execute_before(payload)))
`,
    )
    const hook = hookOf('replaces', { dialect: 'secureyeoman', events: [event], runner: 'module', path })
    const snapshot = { files: new Map([[path, readFileSync(path)]]), hash: 'one' }
    const executor = openModules({ snapshot: () => snapshot, env: process.env, cwd: folder, workers: 1 })
    const worker = new Worker(bare)
    let answer: (value: unknown) => void = () => {}
    worker.on('message', (value) => answer(value))
    await once(worker, 'online')
    try {
      const rows: Row[] = []
      for (const [size, payload] of [
        ['small', secureyeoman.events[event].example],
        ['64 KB', { ...secureyeoman.events[event].example, input: { text: 'x'.repeat(64 * 1024) } }],
      ] as const) {
        const ours = () => callOnce(executor, hook, { dialect, event, payload })
        const theirs = () =>
          new Promise((resolve) => {
            answer = resolve
            worker.postMessage(payload)
          })
        rows.push(
          atMost(
            {
              name: `isolated call, ${size} payload`,
              against: 'a bare postMessage round trip to the same function',
              budget: 1.5,
            },
            await paired(
              () => perTurn(100, ours),
              () => perTurn(100, theirs),
              41,
            ),
          ),
        )
      }
      return rows
    } finally {
      await worker.terminate()
      await executor.close()
    }
  })
}
