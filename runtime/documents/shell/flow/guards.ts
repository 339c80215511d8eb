// The untracked conditions that led to a place, each with its branch, as a shared linked list: paths that diverge share
// the prefix that led to both, so thousands of conditions in sequence take linear memory.

import type { Budget } from '../../budget.ts'

/**
 * The last branch; undefined where there was no condition. Each branch is one object, so a branch shared by two paths
 * is identical.
 */
export type Guards = { readonly before: Guards; readonly count: number } | undefined

/** The list with one more branch. */
export function oneMore(before: Guards): Guards {
  return { before, count: countOf(before) + 1 }
}

/** The branches that led to both places. */
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

/** Whether all branches that led to `guards`'s place also led to the other one. */
export function leadTo(guards: Guards, other: Guards): boolean {
  let one = other
  while (countOf(one) > countOf(guards)) one = one?.before
  return one === guards
}

// Following one link is far cheaper than visiting a node: 256 links count as one step.
const STEPS_IN_ONE = 8

function countOf(guards: Guards): number {
  return guards?.count ?? 0
}
