// Messages between the extension and the timeline page, and the session as both see it. Payloads stay in the extension
// except for the focused event's: the page gets only what it shows.

import type { Sign } from '../signs.ts'
import type { Texts } from './texts.ts'

/** One hook's run in a firing. Times are milliseconds since the start of the session. */
export type TimelineRun = {
  readonly id: string
  readonly name: string
  readonly start: number
  readonly end: number
  readonly sign: Sign
  /** The result in a word or two. */
  readonly word: string
  /** Why it failed, was skipped, or made its decision. */
  readonly why?: string
}

/** One firing, shown as an event. */
export type TimelineEvent = {
  /** Its number in the recording, from 1. */
  readonly n: number
  readonly dialect: string
  readonly event: string
  readonly start: number
  readonly end: number
  readonly sign: Sign
  readonly word: string
  readonly reason?: string
  /** Id of the hook whose decision or answer took effect. */
  readonly by?: string
  /** A summary of its payload. */
  readonly gist: string
  /** In order of start. */
  readonly runs: readonly TimelineRun[]
}

export type ShownPayload = {
  readonly kind: 'payloads'
  readonly n: number
  readonly given: string
  readonly left?: string
}

/** Message from the extension to the page. */
export type ToPage =
  | {
      readonly kind: 'session'
      readonly name: string
      /** Start time, milliseconds since the epoch. */
      readonly began: number
      readonly texts: Texts
      readonly events: readonly TimelineEvent[]
      /** Whether hooks may be run in this workspace. */
      readonly runs: boolean
    }
  /** New or changed events; each replaces the one with the same number. */
  | { readonly kind: 'events'; readonly events: readonly TimelineEvent[] }
  | { readonly kind: 'focus'; readonly n: number }
  | { readonly kind: 'gone' }
  /** The payload before an event and, if it changed, after it; as text, cut if it is too long. */
  | ShownPayload

/** Message from the page to the extension. */
export type ToHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'payload' | 'look' | 'replay' | 'save'; readonly n: number }
  | { readonly kind: 'hook'; readonly id: string }
  | { readonly kind: 'drawn'; readonly report: TimelineReport }

/** What a page last drew, for tests and the log. */
export type TimelineReport = {
  readonly events: number
  readonly lanes: readonly string[]
  /** Events and runs in view, and the shapes that represent them. */
  readonly bars: number
  readonly shapes: number
  readonly signs: readonly string[]
  /** Description of the focused element, as announced. */
  readonly focus: string
  /** The part of the session in view, in milliseconds. */
  readonly from: number
  readonly to: number
  /** Milliseconds from the session's arrival to the first frame, and of the slowest frame since. */
  readonly firstMs: number
  readonly worstMs: number
}
