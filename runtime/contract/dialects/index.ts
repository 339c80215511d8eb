// The table of all dialects, and functions that look up dialects and events in it.

import type { Static } from 'typebox'
import type { Dialect } from '../dialect.ts'
import type { DialectId } from '../dialectId.ts'
import type { EventRecord, Lifecycle } from '../eventRecord.ts'
import { isSameEvent, lifecycleOf } from '../spelling.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { compilr } from './compilr.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { kaizen } from './kaizen.ts'
import { kodelet } from './kodelet.ts'
import { secureyeoman } from './secureyeoman.ts'
import { vscode } from './vscode.ts'

/** All dialects, by id. */
export const dialects = {
  secureyeoman,
  kodelet,
  kaizen,
  compilr,
  'claude-code': claudeCode,
  codex,
  vscode,
  copilot,
  gemini,
  cursor,
} as const

export type Dialects = typeof dialects
export type BuiltInDialectId = keyof Dialects

/** The payload type of an event, inferred from its record: `PayloadOf<'kodelet', 'before_tool_call'>`. */
export type PayloadOf<D extends BuiltInDialectId, E extends keyof Dialects[D]['events']> =
  Dialects[D]['events'][E] extends EventRecord<infer P, infer _R> ? Static<P> : never

/** The result type of an event, inferred from its record. */
export type ResultOf<D extends BuiltInDialectId, E extends keyof Dialects[D]['events']> =
  Dialects[D]['events'][E] extends EventRecord<infer _P, infer R> ? Static<R> : never

export const dialectIds: readonly BuiltInDialectId[] = Object.keys(dialects) as BuiltInDialectId[]

export function dialectOf(id: string): Dialect | undefined {
  return Object.hasOwn(dialects, id) ? (dialects[id as BuiltInDialectId] as Dialect) : undefined
}

export function recordOf(id: string, event: string): EventRecord | undefined {
  const events = dialectOf(id)?.events
  return events !== undefined && Object.hasOwn(events, event) ? events[event] : undefined
}

/** The lifecycle point of an event, in any of its spellings. */
export function momentOf(id: string, event: string): Lifecycle | undefined {
  const dialect = dialectOf(id)
  return dialect && lifecycleOf(dialect, event)
}

/** Whether a hook runs when an event fires: it is registered for one of the event's names. */
export function answersTo(
  { dialect: id, events }: { readonly dialect: string; readonly events: readonly string[] },
  event: string,
): boolean {
  const dialect = dialectOf(id)
  return events.some((one) => one === event || (dialect !== undefined && isSameEvent(dialect, one, event)))
}

/** Ids of the dialects that have an event of this name. */
export function dialectsWith(event: string): readonly DialectId[] {
  return dialectIds.filter((id) => recordOf(id, event) !== undefined)
}
