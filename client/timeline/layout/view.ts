// The visible part of the axis and its movement: zooming around a point and panning, clamped to the session. Pure: does
// not use the page.

/** In units of the axis. */
export type TimelineView = { readonly from: number; readonly to: number }

/** Margin at each end, as a share of the length, so that the first and last bars do not touch the edge. */
const MARGIN = 0.015
const CLOSEST = 0.02

/** The view that shows everything. */
export function wholeOf(length: number): TimelineView {
  return { from: -length * MARGIN, to: length * (1 + MARGIN) }
}

/** Zooms by a factor (below 1: closer) around a unit that keeps its position. */
export function zoomed(view: TimelineView, factor: number, around: number, length: number): TimelineView {
  const width = view.to - view.from
  const next = Math.min(Math.max(width * factor, CLOSEST), length * (1 + 2 * MARGIN))
  const share = (around - view.from) / width
  return kept({ from: around - share * next, to: around + (1 - share) * next }, length)
}

/** Pans by a number of units. */
export function panned(view: TimelineView, by: number, length: number): TimelineView {
  return kept({ from: view.from + by, to: view.to + by }, length)
}

/** Scrolls no further than needed to show a span; a span wider than the view is aligned at its start. */
export function scrolledToShow(view: TimelineView, from: number, to: number, length: number): TimelineView {
  const width = view.to - view.from
  const air = width * 0.06
  if (from >= view.from && to <= view.to) return view
  if (to - from > width - 2 * air) {
    if (from >= view.from && from < view.to - air) return view
    return panned(view, from - air - view.from, length)
  }
  return panned(view, from < view.from ? from - air - view.from : to + air - view.to, length)
}

/** The position of a unit, in pixels from the left. */
export function xAt(view: TimelineView, width: number, unit: number): number {
  return ((unit - view.from) / (view.to - view.from)) * width
}

/** The unit at a position, in pixels from the left. */
export function unitAtX(view: TimelineView, width: number, x: number): number {
  return view.from + (x / Math.max(width, 1)) * (view.to - view.from)
}

function kept({ from, to }: TimelineView, length: number): TimelineView {
  const whole = wholeOf(length)
  const width = to - from
  if (width >= whole.to - whole.from) return whole
  if (from < whole.from) return { from: whole.from, to: whole.from + width }
  if (to > whole.to) return { from: whole.to - width, to: whole.to }
  return { from, to }
}
