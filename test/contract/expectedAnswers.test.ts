// The descriptions of a handler's events and of the answers they expect.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { answeredEvents } from '../../runtime/contract/expectedAnswers.ts'

for (const [events, expected] of [
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a or b or c'],
  [['a', 'b', 'c', 'd'], 'the event'],
] as const)
  test(`${events.length} events are called ${expected}`, () => {
    assert.equal(answeredEvents({ dialect: dialects.kodelet, events }), expected)
  })
