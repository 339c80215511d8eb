// Whether a value can be copied out of a worker: the parent fails to read one that is nested some thousands of levels
// deep, and would wait for it until the time-out.

import { isDeeper, itemsOf } from '../../contract/jsonDepth.ts'

const DEEPEST = 2000

/** Throws for a value that is nested too deeply. Cycles are none: a copy refers to the same objects again. */
export function checkDepth(value: unknown): void {
  if (isDeeper(value, DEEPEST) && isWayDeeper(value))
    throw new RangeError(`it is nested more than ${DEEPEST} levels deep`)
}

// Goes the way of a copy, which enters each object once.
function isWayDeeper(value: unknown): boolean {
  const entered = new Set<unknown>()
  const way = [[value].values()]
  for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
    const { done, value: one } = last.next()
    if (done === true) way.pop()
    else if (typeof one === 'object' && one !== null && !entered.has(one)) {
      entered.add(one)
      if (way.push(itemsOf(one).values()) > DEEPEST) return true
    }
  }
  return false
}
