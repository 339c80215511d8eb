// The type of an event's record: its payload, its answer and what an answer may do. Everything else about an event is
// derived from this record.

import type { Static, TSchema } from 'typebox'
import type { NamesMcp, ToolEvent, ToolNames } from './tools.ts'
import type { Raw, ReadContext, ReadEnd, Reason, Rejected, Verdict } from './verdict.ts'

/** The most that a verdict may do: observe, also replace the payload, or also deny. */
export type Semantics = 'observe' | 'transform' | 'veto'

/** Lifecycle points common to several dialects, used to map events across dialects. */
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

/** Dotted payload paths of the values that most dialects have in common. */
export type Common = {
  readonly session?: string
  readonly cwd?: string
  /** The workspace folder of the session. */
  readonly root?: string
  readonly tool?: string
  readonly input?: string
  readonly output?: string
  /** The text of the output, where the output has one regardless of the tool. */
  readonly text?: string
  readonly prompt?: string
  readonly messages?: string
  /** Which agent fires the event: `main` or `subagent`. */
  readonly invokedBy?: string
  readonly recipe?: string
}

/** Payload terms of this event, each mapped to the term that most other events use. */
export type OwnWords = {
  readonly fields?: Readonly<Record<string, string>>
  /** Values, by field. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Name of a tool, as in payloads -> the shape of its input. */
export type ToolInputs = Readonly<Record<string, TSchema>>

/** The decision a failed hook counts as while the runtime fails open. */
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
   * Folds one more verdict in; called in plan order.
   * `by.finished` is the rank in which the hook finished, `by.before` the rank of the hook whose payload `soFar`
   * carries (-1 if none). A host whose rewrites race needs both.
   */
  merge(soFar: Verdict, next: Verdict, by: FoldedBy): Verdict
}

export type FoldedBy = { readonly plan: number; readonly finished: number; readonly before: number }
export type EventRecord<P extends TSchema = TSchema, R extends TSchema = TSchema> = NamesMcp & {
  /** One or two sentences for hovers and the reference. */
  readonly summary: string
  /** Source of this record, as `document, "heading"`. */
  readonly source: string
  /** Where a later upstream version, or Hookbench, differs from that text. */
  readonly note?: string
  /** The seed names the payload's type but gives it no fields; the fields here are Hookbench's own. */
  readonly ours?: true
  /** The event is not in the seed but in its later upstream. */
  readonly later?: true
  readonly semantics: Semantics
  readonly lifecycle?: Lifecycle
  /** The event of which this one is another spelling: both fire together, and hooks of both run. */
  readonly respells?: string
  /** The event that fires at the same moment for any tool, before this one. */
  readonly beside?: ToolEvent
  readonly common: Common
  /** Payload terms specific to this event, where most others share a term. */
  readonly words?: OwnWords
  /** Tool names of this event, where they differ from its dialect's. */
  readonly tools?: ToolNames
  /** Tool inputs by the names that this event uses, where they are not its dialect's. */
  readonly toolInputs?: ToolInputs
  /** How the later upstream's payload differs from this record, as dotted payload paths. */
  readonly upstream?: {
    /** Fields it sends in addition to the record's. */
    readonly adds: readonly string[]
    /** Fields of the record that it does not send, each mapped to the field it sends instead, or to null. */
    readonly lacks?: Readonly<Record<string, string | null>>
  }
  /** The payload field that a matcher is tested against, where the dialect has matchers. */
  readonly matches?: string
  /** The meaning of an empty answer (no stdout, `undefined` returned). */
  readonly empty: 'pass' | 'invalid'
  readonly onFailure: OnFailure
  /** Deviations from the default flow of the semantics (see flow.ts). */
  readonly flow?: Partial<Flow>
  /** Payload and result fields that hold an Error; they pass between workers and to files in wire form. */
  readonly errors?: { readonly payload?: readonly string[]; readonly result?: readonly string[] }
  /** Payload fields whose mutations are passed on to the next hook. */
  readonly travels?: readonly string[]
  readonly payload: P
  readonly result: R
  /** Interprets exit code, stdout and stderr, where this event differs from its dialect. */
  readEnd?(raw: Raw, reading: ReadContext): ReadEnd
  /** The verdict of a wire result, or why the host drops it. Pure; never called with an empty result. */
  verdict(result: Static<R>, payload: Static<P>, reading?: ReadContext): Verdict<Static<P>> | Rejected
  /** The wire result that expresses a verdict, for translation to another dialect. */
  say?(verdict: Verdict<Static<P>>, payload: Static<P>): Static<R> | undefined
  readonly example: Static<P>
}

export type EventRecords = { readonly [name: string]: EventRecord }

/** Type-checks one record and preserves its types. */
export function event<P extends TSchema, R extends TSchema>(record: EventRecord<P, R>): EventRecord<P, R> {
  return record
}
