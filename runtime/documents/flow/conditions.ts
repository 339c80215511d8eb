// Conditions: the values a field is compared with, the fields that are tested for, and the events that remain when
// the condition holds and when it does not.

import { defined } from '../../contract/defined.ts'
import { comparesWithWord } from '../comparedWords.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { askFor, markFieldsOptional, presence, take, waitFor } from './access.ts'
import { eventsBy } from './arguments.ts'
import { type ComparedItem, compareWith, namesEvent } from './comparisons.ts'
import { asksText, isQuestion, searchesInput } from './content.ts'
import { writtenIn } from './keys.ts'
import { searchInput } from './searchedTexts.ts'
import type { FlowState } from './state.ts'
import { alternatives, BOOLEAN, type FlowValue, isNothing, UNKNOWN } from './values.ts'
import { amongWords } from './wordTests.ts'

/** What a condition establishes. `yes`, `no`: the events left if it holds or not; undefined: unchanged. */
export type ConditionFacts = {
  /** It tests what kind of payload this is, so either branch may be for another host. */
  readonly guesses?: boolean | undefined
  /** It tests the content of a text of the payload, and which branch depends on that. */
  readonly content?: Sides | undefined
  /** The value of the call that is the whole condition, and whether it is negated. */
  readonly result?: { readonly value: FlowValue; readonly negated: boolean } | undefined
  readonly yes?: readonly string[] | undefined
  readonly no?: readonly string[] | undefined
}

const NOTHING_KNOWN: ConditionFacts = {}

/** Evaluates a condition and returns what it establishes. */
export function condition(node: SyntaxNode | undefined, flow: FlowState): ConditionFacts {
  if (node === undefined || flow.reading.depth > 100) return NOTHING_KNOWN
  flow.reading.depth++
  const facts = conditionOf(node, flow)
  flow.reading.depth--
  return facts
}

function conditionOf(node: SyntaxNode, flow: FlowState): ConditionFacts {
  switch (node.type) {
    case 'parenthesized_expression':
      return condition(named(node)[0], flow)
    case 'not_operator': {
      const facts = condition(child(node, 'argument'), flow)
      const { yes, no, content, result } = facts
      return {
        ...{ ...facts, yes: no, no: yes, content: content && { yes: content.no, no: content.yes } },
        result: result && { ...result, negated: !result.negated },
      }
    }
    case 'boolean_operator':
      return combined(node, flow)
    case 'comparison_operator':
      return comparison(node, flow)
    default: {
      const value = flow.reading.value(node, flow)
      presence(value, node, flow)
      const facts = { content: sidesOf(value), ...narrowedBy(value, flow) }
      return node.type === 'call' ? { ...facts, result: { value, negated: false } } : facts
    }
  }
}

// The result of an earlier test: `is_stop = event["hook_event_name"] == "Stop"`.
function narrowedBy(value: FlowValue, { events }: FlowState): ConditionFacts {
  if (value.kind !== 'unknown' || value.narrows === undefined) return NOTHING_KNOWN
  const left = (of: Events) => of && events.filter((event) => of.includes(event))
  return { yes: left(value.narrows.yes), no: left(value.narrows.no) }
}

function combined(node: SyntaxNode, flow: FlowState): ConditionFacts {
  const isAnd = child(node, 'operator')?.text === 'and'
  const events = flow.events
  const left = condition(child(node, 'left'), flow)
  // The right side is evaluated only if the left one held (and), or did not (or).
  flow.events = (isAnd ? left.yes : left.no) ?? events
  const right = condition(child(node, 'right'), flow)
  flow.events = events
  if (!isAnd) for (const side of ['left', 'right']) choice(child(node, side), flow)
  const guesses = left.guesses === true || right.guesses === true
  const content = eitherSide(left.content, right.content)
  return isAnd
    ? { guesses, content, yes: both(left.yes, right.yes), no: either(left.no, right.no) }
    : { guesses, content, yes: either(left.yes, right.yes), no: both(left.no, right.no) }
}

// `(name := payload.get("tool_name")) or (name := payload.get("toolName"))`
function choice(side: SyntaxNode | undefined, flow: FlowState): void {
  if (side?.type === 'parenthesized_expression') choice(named(side)[0], flow)
  else if (side?.type === 'named_expression') {
    const value = child(side, 'value')
    presence(flow.reading.value(value, flow), value, flow)
  }
}

/** What is so on the branch on which a condition holds, and on the other. */
export type Sides = { readonly yes: boolean; readonly no: boolean }

const BOTH: Sides = { yes: true, no: true }

function eitherSide(one: Sides | undefined, two: Sides | undefined): Sides | undefined {
  return one === undefined || two === undefined
    ? (one ?? two)
    : { yes: one.yes || two.yes, no: one.no || two.no }
}

// Where a value is true on several paths and false on others, a branch depends on a text of the payload if a path that
// leads to it does, or if all other paths do.
function sidesOf(value: FlowValue): Sides | undefined {
  if (!isQuestion(value)) return undefined
  const all = alternatives(value)
  if (all.length === 1 || all.some(({ kind }) => kind === 'unknown')) return BOTH
  const tested = all.filter(isQuestion)
  const others = all.filter((one) => !isQuestion(one))
  const leads = (isTrue: boolean) => (one: FlowValue) => isNothing(one) !== isTrue
  const sideOf = (isTrue: boolean) => tested.some(leads(isTrue)) || others.every(leads(isTrue))
  return { yes: sideOf(true), no: sideOf(false) }
}

type Events = readonly string[] | undefined

function both(one: Events, two: Events): Events {
  if (one === undefined || two === undefined) return one ?? two
  return one.filter((event) => two.includes(event))
}

function either(one: Events, two: Events): Events {
  if (one === undefined || two === undefined) return undefined
  return [...new Set([...one, ...two])]
}

/** Whether a test holds where something equals a written word. */
export function comparesWord(test: SyntaxNode | undefined): boolean {
  if (test?.type === 'parenthesized_expression') return comparesWord(named(test)[0])
  if (test?.type !== 'comparison_operator') return false
  const [left, right, ...others] = named(test).filter(({ field }) => field !== 'operators')
  const isEquality = test.children.some(({ field, text }) => field === 'operators' && text === '==')
  if (left === undefined || right === undefined || others.length > 0 || !isEquality) return false
  return [left, right].some(({ type }) => type === 'string') && comparesWithWord(left.text, right.text)
}

/** A comparison as a value: for which events it is true, and whether it tests a text of the payload. */
export function comparedValue(node: SyntaxNode, flow: FlowState): FlowValue {
  const { content, yes, no } = comparison(node, flow)
  return {
    ...(flow.reading.filtersLists === true ? UNKNOWN : BOOLEAN),
    kind: 'unknown',
    content: content === undefined ? undefined : 'question',
    ...(yes === undefined && no === undefined ? {} : { narrows: defined({ yes, no }) }),
  }
}

/** Evaluates a comparison and returns what it establishes. */
export function comparison(node: SyntaxNode, flow: FlowState): ConditionFacts {
  const operands = named(node).filter(({ field }) => field !== 'operators')
  const operators = node.children.filter(({ field }) => field === 'operators').map(({ text }) => text)
  const [left, right] = operands
  const [operator = ''] = operators
  if (operands.length !== 2 || left === undefined || right === undefined) {
    for (const operand of operands) flow.reading.value(operand, flow)
    return NOTHING_KNOWN
  }
  const by = operator.replaceAll(/\s+/g, ' ')
  const one = flow.reading.value(left, flow)
  const two = flow.reading.value(right, flow)
  const isIn = /\bin$/.test(by)
  if (isIn) searchInput(two, left, flow)
  // `"query" in json.loads(event["tool_input"])` tests for presence.
  const isKey = isIn && one.kind === 'text' && alternatives(two).every(isParsed)
  const isTest =
    (asksText(one, two) && !isKey) || (isIn && searchesInput(two, one.kind === 'text' ? one.text : undefined))
  return {
    ...compared(by, { node: left, value: one }, { node: right, value: two }, flow),
    content: isTest ? BOTH : undefined,
  }
}

function isParsed(value: FlowValue): boolean {
  return value.kind === 'unknown' && value.type === 'object'
}

type Operand = { readonly node: SyntaxNode; readonly value: FlowValue }

function compared(
  by: string,
  { node: left, value: one }: Operand,
  { node: right, value: two }: Operand,
  flow: FlowState,
): ConditionFacts {
  switch (by) {
    case '==':
    case 'is':
    case '!=':
    case '<>':
    case 'is not': {
      asksForNone(one, left, two, flow)
      asksForNone(two, right, one, flow)
      const facts = both2(
        equals(one, [{ node: right, value: two }], flow),
        equals(two, [{ node: left, value: one }], flow),
      )
      return by === '==' || by === 'is' ? facts : { yes: facts.no, no: facts.yes }
    }
    case 'in':
    case 'not in': {
      const words = amongWords(one, two, flow)
      if (words !== undefined) return by === 'in' ? words : { yes: words.no, no: words.yes }
      const guesses = looksFor(one, left, two, flow)
      if (one.kind === 'payload' && two.kind === 'dict') waitFor(one, two, flow)
      const items = two.kind === 'list' ? itemsOf(two, right) : []
      const facts = items.length === 0 ? NOTHING_KNOWN : equals(one, items, flow)
      return by === 'in' ? { ...facts, guesses } : { yes: facts.no, no: facts.yes, guesses }
    }
    default:
      return NOTHING_KNOWN
  }
}

function both2(one: ConditionFacts, two: ConditionFacts): ConditionFacts {
  return one.yes !== undefined || one.no !== undefined ? one : two
}

// Items of a list that is written here have a place; those of a constant are known without one.
function itemsOf(list: FlowValue & { readonly kind: 'list' }, written: SyntaxNode): readonly ComparedItem[] {
  const inner = written.type === 'parenthesized_expression' ? named(named(written)[0]) : named(written)
  const isHere = list.node === written || (written.type === 'parenthesized_expression' && inner.length > 0)
  return list.items.map((value, i) => ({ node: isHere ? inner[i] : undefined, value }))
}

// payload.get("x") is None
function asksForNone(value: FlowValue, node: SyntaxNode, other: FlowValue, flow: FlowState): void {
  const isNone = other.kind === 'constant' && other.value === null
  if (isNone && (node.type === 'call' || node.type === 'subscript')) askFor(value, flow)
}

// "x" in payload, "x" in payload["tool_input"].keys(). True if the payload itself is searched.
function looksFor(key: FlowValue, node: SyntaxNode, where: FlowValue, flow: FlowState): boolean {
  let isRoot = false
  for (const one of alternatives(where)) {
    const of = one.kind === 'keys' ? one.of : one
    const isKeyed = of.kind === 'payload' && of.places.some(({ path }) => path.at(-1) !== '*')
    if (!isKeyed) continue
    // The key is not a known text, so any field may be the one that is tested.
    if (key.kind !== 'text' && key.kind !== 'payload') markFieldsOptional(of, flow)
    const written = writtenIn(node)
    // `"rm -rf" in payload["tool_name"]` searches a text; only the form of the key distinguishes the two.
    const looksLikeKey =
      written === undefined || /^[A-Za-z_][\w-]*$/.test(written.text) || written.text === ''
    if (written === undefined && flow.loop?.goesDeeper === true) flow.loop.tests = true
    else if (key.kind === 'text' && looksLikeKey) {
      isRoot ||= of.places.every(({ path }) => path.length === 0)
      askFor(take(of, key, isRoot || one.kind === 'keys' ? written : undefined, flow, { tested: true }), flow)
    }
  }
  return isRoot
}

/** Records that a value is compared with literals; returns the events that remain on each side. */
export function equals(value: FlowValue, given: readonly ComparedItem[], flow: FlowState): ConditionFacts {
  const items = given.flatMap(eachOf)
  if (value.kind === 'unknown' && value.converted !== undefined)
    compareWith(value.converted.places, items, flow, { letters: value.converted.letters })
  if (value.kind !== 'payload') return NOTHING_KNOWN
  compareWith(value.places, items, flow)
  const texts = items.flatMap(({ value: other }) => (other.kind === 'text' ? [other.text] : []))
  if (texts.length < items.length || texts.length === 0) return NOTHING_KNOWN
  return narrowed(value, texts, flow)
}

// One of several texts: `for name in ("Bash", "Shell"): if name == tool_name`.
function eachOf(item: ComparedItem): readonly ComparedItem[] {
  const { value } = item
  const isChoice = value.kind === 'either' && value.of.every(({ kind }) => kind === 'text')
  return isChoice ? value.of.map((one) => ({ node: undefined, value: one })) : [item]
}

function narrowed(
  value: FlowValue & { readonly kind: 'payload' },
  texts: readonly string[],
  flow: FlowState,
): ConditionFacts {
  const { called, events: all } = flow.reading.input
  if (called !== undefined) {
    const [place, ...others] = value.places
    if (place?.sure !== true || others.length > 0) return NOTHING_KNOWN
    return eventsBy(place, texts, flow)
  }
  const known = texts.filter((text) => all.includes(text))
  const isAboutEvents = known.length > 0 || value.places.some(({ path }) => namesEvent(path))
  if (!isAboutEvents) return NOTHING_KNOWN
  return {
    yes: flow.events.filter((event) => known.includes(event)),
    no: flow.events.filter((event) => !known.includes(event)),
  }
}
