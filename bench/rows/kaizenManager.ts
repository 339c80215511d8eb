// ADR-010's five performance targets, measured with the Kaizen manager, each target beside our figure. The budgets are
// our own and far below the targets.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Stats } from '../../runtime/managers/kaizen/stats.ts'
import { BaseHook, HookManager } from '../../runtime/managers/kaizen.ts'
import { type BenchRow, bytes, median, nanos } from '../measure.ts'

const HOOKS = 100
const AGENTS = 1000
const ROUNDS = 15
const data = { tool_name: 'Read', tool_input: { file_path: 'notes.txt' } }
const run = promisify(execFile)

class Idle extends BaseHook {
  override async handle() {
    return { success: true }
  }
}

export async function kaizenManager(): Promise<BenchRow[]> {
  return [
    figure('hook execution overhead, 100 hooks', '< 5 ms a hook', await overhead(), 10_000),
    figure('hook registration', '< 1 ms', await repeated(registration), 20_000),
    figure('stats tracking', '< 0.1 ms', await repeated(tracking), 1000),
    await memory(),
    await atOnce(),
  ]
}

function figure(name: string, target: string, ns: number, most: number): BenchRow {
  return {
    name: `Kaizen manager: ${name}`,
    against: 'the target of ADR-010',
    budget: `≤ ${nanos(most)}`,
    ours: nanos(ns),
    theirs: target,
    ok: ns <= most,
  }
}

/** The manager's overhead per hook, in nanoseconds: all of the time, because the hooks do nothing. */
async function overhead(): Promise<number> {
  const manager = withHooks(HOOKS)
  return repeated(async () => {
    const start = performance.now()
    for (let i = 0; i < 100; i++) await manager.trigger('pre_tool_use', 'agent', data)
    return ((performance.now() - start) * 1e6) / (100 * HOOKS)
  })
}

function registration(): number {
  const start = performance.now()
  withHooks(1000)
  return ((performance.now() - start) * 1e6) / 1000
}

function tracking(): number {
  const stats = new Stats()
  const start = performance.now()
  for (let i = 0; i < 100_000; i++) stats.count('hook', 0.1, true)
  return ((performance.now() - start) * 1e6) / 100_000
}

async function memory(): Promise<BenchRow> {
  const path = join(import.meta.dirname, '..', 'heap', 'kaizenManager.ts')
  const { stdout } = await run(process.execPath, ['--expose-gc', path])
  const each = Number(stdout)
  return {
    name: 'Kaizen manager: memory per hook, 1000 hooks',
    against: 'the target of ADR-010',
    budget: `≤ ${bytes(10_000)}`,
    ours: bytes(each),
    theirs: '< 100 KB',
    ok: each <= 10_000,
  }
}

/** Every hook waits until the hooks of all agents run; if fewer could run at once, the hooks would time out. */
async function atOnce(): Promise<BenchRow> {
  const manager = new HookManager({ log: () => {} })
  const { promise: all, resolve } = Promise.withResolvers<void>()
  let running = 0
  manager.register('pre_tool_use', async () => {
    if (++running === AGENTS) resolve()
    await all
    return { success: true }
  })
  const agents = Array.from({ length: AGENTS }, (_, i) => manager.trigger('pre_tool_use', `agent-${i}`, data))
  const done = (await Promise.all(agents)).filter(([result]) => result?.success === true).length
  return {
    name: 'Kaizen manager: hooks at once, parallel agents',
    against: 'the target of ADR-010',
    budget: `≥ ${AGENTS}`,
    ours: String(done),
    theirs: '> 50',
    ok: done === AGENTS,
  }
}

function withHooks(count: number): HookManager {
  const manager = new HookManager()
  for (let i = 0; i < count; i++) manager.register('pre_tool_use', new Idle(`h${i}`))
  return manager
}

async function repeated(measure: () => number | Promise<number>): Promise<number> {
  const values: number[] = []
  for (let i = 0; i < ROUNDS; i++) values.push(await measure())
  return median(values)
}
