// `match`: the fields its patterns require, the values they compare with, and the names they bind.

import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { itemOf, markAllOptional, take } from './access.ts'
import { marksOf } from './alternates.ts'
import { equals } from './conditions.ts'
import { contentOf } from './content.ts'
import { doubt, type Mark } from './found.ts'
import { writtenIn } from './keys.ts'
import { type Block, type FlowState, fork, mergeBranches } from './state.ts'
import { type FlowValue, UNKNOWN } from './values.ts'
import { isWordOrWords } from './wordTests.ts'

/** Fields that a case requires, and the events that reach it. */
type Seen = { readonly marks: Mark[]; readonly events: readonly string[] }

/** Follows a match statement; `block` follows the body of a case. */
export function matching(node: SyntaxNode, flow: FlowState, block: Block): void {
  const subjects = childrenOf(node, 'subject')
  const values = subjects.map((subject) => flow.reading.value(subject, flow))
  const subject: FlowValue = values.length === 1 ? (values[0] ?? UNKNOWN) : { kind: 'list', items: values }
  const parts: FlowState[] = []
  const looked: (readonly Mark[])[] = []
  const rest = fork(flow)
  rest.scope.isChoice = true
  for (const clause of named(child(node, 'body'))) {
    if (clause.type !== 'case_clause') continue
    const here = fork(rest)
    const patterns = clause.children.filter(({ type }) => type === 'case_pattern')
    const guard = child(clause, 'guard')
    const [only] = patterns
    const seen: Seen = { marks: [], events: here.events }
    const { yes, no } = narrowing(only, subject, here)
    if (patterns.length === 1) pattern(only, subject, here, seen)
    else
      for (const [i, one] of patterns.entries())
        pattern(one, subject.kind === 'list' ? (subject.items[i] ?? UNKNOWN) : UNKNOWN, here, seen)
    if (yes !== undefined) here.events = yes
    here.byContent = contentOf(subject) !== undefined && only?.text !== '_'
    for (const test of named(guard)) flow.reading.value(test, here)
    if (seen.marks.length > 0) looked.push(seen.marks)
    block(child(clause, 'consequence'), here)
    parts.push(here)
    if (here.ended !== undefined) here.scope.isLeft = true
    if (no !== undefined && guard === undefined) rest.events = no
    // `case _:` takes whatever no other case has taken.
    if (only?.text === '_' && guard === undefined) rest.ended = 'away'
  }
  parts.push(rest)
  mergeBranches(flow, parts)
  choose(looked)
}

// Keys that only some cases require distinguish the cases, so they need not exist.
function choose(looked: readonly (readonly Mark[])[]): void {
  const count = new Map<string, number>()
  const nameOf = ({ path }: Mark): string => path.join('\0')
  for (const seen of looked)
    for (const name of new Set(seen.map(nameOf))) count.set(name, (count.get(name) ?? 0) + 1)
  for (const one of looked.flat()) if (count.get(nameOf(one)) !== looked.length) doubt(one)
}

// match payload["event"]: case "agent_stop": …
function narrowing(node: SyntaxNode | undefined, subject: FlowValue, flow: FlowState) {
  const isOfWords = isWordOrWords(subject, flow)
  if (node === undefined || (subject.kind !== 'payload' && !isOfWords)) return {}
  const items = literals(node) ?? (isOfWords ? firstWords(node) : undefined)
  if (items === undefined) return {}
  return comparedWith(isOfWords ? itemOf(subject) : subject, items, flow)
}

// `match sys.argv[1:]: case ["pre", *rest]:`
function firstWords(node: SyntaxNode): readonly SyntaxNode[] | undefined {
  const [inner] = named(node)
  if (node.type === 'case_pattern') return inner && firstWords(inner)
  return /^(?:list|tuple)_pattern$/.test(node.type) && inner !== undefined ? literals(inner) : undefined
}

function comparedWith(value: FlowValue, literals: readonly SyntaxNode[], flow: FlowState) {
  const items = literals.map((node) => ({ node, value: flow.reading.value(node, flow) }))
  return equals(value, items, flow)
}

function literals(node: SyntaxNode): readonly SyntaxNode[] | undefined {
  const [inner] = named(node)
  if (node.type === 'case_pattern') return inner === undefined ? undefined : literals(inner)
  if (node.type === 'union_pattern') {
    const all = named(node).map(literals)
    return all.every((one) => one !== undefined) ? all.flat() : undefined
  }
  return /^(string|concatenated_string|integer|true|false|none)$/.test(node.type) ? [node] : undefined
}

function pattern(node: SyntaxNode | undefined, value: FlowValue, flow: FlowState, seen: Seen): void {
  if (node === undefined || flow.reading.depth > 150) return
  flow.reading.depth++
  look(node, value, flow, seen)
  flow.reading.depth--
}

function look(node: SyntaxNode, value: FlowValue, flow: FlowState, seen: Seen): void {
  const inner = named(node)
  switch (node.type) {
    case 'case_pattern':
      for (const one of inner) pattern(one, value, flow, seen)
      break
    case 'union_pattern': {
      const { events } = flow
      for (const one of inner) {
        flow.events = events
        pattern(one, value, flow, seen)
      }
      flow.events = events
      break
    }
    case 'dict_pattern':
      lookIn(node, value, flow, seen)
      break
    case 'as_pattern':
      pattern(inner[0], value, flow, seen)
      for (const name of inner.slice(1)) set(name, value, flow)
      break
    case 'dotted_name':
      if (inner.length === 1) set(inner[0], value, flow)
      break
    case 'list_pattern':
    case 'tuple_pattern':
      for (const [i, one] of inner.entries())
        pattern(one, value.kind === 'list' ? (value.items[i] ?? UNKNOWN) : itemOf(value), flow, seen)
      break
    case 'class_pattern':
      for (const one of inner.slice(1)) pattern(one, inner.length === 2 ? value : UNKNOWN, flow, seen)
      break
    case 'splat_pattern':
      set(inner[0], UNKNOWN, flow)
  }
}

function set(name: SyntaxNode | undefined, value: FlowValue, flow: FlowState): void {
  if (name !== undefined && name.text !== '_') flow.scope.names.set(name.text, value)
}

// Keys whose values the pattern compares come first: what the others require holds only behind those comparisons.
function lookIn(node: SyntaxNode, value: FlowValue, flow: FlowState, seen: Seen): void {
  const pairs: (readonly [key: SyntaxNode | undefined, part: SyntaxNode])[] = []
  let key: SyntaxNode | undefined
  for (const part of named(node)) {
    if (part.field === 'key') {
      key = part
      continue
    }
    if (part.field === 'value') {
      pairs.push([key, part])
      key = undefined
    } else if (part.type === 'splat_pattern') pattern(part, UNKNOWN, flow, seen)
    else if (writtenIn(part) !== undefined) found(part, value, flow)
  }
  const compared = pairs.filter(([, part]) => literals(part) !== undefined)
  for (const pair of [...compared, ...pairs.filter((one) => !compared.includes(one))])
    lookAt(pair, value, flow, seen)
}

function lookAt(
  [key, part]: readonly [key: SyntaxNode | undefined, part: SyntaxNode],
  value: FlowValue,
  flow: FlowState,
  seen: Seen,
): void {
  const inner = found(key, value, flow)
  const items = literals(part)
  const yes = items === undefined ? undefined : comparedWith(inner, items, flow).yes
  if (yes !== undefined) flow.events = yes
  pattern(part, inner, flow, seen)
  // Behind a comparison with the name of the event or the tool, a key distinguishes nothing any more.
  if (flow.events.length === seen.events.length) seen.marks.push(...marksOf(inner))
}

function found(key: SyntaxNode | undefined, value: FlowValue, flow: FlowState): FlowValue {
  const written = writtenIn(key)
  if (written === undefined) return UNKNOWN
  const inner = take(value, { kind: 'text', text: written.text }, written, flow, { sure: true })
  if (value.kind === 'payload' && value.places.length > 1) markAllOptional(inner, flow)
  return inner
}
