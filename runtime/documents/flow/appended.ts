// What is appended to lists: a list is followed with all functions that it is given anywhere in the file, and whether
// it gets items only where a text of the payload passes a test.

import type { SyntaxNode } from '../treeSitter.ts'
import { isQuestion } from './content.ts'
import { describe } from './describe.ts'
import type { FlowState } from './state.ts'
import { alternatives, type FlowValue, type GivenArguments } from './values.ts'

/** Methods that add to a list. */
export const APPENDS = /^\.?(?:append(?:left)?|push|add|extend|insert|unshift|update)$/
/** Limit on the functions of one list. */
const MOST_APPENDED = 40

/** `RULES.append(check)`, `found.push(name)` */
export function append(
  { node }: FlowValue & { kind: 'list' },
  { items }: GivenArguments,
  { byContent, reading: { now } }: FlowState,
): void {
  if (node === undefined) return
  const isAnswer = byContent === true || (items.length > 0 && items.every(isQuestion))
  now.filled.set(node.start, isAnswer && now.filled.get(node.start) !== false)
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

/** Whether the list gets other items is not known. */
export function fillOpenly(value: FlowValue, { reading: { now } }: FlowState): void {
  if (value.kind === 'list' && value.node !== undefined) now.filled.set(value.node.start, false)
}

function isAmong(one: FlowValue, all: readonly FlowValue[]): boolean {
  return all.some((other) => describe(other) === describe(one))
}
