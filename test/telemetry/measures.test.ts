// The measurements taken from steps, exact to the millisecond, with a meter that stores its values.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Step } from '../../runtime/contract/outcome.ts'
import { openMeasures } from '../../runtime/telemetry/measures.ts'
import type { Meter } from '../../runtime/telemetry/openTelemetry.ts'

const dimensions = { 'hookbench.dialect': 'kodelet', 'hookbench.event': 'turn_end' }
const from = { ...dimensions, 'hookbench.hook.source': 'workspace' }
const fired = { kind: 'fired', firing: 'f1', dialect: 'kodelet', event: 'turn_end' }
const finished = (run: object) => ({ kind: 'finished', firing: 'f1', run: { source: 'workspace', ...run } })
const settled = { kind: 'settled', firing: 'f1', outcome: { durationMs: 2000, decision: 'pass' } }

const rows: readonly (readonly [what: string, steps: readonly object[], measured: readonly unknown[]])[] = [
  [
    'a firing and its hook, in seconds',
    [fired, finished({ status: 'returned', durationMs: 500 }), settled],
    [
      ['hookbench.hook.duration', 0.5, { ...from, 'hookbench.hook.status': 'returned' }],
      ['hookbench.firing.duration', 2, { ...dimensions, 'hookbench.decision': 'pass' }],
    ],
  ],
  [
    'a failure, counted besides',
    [fired, finished({ status: 'failed', failure: 'crashed', durationMs: 0 })],
    [
      ['hookbench.hook.duration', 0, { ...from, 'hookbench.hook.status': 'failed' }],
      ['hookbench.hook.failures', 1, { ...from, 'error.type': 'crashed' }],
    ],
  ],
  ['no hook that was skipped', [fired, finished({ status: 'skipped', durationMs: 0 })], []],
  ['no firing whose beginning was not heard', [settled], []],
  [
    'nothing after its end',
    [fired, settled, settled],
    [['hookbench.firing.duration', 2, { ...dimensions, 'hookbench.decision': 'pass' }]],
  ],
]

for (const [what, steps, measured] of rows) {
  test(`measured is ${what}`, () => {
    const found: unknown[] = []
    const keeps = (name: string) => {
      const keep = (value: number, attributes: object) => void found.push([name, value, attributes])
      return { record: keep, add: keep }
    }
    const listen = openMeasures({ createHistogram: keeps, createCounter: keeps } as unknown as Meter)
    for (const step of steps) listen(step as Step)
    assert.deepEqual(found, measured)
  })
}
