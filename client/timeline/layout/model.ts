// State of a timeline: which events are shown, the visible time span, the focus. Every change preserves as much of the
// other state as possible. Pure: does not use the page.

import { defined } from '../../../runtime/contract/defined.ts'
import type { TimelineEvent, TimelineRun } from '../messages.ts'
import { type Axis, axisOf, idleShare } from './axis.ts'
import { lanesOf, type TimelineLane } from './lanes.ts'
import { matching } from './matching.ts'
import { type Move, moved, type TimelineSpot } from './moves.ts'
import { panned, scrolledToShow, type TimelineView, wholeOf, zoomed } from './view.ts'

/** State that the page saves while it is hidden. */
export type KeptEvents = {
  readonly filter: string
  readonly compress: boolean
  /** Milliseconds; absent if everything is in view. */
  readonly from?: number
  readonly to?: number
  readonly focus?: { readonly n: number; readonly id?: string }
}

export type TimelineModel = ReturnType<typeof openModel>

/** If more than this share of the time is idle, waits are compressed by default. */
const MUCH_IDLE = 0.5

/** Creates a timeline without events. */
export function openModel() {
  let all: readonly TimelineEvent[] = []
  let shown: readonly TimelineEvent[] = []
  let axis: Axis = axisOf([], false)
  let lanes: readonly TimelineLane[] = []
  let view: TimelineView = wholeOf(axis.length)
  let isWhole = true
  let filter = ''
  let compress: boolean | undefined
  let isIdle = false
  let spot: TimelineSpot | undefined

  return {
    get all() {
      return all
    },
    get shown() {
      return shown
    },
    get axis() {
      return axis
    },
    get lanes() {
      return lanes
    },
    get view() {
      return view
    },
    get filter() {
      return filter
    },
    get compress() {
      return compress ?? isIdle
    },
    get spot() {
      return spot
    },
    focused,
    kept,

    /** Adds events; each replaces the one with the same number. */
    take(events: readonly TimelineEvent[]): void {
      const next = [...all]
      for (const event of events) next[event.n - 1] = event
      change(() => {
        all = next.filter((event) => event !== undefined)
        isIdle = idleShare(all) > MUCH_IDLE
      })
    },
    show(words: string): void {
      change(() => {
        filter = words
      })
      if (isWhole || shown.length === 0) return
      // The remaining events may be outside the view.
      const inView = shown.some(
        ({ start, end }) => axis.unitAt(end) >= view.from && axis.unitAt(start) <= view.to,
      )
      if (!inView) showAll()
    },
    squeeze(on: boolean): void {
      change(() => {
        compress = on
      })
    },
    restore(state: KeptEvents): void {
      change(() => {
        filter = state.filter
        compress = state.compress
      })
      if (state.from !== undefined && state.to !== undefined) {
        look({ from: axis.unitAt(state.from), to: axis.unitAt(state.to) })
      }
      if (state.focus !== undefined) focus(state.focus.n, state.focus.id)
    },
    zoom(factor: number, around = (view.from + view.to) / 2): void {
      look(zoomed(view, factor, around, axis.length))
    },
    pan(units: number): void {
      look(panned(view, units, axis.length))
    },
    look,
    showAll,
    focus,
    select(next: TimelineSpot | undefined): void {
      spot = next
    },
    move(move: Move): void {
      spot = moved(shown, spot, move)
      reveal()
    },
    reveal,
  }

  function focused(): { readonly event: TimelineEvent; readonly run?: TimelineRun } | undefined {
    if (spot === undefined) return undefined
    const event = shown[spot.event]
    const run = event?.runs[spot.run]
    return event === undefined ? undefined : { event, ...defined({ run }) }
  }

  function focus(n: number, id?: string): void {
    const event = shown.findIndex((one) => one.n === n)
    if (event === -1) return
    spot = { event, run: shown[event]?.runs.findIndex((run) => run.id === id) ?? -1 }
    reveal()
  }

  function reveal(): void {
    const at = focused()
    if (at === undefined) return
    const { start, end } = at.run ?? at.event
    look(scrolledToShow(view, axis.unitAt(start), axis.unitAt(end), axis.length))
  }

  function showAll(): void {
    look(wholeOf(axis.length))
  }

  function look(next: TimelineView): void {
    view = next
    const whole = wholeOf(axis.length)
    isWhole = view.from <= whole.from && view.to >= whole.to
  }

  // Preserves the visible time span and the focus while events and axis change.
  function change(act: () => void): void {
    const at = focused()
    const times = { from: axis.msAt(view.from), to: axis.msAt(view.to) }
    act()
    shown = matching(all, filter)
    axis = axisOf(all, compress ?? isIdle)
    lanes = lanesOf(shown, axis)
    look(isWhole ? wholeOf(axis.length) : { from: axis.unitAt(times.from), to: axis.unitAt(times.to) })
    const event = at === undefined ? -1 : shown.findIndex(({ n }) => n === at.event.n)
    spot =
      event === -1
        ? undefined
        : { event, run: shown[event]?.runs.findIndex(({ id }) => id === at?.run?.id) ?? -1 }
  }

  function kept(): KeptEvents {
    const at = focused()
    return {
      filter,
      compress: compress ?? isIdle,
      ...(isWhole ? {} : { from: axis.msAt(view.from), to: axis.msAt(view.to) }),
      ...(at === undefined
        ? {}
        : { focus: { n: at.event.n, ...(at.run === undefined ? {} : { id: at.run.id }) } }),
    }
  }
}
