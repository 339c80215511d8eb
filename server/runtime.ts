// What the language server may ask of whoever runs hooks. It runs none itself: this is handed in, by
// `hookbench lsp` or by the editor's client, and where it is missing, nothing that runs is offered.

import type { Outcome } from '../runtime/contract/outcome.ts'

/** Which handler is meant: a file, and where it holds several hooks, the part and the event. */
export type ServerTarget = {
  /** Absolute path of the hook's file. */
  readonly path: string
  readonly part?: string
  readonly event?: string
}

/** What came of a hook the last time it was seen. */
export type LastOutcome = {
  readonly at: number
  readonly outcome: Outcome
  /** The recording and the number of the event in it, where it is kept. */
  readonly recording?: string
  readonly id?: string
}

/** What came of a replay, in one line for a message, and whole. */
export type Replayed = { readonly summary: string; readonly outcome?: Outcome }

export type ServerRuntime = {
  /**
   * Replays the hook's last recorded payload, or the event's example where there is none. What it is asked for and
   * cannot be replayed is an error called `UsageError`, whose message is for the person.
   */
  replay(root: string, target: ServerTarget, signal: AbortSignal): Promise<Replayed>
  /** The last outcome of each hook id of a workspace folder, as far as it is known. Never waits long. */
  outcomes(root: string): Promise<ReadonlyMap<string, LastOutcome>>
  close(): Promise<void>
}
