// Which runs count as calls of a hook in the statistics.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counter } from '../../runtime/cli/stats.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'

const run = (more: Partial<HookRun>): HookRun => ({
  ...{ id: 'k:guard', name: 'guard', source: 'workspace', path: '', status: 'returned', durationMs: 2 },
  ...more,
})

test('a hook that was not run, for want of trust or for another reason, is no call and no failure', () => {
  const count = counter()
  count.add(run({ status: 'failed', failure: 'untrusted', why: 'not trusted yet', durationMs: 0 }))
  count.add(run({ status: 'skipped' }))
  assert.deepEqual(count.rows(), [])
  count.add(run({}))
  count.add(run({ status: 'failed', failure: 'crashed' }))
  assert.deepEqual(count.rows(), [{ id: 'k:guard', calls: 2, failures: 1, p50: 2, p95: 2, max: 2 }])
})
