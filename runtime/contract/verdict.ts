// What one hook's answer comes to, whatever dialect it was given in.
// These types are file format, protocol and user interface at once: fields are added, never renamed.

import type { HookEntry } from './entry.ts'
import type { HostFacts } from './facts.ts'
import type { Json } from './json.ts'

/** `stop` is a seed's: a host says apart what becomes of the operation and, in `run`, whether the agent goes on. */
export type Decision = 'allow' | 'ask' | 'deny' | 'defer' | 'stop'

/** What a result means. No `decision` is no opinion; no `payload` is no replacement. */
export type Verdict<P = unknown> = {
  readonly decision?: Decision | undefined
  /** Why, in words for the model and the person. */
  readonly reason?: string | undefined
  /** The whole next payload, not a patch. */
  readonly payload?: P | undefined
  /** The operation is not performed; this is its result (compilr `skip` and `recovery`). */
  readonly answer?: unknown
  /** Error events: the error is dealt with, the agent goes on. */
  readonly handled?: boolean | undefined
  /** Error events: the error to go on with, in wire form (see errors.ts). */
  readonly error?: Json | undefined
  /** Text for the model. */
  readonly context?: readonly string[] | undefined
  /** Text for the person. */
  readonly notes?: readonly string[] | undefined
  /** Messages that keep the agent going. */
  readonly followUps?: readonly string[] | undefined
  /** Whether the agent's run ends, whatever becomes of the operation (hosts). */
  readonly run?: RunEnd | undefined
}

export type RunEnd = { readonly ends: boolean; readonly reason?: string | undefined }

/** An answer that its host drops as a whole. */
export type Rejected = { readonly rejected: string }

/**
 * Why a hook gave no usable answer. `untrusted`: it may not run as things are, because the ledger does not know it,
 * it has changed since, or it is to run in a sandbox and there is none.
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

/** What an executable left behind. `cut` says that output beyond the cap was thrown away. */
export type Raw = {
  readonly exitCode?: number
  readonly signal?: string
  readonly stdout: string
  readonly stderr: string
  readonly cut?: boolean
  /** What the executor did otherwise than asked (another working directory, say): one line. */
  readonly note?: string
  readonly process?: ProcessFacts
}

/** How a program was called: its arguments, and the names (never the values) of what was in its environment. */
export type ProcessFacts = { readonly argv: readonly string[]; readonly env: readonly string[] }

/** What the reading of an end may depend on besides exit code and output. */
export type ReadContext = {
  readonly payload: unknown
  readonly entry?: HookEntry | undefined
  readonly raw?: Raw | undefined
  readonly facts?: HostFacts | undefined
}

/** What a dialect makes of a `Raw`: a result still to be judged, a ready verdict, or a failure. */
export type ReadEnd =
  | { readonly kind: 'returned'; readonly result: unknown }
  | { readonly kind: 'verdict'; readonly verdict: Verdict; readonly result?: unknown }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly message: string }

/** One hook run once on one payload. Executors never throw; this is all they say. */
export type Attempt =
  | {
      readonly kind: 'returned'
      /** The wire result; `undefined` when the hook said nothing. */
      readonly result: unknown
      /** Set when the dialect heard a verdict directly (an exit code, say) or the hook is built in. */
      readonly verdict?: Verdict
      /** Payload fields that travel on to the next hook although they were only mutated (compilr `metadata`). */
      readonly carried?: Readonly<Record<string, unknown>>
      readonly raw?: Raw
      /** True when a first try was lost to another hook's hang or crash and the call was run again. */
      readonly rerun?: boolean
    }
  | {
      readonly kind: 'failed'
      readonly reason: Reason
      readonly message: string
      readonly raw?: Raw
      readonly rerun?: boolean
    }
