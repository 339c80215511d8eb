// Wraps a registered hook for the engine: reports what it throws and calls the hook's own error handler.

import type { HookContext, HookHandler } from 'hookbench/kaizen'
import type { Handler } from '../../contract/hook.ts'
import { isObject } from '../../contract/json.ts'

/** The hook as the engine calls it. `threw` receives what it throws; the hook's own error handler is awaited. */
export function guarded(handler: HookHandler, threw: (error: unknown, second?: unknown) => void): Handler {
  return (context: HookContext, options) => {
    try {
      const result: unknown = handler.handle(context, options)
      return isThenable(result) ? result.then(undefined, (error) => reported(context, error)) : result
    } catch (error) {
      return reported(context, error)
    }
  }

  async function reported(context: HookContext, error: unknown): Promise<never> {
    threw(error)
    const own = handler.onError ?? (handler as { on_error?: HookHandler['onError'] }).on_error
    try {
      await own?.call(handler, error as Error, context)
    } catch (second) {
      threw(error, second)
    }
    throw error
  }
}

/** Same as Python's `str(error)`: the message alone. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Removes the type at the start of an executor's error text (`RuntimeError: boom`). */
export function withoutType(why: string): string {
  return why.replace(/^[\p{L}_$][\p{L}\p{N}_$.]*(: |$)/u, '')
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && typeof value.then === 'function'
}
