// Generates answers of another host that may be equivalent to an answer, and checks that a new text can replace the old
// one in a script. The caller compares what the answers do.

import type { EventRecord } from '../eventRecord.ts'
import { isObject, put, sameJson } from '../json.ts'
import { refusals } from '../templates/entryScript.ts'
import { textOfJson } from '../textOfJson.ts'
import { fieldsOf, type Path, shapeAt, valuesOf, type WalkedShape } from '../walk.ts'
import { isText } from './probes.ts'

type Answer = Readonly<Record<string, unknown>>

/** Maximum number of answers to try. */
const MOST = 400

/** Answers of an event that may do the same, the most similar spelling first. */
export function inOtherWords(
  answer: Answer,
  { event, record }: { readonly event: string; readonly record: EventRecord },
  /** The keys of the texts that the model gets. */
  modelKeys: readonly string[],
): readonly Answer[] {
  const leaves = leavesOf(answer, [])
  const reasons = leaves.filter(({ path, value }) => typeof value === 'string' && isReason(path))
  const others = leaves.filter(
    ({ path, value }) => (typeof value === 'string' || isObject(value)) && !isReason(path) && !isName(path),
  )
  const forModel = reasons.filter(({ path }) => modelKeys.includes(String(path.at(-1))))
  const given = (forModel.length > 0 ? forModel : reasons).map(({ value }) => textOfJson(value))
  const refused = (given.length > 0 ? [...new Set(given)] : ['']).flatMap((reason) =>
    refusals(event, record, reason).map(withoutBlanks),
  )
  const placed = [...reasons, ...others].flatMap(({ path, value }) => placedIn(path, value, event, record))
  const singles: readonly Answer[] = [...refused, ...placed]
  const pairs = singles.flatMap((one, at) =>
    singles.slice(at + 1).flatMap((two): readonly Answer[] => {
      const made = together(one, two)
      return made === undefined ? [] : [made]
    }),
  )
  return [...singles, ...pairs].slice(0, MOST)
}

// Removes empty texts: the original answer gives no reason.
function withoutBlanks(answer: Answer): Answer {
  return Object.fromEntries(
    Object.entries(answer).flatMap(([key, value]) =>
      value === '' ? [] : [[key, isObject(value) ? withoutBlanks(value) : value]],
    ),
  )
}

type Leaf = { readonly path: Path; readonly value: unknown }

// The input of a tool is treated as a single value.
function leavesOf(value: unknown, path: Path): readonly Leaf[] {
  const isInput = /input$|args$/i.test(String(path.at(-1)))
  if (!isObject(value) || isInput) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

const isReason = (path: Path) => /reason$|message$/i.test(String(path.at(-1)))
const isName = (path: Path) => path.at(-1) === 'hookEventName'

/** The value at each place of an answer that accepts its type, places with a similar name first. */
function placedIn(path: Path, value: unknown, event: string, record: EventRecord): readonly Answer[] {
  const all = placesIn(record.result as WalkedShape, []).filter((place) =>
    isObject(value)
      ? shapeAt(record.result, place).kind === 'open' && /input|args/i.test(String(place.at(-1)))
      : isText(record, place),
  )
  const likeness = (place: Path) => (plain(place.at(-1)) === plain(path.at(-1)) ? 1 : 0)
  return all
    .toSorted((one, two) => likeness(two) - likeness(one))
    .map((place) => {
      const made: Record<string, unknown> = {}
      if (place.length > 1) nameEvent(made, place, event, record)
      put(made, place.join('.'), value)
      return made
    })
}

// Adds the event's name to an object that requires it.
function nameEvent(made: Record<string, unknown>, place: Path, event: string, record: EventRecord): void {
  const path = [...place.slice(0, -1), 'hookEventName']
  const found = shapeAt(record.result, path)
  if (found.kind === 'known' && found.required && valuesOf(found.shape)?.includes(event) === true)
    put(made, path.join('.'), event)
}

function placesIn(shape: WalkedShape, path: Path): readonly Path[] {
  return fieldsOf(shape).flatMap(({ name, shape: inner }) => {
    const below = placesIn(inner, [...path, name])
    return below.length > 0 ? below : [[...path, name]]
  })
}

const plain = (key: unknown) => String(key).replaceAll('_', '').toLowerCase()

// Combines both, unless they contradict each other.
function together(one: Answer, two: Answer): Answer | undefined {
  const made: Record<string, unknown> = structuredClone(one)
  for (const [key, value] of Object.entries(two)) {
    const own = made[key]
    if (own === undefined || sameJson(own, value)) made[key] = value
    else if (isObject(own) && isObject(value)) {
      const inner = together(own, value)
      if (inner === undefined) return undefined
      made[key] = inner
    } else return undefined
  }
  return made
}

// The new text must not introduce quotes of the surrounding text, characters that a shell expands in them, or words
// that Python spells differently, unless the old text already has them.
export function fitsIn({ text, name }: NamedText, written: string, other: string): boolean {
  const brings = (sign: RegExp) => sign.test(other) && !sign.test(written)
  if ([/'/, /`/, /\$/, /!/, /\\/, /[^ -~]/].some(brings) || !text.includes(written)) return false
  const isPython = name.endsWith('.py') || /\bpython/.test(text)
  return !isPython || !brings(/[:[,]\s*(?:true|false|null)\b/)
}

/** A text that an entry runs: its own command, or a script with its path for messages. */
export type NamedText = { readonly name: string; readonly text: string }
