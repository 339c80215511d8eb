// The questions that led to a place, each with its answer, and are not followed to what they say of other variables. Ways
// that part have in common what led to both: thousands of questions, one after the other, take no more than themselves.

import type { Budget } from '../../budget.ts'

/** The last answer; undefined where nothing was asked. Each answer is made once, so what holds on two ways is one object. */
export type Guards = { readonly before: Guards; readonly count: number } | undefined

/** These, and one more. */
export function oneMore(before: Guards): Guards {
  return { before, count: countOf(before) + 1 }
}

/** What led to both places. */
export function commonGuards(one: Guards, two: Guards, budget: Budget): Guards {
  let [left, right] = [one, two]
  let steps = 0
  for (; left !== right && left !== undefined && right !== undefined; steps++) {
    if (left.count >= right.count) left = left.before
    else right = right.before
  }
  budget.take(steps >> STEPS_IN_ONE)
  return left === right ? left : undefined
}

/** Whether all that led to a place led to the other as well. */
export function leadTo(guards: Guards, other: Guards): boolean {
  let one = other
  while (countOf(one) > countOf(guards)) one = one?.before
  return one === guards
}

// To go back by one is far less than to look at a node: 256 of them are one step.
const STEPS_IN_ONE = 8

function countOf(guards: Guards): number {
  return guards?.count ?? 0
}
