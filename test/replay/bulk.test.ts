// Bulk replay against replay one by one: the results are the same, whatever the hooks do.

import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { isObject } from '../../runtime/contract/json.ts'
import { replayRecording } from '../../runtime/replay/replay.ts'
import type { ReplayOptions } from '../../runtime/replay/replayedEvent.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { recordWorkspace } from '../../runtime/workspace/recording.ts'
import { temporary } from '../recordings/support.ts'
import { fc } from '../support/property.ts'
import { tokens } from '../support/secrets.ts'

const secret = tokens['GitHub personal'] ?? ''

// The tool's name selects what a hook does; some of it depends on the version.
const sy = (version: number) => `let count = 0
export default { name: 'all', hooks: {
  tool_execute_before: async (ctx, { signal }) => {
    count++
    switch (ctx.toolName) {
      case 'pass': return ctx
      case 'count': return { ...ctx, input: { ...ctx.input, count } }
      case 'change': return { ...ctx, input: { version: ${version}, count } }
      case 'deny': return null
      case 'mutate': ctx.input.secretly = true; return { ...ctx, toolName: 'mutated' }
      case 'mutate only': ctx.input.secretly = true; return JSON.parse(JSON.stringify({ ...ctx, input: {} }))
      case 'throw': throw new TypeError('no')
      case 'wrong': return { toolName: 3 }
      case 'nothing': return undefined
      case 'function': return { ...ctx, input: { format: () => 1 } }
      case 'class': return { ...ctx, input: { at: new Date(0), map: new Map(), nothing: undefined } }
      case 'print': console.log('count', count, process.env.HOOKBENCH_EVENT); return ctx
      case 'cwd': return { ...ctx, input: { cwd: process.cwd() === ${JSON.stringify('/')}, aborted: signal.aborted } }
      case 'wait': return new Promise((resolve) => setTimeout(resolve, 3, ctx))
      case 'leak': return { ...ctx, input: { token: '${secret}', text: 'see ${secret}' } }
      case 'late': setTimeout(() => { throw new Error('late') }, 1); return new Promise((resolve) => setTimeout(resolve, 20, ctx))
      case 'never': return new Promise(() => {})
      case 'spin': for (;;);
      case 'exit': process.exit(3)
      case 'grow': { const all = []; for (;;) all.push(Buffer.alloc(8 << 20, 1)) }
    }
    return ctx
  },
} }
`
const second = `let seen = 0
export const tool_execute_before = (ctx) => ({ ...ctx, input: { ...ctx.input, seen: ++seen } })
export const message_loop_end = (ctx) => { ctx.changed = true; console.error('end', ++seen) }
`
const compilr = (version: number) => `export default {
  beforeTool: [
    (ctx) => { ctx.metadata = { ...ctx.metadata, seen: ${version} }; return ctx.toolName === 'skip' ? { skip: true, skipResult: { v: ${version} } } : undefined },
    (ctx) => ({ input: { ...ctx.input, from: ctx.metadata?.seen ?? null, aborted: ctx.signal.aborted } }),
  ],
}
`
const guard = `#!/bin/bash
if [ "$1" = hook ]; then echo before_tool_call; exit 0; fi
if grep -q sudo; then echo '{"blocked":true,"reason":"no sudo"}'; fi
`

type Sent = {
  readonly dialect: DialectId
  readonly event: string
  readonly tool: string
  readonly session: string
}

const mild = [
  ...['pass', 'count', 'change', 'deny', 'mutate', 'mutate only', 'throw', 'wrong', 'nothing'],
  ...['function', 'class', 'print', 'cwd', 'wait', 'leak', 'late'],
]

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

function shop(t: TestContext, maxExecutionTime = 60_000, alone = false) {
  const folder = temporary(t)
  const root = join(folder, 'shop')
  const home = join(folder, 'home')
  mkdirSync(home)
  const write = (version: number) => {
    put(join(root, 'extensions', '_10_all.mjs'), sy(version))
    if (!alone) put(join(root, 'extensions', '_20_second.mjs'), second)
    put(join(root, '.compilr', 'hooks', 'config.mjs'), compilr(version))
    if (process.platform !== 'win32') put(join(root, '.kodelet', 'hooks', 'guard'), guard, 0o755)
  }
  write(1)
  const open = () => openWorkspace({ root, home, trust: 'workspace', settings: { maxExecutionTime } })
  return { root, write, open }
}

type Shop = ReturnType<typeof shop>

/** Fires these events and returns the path of one recording of all sessions. */
async function record({ open, root }: Shop, sent: readonly Sent[]): Promise<string> {
  const workspace = await open()
  const recorder = recordWorkspace(workspace, (message) => assert.fail(message))
  for (const { dialect, event, tool, session } of sent) {
    await workspace.fire(event, payloadOf(dialect, event, tool), { dialect, session })
  }
  recorder.close()
  await workspace.close()
  // Merges the files of all sessions, ordered by time.
  const files = recorder.paths().map((path) => readFileSync(path, 'utf8').trimEnd().split('\n'))
  const lines = files.flatMap(([, ...steps], file) =>
    steps.map((line) => ({
      line: line.replace('"firing":"f', `"firing":"${file}f`),
      at: Number(/"at":([\d.]+)/.exec(line)?.[1]),
    })),
  )
  lines.sort((one, two) => one.at - two.at)
  const all = join(root, 'all.ndjson')
  writeFileSync(all, `${[files[0]?.[0], ...lines.map(({ line }) => line)].join('\n')}\n`)
  return all
}

function payloadOf(dialect: DialectId, event: string, tool: string): unknown {
  const example = recordOf(dialect, event)?.example as Record<string, unknown>
  if (dialect === 'kodelet') return { ...example, tool_input: { command: tool } }
  return 'toolName' in example ? { ...example, toolName: tool } : example
}

/** What must be equal: everything except times, stack frames, and the second attempt at a lost call. */
function essence(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => essence(item))
  if (key === 'stderr' && typeof value === 'string') return value.replaceAll(/\n\s+at .*/g, '')
  if (!isObject(value)) return value
  const fields = Object.entries(value).filter(([name, item]) => !TIMES.has(name) && item !== undefined)
  return Object.fromEntries(fields.map(([name, item]) => [name, essence(item, name)]))
}

const TIMES = new Set(['durationMs', 'rerun'])

async function bothWays({ open }: Shop, path: string, options: ReplayOptions = {}) {
  const received: [number, string, boolean][][] = []
  const [bulk, single] = await Promise.all(
    [0, Number.POSITIVE_INFINITY].map(async (bulkFrom, way) => {
      received[way] = []
      return replayRecording(open, path, {
        ...options,
        bulkFrom,
        onEvent: ({ n, session, same }) => received[way]?.push([n, session, same]),
      })
    }),
  )
  assert.ok(bulk !== undefined && single !== undefined)
  assert.deepEqual(essence(bulk), essence(single))
  assert.deepEqual(received[0], received[1], 'events are told of in the same order')
  return bulk
}

const sends: fc.Arbitrary<Sent> = fc
  .record({
    tool: fc.constantFrom(...mild, 'ls', 'skip'),
    session: fc.constantFrom('s1', 's2'),
    of: fc.constantFrom<readonly [DialectId, string]>(
      ['secureyeoman', 'tool_execute_before'],
      ['secureyeoman', 'message_loop_end'],
      ['secureyeoman', 'memory_save_before'],
      ['compilr', 'beforeTool'],
    ),
  })
  .map(({ tool, session, of: [dialect, event] }) => ({ dialect, event, tool, session }))

const variants: readonly ReplayOptions[] = [
  {},
  { keep: 'notable' },
  { hook: 'second', keep: 'notable' },
  { set: { toolName: 'change' }, shard: { i: 2, n: 3 } },
]

test('bulk and one by one come to the same, for hooks of all manners', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(sends, { minLength: 60, maxLength: 120 }), async (sent) => {
      const at = shop(t)
      const kodelet = ['sudo ls', 'ls'].map(
        (tool) => ({ dialect: 'kodelet', event: 'before_tool_call', tool, session: 's1' }) as const,
      )
      const path = await record(at, [...sent.slice(0, 30), ...kodelet, ...sent.slice(30)])
      const same = await bothWays(at, path)
      assert.equal(same.changed + same.failed, 0)
      at.write(2)
      for (const options of variants) await bothWays(at, path, options)
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

test('a hook that hangs, exits or never answers costs exactly its own event', async (t) => {
  const at = shop(t, 2500, true)
  const tools = ['count', 'spin', 'count', 'exit', 'count', 'never', 'count', 'count']
  const path = await record(
    at,
    tools.map((tool) => ({ dialect: 'secureyeoman', event: 'tool_execute_before', tool, session: 's1' })),
  )
  const done = await bothWays(at, path)
  assert.deepEqual([done.same, done.failed], [tools.length, 0])
  assert.deepEqual(
    done.events.map(({ replayed }) => replayed !== null && 'hooks' in replayed && replayed.hooks[0]?.failure),
    [undefined, 'timeout', undefined, 'crashed', undefined, 'timeout', undefined, undefined],
  )
})

test('a hook that ends every thread it is in is replayed one by one', async (t) => {
  const at = shop(t, undefined, true)
  const tools = ['exit', 'exit', 'exit', 'exit', 'count', 'exit', 'count']
  const path = await record(
    at,
    tools.map((tool) => ({ dialect: 'secureyeoman', event: 'tool_execute_before', tool, session: 's1' })),
  )
  assert.equal((await bothWays(at, path)).same, tools.length)
})

const MIB = 1024 * 1024

test('memory stays flat over many events, and no thread is left behind', async (t) => {
  const at = shop(t)
  const one = await record(at, [
    { dialect: 'secureyeoman', event: 'tool_execute_before', tool: 'pass', session: 's1' },
    { dialect: 'compilr', event: 'beforeTool', tool: 'ls', session: 's1' },
  ])
  const [header = '', ...lines] = readFileSync(one, 'utf8').trimEnd().split('\n')
  const long = join(at.root, 'long.ndjson')
  writeFileSync(long, `${header}\n`)
  const block = `${lines.join('\n')}\n`.repeat(1000)
  for (let i = 0; i < 50; i++) appendFileSync(long, block)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let count = 0
  // Bytes in use after a collection, every 2,500 events: how much garbage lies about is up to the system.
  const inUse: number[] = []
  // Of the whole process, threads included; what the system has given back is up to it.
  const resident: number[] = []
  const { same, changed, failed } = await replayRecording(at.open, long, {
    keep: 'notable',
    // Hooks that count answer differently each time; this hook does not.
    hook: 'all',
    onEvent() {
      if (++count % 2500 !== 0) return
      collect()
      const { heapUsed, external, rss } = process.memoryUsage()
      inUse.push(heapUsed + external)
      resident.push(rss)
    },
  })
  assert.deepEqual([same, changed, failed], [50_000, 0, 0])
  const growth = Math.max(...inUse) - (inUse[1] ?? 0)
  assert.ok(growth < 20 * MIB, `${growth} bytes more than after 5,000 events: ${inUse.join(', ')}`)
  const larger = Math.max(...resident) - (resident[1] ?? 0)
  assert.ok(larger < 300 * MIB, `${larger} bytes more than after 5,000 events: ${resident.join(', ')}`)
  // The port of an ended thread is closed a moment later.
  const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
  for (let tries = 0; ports() > 0 && tries < 600; tries++) await sleep(50)
  assert.equal(ports(), 0)
})
