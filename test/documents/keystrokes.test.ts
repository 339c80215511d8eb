// Questions about types have a time limit, unless the previous version of the text answered them at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { Question } from '../../runtime/documents/typescript/typed/keystrokes.ts'
import { type EarlierVersions, typedView } from '../../runtime/documents/typescript/typed/view.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'

const BEFORE = 'export default { beforeTool: [(ctx) => ctx.] }'
const PLACE = BEFORE.indexOf('.]') + 1
const typed = (written: string) => `${BEFORE.slice(0, PLACE)}${written}${BEFORE.slice(PLACE)}`

const ROWS: readonly (readonly [
  what: string,
  text: string,
  before: [Question, number][],
  limited: boolean,
])[] = [
  ['a letter', typed('t'), [[PLACE, 5]], false],
  ['a letter taken out', BEFORE.replace('ctx.]', 'ct.]'), [[PLACE, 5]], false],
  ['nothing', BEFORE, [[PLACE, 5]], false],
  ['a letter where nothing was asked', typed('t'), [[3, 5]], true],
  ['a letter where an answer took its time', typed('t'), [[PLACE, 500]], true],
  ['a letter after another question', typed('t'), [['judged', 5]], true],
  ['two letters', typed('to'), [[PLACE, 5]], true],
  ['a bracket', typed('('), [[PLACE, 5]], true],
  ['another letter instead', BEFORE.replace('ctx.]', 'cty.]'), [[PLACE, 5]], true],
]

for (const [what, text, before, limited] of ROWS) {
  test(`after ${what} a question has ${limited ? 'a' : 'no'} time limit`, async () => {
    const limits = await limitsOf(text, before, true, limited)
    assert.equal(limits, limited)
  })
}

test('where a file that is imported has changed a question has a time limit', async () => {
  assert.equal(await limitsOf(typed('t'), [[PLACE, 5]], false, true), true)
})

/** Whether a compiler that exceeds the available time is stopped before it ends. */
async function limitsOf(
  text: string,
  before: [Question, number][],
  settled: boolean,
  expected: boolean,
): Promise<boolean> {
  let ended = false
  const programs = {
    check(): never {
      // On a busy machine the timer may be late.
      const end = performance.now() + (expected ? 10_000 : 200)
      while (performance.now() < end);
      ended = true
      throw new RangeError('no program')
    },
    local: () => undefined,
    isSettled: () => settled,
    places: () => new Map(),
    forget() {},
    close() {},
  }
  const dialect = dialects.compilr
  const path = '/ws/.compilr/hooks/a.mjs'
  const input = {
    ...{ path, text, exports: dialect.exports, events: Object.keys(dialect.events), dialect, version: 2 },
  }
  const earlier: EarlierVersions = {
    patience: new Map([[path, 20]]),
    answered: new Map([[path, { text: BEFORE, took: new Map(before) }]]),
  }
  const view = typedView(input, await understandDocument(input), programs, earlier)
  assert.deepEqual(view.entries(PLACE), [])
  return !ended
}
