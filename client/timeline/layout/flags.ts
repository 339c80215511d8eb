// Flags above the events: where events are too narrow for a label, each with a result other than pass shows its sign
// above it. Of overlapping flags, only the most severe is shown. Pure: does not use the page.

import type { Sign } from '../../signs.ts'
import { gravity, type TimelineShape } from './shapes.ts'

export type Flag = { readonly x: number; readonly sign: Sign; readonly shape: TimelineShape }

/** Width of a flag, in pixels. */
export const FLAG = 15

/** The flags for these shapes, from left to right. */
export function flagsOf(shapes: readonly TimelineShape[], width: number): readonly Flag[] {
  const wanted = shapes
    .filter(({ sign }) => gravity(sign) > gravity('pass'))
    .map((shape) => ({ x: middle(shape, width), sign: shape.sign, shape }))
    .filter(({ x }) => x >= 0 && x <= width)
    .toSorted((one, two) => gravity(two.sign) - gravity(one.sign) || one.x - two.x)
  // A cell is as wide as a flag and holds at most one, so only adjacent cells need checking.
  const cells = new Map<number, Flag>()
  for (const flag of wanted) {
    const cell = Math.floor(flag.x / FLAG)
    const near = [cell - 1, cell, cell + 1].flatMap((at) => cells.get(at) ?? [])
    if (near.every(({ x }) => Math.abs(x - flag.x) >= FLAG)) cells.set(cell, flag)
  }
  return [...cells.values()].toSorted((one, two) => one.x - two.x)
}

// A bar that extends out of view is flagged in its visible part.
function middle({ x, width: own }: TimelineShape, width: number): number {
  const from = Math.max(x, 0)
  const to = Math.min(x + own, width)
  return own < 2 * FLAG ? x + own / 2 : Math.min(from + FLAG / 2, to)
}
