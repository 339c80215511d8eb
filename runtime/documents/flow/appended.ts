// Functions that are appended to lists: a list is followed with all functions that it is given anywhere in the file.

import { describe } from './describe.ts'
import type { FlowState } from './state.ts'
import { alternatives, type FlowValue, type GivenArguments } from './values.ts'

/** Methods that append to a list. */
export const APPENDS = /^\.?(?:append|push)$/
/** Limit on the functions of one list. */
const MOST_APPENDED = 40

/** `RULES.append(check)` */
export function append(
  { node }: FlowValue & { kind: 'list' },
  { items }: GivenArguments,
  { reading: { now } }: FlowState,
): void {
  if (node === undefined) return
  const before = now.appended.get(node.start) ?? []
  const more = items.flatMap(alternatives).filter((one) => one.kind === 'routine' && !isAmong(one, before))
  if (before.length + more.length <= MOST_APPENDED) now.appended.set(node.start, [...before, ...more])
}

function isAmong(one: FlowValue, all: readonly FlowValue[]): boolean {
  return all.some((other) => describe(other) === describe(one))
}
