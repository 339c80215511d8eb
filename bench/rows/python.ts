// A call of a Kaizen class in the resident interpreter, against starting python3 for every event, as a host without a
// resident interpreter must.

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { kaizen } from '../../runtime/contract/dialects/kaizen.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import { openPython } from '../../runtime/executors/python/openPython.ts'
import { callOnce, hookOf, inFolder } from '../fixtures.ts'
import { atLeast, type BenchRow, paired, perTurn } from '../measure.ts'

const event = 'pre_tool_use'
const dialect = kaizen as unknown as Dialect

// `ONCE` adds what a host without a resident interpreter needs: read the payload, call the class, print the result.
const HOOK = `
class Checks:
    events = ["pre_tool_use"]

    async def handle(self, context):
        return {"success": True, "data": {"checked": True}}
`
const ONCE = `${HOOK}
import asyncio, json, sys
print(json.dumps(asyncio.run(Checks().handle(json.load(sys.stdin)))))
`

export function python(): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    const path = join(folder, 'checks.py')
    writeFileSync(path, HOOK)
    const once = join(folder, 'once.py')
    writeFileSync(once, ONCE)
    const payload = kaizen.events[event].example
    const part = 'Checks'
    const hook = hookOf('checks', { dialect: 'kaizen', events: [event], runner: 'python', path, part })
    const snapshot = { files: new Map([[path, readFileSync(path)]]), hash: 'one' }
    const groups = openGroups(join(folder, 'data'))
    const executor = openPython({ root: folder, groups, snapshot: () => snapshot })
    try {
      const measured = await paired(
        () => perTurn(200, () => callOnce(executor, hook, { dialect, event, payload })),
        () => perTurn(3, () => spawned(once, folder, payload)),
        9,
      )
      return [
        atLeast(
          {
            name: 'Kaizen Python class, resident',
            against: 'spawning python3 with the same class per event',
            budget: 50,
          },
          measured,
        ),
      ]
    } finally {
      await executor.close()
      groups.close()
    }
  })
}

function spawned(script: string, cwd: string, payload: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const child = spawn('python3', [script], { cwd })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.resume()
  child.once('error', reject)
  child.once('close', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
  child.stdin.end(JSON.stringify(payload))
  return promise
}
