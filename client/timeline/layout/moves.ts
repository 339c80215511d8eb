// Where the keys lead: along the events, along the runs of one hook, from an event to its runs and back, to the next
// thing that went wrong, along the hooks that made an event take its time. Pure: knows no page and no pixels.

import type { Sign } from '../../signs.ts'
import type { TimelineEvent } from '../messages.ts'
import { nextCritical } from './critical.ts'

/** What has the focus: an event, or with a run that is not -1 one of its hooks. */
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

/** Where a move leads; where it leads nowhere, one stays. Undefined only where there is nothing. */
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

// The same place among events that became others: nothing stays focused that is not there.
function within(events: readonly TimelineEvent[], { event, run }: TimelineSpot): TimelineSpot | undefined {
  if (events.length === 0) return undefined
  const at = Math.min(Math.max(event, 0), events.length - 1)
  return { event: at, run: at === event ? Math.min(run, runsAt(events, at).length - 1) : -1 }
}

// On a run, left and right stay with its hook.
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
