// The ruler above the lanes: an overview of the whole session with a frame around the visible part, and the time scale
// below it.

import { filled } from '../../l10n.ts'
import type { Break } from '../layout/axis.ts'
import type { TimelineLane } from '../layout/lanes.ts'
import type { TimelineModel } from '../layout/model.ts'
import { gravity, shapesOf, type TimelineShape } from '../layout/shapes.ts'
import { clock, firstEnding, ticksOf } from '../layout/ticks.ts'
import { type TimelineView, wholeOf, xAt } from '../layout/view.ts'
import type { Frame } from './paint.ts'

export const OVERVIEW = 22

/** Paints both parts. */
export function paintRuler(frame: Frame, model: TimelineModel, idle: string): void {
  const { context, width, height } = frame
  context.clearRect(0, 0, width, height)
  paintOverview(frame, model)
  paintTicks(frame, model, idle)
}

const overviews = new WeakMap<
  readonly TimelineLane[],
  { readonly width: number; readonly shapes: readonly TimelineShape[] }
>()

// Cached: the overview is the same for every view of the same lanes.
function overviewOf(
  lanes: readonly TimelineLane[],
  whole: TimelineView,
  width: number,
): readonly TimelineShape[] {
  const known = overviews.get(lanes)
  if (known?.width === width) return known.shapes
  const shapes = shapesOf(lanes.slice(0, 1), whole, width)
  overviews.set(lanes, { width, shapes })
  return shapes
}

function paintOverview({ context, width, colours }: Frame, { lanes, axis, view }: TimelineModel): void {
  const whole = wholeOf(axis.length)
  for (const { x, width: own, sign, signs, count } of overviewOf(lanes, whole, width)) {
    let foot = OVERVIEW - 4
    // For several events, each sign's height is proportional to its share, so that the overview shows where they are
    // dense.
    for (const [one, share] of signs?.map(([many, of]) => [many, of / count] as const) ?? [
      [sign, 1] as const,
    ]) {
      const tall = gravity(one) >= gravity('prompted') ? 14 : gravity(one) > gravity('pass') ? 10 : 6
      const height = signs === undefined || one === 'pass' ? tall : Math.max(tall * share, 2)
      context.fillStyle = colours.sign[one]
      context.fillRect(x, foot - height, Math.max(own - 0.5, 1.5), height)
      foot -= height
    }
  }
  const from = xAt(whole, width, view.from)
  const to = xAt(whole, width, view.to)
  if (to - from < width - 1) {
    // Dims what is out of view.
    context.globalAlpha = 0.72
    context.fillStyle = colours.ground
    context.fillRect(0, 0, from, OVERVIEW)
    context.fillRect(to, 0, width - to, OVERVIEW)
    context.globalAlpha = 1
    context.strokeStyle = colours.text
    context.strokeRect(from + 0.5, 1.5, Math.max(to - from - 1, 3), OVERVIEW - 3)
  }
  context.fillStyle = colours.line
  context.fillRect(0, OVERVIEW, width, 1)
}

function paintTicks(
  { context, width, height, colours }: Frame,
  { axis, view }: TimelineModel,
  idle: string,
): void {
  context.font = colours.font
  context.textBaseline = 'middle'
  const middle = (OVERVIEW + height) / 2 + 1
  const taken: { readonly from: number; readonly to: number }[] = []
  for (let at = firstEnding(axis.breaks, view.from); at < axis.breaks.length; at++) {
    const { from, to, ms } = axis.breaks[at] as Break
    if (from > view.to) break
    const left = xAt(view, width, from)
    const right = xAt(view, width, to)
    if (right - left < 40) continue
    const text = filled(idle, clock(ms, ms > 10_000 ? 1000 : 100))
    const needs = context.measureText(text).width
    if (right < 0 || left > width || right - left < needs + 12) continue
    context.fillStyle = colours.dim
    const x = (left + right - needs) / 2
    context.fillText(text, x, middle)
    taken.push({ from: x - 4, to: x + needs + 4 })
  }
  for (const { x, label } of ticksOf(axis, view, width)) {
    context.fillStyle = colours.line
    context.fillRect(Math.round(x), OVERVIEW + 4, 1, height - OVERVIEW - 4)
    context.fillStyle = colours.dim
    const to = x + context.measureText(label).width + 4
    if (to < width && taken.every((one) => to < one.from || x > one.to))
      context.fillText(label, x + 4, middle)
  }
}
