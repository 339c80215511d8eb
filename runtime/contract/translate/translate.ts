// Translates the payload of one dialect's event to another dialect: the events of the same lifecycle point, with common
// fields copied and the rest taken from the target's example. Losses are reported; hooks are not judged here. Pure.

import { defined } from '../defined.ts'
import type { Dialect } from '../dialect.ts'
import type { Common, EventRecord, Lifecycle } from '../eventRecord.ts'
import { valueAt } from '../json.ts'
import { isSameEvent, lifecycleOf } from '../spelling.ts'
import { textOfJson } from '../textOfJson.ts'
import { readCall, sayCall } from './commonCall.ts'
import { type Draft, draftOf, finished, say, sayAlike, sayWord, usualWord } from './draft.ts'

export type Translation =
  | {
      readonly event: string
      readonly payload: unknown
      /** What could not be translated, one line each. */
      readonly notes: readonly string[]
      /** Why the value that matchers are tested against is not known. */
      readonly unmatched?: string
    }
  /** The payload that the dialect would send at this event is not known. */
  | { readonly event: string; readonly why: string }

/** Whether any hooks are registered for an event. */
export type Awaited = (event: string) => boolean

/**
 * The events that fire in a dialect at the moment of another dialect's event, in firing order: those that hooks are
 * registered for, or else the usual one; or why there is none.
 */
export function eventsThere(
  payload: unknown,
  from: Dialect,
  event: string,
  to: Dialect,
  isAwaited: Awaited = () => false,
): { readonly events: readonly string[] } | { readonly why: string } {
  const source = from.events[event] as EventRecord
  const first = source.beside?.event ?? event
  const point = lifecycleOf(from, first)
  const usual = from.id === to.id ? first : counterpart(point, first, to, isAwaited)
  if (usual === undefined) return { why: `${to.title} has no event for ${point ?? event}` }
  const call = readCall(payload, from, source)
  const besides = Object.entries(to.events).flatMap(([name, { beside }]) =>
    beside !== undefined &&
    call?.tool !== undefined &&
    isSameEvent(to, beside.event, usual) &&
    beside.tools.includes(call.tool)
      ? [name]
      : [],
  )
  const all = [usual, ...besides]
  const wanted = all.filter((name) => isAwaited(name) || (from.id === to.id && name === event))
  return { events: wanted.length === 0 ? [usual] : wanted }
}

/**
 * The payload of one dialect's event in the shape of another's; `cwd` is the working directory where the payload has
 * none.
 */
export function translate(
  payload: unknown,
  from: Dialect,
  event: string,
  to: Dialect,
  there: string,
  cwd?: string,
): Translation {
  const source = from.events[event] as EventRecord
  const target = to.events[there] as EventRecord
  if (from.id === to.id && event === there) return { event, payload, notes: [] }
  const draft = draftOf(target)
  const notes = sayCommon(draft, payload, source, cwd)
  const call = readCall(payload, from, source)
  const result = call === undefined ? { notes: [] } : sayCall(call, draft, to)
  if ('why' in result) return { event: there, why: result.why }
  const other = sayKind(draft, payload, source, lifecycleOf(from, event), to.title, there)
  if (other !== undefined) return { event: there, why: other }
  sayAlike(draft, payload, source)
  const { payload: made, ofExample } = finished(draft)
  const rest =
    ofExample.length === 0 ? [] : [`not in the payload, so taken from the example: ${ofExample.join(', ')}`]
  const unmatched = unmatchedIn(draft, to)
  return {
    event: there,
    payload: made,
    notes: [...notes, ...result.notes, ...rest],
    ...defined({ unmatched }),
  }
}

/** Written by `commonCall.ts`. */
const OF_CALLS: readonly (keyof Common)[] = ['tool', 'input', 'output', 'text']

function sayCommon(
  draft: Draft,
  payload: unknown,
  source: EventRecord,
  cwd: string | undefined,
): readonly string[] {
  const target = draft.record.common
  return (Object.keys(target) as (keyof Common)[]).flatMap((key) => {
    const [read, written] = [source.common[key], target[key]]
    const given = read === undefined ? undefined : valueAt(payload, read)
    const value = given ?? (key === 'cwd' || key === 'root' ? cwd : undefined)
    const isOfCall = OF_CALLS.includes(key) && (target.tool ?? draft.record.beside) !== undefined
    if (value === undefined || written === undefined || isOfCall || say(draft, written, value)) return []
    return [`"${written}" is that of the example: the two agents write it differently`]
  })
}

/** The field with the kind of the event, at lifecycle points that have several kinds; all hosts use the same name. */
const KINDS: { readonly [L in Lifecycle]?: string } = {
  'session.start': 'source',
  'compact.before': 'trigger',
  'compact.after': 'trigger',
  notification: 'notification_type',
}

/** The default start of a session: such an event fires for new sessions only. */
const NEW = 'startup'

// Why the event does not fire for this kind, or is not known to.
function sayKind(
  draft: Draft,
  payload: unknown,
  source: EventRecord,
  point: Lifecycle | undefined,
  title: string,
  there: string,
): string | undefined {
  const kind = point === undefined ? undefined : KINDS[point]
  if (kind === undefined) return undefined
  const given =
    usualWord(source, kind, valueAt(payload, kind)) ?? (point === 'session.start' ? NEW : undefined)
  if (given === undefined) return undefined
  const hasKind = Object.hasOwn(draft.made, kind)
  if (hasKind ? sayWord(draft, kind, given) : point !== 'session.start' || given === NEW) return undefined
  return `${title} has no ${there} for the ${kind} "${textOfJson(given)}", as far as is known`
}

// A field that matchers are tested against and whose value is not known.
function unmatchedIn({ record, made, filled }: Draft, to: Dialect): string | undefined {
  const { matches } = record
  if (matches === undefined || filled.has(matches.split('.')[0] as string)) return undefined
  const { ofExample } = finished({ record, made, filled })
  return ofExample.includes(matches) ? `it is unknown what ${to.title} sends as "${matches}"` : undefined
}

// Of several events of one point, the one with the same name; else the first, which is the usual one. Where no hook is
// registered for that one, another spelling of it that a hook is registered for.
function counterpart(
  point: EventRecord['lifecycle'],
  event: string,
  to: Dialect,
  isAwaited: Awaited,
): string | undefined {
  if (point === undefined) return undefined
  const all = Object.entries(to.events)
  const same = all.filter(([, { lifecycle }]) => lifecycle === point)
  const [usual] = same.find(([name]) => name === event) ?? same[0] ?? []
  if (usual === undefined || isAwaited(usual)) return usual
  return all.find(([name]) => isSameEvent(to, name, usual) && isAwaited(name))?.[0] ?? usual
}
