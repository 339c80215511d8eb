// Events in sentences: all of a few, and of many how many there are.

/** `one`, `one or two`, `one, two and 16 more`. */
export function listed(events: readonly string[], word: 'or' | 'nor'): string {
  if (events.length > 3) return `${events.slice(0, 2).join(', ')} and ${events.length - 2} more`
  return events.join(` ${word} `)
}
