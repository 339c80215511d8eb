// Filters recorded events by event, hook and outcome. Pure: does not use the editor.

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

/** True if nothing is filtered out. */
export function isOpen({ events, hooks, outcomes }: Filter): boolean {
  return events.length + hooks.length + outcomes.length === 0
}

/** Whether an event passes: it must match one value of each kind that is set. */
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

/** The values to choose from with the number of events for each, most frequent first. */
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

/** Summary of the filter. */
export function filterText({ events, hooks, outcomes }: Filter): string {
  return [...outcomes.map(inWords), ...events, ...hooks.map((id) => id.split(':').at(-1) ?? id)].join(', ')
}
