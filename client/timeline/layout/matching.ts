// Filters events: an event matches if every word of the filter occurs in its name, its hooks or its result. Pure: does
// not use the page.

import type { Sign } from '../../signs.ts'
import type { TimelineEvent } from '../messages.ts'

const texts = new WeakMap<TimelineEvent, string>()

/** The events that match a filter, in order. */
export function matching(events: readonly TimelineEvent[], filter: string): readonly TimelineEvent[] {
  const words = wordsOf(filter)
  if (words.length === 0) return events
  return events.filter((event) => {
    const text = textOf(event)
    return words.every((word) => text.includes(word))
  })
}

/** The filter with a word added, or removed if it was present. */
export function toggled(filter: string, word: string): string {
  const words = wordsOf(filter)
  const wanted = word.toLowerCase()
  return (words.includes(wanted) ? words.filter((one) => one !== wanted) : [...words, wanted]).join(' ')
}

/** The words of a filter. */
export function wordsOf(filter: string): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Number of events by sign. */
export function tally(events: readonly TimelineEvent[]): ReadonlyMap<Sign, number> {
  const counts = new Map<Sign, number>()
  for (const { sign } of events) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return counts
}

// The prefix `is:` distinguishes the event's own sign from words of its hooks.
function textOf(event: TimelineEvent): string {
  let text = texts.get(event)
  if (text === undefined) {
    const runs = event.runs.map(({ name, word, sign }) => (sign === 'skipped' ? '' : `${name} ${word}`))
    text = [
      `is:${event.sign}`,
      event.event,
      event.dialect,
      event.word,
      event.gist,
      event.reason ?? '',
      ...runs,
    ]
      .join('\n')
      .toLowerCase()
    texts.set(event, text)
  }
  return text
}
