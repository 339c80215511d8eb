// Which events a filter leaves: those that hold each of its words in their name, their hooks, or what they came to.
// Pure: knows no page.

import type { Sign } from '../../signs.ts'
import type { TimelineEvent } from '../messages.ts'

const texts = new WeakMap<TimelineEvent, string>()

/** The events that a filter leaves, in their order. */
export function matching(events: readonly TimelineEvent[], filter: string): readonly TimelineEvent[] {
  const words = wordsOf(filter)
  if (words.length === 0) return events
  return events.filter((event) => {
    const text = textOf(event)
    return words.every((word) => text.includes(word))
  })
}

/** The filter with a word put in, or taken out where it was in. */
export function toggled(filter: string, word: string): string {
  const words = wordsOf(filter)
  const wanted = word.toLowerCase()
  return (words.includes(wanted) ? words.filter((one) => one !== wanted) : [...words, wanted]).join(' ')
}

/** The words of a filter. */
export function wordsOf(filter: string): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

/** How many events came to each sign. */
export function tally(events: readonly TimelineEvent[]): ReadonlyMap<Sign, number> {
  const counts = new Map<Sign, number>()
  for (const { sign } of events) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return counts
}

// `is:` before the event's own sign tells it from its hooks' words.
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
