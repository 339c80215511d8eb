// Events that a dialect spells in several ways: hooks of every spelling run at the same moment, each with a payload in
// its own spelling. Pure; the host's record translates payloads.

import type { Dialect } from './dialect.ts'
import type { Lifecycle } from './eventRecord.ts'
import type { Hook } from './hook.ts'

type Events = Pick<Dialect, 'events'>

/** Whether two names are spellings of one event. */
export function isSameEvent(dialect: Events, one: string, two: string): boolean {
  return one === two || firstSpelling(dialect, one) === firstSpelling(dialect, two)
}

/** The event name of a host's entry, where it differs from the name that fired; undefined where they are equal. */
export function otherSpelling({ entry }: Pick<Hook, 'entry'>, event: string): string | undefined {
  return entry === undefined || entry.event === event ? undefined : entry.event
}

/** The lifecycle point of an event, regardless of its spelling. */
export function lifecycleOf(dialect: Events, event: string): Lifecycle | undefined {
  return recordIn(dialect, firstSpelling(dialect, event))?.lifecycle
}

function firstSpelling(dialect: Events, event: string): string {
  return recordIn(dialect, event)?.respells ?? event
}

function recordIn({ events }: Events, event: string) {
  return Object.hasOwn(events, event) ? events[event] : undefined
}
