// Shortening a value to 200 characters for an agent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brief } from '../../runtime/tools/lines.ts'

const rows: readonly (readonly [what: string, value: unknown, shown: string])[] = [
  ['nothing', undefined, 'nothing'],
  ['an object', { a: [1] }, '{"a":[1]}'],
  ['what JSON has no word for', Symbol('a'), 'Symbol(a)'],
  ['200 characters', 'a'.repeat(198), `"${'a'.repeat(198)}"`],
  ['201 characters', 'a'.repeat(199), `"${'a'.repeat(198)}…`],
]

for (const [what, value, shown] of rows) {
  test(`${what} is shown in 200 characters`, () => assert.equal(brief(value), shown))
}
