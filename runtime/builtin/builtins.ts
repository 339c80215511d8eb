// The hooks that come with Hookbench. Each is off until the settings name it; shown in `list` all the same.

import type { Call, Executor } from '../contract/call.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { Hook } from '../contract/hook.ts'
import type { Settings } from '../contract/settings.ts'
import { logEvent } from './logging.ts'

/** What a built-in hook is: a name, whether it is on, and what it does with a payload. It never steers. */
export type Builtin = {
  readonly name: string
  readonly summary: string
  isOn(settings: Settings): boolean
  run(call: Call, settings: Settings, say: (line: string) => void): void
}

export const builtins: readonly Builtin[] = [
  {
    name: 'logging',
    summary: 'Logs every event, one line each.',
    isOn: (settings) => settings.builtin.logging !== false,
    run: logEvent,
  },
]

/** One hook per built-in and dialect, bound to all its events, first in firing order. */
export function builtinHooks(dialects: readonly Dialect[], settings: Settings): readonly Hook[] {
  return dialects.flatMap((dialect) =>
    builtins.map((builtin, index): Hook => {
      const on = builtin.isOn(settings)
      return {
        id: `${dialect.id}:builtin:${builtin.name}`,
        name: builtin.name,
        dialect: dialect.id,
        events: Object.keys(dialect.events),
        source: 'builtin',
        path: '',
        runner: 'builtin',
        state: on ? 'active' : 'disabled',
        ...(on
          ? {}
          : { why: `off; turn it on with "builtin": { "${builtin.name}": … } in .hookbench/settings.json` }),
        order: index - builtins.length,
        timeoutMs: dialect.timeoutMs,
        files: [],
      }
    }),
  )
}

/** Runs built-in hooks in this process. They look on: whatever happens in one, its verdict is no opinion. */
export function openBuiltins(settings: () => Settings, say: (line: string) => void): Executor {
  return {
    run(call) {
      const builtin = builtins.find((one) => one.name === call.hook.name)
      try {
        builtin?.run(call, settings(), say)
        call.done({ kind: 'returned', result: undefined, verdict: {} })
      } catch (error) {
        call.done({ kind: 'failed', reason: 'crashed', message: (error as Error).message })
      }
    },
    cancel(call, reason) {
      call.done({ kind: 'failed', reason, message: 'was cancelled' })
    },
    async close() {},
  }
}
