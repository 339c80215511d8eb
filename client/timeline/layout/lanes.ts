// Arranges events into lanes: one for the events, then one per hook in order of first run. Bars that overlap within a
// lane are placed in separate rows. Pure: does not use the page.

import type { Sign } from '../../signs.ts'
import type { TimelineEvent } from '../messages.ts'
import type { Axis } from './axis.ts'

/** An event, or one hook's run in it. */
export type Bar = {
  /** Index among the events shown, from 0. */
  readonly event: number
  /** Index among the event's runs; -1 for the event itself. */
  readonly run: number
  /** In units of the axis. */
  readonly from: number
  readonly to: number
  readonly sign: Sign
}

/** Bars sorted by start; `reach[i]` is the furthest end among bars 0 to i. */
export type TimelineRow = { readonly bars: readonly Bar[]; readonly reach: readonly number[] }

export type TimelineLane = {
  readonly kind: 'events' | 'hook'
  /** Hook id; empty for the lane of events. */
  readonly id: string
  readonly name: string
  readonly count: number
  /** Pixels. */
  readonly top: number
  readonly height: number
  readonly rows: readonly TimelineRow[]
}

export const ROW = { events: 26, hook: 22 } as const
const GAP = 6
/** Height of the flags above the events, in pixels. */
export const FLAGS = 16
/** Most rows per lane; further overlapping bars share the last row. */
const MOST_ROWS = 4

/** The lanes of the events shown. */
export function lanesOf(events: readonly TimelineEvent[], axis: Axis): readonly TimelineLane[] {
  const own: Bar[] = []
  const byHook = new Map<string, { readonly name: string; readonly bars: Bar[] }>()
  for (const [at, event] of events.entries()) {
    own.push(barOf(at, -1, event, axis))
    for (const [run, one] of event.runs.entries()) {
      const hook = byHook.get(one.id) ?? { name: one.name, bars: [] }
      byHook.set(one.id, hook)
      hook.bars.push(barOf(at, run, one, axis))
    }
  }
  const lanes: TimelineLane[] = []
  let top = 0
  add('events', '', '', own)
  for (const [id, { name, bars }] of byHook) add('hook', id, name, bars)
  return lanes

  function add(kind: TimelineLane['kind'], id: string, name: string, bars: Bar[]): void {
    const rows = rowsOf(bars.toSorted((one, two) => one.from - two.from || one.event - two.event))
    const height = rows.length * ROW[kind] + GAP + (kind === 'events' ? FLAGS : 0)
    lanes.push({ kind, id, name, count: bars.length, top, height, rows })
    top += height
  }
}

/** Total height of the lanes, in pixels. */
export function heightOf(lanes: readonly TimelineLane[]): number {
  const last = lanes.at(-1)
  return last === undefined ? 0 : last.top + last.height
}

function barOf(
  event: number,
  run: number,
  { start, end, sign }: { readonly start: number; readonly end: number; readonly sign: Sign },
  axis: Axis,
): Bar {
  return { event, run, from: axis.unitAt(start), to: axis.unitAt(end), sign }
}

function rowsOf(bars: readonly Bar[]): readonly TimelineRow[] {
  const rows: { bars: Bar[]; reach: number[] }[] = [{ bars: [], reach: [] }]
  for (const bar of bars) {
    let row = rows.find(({ reach }) => (reach.at(-1) ?? Number.NEGATIVE_INFINITY) <= bar.from)
    if (row === undefined && rows.length < MOST_ROWS) {
      row = { bars: [], reach: [] }
      rows.push(row)
    }
    row ??= rows.at(-1) as (typeof rows)[number]
    row.reach.push(Math.max(row.reach.at(-1) ?? Number.NEGATIVE_INFINITY, bar.to))
    row.bars.push(bar)
  }
  return rows
}
