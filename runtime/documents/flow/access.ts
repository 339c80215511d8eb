// Reads of fields and items: from the payload (recorded as spots), and from the dicts and lists that a hook builds.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { argumentOf, eventsBy } from './arguments.ts'
import { argumentValue, isArgument } from './argumentValues.ts'
import { choiceOf, chosenAt, chosenFor, isWhole, type KeyChoice } from './choices.ts'
import { contentOf } from './content.ts'
import { addEntry } from './entries.ts'
import { ask, mark, markContentOptional, markOptional } from './found.ts'
import { joinAll } from './joining.ts'
import { keyIn, type WrittenKeys } from './keys.ts'
import { memberOf, methodsChosenBy } from './members.ts'
import { passOver } from './routines.ts'
import type { FlowState } from './state.ts'
import { alternatives, type Dict, type FlowPlace, type FlowValue, isPlain, onWay, UNKNOWN } from './values.ts'

// Far longer than any handwritten path; generated code could otherwise make paths as long as the file.
const LONGEST = 24

/** Limit on the items of several lists that are kept as alternatives. */
const MOST_ITEMS = 48

export type Taking = {
  readonly access?: 'read' | 'write'
  /** False if a field that the contract does not have must not be reported. */
  readonly sure?: boolean
  /** True if the code only tests whether the field exists. */
  readonly tested?: boolean
  /** True if the access tolerates a missing field, as `.get` does. */
  readonly optional?: boolean
}

/** The value of `of[key]` or `of.get(key)`; adds a spot where the key is written. */
export function take(
  of: FlowValue,
  key: FlowValue,
  written: WrittenKeys | undefined,
  flow: FlowState,
  how: Taking = {},
): FlowValue {
  const values = objectsIn(of).map((one) => takeOne(one, key, written, flow, how))
  const [only] = values
  if (only !== undefined && values.length === 1) return only
  const useful = values.filter(({ kind }) => kind !== 'unknown')
  return useful.length === 0 ? UNKNOWN : { kind: 'either', of: useful }
}

/**
 * The alternatives of which a field is read: where one is text that is not parsed, the code tests which it is, and
 * nothing has no fields.
 */
export function objectsIn(of: FlowValue): readonly FlowValue[] {
  return of.kind === 'either' ? of.of.filter((one) => one.kind !== 'stdin' && !isNone(one)) : [of]
}

function isNone(of: FlowValue): boolean {
  return of.kind === 'constant' && of.value === null
}

/** `take` for one of the alternatives of a value. */
export function takeOne(
  of: FlowValue,
  key: FlowValue,
  written: WrittenKeys | undefined,
  flow: FlowState,
  how: Taking,
): FlowValue {
  if (of.kind === 'payload') return takeField(of.places, key, written, flow, how)
  const argument = argumentOf(of, flow, key)
  if (argument !== undefined) return argument
  if (of.kind === 'list') {
    if (key.kind === 'constant' && typeof key.value === 'number') {
      const item = of.items[key.value]
      if (item !== undefined) return item
    }
    return of.items.length === 1 || of.items.every(isPlain) ? joinAll(of.items) : UNKNOWN
  }
  if (of.kind === 'class' || of.kind === 'instance') {
    const chosen = choiceOf(key)
    if (chosen !== undefined) return methodsChosenBy(chosen, of, flow)
    if (written === undefined) return UNKNOWN
    const { range, text } = written
    return memberOf(of, { ...NO_NODE, ...range, text }, flow)
  }
  if (of.kind === 'stdin' && key.kind === 'text' && written !== undefined) unparsed(key.text, written, flow)
  if (of.kind !== 'dict') return UNKNOWN
  for (const entry of flow.reading.before.added.get(of.node.start) ?? []) addEntry(of, entry, flow)
  if (key.kind === 'either' && key.of.every(({ kind }) => kind === 'text'))
    return joinAll(key.of.map((one) => takeOne(of, one, written, flow, how)))
  if (key.kind !== 'text') {
    const chosen = choiceOf(key)
    const values = chosen === undefined ? valuesOf(of) : chosenBy(chosen, of, flow)
    const all = [...values, ...(of.others ?? [])]
    // Which entry an environment variable or an argument picks is not known; a test of the payload may pick any.
    if (chosen === undefined && contentOf(key) === undefined && all.every(isPlain)) return UNKNOWN
    return all.length === 0 ? UNKNOWN : all.every(isPlain) ? joinAll(all) : { kind: 'either', of: all }
  }
  const found = of.entries.findLast((entry) => entry.key === key.text && entry.read === undefined)
  if (written !== undefined) look(of, written)
  // A value that is looked up by a status keeps the branch on which the status was chosen.
  return found === undefined ? UNKNOWN : key.way === undefined ? found.value : onWay(found.value, key.way)
}

const NO_NODE = { type: 'identifier', field: undefined, named: true, missing: false, children: [] } as const

// A field is read from the unparsed text of the payload.
function unparsed(key: string, { range, quote }: WrittenKeys, flow: FlowState): void {
  const sure = flow.reading.certain && flow.guessed === 0 && flow.guarded === 0 && !flow.dead
  mark(flow.reading.found, {
    ...{ kind: 'field', of: 'payload', range, path: [key], quote, access: 'read', unparsed: true },
    events: flow.events,
    sure,
  })
}

/** The values set in a dict that the hook builds. */
export function valuesOf({ entries }: Dict): readonly FlowValue[] {
  return entries.filter(({ read }) => read === undefined).map(({ value }) => value)
}

// `HANDLERS.get(payload["tool_name"])`: each key is compared with the field, and its value applies to that case only.
function chosenBy(choice: KeyChoice, of: Dict, flow: FlowState): readonly FlowValue[] {
  const { called } = flow.reading.input
  const [place, ...others] = choice.places
  if (isWhole(choice)) waitFor({ kind: 'payload', places: choice.places }, of, flow)
  return of.entries.flatMap(({ key, value, read }) => {
    const text = chosenFor(key, choice)
    if (read !== undefined || text === undefined) return []
    if (called === undefined || place?.sure !== true || others.length > 0) return [value]
    const events = eventsBy(place, [text], flow).yes
    // No entry calls the script for this event.
    if (events.length === 0) {
      if (value.kind === 'routine') passOver(value.routine, flow)
      return []
    }
    return [value.kind === 'dict' ? { ...value, events } : chosenAt(value, events)]
  })
}

/** Records that a value of the payload is compared with the keys of a dict. */
export function waitFor(
  key: FlowValue & { readonly kind: 'payload' },
  { entries }: Dict,
  flow: FlowState,
): void {
  const known = entries.filter(({ read }) => read === undefined)
  for (const { key: text, range, quote } of known) {
    if (!flow.reading.budget.take()) continue
    for (const { path, sure } of key.places)
      mark(flow.reading.found, {
        ...{ kind: 'value', of: 'payload', range, path, quote, value: text, access: 'read' },
        events: flow.events,
        sure: sure && flow.reading.certain,
      })
  }
}

// `result["rea` may be an assignment in progress: offer completion there, report nothing.
function look(of: Dict, { text, range, quote }: WrittenKeys): void {
  if (of.entries.some((entry) => entry.range.start === range.start)) return
  of.entries.push({ key: text, range, quote, value: UNKNOWN, node: undefined, read: true })
}

function takeField(
  places: readonly FlowPlace[],
  key: FlowValue,
  written: WrittenKeys | undefined,
  flow: FlowState,
  { access = 'read', sure = true, tested = false, optional = false }: Taking,
): FlowValue {
  const step = stepOf(key)
  if (step === undefined) return UNKNOWN
  if (typeof step === 'number' || step === '*') {
    // The payload itself is never a list.
    const inner = places.filter(({ path }) => path.length > 0)
    if (inner.length === 0) return UNKNOWN
    return { kind: 'payload', places: inner.map((place) => ({ ...place, path: [...place.path, step] })) }
  }
  if (places.some(({ path }) => path.length >= LONGEST)) return UNKNOWN
  // A helper that handles missing keys does so for every path; who writes the path expects its keys.
  const isOnPath = flow.loop?.goesDeeper === true && (flow.guarded > 0 || flow.loop.tests === true)
  return {
    kind: 'payload',
    places: places.map((place) => {
      const path = [...place.path, step]
      const { marks } = place
      const inner = place.dotted === 'deep' ? { dotted: place.dotted } : {}
      if (written === undefined) return { path, sure: place.sure, marks, ...inner }
      const { range, quote } = written
      const isSure =
        sure &&
        place.sure &&
        flow.guessed === 0 &&
        !flow.dead &&
        flow.reading.certain &&
        access === 'read' &&
        step !== ''
      const made = mark(flow.reading.found, {
        kind: 'field',
        of: 'payload',
        range,
        path,
        quote,
        access,
        events: flow.events,
        sure: isSure,
        tested: tested || (flow.guarded > 0 && !isOnPath),
        optional: optional || isOnPath,
      })
      return { path, sure: place.sure, marks: [...marks, made], ...inner }
    }),
  }
}

function stepOf(key: FlowValue): string | number | undefined {
  if (key.kind === 'text') return key.text
  if (key.kind !== 'constant' || typeof key.value !== 'number') return undefined
  return Number.isInteger(key.value) && key.value >= 0 ? key.value : '*'
}

/** An item of a list in the payload, a value of a record in it, or an item of a list that the hook builds. */
export function itemOf(of: FlowValue): FlowValue {
  if (of.kind === 'either' && of.of.every(({ kind }) => kind === 'list')) {
    const all = of.of.flatMap((one) => alternatives(itemOf(one)))
    return all.length <= MOST_ITEMS ? joinAll(all) : UNKNOWN
  }
  if (of.kind === 'stdin') return of
  if (of.kind === 'named' && /^sys\.stdin/.test(of.name)) return { kind: 'stdin' }
  if (of.kind === 'named' && of.name === 'sys.argv') return argumentValue()
  if (of.kind === 'list') {
    const [first, ...rest] = of.items
    if (first === undefined) return UNKNOWN
    return rest.length === 0 ? first : { kind: 'either', of: of.items.map(oneOfSeveral) }
  }
  if (of.kind === 'payload') {
    const isWord: boolean = isArgument(of)
    if (isWord) return of
    const places = of.places.filter(({ path }) => path.length > 0)
    if (places.length === 0) return UNKNOWN
    return { kind: 'payload', places: places.map((place) => ({ ...place, path: [...place.path, '*'] })) }
  }
  if (of.kind === 'items') return { kind: 'list', items: [UNKNOWN, itemOf(of.of)] }
  return of.kind === 'unknown' ? of : UNKNOWN
}

// What is read of an item of several need not be in each of them.
function oneOfSeveral(item: FlowValue): FlowValue {
  if (item.kind !== 'payload') return item
  return { kind: 'payload', places: item.places.map((place) => ({ ...place, sure: false })) }
}

/** Records that a value may be absent regardless of the contract: the hook sets it. */
export function markAllOptional(value: FlowValue, flow: FlowState): void {
  if (value.kind !== 'payload') return
  for (const { path } of value.places) markOptional(flow.reading.found, path)
}

/** Records that the fields of a value may be absent regardless of the contract: the hook uses any of them. */
export function markFieldsOptional(value: FlowValue, flow: FlowState): void {
  if (value.kind !== 'payload') return
  for (const { path } of value.places) markContentOptional(flow.reading.found, path)
}

/** Records that the hook tests whether a value exists. */
export function askFor(value: FlowValue, flow: FlowState): void {
  if (value.kind !== 'payload') return
  for (const { path } of value.places) ask(flow.reading.found, path)
}

/**
 * A value in a truth test: `if payload.get("x"):` tests whether it exists. Brackets raise an error instead of testing,
 * and a value that is bound in the test (`if x := …`) is used afterwards; neither is recorded.
 */
export function presence(value: FlowValue, node: SyntaxNode | undefined, flow: FlowState): void {
  if (node?.type === 'call') askFor(value, flow)
  else if (node?.type === 'parenthesized_expression') presence(value, named(node)[0], flow)
}

/** `object[key]` as an expression. */
export function subscript(node: SyntaxNode, flow: FlowState, how: Taking = {}): FlowValue {
  const { value } = flow.reading
  const of = value(child(node, 'value'), flow)
  const key = node.children.find(({ field }) => field === 'subscript')
  if (key?.type === 'slice') {
    for (const part of named(key)) value(part, flow)
    return of
  }
  const by = value(key, flow)
  return take(of, by, keyIn(key, by), flow, how)
}
