// Keyboard navigation: along the events, along the runs of one hook, between an event and its runs, to the next notable
// event, and along the critical path. Pure: uses neither the page nor pixels.

import type { Sign } from '../../signs.ts'
import type { TimelineEvent } from '../messages.ts'
import { nextCritical } from './critical.ts'

/** The focused element: an event, or one of its runs if `run` is not -1. */
export type TimelineSpot = { readonly event: number; readonly run: number }

export type Move =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'down'
  | 'up'
  | 'nextNotable'
  | 'previousNotable'
  | 'critical'

const NOTABLE: readonly Sign[] = ['denied', 'failed', 'prompted']

/** The target of a move; the current spot if there is none. Undefined only if there are no events. */
export function moved(
  events: readonly TimelineEvent[],
  at: TimelineSpot | undefined,
  move: Move,
): TimelineSpot | undefined {
  if (events.length === 0) return undefined
  const spot = at === undefined ? undefined : within(events, at)
  if (spot === undefined)
    return move === 'last' ? { event: events.length - 1, run: -1 } : { event: 0, run: -1 }
  switch (move) {
    case 'next':
      return along(events, spot, 1)
    case 'previous':
      return along(events, spot, -1)
    case 'first':
      return edge(events, spot, 1)
    case 'last':
      return edge(events, spot, -1)
    case 'down':
      return spot.run + 1 < runsAt(events, spot.event).length ? { ...spot, run: spot.run + 1 } : spot
    case 'up':
      return spot.run < 0 ? spot : { ...spot, run: spot.run - 1 }
    case 'nextNotable':
      return notable(events, spot, 1)
    case 'previousNotable':
      return notable(events, spot, -1)
    case 'critical':
      return { ...spot, run: nextCritical(events[spot.event] as TimelineEvent, spot.run) }
  }
}

// Clamps a spot to events that may have changed, so that the focus never points to a missing one.
function within(events: readonly TimelineEvent[], { event, run }: TimelineSpot): TimelineSpot | undefined {
  if (events.length === 0) return undefined
  const at = Math.min(Math.max(event, 0), events.length - 1)
  return { event: at, run: at === event ? Math.min(run, runsAt(events, at).length - 1) : -1 }
}

// From a run, left and right move to runs of the same hook.
function along(events: readonly TimelineEvent[], spot: TimelineSpot, by: 1 | -1): TimelineSpot {
  const { id } = runsAt(events, spot.event)[spot.run] ?? {}
  for (let at = spot.event + by; at >= 0 && at < events.length; at += by) {
    const run = id === undefined ? -1 : runsAt(events, at).findIndex((one) => one.id === id)
    if (id === undefined || run !== -1) return { event: at, run }
  }
  return spot
}

function edge(events: readonly TimelineEvent[], spot: TimelineSpot, inwards: 1 | -1): TimelineSpot {
  const outside = inwards === 1 ? -1 : events.length
  const { id } = runsAt(events, spot.event)[spot.run] ?? {}
  if (id === undefined) return { event: outside + inwards, run: -1 }
  for (let at = outside + inwards; at !== spot.event; at += inwards) {
    const run = runsAt(events, at).findIndex((one) => one.id === id)
    if (run !== -1) return { event: at, run }
  }
  return spot
}

function notable(events: readonly TimelineEvent[], spot: TimelineSpot, by: 1 | -1): TimelineSpot {
  for (let at = spot.event + by; at >= 0 && at < events.length; at += by) {
    if (NOTABLE.includes((events[at] as TimelineEvent).sign)) return { event: at, run: -1 }
  }
  return spot
}

function runsAt(events: readonly TimelineEvent[], at: number): TimelineEvent['runs'] {
  return events[at]?.runs ?? []
}
