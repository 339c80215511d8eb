// Calls to module hooks the way the engine makes them: with a deadline, after which the call is canceled.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Call, Executor, GiveUp } from '../../runtime/contract/call.ts'
import { dialectOf, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'
import type { ModuleOptions, ModuleSnapshot, Modules } from '../../runtime/executors/module/openModules.ts'
import { openModules } from '../../runtime/executors/module/openModules.ts'

export const PROGRAMS = fileURLToPath(new URL('../programs/modules/', import.meta.url))

export type Ask = {
  readonly dialect?: string
  readonly event?: string
  readonly part?: string
  readonly payload?: unknown
  readonly timeoutMs?: number
  readonly cwd?: string
}

/** One hook object per file and part, as discovery would create it. */
export function hookAt(path: string, more: Partial<Hook> = {}): Hook {
  const id = `${more.part ?? ''}${path}`
  const known = hooks.get(id)
  if (known !== undefined) return known
  const absolute = path.startsWith('/') ? path : PROGRAMS + path
  const hook: Hook = {
    id: `secureyeoman:workspace:${path}`,
    name: path,
    dialect: 'secureyeoman',
    events: [],
    source: 'workspace',
    path: absolute,
    runner: 'module',
    state: 'active',
    order: 0,
    timeoutMs: 5000,
    files: [absolute],
    ...more,
  }
  hooks.set(id, hook)
  return hook
}

const hooks = new Map<string, Hook>()

/** The current bytes of these files, relative to the programs' folder or absolute. */
export function bytesOf(paths: readonly string[], hash = 'one'): ModuleSnapshot {
  const absolute = paths.map((path) => (path.startsWith('/') ? path : PROGRAMS + path))
  return { files: new Map(absolute.map((path) => [path, readFileSync(path)])), hash }
}

export function open(options: Partial<ModuleOptions> = {}): Modules {
  return openModules({
    snapshot: (hook) => bytesOf([...hook.files, 'helper.ts']),
    env: process.env,
    cwd: PROGRAMS,
    ...options,
  })
}

export type Reply = { readonly attempt: Attempt; readonly tookMs: number; readonly answers: number }

/** Runs a hook once; after its timeout the call is canceled and its signal aborted, as the engine would do. */
export function ask(
  executor: Executor,
  hook: Hook | string,
  options: Ask = {},
): Promise<Reply> & { cancel(why: GiveUp): void } {
  const { call, answered, controller } = callOf(
    typeof hook === 'string' ? hookAt(hook, options.part === undefined ? {} : { part: options.part }) : hook,
    options,
  )
  const timer = setTimeout(() => cancel('timeout'), call.timeoutMs)
  executor.run(call)
  return Object.assign(
    answered.finally(() => clearTimeout(timer)),
    { cancel },
  )

  function cancel(why: GiveUp): void {
    controller.abort()
    executor.cancel(call, why)
  }
}

/** A call and the promise of its answer. */
export function callOf(
  hook: Hook,
  { dialect: id = 'secureyeoman', event = 'tool_execute_before', timeoutMs = 30_000, ...options }: Ask = {},
): { readonly call: Call; readonly answered: Promise<Reply>; readonly controller: AbortController } {
  const dialect = dialectOf(id)
  const record = recordOf(id, event)
  assert.ok(dialect !== undefined && record !== undefined, `${id} has no ${event}`)
  const started = performance.now()
  const controller = new AbortController()
  let answers = 0
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const call: Call = {
    hook,
    dialect,
    event,
    record,
    payload: 'payload' in options ? options.payload : record.example,
    timeoutMs,
    cwd: options.cwd,
    signal: controller.signal,
    done(attempt) {
      answers++
      const reply: Reply = {
        attempt,
        tookMs: performance.now() - started,
        get answers() {
          return answers
        },
      }
      resolve(reply)
    },
  }
  return { call, answered: promise, controller }
}

export function resultOf({ attempt }: Reply): Record<string, unknown> {
  assert.equal(
    attempt.kind,
    'returned',
    attempt.kind === 'failed' ? `${attempt.reason}: ${attempt.message}` : '',
  )
  return (attempt as Attempt & { kind: 'returned' }).result as Record<string, unknown>
}

export function failureOf({ attempt }: Reply): Attempt & { kind: 'failed' } {
  assert.equal(attempt.kind, 'failed', `it returned ${JSON.stringify(attempt).slice(0, 300)}`)
  return attempt as Attempt & { kind: 'failed' }
}
