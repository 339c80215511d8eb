// In-process dispatch: a chain of hooks that each replace the payload, with validation, timing and time-outs, with and
// without a listener that receives every step, against tapable's waterfall of the same functions.

import { Hookable } from 'hookable'
import { AsyncSeriesWaterfallHook } from 'tapable'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Step } from '../../runtime/contract/outcome.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { createEngine } from '../../runtime/engine/engine.ts'
import { hookOf } from '../fixtures.ts'
import { atMost, type BenchRow, type Measured, nanos, paired, perTurn } from '../measure.ts'

type Payload = typeof secureyeoman.events.tool_execute_before.example

const EVENT = 'tool_execute_before'
const ROUNDS = 61
const record = secureyeoman.events[EVENT]

/** A typical hook: async, returns a changed copy. */
const replace = async (payload: Payload): Promise<Payload> => ({
  ...payload,
  timestamp: payload.timestamp + 1,
})

export async function dispatch(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [count, budget] of [
    [1, 3],
    [10, 2],
    [100, 1.2],
  ] as const) {
    for (const listening of [false, true]) rows.push(await against(count, budget, listening))
  }
  rows.push(await besideHookable())
  rows.push(await nothing())
  return rows
}

async function against(count: number, budget: number, listening: boolean): Promise<BenchRow> {
  const fire = ours(count, listening)
  const waterfall = tapable(count)
  const name = `dispatch, chain of ${count}${listening ? ', with a listener' : ''}`
  const measured = await sideBySide(count, fire, waterfall)
  return atMost({ name, against: 'tapable AsyncSeriesWaterfallHook.promise', budget, show: aHook }, measured)
}

async function besideHookable(): Promise<BenchRow> {
  const hooks = new Hookable<{ e: (payload: Payload) => Promise<void> }>()
  for (let i = 0; i < 10; i++) hooks.hook('e', async (payload) => void (await replace(payload)))
  const measured = await sideBySide(10, ours(10, false), () => hooks.callHook('e', example()))
  const against = 'hookable callHook (no results, no time-outs)'
  return atMost({ name: 'dispatch, chain of 10', against, show: aHook }, measured)
}

async function nothing(): Promise<BenchRow> {
  const engine = createEngine({ executorOf: noExecutor, trusts: () => undefined })
  const chain = chainOf(secureyeoman as unknown as Dialect, EVENT, record, [])
  const payload = example()
  const noop = async () => {}
  const measured = await paired(
    () => perTurn(20_000, () => engine.fire(chain, payload)),
    () => perTurn(20_000, noop),
    ROUNDS,
  )
  const against = 'awaiting an async function that does nothing'
  return atMost({ name: 'firing with no hooks and no listener', against, budget: 2 }, measured)
}

/** Cost per hook. Every batch runs about 10,000 hooks, whatever the length of the chain. */
function sideBySide(count: number, one: () => unknown, other: () => unknown): Promise<Measured> {
  const turns = Math.ceil(10_000 / count)
  const perHook = async (fire: () => unknown) => (await perTurn(turns, fire)) / count
  return paired(
    () => perHook(one),
    () => perHook(other),
    ROUNDS,
  )
}

function aHook(ns: number): string {
  return `${nanos(ns)} a hook`
}

function example(): Payload {
  return { ...record.example }
}

function ours(count: number, listening: boolean): () => unknown {
  const engine = createEngine({ executorOf: noExecutor, trusts: () => undefined })
  const chain = chainOf(secureyeoman as unknown as Dialect, EVENT, record, hooks(count))
  const latest: { last?: Step } = {}
  const options = {
    emit: (step: Step) => {
      latest.last = step
    },
  }
  return listening ? () => engine.fire(chain, example(), options) : () => engine.fire(chain, example())
}

function hooks(count: number): Hook[] {
  return Array.from({ length: count }, (_, order) =>
    hookOf(`h${order}`, {
      dialect: 'secureyeoman',
      events: [EVENT],
      runner: 'in-process',
      order,
      handler: replace,
    }),
  )
}

function tapable(count: number): () => Promise<unknown> {
  const hook = new AsyncSeriesWaterfallHook<[Payload]>(['payload'])
  for (let i = 0; i < count; i++) hook.tapPromise(`h${i}`, replace)
  return () => hook.promise(example())
}

function noExecutor(): never {
  throw new Error('hooks of this process need no executor')
}
