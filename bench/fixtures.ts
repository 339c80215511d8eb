// Fixtures of the benchmarks: a temporary folder that is removed afterwards, hooks, and calls as the engine makes them.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, Executor } from '../runtime/contract/call.ts'
import type { Dialect } from '../runtime/contract/dialect.ts'
import type { EventRecord } from '../runtime/contract/eventRecord.ts'
import type { Hook } from '../runtime/contract/hook.ts'
import type { Attempt } from '../runtime/contract/verdict.ts'

/** Runs `work` in a temporary folder and removes the folder even if `work` fails. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-bench-')))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An active hook of the workspace. */
export function hookOf(
  name: string,
  more: Partial<Hook> & Pick<Hook, 'dialect' | 'events' | 'runner'>,
): Hook {
  const path = more.path ?? ''
  return {
    id: `${more.dialect}:workspace:${name}`,
    name,
    source: 'workspace',
    path,
    state: 'active',
    order: 0,
    timeoutMs: 5000,
    files: path === '' ? [] : [path],
    ...more,
  }
}

/** Runs a hook once through an executor, as the engine calls it. A failed attempt ends the benchmark. */
export function callOnce(
  executor: Executor,
  hook: Hook,
  {
    dialect,
    event,
    payload,
  }: { readonly dialect: Dialect; readonly event: string; readonly payload: unknown },
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const call: Call = {
    hook,
    dialect,
    event,
    record: dialect.events[event] as EventRecord,
    payload,
    timeoutMs: hook.timeoutMs,
    cwd: undefined,
    signal: NEVER,
    done(attempt: Attempt) {
      if (attempt.kind === 'returned') resolve(attempt.result)
      else reject(new Error(`${hook.name}: ${attempt.reason}, ${attempt.message}`))
    },
  }
  executor.run(call)
  return promise
}

const NEVER = new AbortController().signal
