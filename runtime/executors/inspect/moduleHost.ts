// The process in which a module hook is inspected: one hook alone, with the bytes that trust verified. Waits for the
// debugger (--inspect-wait), runs one call, sends its attempt and exits.

import { dialectOf } from '../../contract/dialects/index.ts'
import { errorFromWire, errorToWire, mapFields } from '../../contract/errors.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt } from '../../contract/verdict.ts'
import { openModulesHere } from '../module/openModulesHere.ts'

/** The request to the process, sent once. */
export type ModuleRequest = {
  readonly hook: Hook
  readonly event: string
  readonly payload: unknown
  readonly files: readonly (readonly [string, Uint8Array])[]
  readonly hash: string
}

process.once('message', ({ hook, event, payload, files, hash }: ModuleRequest) => {
  const dialect = dialectOf(hook.dialect)
  const record = dialect?.events[event]
  if (dialect === undefined || record === undefined) throw new Error(`${hook.dialect} has no event ${event}`)
  const snapshot = { files: new Map(files.map(([path, bytes]) => [path, Buffer.from(bytes)])), hash }
  const executor = openModulesHere({ snapshot: () => snapshot, plain: true })
  executor.run({
    hook,
    dialect,
    event,
    record,
    payload: mapFields(payload, record.errors?.payload, errorFromWire),
    timeoutMs: Number.POSITIVE_INFINITY,
    cwd: undefined,
    signal: new AbortController().signal,
    done(attempt) {
      const result: Attempt =
        attempt.kind === 'failed'
          ? attempt
          : { ...attempt, result: mapFields(attempt.result, record.errors?.result, errorToWire) }
      send(result)
    },
  })
})

function send(attempt: Attempt): void {
  try {
    process.send?.(attempt, () => process.disconnect())
  } catch (error) {
    const message = `returned a value that cannot be copied: ${(error as Error).message}`
    process.send?.({ kind: 'failed', reason: 'invalid', message } satisfies Attempt, () =>
      process.disconnect(),
    )
  }
}
