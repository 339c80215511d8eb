// The outcome of one firing of one event through all its hooks, and the steps that led to it.
// `hookbench run --json` prints an Outcome; a recording is a file of Steps.

import type { Effect, WhyNotRun } from './effect.ts'
import type { HostFacts } from './facts.ts'
import type { Decision, ProcessFacts, Reason, RunEnd, Verdict } from './verdict.ts'

export type Source = 'builtin' | 'user' | 'workspace' | 'plugin'

/** What one hook did in one firing. `path` is absolute in memory and relative to its place in files. */
export type HookRun = {
  readonly id: string
  readonly name: string
  readonly source: Source
  readonly path: string
  /** The event name that the hook is registered for, where it differs from the name that was fired. */
  readonly event?: string | undefined
  readonly status: 'returned' | 'failed' | 'skipped'
  readonly failure?: Reason | undefined
  /** Why it failed or was skipped: one line. */
  readonly why?: string | undefined
  readonly result?: unknown
  readonly verdict?: Verdict | undefined
  readonly durationMs: number
  readonly exitCode?: number | undefined
  readonly stdout?: string | undefined
  readonly stderr?: string | undefined
  readonly rerun?: boolean | undefined
  /** Where the executor deviated from the call, or what state was lost, in one line. */
  readonly note?: string | undefined
}

export type Outcome = {
  readonly v: 1
  readonly dialect: string
  readonly event: string
  readonly decision: 'pass' | Decision
  readonly reason?: string | undefined
  /** Id of the hook that made the decision or gave the answer. */
  readonly by?: string | undefined
  /** The payload that the agent continues with, after all replacements. */
  readonly payload: unknown
  readonly changed: boolean
  readonly answer?: unknown
  readonly handled?: boolean | undefined
  readonly error?: unknown
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly followUps: readonly string[]
  /** Whether the agent's run ends (hosts). */
  readonly run?: RunEnd | undefined
  /** What the host does next; absent for dialects that are not hosts. */
  readonly effect?: Effect | undefined
  readonly durationMs: number
  readonly hooks: readonly HookRun[]
}

/**
 * Every field of an outcome but its hooks and its payload; makes the type checker complete hand-written lists of
 * fields.
 */
export type OutcomeField = Exclude<keyof Outcome, 'hooks' | 'payload'>

export type PlannedHook = {
  readonly id: string
  readonly name: string
  readonly run: boolean
  /** Why the hook will not run. */
  readonly why?: string | undefined
  /** The same reason as a class, where the host does not run the hook. */
  readonly host?: WhyNotRun | undefined
}

type StepBase = {
  readonly v: 1
  /** Milliseconds since the epoch, with fractions. */
  readonly at: number
  /** Which firing this belongs to; unique within a runtime. */
  readonly firing: string
}

/** One line of the trace of a firing. The payload is in `fired`; later inputs can be recomputed from it. */
export type Step =
  | (StepBase & {
      readonly kind: 'fired'
      readonly dialect: string
      readonly event: string
      readonly payload: unknown
      readonly session?: string | undefined
      readonly cwd?: string | undefined
      /** What else the host's judgment depended on (hosts). */
      readonly facts?: HostFacts | undefined
    })
  | (StepBase & { readonly kind: 'planned'; readonly hooks: readonly PlannedHook[] })
  | (StepBase & { readonly kind: 'started'; readonly hook: string })
  | (StepBase & {
      readonly kind: 'finished'
      readonly run: HookRun
      readonly process?: ProcessFacts | undefined
    })
  | (StepBase & {
      readonly kind: 'settled'
      /** The outcome without its hooks (they are in `finished`); `payload` only when `changed`. */
      readonly outcome: Omit<Outcome, 'hooks' | 'payload'> & { readonly payload?: unknown }
    })
