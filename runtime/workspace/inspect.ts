// Hooks under their debuggers: one alone, or the whole chain in its order; it takes as long as the person does.
// No listener hears of it: what a person changes in a debugger is nothing to record.

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
   * Where a debugger can attach first: none where a shell hook is traced, or nothing of a chain can be inspected.
   * Rejects with a Refusal where the one hook cannot be inspected.
   */
  readonly targets: Promise<readonly DebugTarget[]>
  /** What it came to, once the debugger has let it go. */
  readonly outcome: Promise<Outcome>
}

export type InspectOptions = FireOptions & {
  /** The one hook; the whole chain unless given. */
  readonly hook?: string | undefined
  /** Variables added to the hook's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The hook's working directory. */
  readonly cwd?: string | undefined
  /** Hears of every process that waits for its debugger, the first one too. */
  readonly attachable?: (target: DebugTarget) => void
  /** Hears what a shell hook runs, masked; without it shell hooks cannot be inspected. */
  readonly traced?: ((lines: readonly Traced[]) => void) | undefined
  /** Whether a shell hook that is traced waits for a debugger as well, which then stops in it. */
  readonly stops?: boolean | undefined
}

export type Inspect = (event: string, payload: unknown, options: InspectOptions) => Inspection

/** `open` makes the executor of one hook; it is closed when the inspection is over. */
export function openInspect(
  options: Omit<FiringOptions, 'engine' | 'tell'> & {
    readonly open: (request: InspectorRequest) => Executor
    readonly trusts: (hook: Hook) => string | undefined
    /** Why a hook cannot be inspected, although it runs. */
    readonly objection: (hook: Hook) => string | undefined
    readonly canInspect: (hook: Hook, withTrace: boolean) => boolean
    /** Runs hooks of a chain that cannot be inspected. */
    readonly ordinary: (hook: Hook) => Executor
  },
): Inspect {
  return (event, payload, { hook: id, env, cwd, attachable, traced, stops, ...given }) => {
    const begun = Promise.withResolvers<readonly DebugTarget[]>()
    const opened = new Map<string, Executor>()
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
    // Whoever asks for one of them only must not be told of the other.
    for (const promise of [settled, targets, outcome]) promise.catch(() => {})
    return { targets, outcome }

    function executorOf(hook: Hook): Executor {
      if (id === undefined && !options.canInspect(hook, traced !== undefined)) return options.ordinary(hook)
      let executor = opened.get(hook.id)
      if (executor === undefined) {
        executor = options.open({ listening, traced: traced && receive, stops, env, cwd })
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
