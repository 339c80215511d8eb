// Determines the dialect and event of a captured payload: by the names it contains, then by its shape.
// Never guesses: if several events fit, they are listed as candidates for the user to choose from.

import { dialectIds, dialectOf, recordOf } from '../contract/dialects/index.ts'
import { isObject } from '../contract/json.ts'
import { didYouMean, unknownAgent } from '../contract/suggest.ts'
import { textOfJson } from '../contract/textOfJson.ts'
import { mismatch } from '../contract/validate.ts'

/** The user's information about the payloads; absent fields are determined from the payload. */
export type StatedEvent = { readonly dialect?: string; readonly event?: string }

export type Recognised =
  | { readonly kind: 'event'; readonly dialect: string; readonly event: string; readonly payload: unknown }
  | { readonly kind: 'unknown'; readonly message: string }

type Candidate = { readonly dialect: string; readonly event: string }

/** Fields in which agents put the name of the event. */
const NAME_FIELDS = [
  'hook_event_name',
  'hookEventName',
  'event',
  'event_type',
  'eventName',
  'hook',
  'hook_type',
]

/** The event of a captured value. A wrapper `{ dialect, event, payload }` is unwrapped. */
export function recognise(value: unknown, hint: StatedEvent = {}): Recognised {
  const wrong = wrongHint(hint)
  if (wrong !== undefined) return unknown(wrong)
  if (!isObject(value)) return unknown('expected a payload, that is a JSON object')
  const { payload, stated } = unwrapped(value, hint)
  const all = dialectIds
    .filter((id) => stated.dialect === undefined || id === stated.dialect)
    .flatMap((id) => Object.keys(dialectOf(id)?.events ?? {}).map((event) => ({ dialect: id, event })))
  const names = stated.event === undefined ? namesIn(payload) : [stated.event]
  const named = all.filter(({ event }) => names.includes(event))
  if (named.length > 0) return only(closest(named, payload), payload) ?? ambiguous(named)
  if (stated.event !== undefined) return unknown(unknownEvent(stated.event, all))
  // A payload with an unknown event name belongs to an unsupported system if it fits no event's schema.
  if (names.length > 0 && all.every((one) => mismatchOf(one, payload) !== undefined)) {
    return unknown(unknownEvent(names[0] ?? '', all))
  }
  const shaped = all.filter((one) => mismatchOf(one, payload) === undefined)
  if (shaped.length === 0) {
    return unknown('it does not have the shape of any known payload; specify --dialect and --event')
  }
  return only(closest(shaped, payload), payload) ?? ambiguous(closest(shaped, payload))
}

function unwrapped(
  value: Record<string, unknown>,
  hint: StatedEvent,
): { payload: unknown; stated: StatedEvent } {
  const { dialect, event, payload } = value
  const wraps =
    isObject(payload) && typeof event === 'string' && recordOf(hint.dialect ?? textOfJson(dialect), event)
  if (wraps)
    return { payload, stated: { dialect: hint.dialect ?? textOfJson(dialect), event: hint.event ?? event } }
  return { payload: value, stated: hint }
}

function namesIn(payload: unknown): readonly string[] {
  if (!isObject(payload)) return []
  return NAME_FIELDS.flatMap((field) => {
    const name = Object.hasOwn(payload, field) ? payload[field] : undefined
    return typeof name === 'string' && name !== '' ? [name] : []
  })
}

// Candidates whose schema the payload satisfies; of these, those that declare the most of its fields.
function closest(candidates: readonly Candidate[], payload: unknown): readonly Candidate[] {
  const fitting = candidates.filter((one) => mismatchOf(one, payload) === undefined)
  if (fitting.length === 0) return candidates
  const undeclared = fitting.map((one) => undeclaredIn(one, payload))
  const least = Math.min(...undeclared)
  return fitting.filter((_, i) => undeclared[i] === least)
}

function undeclaredIn({ dialect, event }: Candidate, payload: unknown): number {
  const schema = recordOf(dialect, event)?.payload
  const declared =
    schema !== undefined && 'properties' in schema && isObject(schema.properties) ? schema.properties : {}
  return isObject(payload) ? Object.keys(payload).filter((key) => !Object.hasOwn(declared, key)).length : 0
}

function mismatchOf({ dialect, event }: Candidate, payload: unknown) {
  const record = recordOf(dialect, event)
  return record === undefined ? { path: '', message: 'unknown' } : mismatch(record.payload, payload)
}

function only(candidates: readonly Candidate[], payload: unknown): Recognised | undefined {
  const [one, two] = candidates
  return one === undefined || two !== undefined ? undefined : { kind: 'event', ...one, payload }
}

function ambiguous(candidates: readonly Candidate[]): Recognised {
  const names = candidates.map(({ dialect, event }) => `${dialect} ${event}`)
  const shown = names.length > 6 ? [...names.slice(0, 6), `${names.length - 6} more`] : names
  return unknown(`it could be ${shown.join(' or ')}; specify --dialect and --event`)
}

function wrongHint({ dialect, event }: StatedEvent): string | undefined {
  if (dialect !== undefined && dialectOf(dialect) === undefined) return unknownAgent(dialect, dialectIds)
  if (dialect === undefined || event === undefined || recordOf(dialect, event) !== undefined) return undefined
  return `${dialect} has no event "${event}".${didYouMean(event, Object.keys(dialectOf(dialect)?.events ?? {}))}`
}

function unknownEvent(event: string, all: readonly Candidate[]): string {
  const near = didYouMean(event, [...new Set(all.map((one) => one.event))])
  return `no known event is called "${event}".${near} Specify --dialect and --event`
}

function unknown(message: string): Recognised {
  return { kind: 'unknown', message }
}
