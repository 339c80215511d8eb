// What is added to lists and dicts: a list is followed with all functions that it is given anywhere in the file, and
// whether it, or a dict, gets items only where a text of the payload passes a test.

import { child, type SyntaxNode } from '../treeSitter.ts'
import { isQuestion } from './content.ts'
import { describe } from './describe.ts'
import type { Knowledge } from './knowledge.ts'
import type { FlowState } from './state.ts'
import { alternatives, type Dict, type FlowValue, type GivenArguments } from './values.ts'

/** Methods that add to a list. */
export const APPENDS = /^\.?(?:append(?:left)?|push|add|extend|insert|unshift|update)$/
/** Limit on the functions of one list. */
const MOST_APPENDED = 40

/** `RULES.append(check)`, `found.push(name)` */
export function append(
  { node }: FlowValue & { kind: 'list' },
  { items }: Pick<GivenArguments, 'items'>,
  { byContent, reading: { now } }: FlowState,
): void {
  if (node === undefined) return
  fill(node, byContent === true || (items.length > 0 && items.every(isQuestion)), now)
  const before = now.appended.get(node.start) ?? []
  const more = items.flatMap(alternatives).filter((one) => one.kind === 'routine' && !isAmong(one, before))
  if (before.length + more.length <= MOST_APPENDED) now.appended.set(node.start, [...before, ...more])
}

/** A list that is written or created here, with what it gets later. */
export function listOf(
  items: readonly FlowValue[],
  node: SyntaxNode,
  { reading: { before } }: FlowState,
): FlowValue & { kind: 'list' } {
  const isAnswer = items.length === 0 && before.filled.get(node.start) === true
  const all = [...items, ...(before.appended.get(node.start) ?? [])]
  return { ...{ kind: 'list', node, items: all }, ...(isAnswer ? { content: 'question' } : {}) }
}

/** `found[name].append(line)`: the dict gets the key. */
export function appendTo(
  of: FlowValue,
  from: SyntaxNode | undefined,
  given: GivenArguments,
  flow: FlowState,
): void {
  if (of.kind === 'list') append(of, given, flow)
  else fillHolder(from, flow)
}

/** Something is added to a dict under the key that is written here. */
export function fillHolder(node: SyntaxNode | undefined, flow: FlowState): void {
  if (node?.type !== 'subscript') return
  for (const one of alternatives(flow.reading.value(child(node, 'value'), flow)))
    if (one.kind === 'dict') fillDict(one, flow)
}

/** Something is added to the list or dict of a node, or to what a generator yields. */
export function fill({ start }: SyntaxNode, isAnswer: boolean, { filled }: Knowledge): void {
  filled.set(start, isAnswer && filled.get(start) !== false)
}

/** `found[name] = …`, `found.update(…)` */
export function fillDict({ node }: Dict, { byContent, reading: { now } }: FlowState): void {
  fill(node, byContent === true, now)
}

/** What a dict that is created without keys here, or what a generator yields, depends on. */
export function filledLater({ start }: SyntaxNode, { filled }: Knowledge): Pick<Dict, 'content'> {
  return filled.get(start) === true ? { content: 'question' } : {}
}

/** Whether the list or dict gets other items is not known. */
export function fillOpenly(value: FlowValue, { reading: { now } }: FlowState): void {
  if ((value.kind === 'list' || value.kind === 'dict') && value.node !== undefined)
    now.filled.set(value.node.start, false)
}

function isAmong(one: FlowValue, all: readonly FlowValue[]): boolean {
  return all.some((other) => describe(other) === describe(one))
}
