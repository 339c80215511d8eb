// Finds the event of another host that fires at the same moment. Returns nothing where there is none.

import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import { lifecycleOf } from '../spelling.ts'

/**
 * The event of the same moment with the most similar payload, and of those the one with the same name. For an event of
 * some tools only, the event of all tools.
 */
export function eventThere(
  record: EventRecord,
  name: string,
  from: Pick<Dialect, 'events'>,
  to: Pick<Dialect, 'events'>,
): string | undefined {
  const moment = lifecycleOf(from, record.beside?.event ?? name)
  const all = Object.entries(to.events).filter(([one]) => lifecycleOf(to, one) === moment)
  if (moment === undefined) return all.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[0]
  const alike = ({ common }: EventRecord) =>
    Object.entries(record.common).filter(([key, path]) => common[key as keyof typeof common] === path).length
  const isSame = (event: string): number => Number(event === name)
  return all.toSorted(
    ([one, first], [two, second]) => alike(second) - alike(first) || isSame(two) - isSame(one),
  )[0]?.[0]
}
