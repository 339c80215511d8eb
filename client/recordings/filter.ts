// Which recorded events are shown: those of some events, some hooks, some outcomes. Pure: knows no editor.

import type { RecordedEventMessage } from '../protocol.ts'
import { inWords } from '../say.ts'
import { type Sign, signOfOutcome } from '../signs.ts'

export type Filter = {
  readonly events: readonly string[]
  /** Hook ids. */
  readonly hooks: readonly string[]
  readonly outcomes: readonly Sign[]
}

export const NO_FILTER: Filter = { events: [], hooks: [], outcomes: [] }

/** True where everything is shown. */
export function isOpen({ events, hooks, outcomes }: Filter): boolean {
  return events.length + hooks.length + outcomes.length === 0
}

/** Whether an event passes: one of each kind that is asked for. */
export function passes(filter: Filter, { event, outcome, settled }: RecordedEventMessage): boolean {
  const { events, hooks, outcomes } = filter
  return (
    (events.length === 0 || events.includes(event)) &&
    (hooks.length === 0 ||
      outcome.hooks.some(({ id, status }) => status !== 'skipped' && hooks.includes(id))) &&
    (outcomes.length === 0 || outcomes.includes(signOfOutcome(outcome, settled)))
  )
}

export type FilterChoice = { readonly value: string; readonly count: number }

/** What can be chosen from, with how many events each has: the most frequent first. */
export function choices(events: readonly RecordedEventMessage[]) {
  const sorted = (values: readonly string[]): readonly FilterChoice[] =>
    [...Map.groupBy(values, (value) => value)]
      .map(([value, all]) => ({ value, count: all.length }))
      .toSorted((one, two) => two.count - one.count || (one.value < two.value ? -1 : 1))
  return {
    events: sorted(events.map(({ event }) => event)),
    hooks: sorted(
      events.flatMap(({ outcome }) => [
        ...new Set(outcome.hooks.flatMap(({ id, status }) => (status === 'skipped' ? [] : [id]))),
      ]),
    ),
    outcomes: sorted(events.map(({ outcome, settled }) => signOfOutcome(outcome, settled))),
  }
}

/** The filter in a few words. */
export function filterText({ events, hooks, outcomes }: Filter): string {
  return [...outcomes.map(inWords), ...events, ...hooks.map((id) => id.split(':').at(-1) ?? id)].join(', ')
}
