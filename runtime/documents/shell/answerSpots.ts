// The spots of the answer that a script prints. A JSON text is also a valid jq program, so one parser reads both.

import { defined } from '../../contract/defined.ts'
import type { Range } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import { follow } from '../jq/follow.ts'
import { parseProgram } from '../jq/parse.ts'
import { type Built, type JqValue, SILENT, UNKNOWN_VALUE } from '../jq/values.ts'
import type { LiteralAnswer, LiteralValue, Spot } from '../spots.ts'
import { joined, only, type PayloadOrigin, type ShellValue } from './flow/value.ts'
import { unescapedIn } from './unescaped.ts'

type Telling = {
  readonly events: readonly string[]
  readonly sure: boolean
  /** The printed answer is one of several. */
  readonly chosen?: true
  readonly add: (spot: Spot) => void
  readonly budget: Budget
}

/** Adds the spots of a printed answer. */
export function answerSpots(value: ShellValue, telling: Telling): void {
  const object = objectOf(value, telling.budget)
  if (object === undefined) return
  const { built, where } = object
  const range = where(built.range)
  const elsewhere: Range[] = []
  const add = (spot: Spot): void => {
    const isInside = range !== undefined && range.start <= spot.range.start && spot.range.end <= range.end
    if (spot.kind === 'value' && !isInside) elsewhere.push(spot.range)
    telling.add(spot)
  }
  // If part of the object was skipped, its keys may not be what they seem.
  fieldSpots(built, where, [], { ...telling, add, sure: telling.sure && built.whole })
  if (range === undefined || !built.whole || !telling.sure) return
  const keys = built.entries.map(({ key }) => key)
  telling.add({
    kind: 'answer',
    range,
    events: telling.events,
    keys,
    more: built.more,
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
    ...(built.more ? {} : { value: literalOf(built) }),
    ...defined({ unescaped: unescapedIn(value) }),
  })
}

function objectOf(
  value: ShellValue,
  budget: Budget,
): { readonly built: Built; readonly where: PayloadOrigin } | undefined {
  const part = only(value)
  if (part?.kind === 'made') return part
  const { text, where } = joined(value)
  if (!text.trimStart().startsWith('{') || !budget.take(text.length >> 3)) return undefined
  const more = { sink: SILENT, variables: new Map(), inputs: UNKNOWN_VALUE, narrow: () => undefined, budget }
  const [built] = follow(parseProgram(text), UNKNOWN_VALUE, more)
  if (built?.kind !== 'built') return undefined
  // An unquoted key is valid in jq, but not in JSON.
  const entries = built.entries.filter(({ key, quote }) => quote === '"' || key === '')
  return { built: { ...built, entries, more: built.more || entries.length < built.entries.length }, where }
}

/** The literal part of an object that is built. */
export function literalOf(built: Built, depth = 0): LiteralAnswer {
  return Object.fromEntries(
    built.entries.map(({ key, values: [first, ...others] }) => [
      key,
      first === undefined || others.length > 0 || depth > 8 ? undefined : literalIn(first, depth),
    ]),
  )
}

function literalIn(value: JqValue, depth: number): LiteralValue {
  if (value.kind === 'built') return value.more || !value.whole ? undefined : literalOf(value, depth + 1)
  if (value.kind === 'list') return value.items.map((item) => literalIn(item, depth + 1))
  return value.kind === 'literal' ? value.value : undefined
}

const WRITTEN = { quote: 'bare', access: 'write' } as const

/** No real answer has more keys; further ones are skipped. */
const MAX_KEYS = 100

function fieldSpots(built: Built, where: PayloadOrigin, path: readonly string[], telling: Telling): void {
  const { events, sure, add } = telling
  const side = { of: 'result', events } as const
  const siblings = built.entries.slice(0, MAX_KEYS).map(({ key }) => key)
  const blank = built.blank && where(built.blank)
  if (blank !== undefined)
    add({ kind: 'field', range: blank, side, path: [...path, ''], ...WRITTEN, sure: false, siblings })
  for (const entry of built.entries.slice(0, MAX_KEYS)) {
    // A value that is built from itself occurs in many places.
    if (!telling.budget.take(2 + path.length + (siblings.length >> 2))) return
    const range = where(entry.range)
    const own = [...path, entry.key]
    if (range !== undefined) {
      const { quote } = entry
      add({
        kind: 'field',
        range,
        side,
        path: own,
        quote,
        access: 'write',
        sure,
        siblings: siblings.filter((key) => key !== entry.key),
      })
    }
    const open = entry.open && where(entry.open)
    if (open !== undefined)
      add({ kind: 'value', range: open, side, path: own, quote: 'bare', access: 'write', sure: false })
    const isOnly = entry.values.length === 1
    for (const value of entry.values) {
      // Each of several texts is one that the author wrote for this place.
      const isChosen = !isOnly && value.kind === 'literal' && value.value !== '' && value.value !== null
      const chosen = isChosen || telling.chosen === true ? ({ chosen: true } as const) : {}
      const more = { ...telling, sure: sure && (isOnly || isChosen), ...chosen }
      // A computed text, or a piece of the payload that may be one.
      const type = value.kind === 'piece' && value.sure ? 'text' : value.kind === 'unknown' && value.type
      if (type && range !== undefined)
        add({
          ...{ kind: 'value', range, side, path: own, value: '', type, ...WRITTEN, sure: more.sure },
          ...(value.kind === 'piece' ? { taken: value.path } : {}),
        })
      else valueSpots(value, where, own, more)
    }
  }
}

function valueSpots(value: JqValue, where: PayloadOrigin, path: readonly string[], telling: Telling): void {
  if (path.length > 20 || !telling.budget.take(2 + path.length)) return
  if (value.kind === 'built') fieldSpots(value, where, path, telling)
  if (value.kind === 'list') for (const item of value.items) valueSpots(item, where, [...path, '*'], telling)
  const range = value.kind === 'literal' ? (value.at ?? (value.range && where(value.range))) : undefined
  if (value.kind !== 'literal' || range === undefined) return
  telling.add({
    kind: 'value',
    range,
    side: { of: 'result', events: telling.events },
    path,
    value: value.value,
    quote: typeof value.value === 'string' ? '"' : 'bare',
    access: 'write',
    sure: telling.sure,
    ...defined({ chosen: telling.chosen }),
  })
}
