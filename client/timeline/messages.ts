// What the host and the page of a timeline tell each other, and the session as both know it. Payloads stay with the
// host, but for that of the event in focus: the page is told only what it shows.

import type { Sign } from '../signs.ts'
import type { Texts } from './texts.ts'

/** One hook in one firing. Times are milliseconds since the session began. */
export type TimelineRun = {
  readonly id: string
  readonly name: string
  readonly start: number
  readonly end: number
  readonly sign: Sign
  /** What it came to, in a word or two. */
  readonly word: string
  /** Why it failed, was skipped or decided so. */
  readonly why?: string
}

/** One firing. */
export type TimelineEvent = {
  /** Its place in the recording, from 1. */
  readonly n: number
  readonly dialect: string
  readonly event: string
  readonly start: number
  readonly end: number
  readonly sign: Sign
  readonly word: string
  readonly reason?: string
  /** Id of the hook whose decision or answer this is. */
  readonly by?: string
  /** What tells its payload from others. */
  readonly gist: string
  /** In the order in which they started. */
  readonly runs: readonly TimelineRun[]
}

export type ShownPayload = {
  readonly kind: 'payloads'
  readonly n: number
  readonly given: string
  readonly left?: string
}

/** What the host says. */
export type ToPage =
  | {
      readonly kind: 'session'
      readonly name: string
      /** When it began, milliseconds since the epoch. */
      readonly began: number
      readonly texts: Texts
      readonly events: readonly TimelineEvent[]
      /** Whether hooks may be run here. */
      readonly runs: boolean
    }
  /** Events that came or went on; each replaces the one of its number. */
  | { readonly kind: 'events'; readonly events: readonly TimelineEvent[] }
  | { readonly kind: 'focus'; readonly n: number }
  | { readonly kind: 'gone' }
  /** What went into an event, and what came out where that is something else; as text, cut where it has no end. */
  | ShownPayload

/** What the page says. */
export type ToHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'payload' | 'look' | 'replay' | 'save'; readonly n: number }
  | { readonly kind: 'hook'; readonly id: string }
  | { readonly kind: 'drawn'; readonly report: TimelineReport }

/** What a page last drew, for tests and the log. */
export type TimelineReport = {
  readonly events: number
  readonly lanes: readonly string[]
  /** Events and runs that lie in view, and the shapes that stand for them. */
  readonly bars: number
  readonly shapes: number
  readonly signs: readonly string[]
  /** What has the focus, as it is told. */
  readonly focus: string
  /** The part of the session in view, milliseconds. */
  readonly from: number
  readonly to: number
  /** From the session's arrival to the first picture, and the dearest picture since. */
  readonly firstMs: number
  readonly worstMs: number
}
