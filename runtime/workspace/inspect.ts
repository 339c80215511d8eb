// One hook under its debugger: the event fires through that hook alone, and takes as long as the person does.
// No listener hears of it: what a person changes in a debugger is nothing to record.

import type { Executor } from '../contract/call.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import { createEngine } from '../engine/engine.ts'
import type { Target } from '../executors/inspect/target.ts'
import { Refusal } from './door.ts'
import { type FiringOptions, openFiring } from './firing.ts'
import type { FireOptions } from './workspace.ts'

export type Inspection = {
  /** Where a debugger can attach; rejects with a Refusal where the hook cannot be inspected. */
  readonly targets: Promise<readonly Target[]>
  /** What it came to, once the debugger has let it go. */
  readonly outcome: Promise<Outcome>
}

export type Inspect = (
  event: string,
  payload: unknown,
  options: FireOptions & { readonly hook: string },
) => Inspection

/** `open` makes the executor of one inspection; it is closed when the inspection is over. */
export function openInspect(
  options: Omit<FiringOptions, 'engine' | 'tell'> & {
    readonly open: (listening: (target: Target) => void) => Executor
    readonly trusts: (hook: Hook) => string | undefined
    /** Why a hook cannot be inspected, although it runs. */
    readonly objection: (hook: Hook) => string | undefined
  },
): Inspect {
  return (event, payload, { hook: id, ...given }) => {
    const { promise: target, resolve: listening } = Promise.withResolvers<Target>()
    const executor = options.open(listening)
    const engine = createEngine({ executorOf: () => executor, trusts: options.trusts })
    const firing = openFiring({ ...options, engine })
    const outcome = fired()
    const failed = outcome.then((settled) => {
      const [run] = settled.hooks
      throw new Refusal(
        oneSentence(`${id} cannot be inspected: ${run?.why ?? 'it ended before a debugger could attach'}`),
      )
    })
    const targets = Promise.race([target.then((one) => [one]), failed])
    // Whoever asks for one of them only must not be told of the other.
    for (const promise of [failed, targets, outcome]) promise.catch(() => {})
    return { targets, outcome }

    async function fired(): Promise<Outcome> {
      try {
        const hook = firing.chain(given.dialect, event).hooks.find((one) => one.id === id)
        if (hook === undefined) throw new Refusal(`${id} does not answer ${event} of ${given.dialect}.`)
        const why = options.objection(hook)
        if (why !== undefined) throw new Refusal(oneSentence(`${id} cannot be inspected: ${why}`))
        const only = (one: Hook) => one.id === id
        return await firing.fire(event, payload, { ...given, only, timeoutMs: Number.POSITIVE_INFINITY })
      } finally {
        await executor.close()
      }
    }
  }
}

function oneSentence(text: string): string {
  return `${text.replace(/\.$/, '')}.`
}
