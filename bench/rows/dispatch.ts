// Dispatch in process: a chain of hooks that each replace the payload, validated, timed and watched,
// with a listener that hears every step, against tapable's waterfall of the same functions.

import { Hookable } from 'hookable'
import { AsyncSeriesWaterfallHook } from 'tapable'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Step } from '../../runtime/contract/outcome.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { createEngine } from '../../runtime/engine/engine.ts'

import { nanos, paired, perTurn, type Row } from '../measure.ts'

type Payload = typeof secureyeoman.events.tool_execute_before.example

const EVENT = 'tool_execute_before'
const record = secureyeoman.events[EVENT]

/** A hook as people write it: async, hands back a changed copy. */
const replace = async (payload: Payload): Promise<Payload> => ({
  ...payload,
  timestamp: payload.timestamp + 1,
})

export async function dispatch(): Promise<Row[]> {
  const rows: Row[] = []
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

async function against(count: number, budget: number, listening: boolean): Promise<Row> {
  const turns = Math.ceil(20_000 / count)
  const fire = ours(count, listening)
  const waterfall = tapable(count)
  const {
    ours: a,
    theirs: b,
    ratio,
  } = await paired(
    () => perTurn(turns, fire),
    () => perTurn(turns, waterfall),
  )
  return {
    name: `dispatch, chain of ${count}${listening ? ', with a listener' : ''}`,
    against: 'tapable AsyncSeriesWaterfallHook.promise',
    budget: `≤ ${budget} ×`,
    ours: `${nanos(a / count)} a hook`,
    theirs: `${nanos(b / count)} a hook`,
    ratio,
    ok: ratio <= budget,
  }
}

async function besideHookable(): Promise<Row> {
  const hooks = new Hookable<{ e: (payload: Payload) => Promise<void> }>()
  for (let i = 0; i < 10; i++) hooks.hook('e', async (payload) => void (await replace(payload)))
  const fire = ours(10, false)
  const {
    ours: a,
    theirs: b,
    ratio,
  } = await paired(
    () => perTurn(2000, fire),
    () => perTurn(2000, () => hooks.callHook('e', example())),
  )
  return {
    name: 'dispatch, chain of 10',
    against: 'hookable callHook (no results, no time-outs)',
    budget: 'beside it',
    ours: `${nanos(a / 10)} a hook`,
    theirs: `${nanos(b / 10)} a hook`,
    ratio,
    ok: true,
  }
}

async function nothing(): Promise<Row> {
  const fire = ours(0, false)
  const noop = async () => {}
  const {
    ours: a,
    theirs: b,
    ratio,
  } = await paired(
    () => perTurn(50_000, fire),
    () => perTurn(50_000, noop),
  )
  return {
    name: 'firing with no hooks and no listener',
    against: 'awaiting an async function that does nothing',
    budget: '≤ 2 ×',
    ours: nanos(a),
    theirs: nanos(b),
    ratio,
    ok: ratio <= 2,
  }
}

function example(): Payload {
  return { ...record.example }
}

function ours(count: number, listening: boolean): () => unknown {
  const engine = createEngine({ executorOf: noExecutor, trusts: () => undefined })
  const chain = chainOf(secureyeoman as unknown as Dialect, EVENT, record, hooks(count))
  const heard: { last?: Step } = {}
  const options = {
    emit: (step: Step) => {
      heard.last = step
    },
  }
  return listening ? () => engine.fire(chain, example(), options) : () => engine.fire(chain, example())
}

function hooks(count: number): Hook[] {
  return Array.from({ length: count }, (_, order) => ({
    id: `secureyeoman:workspace:h${order}`,
    name: `h${order}`,
    dialect: 'secureyeoman',
    events: [EVENT],
    source: 'workspace',
    path: '',
    runner: 'in-process',
    state: 'active',
    order,
    timeoutMs: 5000,
    files: [],
    handler: replace,
  }))
}

function tapable(count: number): () => Promise<unknown> {
  const hook = new AsyncSeriesWaterfallHook<[Payload]>(['payload'])
  for (let i = 0; i < count; i++) hook.tapPromise(`h${i}`, replace)
  return () => hook.promise(example())
}

function noExecutor(): never {
  throw new Error('hooks of this process need no executor')
}
