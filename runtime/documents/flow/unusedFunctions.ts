// Functions that nothing in their file mentions: others may import them, for events that the file's entries do not have.

import type { FlowReading } from './state.ts'
import type { FlowRoutine } from './values.ts'

/** The event that an answer says it is for. */
const ANSWERED_EVENT = /\bhookEventName["']?\s{0,9}[:=]\s{0,9}["'](\w+)["']/g

/** Whether an unused function answers only events that no entry calls the script for. */
export function answersOtherEvents({ name, node }: FlowRoutine, { input }: FlowReading): boolean {
  const { called, events, text } = input
  // Names of other languages than Python begin with a sign of their own.
  const [word] = /\w+$/.exec(name) ?? []
  if (called === undefined || word === undefined) return false
  const named = [...node.text.matchAll(ANSWERED_EVENT)].map(([, event]) => event)
  const own = new Set(events.map((event) => event.replace(/ with .*$/s, '')))
  if (named.length === 0 || named.some((event) => own.has(event ?? ''))) return false
  // A text with the same word is no use: `"deny"`.
  return text.split(new RegExp(`(?<!["'\\w])${word}(?!["'\\w])`), 3).length === 2
}
