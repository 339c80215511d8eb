// One call of an executable hook (process group, output limits and bookkeeping included) against a bare spawn of the
// same file.

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import { openExecutables } from '../../runtime/executors/executable/executables.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import { callOnce, hookOf, inFolder } from '../fixtures.ts'
import { atMost, type BenchRow, paired, perTurn } from '../measure.ts'

const event = 'before_tool_call'
const dialect = kodelet as unknown as Dialect

export function executables(): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    const path = join(folder, 'denies')
    writeFileSync(path, `#!/bin/sh\nread -r payload\necho '{"blocked":true,"reason":"no"}'\n`, {
      mode: 0o755,
    })
    const payload = kodelet.events[event].example
    const hook = hookOf('denies', { dialect: 'kodelet', events: [event], runner: 'executable', path })
    const groups = openGroups(join(folder, 'data'))
    const executor = openExecutables({ root: folder, groups })
    try {
      const measured = await paired(
        () => perTurn(1, () => callOnce(executor, hook, { dialect, event, payload })),
        () => perTurn(1, () => spawned(path, folder, payload)),
        201,
      )
      return [
        atMost({ name: 'executable call', against: 'a bare spawn of the same file', budget: 1.15 }, measured),
      ]
    } finally {
      await executor.close()
      groups.close()
    }
  })
}

/** The minimum that a host does: write the payload, read the output, parse the JSON. */
function spawned(path: string, cwd: string, payload: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const child = spawn(path, ['run'], { cwd })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.resume()
  child.once('error', reject)
  child.once('close', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
  child.stdin.end(`${JSON.stringify(payload)}\n`)
  return promise
}
