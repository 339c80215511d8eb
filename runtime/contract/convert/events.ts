// Which event of another host is called at the same moment. Nothing is invented: where there is none, there is none.

import type { Dialect, EventRecord } from '../dialect.ts'

/** The event of the same moment: of the same name, else the one whose payload is spelled most alike. */
export function eventThere(
  record: EventRecord,
  name: string,
  { events }: Pick<Dialect, 'events'>,
): string | undefined {
  const moment = momentOf(record)
  const all = Object.entries(events).filter(([, one]) => momentOf(one) === moment)
  if (moment === undefined) return all.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[0]
  const alike = ({ common }: EventRecord) =>
    Object.entries(record.common).filter(([key, path]) => common[key as keyof typeof common] === path).length
  const same = all.find(([one]) => one === name)
  return (same ?? all.toSorted(([, one], [, two]) => alike(two) - alike(one))[0])?.[0]
}

function momentOf({ lifecycle, respells }: EventRecord): EventRecord['lifecycle'] {
  return lifecycle ?? respells
}
