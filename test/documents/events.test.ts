// What is recommended for an event that a dialect does not have.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventProblems } from '../../runtime/documents/events.ts'

const fixFor = (events: readonly string[], event: string): string | undefined => {
  const text = `echo ${event}`
  const input = { path: 'a', text, exports: 'executable', events } as Parameters<typeof eventProblems>[0]
  return eventProblems(input, event, { start: 5, end: text.length })[0]?.fix
}

test('an event with no similar name: a few events are listed, of many the page is named', () => {
  const many = Array.from({ length: 9 }, (_, at) => `event_${'abcdefghi'[at]}`)
  assert.equal(fixFor(['turn_end', 'agent_init'], 'qqqqqqqqqqqq'), 'Its events are turn_end, agent_init.')
  assert.equal(fixFor(many, 'qqqqqqqqqqqq'), 'See docs/events.md for the 9 events of the dialect.')
})

test('an event with a similar name is replaced by that one', () => {
  assert.equal(fixFor(['turn_end', 'agent_init'], 'turn_ned'), 'Write "turn_end".')
})
