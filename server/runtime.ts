// The runtime interface that the language server uses to replay hooks. The server runs none itself: `hookbench lsp` or
// the editor's client passes one in; without it, features that run hooks are not offered.

import type { Outcome } from '../runtime/contract/outcome.ts'

/** Identifies a handler: a file and, if it contains several hooks, the part and the event. */
export type ServerTarget = {
  /** Absolute path of the hook's file. */
  readonly path: string
  readonly part?: string
  readonly event?: string
}

/** The last known outcome of a hook. */
export type LastOutcome = {
  readonly at: number
  readonly outcome: Outcome
  /** The recording, and the number of the event in it, if it is recorded. */
  readonly recording?: string
  readonly id?: string
}

/** The result of a replay: a one-line message and the whole outcome. */
export type Replayed = { readonly summary: string; readonly outcome?: Outcome }

export type ServerRuntime = {
  /**
   * Replays the hook's last recorded payload, or the event's example if there is none. A request that cannot be
   * replayed rejects with an error named `UsageError`, whose message is meant for the user.
   */
  replay(root: string, target: ServerTarget, signal: AbortSignal): Promise<Replayed>
  /** The last outcome by hook id of a workspace folder, as far as it is known. Returns quickly. */
  outcomes(root: string): Promise<ReadonlyMap<string, LastOutcome>>
  close(): Promise<void>
}
