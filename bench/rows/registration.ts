// Building one chain of a thousand hooks, beside tapping the same functions one by one.

import { AsyncSeriesWaterfallHook } from 'tapable'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { hookOf } from '../fixtures.ts'
import { type BenchRow, nanos, paired } from '../measure.ts'

const HOOKS = 1000
const MOST_NS = 20_000
const event = 'tool_execute_before'
const dialect = secureyeoman as unknown as Dialect
const record = dialect.events[event] as EventRecord
const handler = async (payload: unknown) => payload

export async function registration(): Promise<BenchRow[]> {
  const measured = await paired(
    () => perHook(() => chainOf(dialect, event, record, Array.from({ length: HOOKS }, hookAt))),
    () =>
      perHook(() => {
        const hook = new AsyncSeriesWaterfallHook<[unknown]>(['payload'])
        for (let i = 0; i < HOOKS; i++) hook.tapPromise(`h${i}`, handler)
      }),
    25,
  )
  const { ours, theirs, ratio } = measured
  return [
    {
      name: 'registration of a hook',
      against: 'tapable tapPromise, for company',
      budget: `≤ ${nanos(MOST_NS)}`,
      ours: nanos(ours),
      theirs: nanos(theirs),
      ratio,
      ok: ours <= MOST_NS,
    },
  ]
}

function hookAt(_: unknown, order: number) {
  return hookOf(`h${order}`, {
    dialect: 'secureyeoman',
    events: [event],
    runner: 'in-process',
    order,
    handler,
  })
}

function perHook(register: () => void): number {
  const start = performance.now()
  register()
  return ((performance.now() - start) * 1e6) / HOOKS
}
