// Runs hooks under their debuggers: one alone, or the whole chain in order, without a time limit.
// Emits no steps, because outcomes that the user changed in a debugger must not be recorded.

import type { Executor } from '../contract/call.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import { createEngine } from '../engine/engine.ts'
import type { DebugTarget } from '../executors/inspect/target.ts'
import type { Traced } from '../executors/inspect/trace.ts'
import { Refusal } from './admission.ts'
import type { InspectorRequest } from './executors.ts'
import { type FireOptions, type FiringOptions, openFiring } from './firing.ts'

export type Inspection = {
  /**
   * The first process that a debugger can attach to; empty if a shell hook is traced, or if no hook of a chain can be
   * inspected. Rejects with a Refusal if the single hook cannot be inspected.
   */
  readonly targets: Promise<readonly DebugTarget[]>
  /** The outcome, after the debugger has detached. */
  readonly outcome: Promise<Outcome>
}

export type InspectOptions = FireOptions & {
  /** Id of the single hook; default: the whole chain. */
  readonly hook?: string | undefined
  /** Variables added to the hook's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The hook's working directory. */
  readonly cwd?: string | undefined
  /** Called for every process that waits for its debugger, including the first. */
  readonly attachable?: (target: DebugTarget) => void
  /** Receives what a shell hook runs, masked; without it, shell hooks cannot be inspected. */
  readonly traced?: ((lines: readonly Traced[]) => void) | undefined
  /** Whether a traced shell hook also waits for a debugger, which can then stop in it. */
  readonly stops?: boolean | undefined
}

export type Inspect = (event: string, payload: unknown, options: InspectOptions) => Inspection

/** `load` resolves to what creates the executor of one hook, which is closed after the inspection. */
export function openInspect(
  options: Omit<FiringOptions, 'engine' | 'tell'> & {
    readonly load: () => Promise<(request: InspectorRequest) => Executor>
    readonly trusts: (hook: Hook) => string | undefined
    /** Why a hook that may run cannot be inspected. */
    readonly objection: (hook: Hook) => string | undefined
    readonly canInspect: (hook: Hook, withTrace: boolean) => boolean
    /** Runs those hooks of a chain that cannot be inspected. */
    readonly ordinary: (hook: Hook) => Executor
  },
): Inspect {
  return (event, payload, { hook: id, env, cwd, attachable, traced, stops, ...given }) => {
    const begun = Promise.withResolvers<readonly DebugTarget[]>()
    const opened = new Map<string, Executor>()
    let open: Awaited<ReturnType<typeof options.load>>
    const engine = createEngine({ executorOf, trusts: options.trusts })
    const firing = openFiring({ ...options, engine })
    const outcome = fired()
    const settled = outcome.then(({ hooks: [run] }): readonly DebugTarget[] => {
      if (id === undefined) return []
      throw new Refusal(
        oneSentence(`${id} cannot be inspected: ${run?.why ?? 'it ended before a debugger could attach'}`),
      )
    })
    const targets = Promise.race([begun.promise, settled])
    // Avoids an unhandled rejection if the caller uses only one of the promises.
    for (const promise of [settled, targets, outcome]) promise.catch(() => {})
    return { targets, outcome }

    function executorOf(hook: Hook): Executor {
      if (id === undefined && !options.canInspect(hook, traced !== undefined)) return options.ordinary(hook)
      let executor = opened.get(hook.id)
      if (executor === undefined) {
        executor = open({ listening, traced: traced && receive, stops, env, cwd })
        opened.set(hook.id, executor)
      }
      return executor
    }

    function listening(target: DebugTarget): void {
      begun.resolve([target])
      attachable?.(target)
    }

    function receive(lines: readonly Traced[]): void {
      begun.resolve([])
      if (lines.length > 0) traced?.(lines)
    }

    async function fired(): Promise<Outcome> {
      try {
        open = await options.load()
        const timeoutMs = Number.POSITIVE_INFINITY
        if (id === undefined) return await firing.fire(event, payload, { ...given, timeoutMs })
        const hook = firing.chain(given.dialect, event).hooks.find((one) => one.id === id)
        if (hook === undefined) throw new Refusal(`${id} does not answer ${event} of ${given.dialect}.`)
        const why = options.objection(hook)
        if (why !== undefined) throw new Refusal(oneSentence(`${id} cannot be inspected: ${why}`))
        const only = (one: Hook) => one.id === id
        return await firing.fire(event, payload, { ...given, only, timeoutMs })
      } finally {
        await Promise.all([...opened.values()].map((executor) => executor.close()))
      }
    }
  }
}

function oneSentence(text: string): string {
  return `${text.replace(/\.$/, '')}.`
}
