// Third-party words in labels, and what a replay shows where nothing changed or nothing ran.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLabel } from '../../client/plain.ts'
import { replayedResult, shownOf } from '../../client/replay/result.ts'
import { whyIdle } from '../../client/signs.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'

const run = (more: Partial<HookRun> = {}): HookRun => ({
  ...{ id: 'kodelet:workspace:guard', name: 'guard', source: 'workspace', path: '/w/guard' },
  ...{ status: 'returned', durationMs: 12 },
  ...more,
})

const same = (now: HookRun, payload: unknown) =>
  shownOf(
    'guard',
    replayedResult(
      { n: 1, event: 'e', dialect: 'kodelet', recorded: now, replayed: now, same: true },
      payload,
    ),
  )

test('a replay that is as recorded shows the payload before and after, whatever the hook answered', () => {
  const rows: readonly (readonly [Partial<HookRun>, object])[] = [
    [{}, { a: 1 }],
    [{ verdict: { decision: 'deny', reason: 'no' } }, { a: 1 }],
    [{ verdict: { payload: { a: 2 }, notes: ['n'] } }, { a: 2 }],
    [{ status: 'failed', failure: 'crashed', why: 'exit 2' }, { a: 1 }],
  ]
  for (const [now, right] of rows) {
    const shown = same(run(now), { a: 1 })
    assert.deepEqual([shown.kind, shown.left, shown.right], ['payload', { a: 1 }, right])
    assert.equal(shown.differs, now.verdict?.payload !== undefined)
  }
})

test('where it is not known what went in, the outcomes are shown', () => {
  assert.equal(same(run(), undefined).kind, 'outcome')
})

test('the reason why a hook did not run is shown once, as a sentence', () => {
  assert.equal(whyIdle('broken: Needs jq, which is not on the PATH.'), 'Needs jq, which is not on the PATH.')
  assert.equal(whyIdle('disabled: by the settings'), 'by the settings.')
})

test('a name in a label draws no sign, breaks no line and turns no writing', () => {
  const label = inLabel('$(trash) a\nb \u001B[31m \u202Ec')
  for (const unwanted of ['$(', '\n', '\u001B', '\u202E'])
    assert.ok(!label.includes(unwanted), JSON.stringify(label))
  assert.equal(inLabel('guard'), 'guard')
})
