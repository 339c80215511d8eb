// The headline of a firing: its outcome in one line, with who decided and why.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headline, unanswered, wasRun } from '../../runtime/contract/headline.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'

const run = (more: Partial<HookRun>): HookRun => ({
  ...{ id: 'k:guard', name: 'guard', source: 'workspace', path: '', status: 'returned', durationMs: 1 },
  ...more,
})
const outcome = (more: Partial<Outcome>): Outcome => ({
  ...{ v: 1, dialect: 'kodelet', event: 'before_tool_call', decision: 'pass', payload: {}, changed: false },
  ...{ context: [], notes: [], followUps: [], hooks: [], durationMs: 1 },
  ...more,
})

const lost = run({ status: 'failed', failure: 'untrusted', why: 'changed since it was trusted' })
const runs: readonly (readonly [HookRun, boolean, readonly string[]])[] = [
  [run({}), true, []],
  [run({ status: 'failed', failure: 'crashed', why: 'exit code 3' }), true, ['guard: exit code 3']],
  [lost, false, ['not run: guard: changed since it was trusted']],
  [
    { ...lost, why: 'changed; detected when it ended, so other bytes may have run' },
    true,
    ['guard: changed; detected when it ended, so other bytes may have run'],
  ],
  [run({ status: 'skipped', why: 'broken: no shebang' }), false, ['not run: guard: broken: no shebang']],
  [run({ status: 'skipped', why: 'its matcher takes another tool' }), false, []],
]

test('a hook that was not started differs from one that failed', () => {
  for (const [one, ran, lines] of runs) {
    assert.equal(wasRun(one), ran, one.why)
    assert.deepEqual(unanswered([one]), lines)
  }
})

test('a headline says who decided and why, and that a pass is not everybody’s', () => {
  const rows: readonly (readonly [Partial<Outcome>, string])[] = [
    [{}, 'pass'],
    [{ decision: 'deny', by: 'k:guard', reason: 'no rm' }, 'deny by k:guard: no rm'],
    [{ answer: 1, by: 'k:guard' }, 'answered by k:guard'],
    [{ changed: true, hooks: [lost, run({})] }, 'pass, changed, but 1 of 2 hooks did not answer'],
  ]
  for (const [more, text] of rows) assert.equal(headline(outcome(more)), text)
})
