// The record of one event: its payload, its answer and what an answer may do. Everything else about an event is a reading of it.

import type { Static, TSchema } from 'typebox'
import type { NamesMcp, ToolEvent, ToolNames } from './tools.ts'
import type { Raw, ReadContext, ReadEnd, Reason, Rejected, Verdict } from './verdict.ts'

/** What a verdict may do at most: look, also replace the payload, or also deny. */
export type Semantics = 'observe' | 'transform' | 'veto'

/** The common lifecycle points, for work across dialects. */
export type Lifecycle =
  | 'session.start'
  | 'session.end'
  | 'prompt'
  | 'turn.before'
  | 'turn.after'
  | 'assembly.before'
  | 'assembly.after'
  | 'model.before'
  | 'model.after'
  | 'model.chunk'
  | 'tool.before'
  | 'tool.after'
  | 'tool.failed'
  | 'permission.before'
  | 'permission.after'
  | 'memory.save.before'
  | 'memory.save.after'
  | 'memory.recall.before'
  | 'memory.recall.after'
  | 'checkpoint.before'
  | 'checkpoint.after'
  | 'subagent.before'
  | 'subagent.after'
  | 'compact.before'
  | 'compact.after'
  | 'interrupt.before'
  | 'interrupt.after'
  | 'message.out'
  | 'stop'
  | 'error'
  | 'notification'

/** Dotted payload paths of what most dialects have in common. */
export type Common = {
  readonly session?: string
  readonly cwd?: string
  /** The folder that the session is about. */
  readonly root?: string
  readonly tool?: string
  readonly input?: string
  readonly output?: string
  /** The text in the output, as far as there is one whatever the tool. */
  readonly text?: string
  readonly prompt?: string
  readonly messages?: string
  /** Who fires: `main` or `subagent`. */
  readonly invokedBy?: string
  readonly recipe?: string
}

/** Words of a payload, each with the one that most others have in its place. */
export type OwnWords = {
  readonly fields?: Readonly<Record<string, string>>
  /** Of the values of a field. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Name of a tool, as payloads have it -> the shape of its input. */
export type ToolInputs = Readonly<Record<string, TSchema>>

/** What a failed hook counts as while the runtime fails open. */
export type OnFailure =
  | 'pass'
  | 'deny'
  | {
      readonly [R in Reason]?: 'pass' | 'deny'
    }

/** How the hooks of one event run together. */
export type Flow = {
  readonly run: 'sequential' | 'parallel'
  /** Which payload a later hook gets. */
  readonly sees: 'original' | 'previous'
  /** What ends the firing: the first `deny` or `stop`; that, or the first `answer`; any decision; or nothing. */
  readonly endsAt: 'deny' | 'answer' | 'decision' | 'never'
  /**
   * Folds one more verdict in, called in plan order.
   * `by.finished` is the rank in which the hook finished, `by.before` that of the hook whose payload
   * `soFar` carries (-1 if none): a host that races its rewrites needs both.
   */
  merge(soFar: Verdict, next: Verdict, by: FoldedBy): Verdict
}

export type FoldedBy = { readonly plan: number; readonly finished: number; readonly before: number }
export type EventRecord<P extends TSchema = TSchema, R extends TSchema = TSchema> = NamesMcp & {
  /** One or two sentences for hovers and the reference. */
  readonly summary: string
  /** Where this was read, as `document, "heading"`. */
  readonly source: string
  /** Where a later upstream, or we, differ from that text. */
  readonly note?: string
  /** The seed names the payload's type but gives it no fields: these fields are Hookbench's. */
  readonly ours?: true
  /** The event is not in the seed but in its later upstream. */
  readonly later?: true
  readonly semantics: Semantics
  readonly lifecycle?: Lifecycle
  /** The event that this one is in other words: both come up at once, and hooks of both run. */
  readonly respells?: string
  /** The event that comes up at the same moment whatever the tool, before this one. */
  readonly beside?: ToolEvent
  readonly common: Common
  /** What its payload says in words of its own, where most others have one word for it. */
  readonly words?: OwnWords
  /** How this event spells tools, where it does not as its dialect does. */
  readonly tools?: ToolNames
  /** What tools are given, by the names that this event uses, where they are not its dialect's. */
  readonly toolInputs?: ToolInputs
  /** What the later upstream sends otherwise than this record says, as dotted payload paths. */
  readonly upstream?: {
    /** Fields it sends beside those of the record. */
    readonly adds: readonly string[]
    /** Fields of the record that it does not send, each with the one that it sends instead, or null. */
    readonly lacks?: Readonly<Record<string, string | null>>
  }
  /** The payload field a matcher is tested against, where the dialect has matchers. */
  readonly matches?: string
  /** What saying nothing means (no stdout, `undefined` returned). */
  readonly empty: 'pass' | 'invalid'
  readonly onFailure: OnFailure
  /** What differs from the flow that follows from the semantics (see flow.ts). */
  readonly flow?: Partial<Flow>
  /** Payload and result fields that hold an Error; they cross workers and files in wire form. */
  readonly errors?: { readonly payload?: readonly string[]; readonly result?: readonly string[] }
  /** Payload fields whose mutation travels to the next hook. */
  readonly travels?: readonly string[]
  readonly payload: P
  readonly result: R
  /** What this event makes of an exit code, stdout and stderr, where it is not what its dialect makes of them. */
  readEnd?(raw: Raw, reading: ReadContext): ReadEnd
  /** What a wire result means, or why the host drops it. Pure; never called with an empty result. */
  verdict(result: Static<R>, payload: Static<P>, reading?: ReadContext): Verdict<Static<P>> | Rejected
  /** The wire result that says a verdict, for the bridge. */
  say?(verdict: Verdict<Static<P>>, payload: Static<P>): Static<R> | undefined
  readonly example: Static<P>
}

export type EventRecords = { readonly [name: string]: EventRecord }

/** Checks one record and remembers its types. */
export function event<P extends TSchema, R extends TSchema>(record: EventRecord<P, R>): EventRecord<P, R> {
  return record
}
