// Places time labels on the axis: at round times in uncompressed stretches, and where work resumes after a compressed
// wait. Pure: does not use the page.

import type { Axis, Break } from './axis.ts'
import { type TimelineView, xAt } from './view.ts'

export type Tick = { readonly x: number; readonly label: string }

/** Space per label, in pixels. */
const ROOM = 92

/** The ticks in view, from left to right, spaced so that their labels do not overlap. */
export function ticksOf(axis: Axis, view: TimelineView, width: number): readonly Tick[] {
  const step = roundStep(((view.to - view.from) / Math.max(width, 1)) * ROOM)
  const ticks: Tick[] = []
  const { breaks } = axis
  // The uncompressed stretches between waits, each with its own round times; those out of view are skipped.
  const first = firstEnding(breaks, view.from)
  for (let at = first; at <= breaks.length; at++) {
    const from = at === 0 ? 0 : (breaks[at - 1] as Break).to
    const to = breaks[at]?.from ?? axis.length
    if (from > view.to) break
    // A stretch that ends this close to the last tick has no room for another.
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

/** Index of the first wait that ends at or after a unit. */
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

/** Formats a time since the start, with the precision that the tick step requires. */
export function clock(ms: number, step: number): string {
  const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3
  if (ms >= 60_000) {
    // Rounded before the division, or a minute could show sixty seconds.
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

// The next of 1, 2, 5, 10 … and, above ten seconds, of the usual divisions of clock time.
function roundStep(least: number): number {
  const clocks = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000]
  if (least > 10_000) return clocks.find((step) => step >= least) ?? Math.ceil(least / 3_600_000) * 3_600_000
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.001)))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}
