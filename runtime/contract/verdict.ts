// The verdict of one hook's answer, in terms that are common to all dialects.
// These types are file format, protocol and user interface at once: fields are added, never renamed.

import type { HookEntry } from './entry.ts'
import type { HostFacts } from './facts.ts'
import type { Json } from './json.ts'

/**
 * `stop` occurs only in the seed dialects: a host reports the operation in the decision and the end of the run in
 * `run`.
 */
export type Decision = 'allow' | 'ask' | 'deny' | 'defer' | 'stop'

/** The meaning of a result. Without `decision` the hook has no opinion; without `payload` it replaces nothing. */
export type Verdict<P = unknown> = {
  readonly decision?: Decision | undefined
  /** The reason, worded for the model and the user. */
  readonly reason?: string | undefined
  /** The whole next payload, not a patch. */
  readonly payload?: P | undefined
  /** The operation is not performed; this is its result (compilr `skip` and `recovery`). */
  readonly answer?: unknown
  /** Error events: the error is handled, and the agent continues. */
  readonly handled?: boolean | undefined
  /** Error events: the error to continue with, in wire form (see errors.ts). */
  readonly error?: Json | undefined
  /** Text for the model. */
  readonly context?: readonly string[] | undefined
  /** Text for the user. */
  readonly notes?: readonly string[] | undefined
  /** Messages that keep the agent running. */
  readonly followUps?: readonly string[] | undefined
  /** Whether the agent's run ends, whatever becomes of the operation (hosts). */
  readonly run?: RunEnd | undefined
}

export type RunEnd = { readonly ends: boolean; readonly reason?: string | undefined }

/** An answer that the host drops as a whole. */
export type Rejected = { readonly rejected: string }

/**
 * Why a hook gave no usable answer. `untrusted`: it may not run, because the ledger does not list it, because it has
 * changed since it was trusted, or because it requires a sandbox that is not available.
 */
export type Reason = 'timeout' | 'crashed' | 'unreadable' | 'invalid' | 'untrusted' | 'aborted'

export const REASONS: readonly Reason[] = [
  'timeout',
  'crashed',
  'unreadable',
  'invalid',
  'untrusted',
  'aborted',
]

/** Output of an executable. `cut` is true when output beyond the cap was discarded. */
export type Raw = {
  readonly exitCode?: number
  readonly signal?: string
  readonly stdout: string
  readonly stderr: string
  readonly cut?: boolean
  /** Where the executor deviated from the call (for example another working directory), in one line. */
  readonly note?: string
  readonly process?: ProcessFacts
}

/** How a program was called: its arguments, and the names (never the values) of its environment variables. */
export type ProcessFacts = { readonly argv: readonly string[]; readonly env: readonly string[] }

/** Further inputs of `readEnd`, besides exit code and output. */
export type ReadContext = {
  readonly payload: unknown
  readonly entry?: HookEntry | undefined
  readonly raw?: Raw | undefined
  readonly facts?: HostFacts | undefined
}

/** How a dialect interprets a `Raw`: a result that still needs a verdict, a finished verdict, or a failure. */
export type ReadEnd =
  | { readonly kind: 'returned'; readonly result: unknown }
  | { readonly kind: 'verdict'; readonly verdict: Verdict; readonly result?: unknown }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly message: string }

/** One run of one hook on one payload. The only result of an executor, which never throws. */
export type Attempt =
  | {
      readonly kind: 'returned'
      /** The wire result; `undefined` when the hook returned nothing. */
      readonly result: unknown
      /** Set when the dialect derives a verdict directly (from an exit code, for example) or the hook is built in. */
      readonly verdict?: Verdict
      /** Payload fields that are passed on to the next hook although they were only mutated (compilr `metadata`). */
      readonly carried?: Readonly<Record<string, unknown>>
      readonly raw?: Raw
      /** True when the first try was lost to another hook's hang or crash and the call was repeated. */
      readonly rerun?: boolean
    }
  | {
      readonly kind: 'failed'
      readonly reason: Reason
      readonly message: string
      readonly raw?: Raw
      readonly rerun?: boolean
    }
