// Answers: the keys and values of the dict that is printed or returned, as spots.

import { defined } from '../../contract/defined.ts'
import { oncePer } from '../../contract/oncePer.ts'
import type { Path } from '../../contract/walk.ts'
import type { DocumentInput } from '../document.ts'
import type { LiteralAnswer, LiteralValue } from '../spots.ts'
import { named, type SyntaxNode } from '../treeSitter.ts'
import { mayBeRemoved } from './entries.ts'
import { type FlowAnswer, mark } from './found.ts'
import { literalIn, writtenIn } from './keys.ts'
import { openKeys } from './openKeys.ts'
import type { FlowState } from './state.ts'
import {
  alternatives,
  type Dict,
  type Entry,
  type FlowPlace,
  type FlowValue,
  isBoolean,
  isNothing,
  isPlain,
  UNKNOWN,
} from './values.ts'
import { replacedIn, waysTo } from './ways.ts'

/** Records that this value is the answer, given at a place. */
export function answer(value: FlowValue, flow: FlowState, at?: SyntaxNode): void {
  answerPart(value, flow, [], 0)
  for (const one of alternatives(value))
    if (one.kind === 'json') answer(one.of, flow, at)
    else if (one.kind === 'dict') answerWays(one, flow, at)
}

// Records that this value is in the answer at a path.
function answerPart(value: FlowValue, flow: FlowState, path: Path, depth: number): void {
  if (depth > 12 || !flow.reading.budget.take()) return
  for (const one of alternatives(value)) {
    if (one.kind === 'list' && one.node?.type === 'set') {
      unfinishedKeys(one.node, flow, path)
      continue
    }
    if (one.kind === 'list') for (const item of one.items) answerPart(item, flow, [...path, '*'], depth + 1)
    if (one.kind === 'list' && one.node !== undefined)
      for (const item of named(one.node)) giveValue(item, [...path, '*'], flow)
    // Inside an answer, JSON is a text.
    if (one.kind === 'json' && path.length === 0) answerPart(one.of, flow, path, depth + 1)
    if (one.kind === 'dict') answerKeys(one, flow, path, depth)
  }
}

const OPEN_KEY = { kind: 'field', of: 'result', access: 'write', sure: false } as const

// `{"decision"}` is a set in Python, which no answer contains: keys whose values are still to be written.
function unfinishedKeys(set: SyntaxNode, { reading, events }: FlowState, path: Path): void {
  for (const part of named(set).slice(0, 1)) {
    const { text, range, quote } = writtenIn(part) ?? {}
    if (text !== undefined && range !== undefined && quote !== undefined)
      mark(reading.found, { ...OPEN_KEY, range, quote, path: [...path, text], siblings: [], events })
  }
}

// Records the spots of the keys of one dict, and of their values.
function answerKeys(dict: Dict, flow: FlowState, path: Path, depth: number): void {
  const { found } = flow.reading
  const given = givenAt(dict, flow)
  const { events } = given
  const keys = keysOf(dict.entries)
  const replaced = replacedIn(dict, flow)
  for (const entry of dict.entries) {
    const certain = given.certain && !replaced.has(entry) && !mayBeRemoved(dict, entry.key, flow)
    // A dict that contains itself occurs at many paths.
    if (!flow.reading.budget.take(1 + (keys.length >> 2))) return
    const at = [...path, entry.key]
    mark(found, {
      kind: 'field',
      of: 'result',
      range: entry.range,
      path: at,
      quote: entry.quote,
      access: 'write',
      siblings: keys.filter((key) => key !== entry.key),
      events,
      sure: certain && isSet(entry) && entry.key !== '',
    })
    giveEntry(entry, at, { ...flow, events, guessed: certain ? flow.guessed : flow.guessed + 1 }, depth)
  }
  for (const range of openKeys(dict.node))
    mark(found, {
      ...OPEN_KEY,
      ...{ quote: 'bare', range, path: [...path, ''], siblings: keys, events },
    })
}

// Records one answer for each path on which the code reaches the dict.
function answerWays(dict: Dict, flow: FlowState, at: SyntaxNode | undefined): void {
  const { answers } = flow.reading.found
  const { events, certain } = givenAt(dict, flow)
  const { ways, isSplit } = waysTo(dict, flow)
  // An answer that depends on the path is placed where it is given, not where the dict starts.
  const { start, end } = (isSplit && at) || dict.node
  for (const [i, entries] of ways.entries()) {
    const keys = keysOf(entries)
    const [value = {}, ...others] = chosenIn(entries).map((one) => literalOf({ entries: one }))
    const key = `${start} ${end} ${i}`
    const before = answers.get(key)
    if (before === undefined) {
      const elsewhere = isSplit
        ? entries.map(({ range, node }) => ({ ...range, end: node?.end ?? range.end }))
        : undefined
      const more = dict.more || !certain || mayBeRemoved(dict, undefined, flow)
      const about = {
        events: new Set(events),
        keys: new Set(keys),
        more,
        value,
        others,
        ...defined({ elsewhere }),
      }
      answers.set(key, { range: { start, end }, ...about })
      continue
    }
    for (const event of events) before.events.add(event)
    for (const one of keys) before.keys.add(one)
    before.more ||= dict.more || mayBeRemoved(dict, undefined, flow)
    for (const one of others) addOther(before, one)
    if (before.value !== undefined && !isSame(before.value, value)) addOther(before, before.value)
    before.value = value
  }
}

function addOther({ others }: FlowAnswer, one: LiteralAnswer): void {
  if (others !== undefined && others.length < MOST_WAYS && others.every((other) => !isSame(other, one)))
    others.push(one)
}

// `{ decision: isSafe ? { behavior: 'allow' } : { behavior: 'deny' } }`: one with each of the objects. Several such
// choices may depend on each other, so they are not told apart.
function chosenIn(entries: readonly Entry[], left = { parts: MOST_PARTS }): readonly (readonly Entry[])[] {
  const choices = entries.map(({ value }) => objectsOf(value, left))
  const at = choices.findIndex(({ length }) => length > 1)
  if (at === -1 || choices.some(({ length }, i) => i !== at && length > 1)) return [entries]
  return (choices[at] ?? []).map((value) =>
    entries.map((entry, i) => (i === at ? { ...entry, value } : entry)),
  )
}

function objectsOf(value: FlowValue, left: { parts: number }): readonly FlowValue[] {
  if (--left.parts < 0) return [value]
  const all = alternatives(value)
  if (all.length > 1)
    return all.length <= MOST_WAYS && all.every(({ kind }) => kind === 'dict') ? all : [value]
  if (value.kind !== 'dict') return [value]
  return chosenIn(value.entries, left).map((entries) => ({ ...value, entries: [...entries] }))
}

function givenAt(
  dict: Dict,
  { events: here, guessed, reading }: FlowState,
): { readonly events: readonly string[]; readonly certain: boolean } {
  const events = here.filter((event) => dict.events.includes(event))
  return { events, certain: reading.certain && !dict.guessed && guessed === 0 && events.length > 0 }
}

function keysOf(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.filter((entry) => isSet(entry) && entry.key !== '').map(({ key }) => key))]
}

/** Limit on the paths to one answer that are distinguished. */
const MOST_WAYS = 12

function isSame(one: LiteralAnswer, two: LiteralAnswer): boolean {
  return JSON.stringify(one) === JSON.stringify(two)
}

// A key whose value is absent (`undefined`) is left out.
function isSet({ read, value }: Entry): boolean {
  return read === undefined && !(value.kind === 'constant' && value.absent === true)
}

/** Limit on the parts of a value: one that contains itself would have no end. */
const MOST_PARTS = 2000

/** The literal value of a dict, as far as it is known. */
export function literalOf(
  { entries }: { readonly entries: readonly Entry[] },
  depth = 0,
  left = { parts: MOST_PARTS },
): LiteralAnswer {
  const set = entries.filter(({ read, key }) => read === undefined && key !== '')
  const last = new Map(set.map((entry) => [entry.key, entry]))
  return Object.fromEntries(
    [...last.values()].filter(isSet).map(({ key, value }) => [key, literalValue(value, depth, left)]),
  )
}

function literalValue(value: FlowValue, depth: number, left: { parts: number }): LiteralValue {
  if (depth > 8 || --left.parts < 0) return undefined
  if (value.kind === 'unknown') return value.type === 'list' ? [undefined] : value.raw?.as
  // Somebody else says how it is written, where it can be.
  if (isPlain(value) && value.raw !== undefined) return undefined
  if (value.kind === 'text') return value.text
  if (value.kind === 'constant') return value.value
  if (value.kind === 'list') return value.items.map((item) => literalValue(item, depth + 1, left))
  if (value.kind === 'instance' && value.isTuple === true)
    return value.record?.entries.map((entry) => literalValue(entry.value, depth + 1, left))
  if (value.kind === 'either') return sameLiteral(value.of) ?? literalValue(filledIn(value.of), depth, left)
  return value.kind === 'dict' && !value.more ? literalOf(value, depth + 1, left) : undefined
}

// The text or constant that all alternatives agree on.
function sameLiteral(values: readonly FlowValue[]): LiteralValue {
  const [first, ...others] = values.map((one) =>
    one.kind === 'text' ? one.text : one.kind === 'constant' ? one.value : undefined,
  )
  return others.every((one) => one === first) ? first : undefined
}

// `verdict ? { … } : null`: the only alternative that is not empty.
function filledIn(values: readonly FlowValue[]): FlowValue {
  const [only, ...others] = values.filter((one) => !isNothing(one))
  return only === undefined || others.length > 0 ? UNKNOWN : only
}

function giveEntry(entry: Entry, path: Path, flow: FlowState, depth: number): void {
  if (entry.node !== undefined && entry.read === undefined) {
    giveValue(entry.node, path, flow)
    if (isBoolean(entry.value)) giveTyped(entry.node, 'boolean', path, flow)
    else if (isText(entry.value)) giveTyped(entry.node, 'text', path, flow)
    else if (entry.value.kind === 'payload' && entry.value.places.length === 1)
      giveTyped(entry.node, 'text', path, flow, entry.value.places[0])
  }
  // A text held in a name or passed to a helper is reported where it is written.
  const texts = alternatives(entry.value)
  for (const one of entry.read === undefined ? texts : [])
    if (one.kind === 'text' && one.node !== undefined && one.node !== entry.node)
      if (texts.length === 1) giveValue(one.node, path, flow)
      else if (!isCompared(one.text, flow)) giveValue(one.node, path, flow, true)
  answerPart(entry.value, flow, path, depth + 1)
}

// `decision = "none"`, and `if decision != "none":` before the answer: the text means that there is no answer.
function isCompared(text: string, { reading }: FlowState): boolean {
  return comparedIn(reading.input).has(text.toLowerCase())
}

/** The texts that a file compares anything with, in lower case. */
const comparedIn = oncePer(({ text }: DocumentInput): ReadonlySet<string> => {
  const asks = '(?:[=!]==?|<>|-[ci]?(?:eq|ne|in|notin|match)\\b|\\b(?:is|not|in)\\b)'
  const quoted = '(["\'`])([^"\'`\\n]{0,100})\\1'
  const after = new RegExp(`(?:${asks}|\\bcase\\b)\\s{0,9}[([{]?\\s{0,9}${quoted}`, 'gi')
  const before = new RegExp(`${quoted}\\s{0,9}${asks}`, 'gi')
  const all = [after, before].flatMap((pattern) => [...text.matchAll(pattern)])
  return new Set(all.map(([, , one = '']) => one.toLowerCase()))
})

// JSON in a text, or a computed one.
function isText(value: FlowValue): boolean {
  return value.kind === 'json' || (value.kind === 'unknown' && value.type === 'text')
}

// `{ permission: isSafe(file) }`: a boolean where a text may be required, or a text where an object is.
function giveTyped(
  node: SyntaxNode,
  type: 'boolean' | 'text',
  path: Path,
  flow: FlowState,
  from?: FlowPlace,
): void {
  if (node.type === 'conditional_expression' || literalIn(node) !== undefined || from?.sure === false) return
  const value = type === 'text' ? '…' : true
  mark(flow.reading.found, {
    ...{ kind: 'value', of: 'result', value, type, access: 'write', quote: 'bare', path },
    ...defined({ taken: from?.path }),
    range: { start: node.start, end: node.end },
    events: flow.events,
    sure: flow.reading.certain && flow.guessed === 0,
  })
}

function giveValue(node: SyntaxNode, path: Path, flow: FlowState, chosen?: true): void {
  if (node.type === 'conditional_expression') {
    const [yes, , no] = named(node)
    for (const one of [yes, no]) if (one !== undefined) giveValue(one, path, flow, true)
    return
  }
  const literal = literalIn(node)
  if (literal === undefined) return
  mark(flow.reading.found, {
    kind: 'value',
    of: 'result',
    ...literal,
    path,
    access: 'write',
    events: flow.events,
    sure: flow.reading.certain && flow.guessed === 0,
    ...defined({ chosen }),
  })
}
