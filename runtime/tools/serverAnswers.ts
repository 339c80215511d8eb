// The methods of the hook server that the tools call, and the parts of their results that the tools use. The server
// validates its parameters; docs/protocol.md has the complete types.

import type { HookState } from '../contract/hook.ts'
import type { HookRun, Outcome, PlannedHook, Source } from '../contract/outcome.ts'
import type { Problem } from '../contract/problems.ts'

export type ListedHook = {
  readonly id: string
  readonly events: readonly string[]
  readonly source: Source
  readonly path: string
  readonly state: HookState
  readonly why?: string
  readonly timeoutMs: number
}

export type PlacedProblem = Problem & { readonly start?: { readonly line: number; readonly column: number } }

export type ExplainedFiring = {
  readonly dialect: string
  readonly event: string
  readonly mismatch?: string | undefined
  readonly hooks: readonly (PlannedHook & { readonly source: Source; readonly path: string })[]
}

export type ReplayedFiring = {
  readonly n: number
  readonly event: string
  readonly dialect: string
  readonly same: boolean
  readonly differences?: readonly {
    readonly path: string
    readonly recorded?: unknown
    readonly replayed?: unknown
    readonly masked?: true
  }[]
  readonly failed?: string
  /** The new outcome; the run of a single hook where one was requested, null where the event could not be fired. */
  readonly replayed?: Outcome | HookRun | null
}

export type ReplayedFirings = {
  readonly events: readonly ReplayedFiring[]
  readonly same: number
  readonly changed: number
  readonly failed: number
}

type Call<P, R> = { readonly params: P; readonly result: R }

/** Method -> its parameters and its result. */
export type AgentToolRequest = {
  readonly list: Call<{ dialect?: string; event?: string }, readonly ListedHook[]>
  readonly check: Call<
    { paths?: string[]; severity?: 'error' | 'warning' | 'info' },
    readonly PlacedProblem[]
  >
  readonly explain: Call<{ event: string; dialect?: string; payload?: unknown }, ExplainedFiring>
  readonly replay: Call<
    { recordings: string[]; event?: string; hook?: string; set?: string[] },
    ReplayedFirings
  >
}
