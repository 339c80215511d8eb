// Where the axis says what time it is: round times where time runs evenly, and where work begins again after a wait.
// Pure: knows no page.

import type { Axis, Break } from './axis.ts'
import { type TimelineView, xAt } from './view.ts'

export type Tick = { readonly x: number; readonly label: string }

/** What the labels of an axis need, in pixels. */
const ROOM = 92

/** The ticks in view, from left to right, none so near to another that their labels would meet. */
export function ticksOf(axis: Axis, view: TimelineView, width: number): readonly Tick[] {
  const step = roundStep(((view.to - view.from) / Math.max(width, 1)) * ROOM)
  const ticks: Tick[] = []
  const { breaks } = axis
  // The even stretches between the waits, each with its own round times; those out of view are not looked at.
  const first = firstEnding(breaks, view.from)
  for (let at = first; at <= breaks.length; at++) {
    const from = at === 0 ? 0 : (breaks[at - 1] as Break).to
    const to = breaks[at]?.from ?? axis.length
    if (from > view.to) break
    // In a stretch this near to the last tick there is no room for another.
    const nearest = ticks.at(-1)
    if (nearest !== undefined && xAt(view, width, to) - nearest.x < ROOM * 0.8) continue
    if (at > 0) place(from, axis.msAt(from))
    const last = axis.msAt(Math.min(to, view.to)) / step
    for (let k = Math.ceil(axis.msAt(Math.max(from, view.from)) / step); k <= last; k++) {
      place(axis.unitAt(k * step), k * step)
    }
  }
  return ticks

  function place(unit: number, ms: number): void {
    const x = xAt(view, width, unit)
    const before = ticks.at(-1)
    if (x < 0 || x > width || (before !== undefined && x - before.x < ROOM * 0.8)) return
    ticks.push({ x, label: clock(ms, step) })
  }
}

/** The first wait that ends behind a unit. */
export function firstEnding(breaks: readonly Break[], unit: number): number {
  let low = 0
  let high = breaks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((breaks[middle] as Break).to < unit) low = middle + 1
    else high = middle
  }
  return low
}

/** A time since the beginning, as fine as the steps between ticks need it. */
export function clock(ms: number, step: number): string {
  const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3
  if (ms >= 60_000) {
    // Rounded before it is divided, or a minute would have sixty seconds.
    const rounded = Math.round((ms / 1000) * 10 ** digits) / 10 ** digits
    const minutes = Math.floor(rounded / 60)
    const seconds = (rounded - minutes * 60).toFixed(digits)
    const [whole = '', rest] = seconds.split('.')
    const time = `${minutes}:${whole.padStart(2, '0')}${rest === undefined ? '' : `.${rest}`}`
    return minutes >= 60 ? hours(time, minutes) : time
  }
  if (ms >= 1000) return `${(ms / 1000).toFixed(digits)} s`
  return `${step >= 1 ? Math.round(ms) : Number(ms.toFixed(3))} ms`
}

function hours(time: string, minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${time.split(':')[1]}`
}

// The next of 1, 2, 5, 10 … and, from seconds on, of what clocks are divided into.
function roundStep(least: number): number {
  const clocks = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000]
  if (least > 10_000) return clocks.find((step) => step >= least) ?? Math.ceil(least / 3_600_000) * 3_600_000
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.001)))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}
