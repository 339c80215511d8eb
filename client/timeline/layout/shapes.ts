// Computes the shapes drawn for a view. Shapes never overlap: a bar has a minimum width to be visible and clickable,
// and bars too close to be distinguished share one shape, which shows the most severe of their signs. Pure: does not
// use the page.

import type { Sign } from '../../signs.ts'
import { type Bar, FLAGS, ROW, type TimelineLane, type TimelineRow } from './lanes.ts'
import { type TimelineView, unitAtX, xAt } from './view.ts'

export type TimelineShape = {
  readonly lane: number
  readonly row: number
  /** Pixels; `y` is measured from the top of the lanes. */
  readonly x: number
  readonly width: number
  readonly y: number
  readonly height: number
  readonly sign: Sign
  /** The bar it represents; the most severe one if there are several. */
  readonly bar: Bar
  /** Index of the first of the `count` bars it contains. */
  readonly first: number
  readonly count: number
  /** Counts by sign, most severe first; only for several bars. */
  readonly signs?: readonly (readonly [Sign, number])[]
}

/** Minimum width in pixels to be visible and clickable. */
export const LEAST = 4

const GRAVITY: readonly Sign[] = [
  'skipped',
  'pass',
  'added',
  'changed',
  'answered',
  'open',
  'prompted',
  'failed',
  'denied',
]

/** Severity of a sign: higher is more severe. */
export function gravity(sign: Sign): number {
  return GRAVITY.indexOf(sign)
}

/** The shapes of all lanes that intersect the pixels from `top` to `bottom`, row by row, from left to right. */
export function shapesOf(
  lanes: readonly TimelineLane[],
  view: TimelineView,
  width: number,
  top = 0,
  bottom = Number.POSITIVE_INFINITY,
): readonly TimelineShape[] {
  const shapes: TimelineShape[] = []
  for (const [at, lane] of lanes.entries()) {
    if (lane.top + lane.height < top || lane.top > bottom) continue
    const height = ROW[lane.kind]
    for (const [row, { bars, reach }] of lane.rows.entries()) {
      const y = lane.top + 3 + (lane.kind === 'events' ? FLAGS : 0) + row * height
      rowShapes(shapes, { bars, reach }, view, width, { lane: at, row, y, height: height - 4 })
    }
  }
  return shapes
}

type Open = { -readonly [K in keyof TimelineShape]: TimelineShape[K] } & { tally?: Map<Sign, number> }

type Place = Pick<TimelineShape, 'lane' | 'row' | 'y' | 'height'>

function rowShapes(
  shapes: TimelineShape[],
  { bars, reach }: TimelineRow,
  view: TimelineView,
  width: number,
  place: Place,
): void {
  const begun = shapes.length
  // A bar that ended just before the view may still be widened into it.
  const least = unitAtX(view, width, -LEAST)
  let right = Number.NEGATIVE_INFINITY
  let open: Open | undefined
  for (let at = firstReaching(reach, least); at < bars.length; at++) {
    const bar = bars[at] as Bar
    if (bar.from > view.to) break
    const start = xAt(view, width, bar.from)
    const end = xAt(view, width, bar.to)
    const from = Math.max(start, right)
    const to = Math.max(end, start + LEAST)
    if (open !== undefined && start < right && to - from < LEAST) {
      open.count++
      open.tally ??= new Map([[open.sign, 1]])
      open.tally.set(bar.sign, (open.tally.get(bar.sign) ?? 0) + 1)
      open.width = Math.max(open.width, end - open.x)
      right = open.x + open.width
      if (gravity(bar.sign) > gravity(open.sign)) {
        open.sign = bar.sign
        open.bar = bar
      }
      continue
    }
    open = { ...place, x: from, width: to - from, sign: bar.sign, bar, first: at, count: 1 }
    shapes.push(open)
    right = to
  }
  for (const shape of shapes.slice(begun) as Open[]) {
    if (shape.tally === undefined) continue
    shape.signs = [...shape.tally].sort(([one], [two]) => gravity(two) - gravity(one))
    delete shape.tally
  }
}

/** The shape at a point, with a tolerance of a few pixels for narrow shapes. */
export function shapeAt(shapes: readonly TimelineShape[], x: number, y: number): TimelineShape | undefined {
  let nearest: TimelineShape | undefined
  let least = 4
  for (const shape of shapes) {
    if (y < shape.y - 1 || y > shape.y + shape.height + 1) continue
    const away = x < shape.x ? shape.x - x : Math.max(0, x - shape.x - shape.width)
    if (away < least) {
      nearest = shape
      least = away
    }
    if (away === 0 && x < shape.x + shape.width) return shape
  }
  return nearest
}

/** The shape that contains a bar. */
export function shapeOf(
  shapes: readonly TimelineShape[],
  lanes: readonly TimelineLane[],
  event: number,
  run: number,
): TimelineShape | undefined {
  return shapes.find(({ lane, row, first, count }) => {
    const bars = lanes[lane]?.rows[row]?.bars ?? []
    for (let at = first; at < first + count; at++) {
      if (bars[at]?.event === event && bars[at]?.run === run) return true
    }
    return false
  })
}

// `reach` is non-decreasing along a row, so the first bar that reaches a unit is found by binary search.
function firstReaching(reach: readonly number[], unit: number): number {
  let low = 0
  let high = reach.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((reach[middle] as number) < unit) low = middle + 1
    else high = middle
  }
  return low
}
