// Kaizen's HookManager against the text of ADR-010.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import type { HookContext, HookResult, HookManager as Published } from 'hookbench/kaizen'
import {
  BaseAgent,
  BaseHook,
  CostTrackingHook,
  FunctionHookAdapter,
  HookEvent,
  HookManager,
  HookPriority,
  KaizenOptions,
  LoggingHook,
  MetricsHook,
} from '../../runtime/managers/kaizen.ts'
import { writeTree } from '../support/tree.ts'

const data = { tool_name: 'Read', tool_input: { file_path: 'notes.txt' } }
const fine = async (): Promise<HookResult> => ({ success: true })

function quiet() {
  const log: string[] = []
  const manager: Published = new HookManager({ log: (line) => log.push(line) })
  return { manager, log }
}

test("the ADR's own example: a hook is registered and triggered", async () => {
  class MockHook extends BaseHook {
    override async handle(): Promise<HookResult> {
      return { success: true }
    }
  }
  const { manager } = quiet()
  manager.register(HookEvent.PRE_TOOL_USE, new MockHook('mock'))
  const results = await manager.trigger(HookEvent.PRE_TOOL_USE, 'test-agent', { ...data, tool_name: 'Read' })
  assert.equal(results.length, 1)
  assert.equal(results[0]?.success, true)
  assert.ok((results[0]?.duration_ms ?? -1) >= 0)
})

test('a hook is given event, agent, time in seconds, data by reference and metadata', async () => {
  const { manager } = quiet()
  let given: HookContext<'pre_tool_use'> | undefined
  manager.register('pre_tool_use', async (context) => {
    given = context
    return { success: true }
  })
  await manager.trigger('pre_tool_use', 'agent-1', data, 5, { trace: 7 })
  const { trace_id: traceId, ...rest } = given ?? {}
  assert.deepEqual(
    { ...rest, timestamp: 0 },
    { event_type: 'pre_tool_use', agent_id: 'agent-1', timestamp: 0, data, metadata: { trace: 7 } },
  )
  assert.match(`${traceId}`, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  await manager.trigger('pre_tool_use', 'agent-1', data, 5, {}, 'trace-7')
  assert.equal(given?.trace_id, 'trace-7')
  assert.equal(given?.data, data)
  assert.ok(Math.abs((given?.timestamp ?? 0) - Date.now() / 1000) < 60)
})

test('hooks run one after the other, by priority and then as registered', async () => {
  const { manager } = quiet()
  const seen: string[] = []
  const named = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise(setImmediate)
    seen.push(`${name} ends`)
    return { success: true, data: { name } }
  }
  manager.register('pre_tool_use', named('low'), HookPriority.LOW)
  manager.register('pre_tool_use', named('first'))
  manager.register('pre_tool_use', named('second'), HookPriority.NORMAL)
  manager.register('pre_tool_use', named('high'), HookPriority.HIGH)
  manager.register('pre_tool_use', named('critical'), HookPriority.CRITICAL)
  const results = await manager.trigger('pre_tool_use', 'a', data)
  const order = ['critical', 'high', 'first', 'second', 'low']
  assert.deepEqual(
    seen,
    order.flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
  assert.deepEqual(
    results.map((result) => result.data?.name),
    order,
  )
})

test('functions, sync ones too, adapters and handler objects are hooks', async () => {
  const { manager } = quiet()
  manager.register('pre_agent_loop', function plain() {
    return { success: true }
  })
  manager.register(
    'pre_agent_loop',
    new FunctionHookAdapter(async function adapted() {
      return { success: true }
    }),
  )
  manager.register('pre_agent_loop', { name: 'object', handle: fine })
  manager.register(
    'pre_agent_loop',
    new (class Nameless {
      handle = fine
    })(),
  )
  await manager.trigger('pre_agent_loop', 'a', { inputs: {} })
  assert.deepEqual(Object.keys(manager.getStats()), ['plain', 'adapted', 'object', 'Nameless'])
})

test('a failing hook is isolated and its onError is called, in either spelling', async () => {
  const { manager, log } = quiet()
  const errors: string[] = []
  class Fails extends BaseHook {
    override async handle(): Promise<HookResult> {
      throw new RangeError('too far\nby a mile')
    }
    override async onError(error: Error, context: HookContext) {
      errors.push(`${error.name} in ${context.event_type}`)
    }
  }
  manager.register('pre_tool_use', new Fails('fails'))
  const python = {
    name: 'python',
    handle() {
      throw 'a string'
    },
    async on_error(error: unknown) {
      errors.push(String(error))
      throw new Error('me too')
    },
  }
  manager.register('pre_tool_use', python)
  manager.register('pre_tool_use', new BaseHook('unwritten'))
  manager.register('pre_tool_use', fine)
  const results = await manager.trigger('pre_tool_use', 'a', data)
  assert.deepEqual(
    results.map(({ success, error }) => [success, error]),
    [
      [false, 'Hook error: too far\nby a mile'],
      [false, 'Hook error: a string'],
      [false, 'Hook error: BaseHook.handle() must be implemented'],
      [true, undefined],
    ],
  )
  assert.deepEqual(errors, ['RangeError in pre_tool_use', 'a string'])
  assert.ok(log.includes('python: its error handler failed too: me too'))
})

test('a hook over its time is given up on, and the rest goes on', async () => {
  const { manager } = quiet()
  let aborted = false
  manager.register('pre_tool_use', {
    name: 'slow',
    handle: (_context, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
      }),
  })
  manager.register('pre_tool_use', fine)
  const results = await manager.trigger('pre_tool_use', 'a', data, 0.05)
  assert.deepEqual(
    results.map(({ success, error }) => [success, error]),
    [
      [false, 'Hook timeout: slow'],
      [true, undefined],
    ],
  )
  assert.ok(aborted, 'its signal says so')
})

test('without a time-out of its trigger a hook has five seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const now = performance.now.bind(performance)
  let skipped = 0
  t.mock.method(performance, 'now', () => now() + skipped)
  const later = async (ms: number) => {
    skipped += ms
    t.mock.timers.tick(ms)
    await new Promise(setImmediate)
  }
  const { manager } = quiet()
  manager.register('pre_tool_use', { name: 'hangs', handle: () => new Promise(() => {}) })
  let ended = false
  const triggered = manager.trigger('pre_tool_use', 'a', data).finally(() => {
    ended = true
  })
  await later(4000)
  assert.ok(!ended)
  await later(1010)
  assert.ok(ended)
  assert.equal((await triggered)[0]?.error, 'Hook timeout: hangs')
})

test('the duration of a result is measured, whatever the hook says it was', async () => {
  const { manager } = quiet()
  manager.register('pre_tool_use', async () => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return { success: true, duration_ms: 9e6 }
  })
  const [result] = await manager.trigger('pre_tool_use', 'a', data)
  const { duration_ms: measured = 0 } = result ?? {}
  assert.ok(measured >= 29 && measured < 9e6, `${measured}`)
})

test('each failure is logged with event, hook and reason', async () => {
  const { manager, log } = quiet()
  const failing = {
    name: 'failing',
    async handle() {
      throw new Error('no disk')
    },
  }
  manager.register('pre_tool_use', failing)
  manager.register('pre_tool_use', { name: 'hangs', handle: () => new Promise(() => {}) })
  await manager.trigger('pre_tool_use', 'a', data, 0.05)
  assert.deepEqual(log, [
    'pre_tool_use: failing: Hook error: no disk',
    'pre_tool_use: hangs: Hook timeout: hangs',
  ])
})

test('statistics are counted as the ADR counts them', async () => {
  const { manager } = quiet()
  const named = (name: string, handle: () => Promise<HookResult>) =>
    manager.register('pre_tool_use', { name, handle })
  named('fine', fine)
  named('refuses', async () => ({ success: false, error: 'no consent' }))
  named('throws', async () => {
    throw new Error('on purpose')
  })
  named('hangs', () => new Promise(() => {}))
  named('shapeless', async () => undefined as unknown as HookResult)
  for (let i = 0; i < 2; i++) await manager.trigger('pre_tool_use', 'a', data, 0.04)
  const stats = manager.getStats()
  const counts = Object.entries(stats).map(([name, one]) => [
    name,
    one.call_count,
    one.success_count,
    one.failure_count,
  ])
  assert.deepEqual(counts, [
    ['fine', 2, 2, 0],
    ['refuses', 2, 2, 0],
    ['throws', 2, 0, 2],
    ['hangs', 2, 0, 2],
    ['shapeless', 2, 0, 2],
  ])
  assert.deepEqual(stats.hangs, {
    call_count: 2,
    success_count: 0,
    failure_count: 2,
    total_duration_ms: 80,
    avg_duration_ms: 40,
    max_duration_ms: 40,
  })
  assert.equal(stats.throws?.total_duration_ms, 0)
  const { fine: one } = stats
  assert.ok(one !== undefined && one.total_duration_ms >= one.max_duration_ms)
  assert.ok(one !== undefined && Math.abs(one.avg_duration_ms - one.total_duration_ms / 2) < 1e-9)
  if (one !== undefined) one.call_count = 99
  assert.equal(manager.getStats().fine?.call_count, 2, 'what is handed out is a copy')
})

test('hooks are taken off one by one or all at once', async () => {
  const { manager } = quiet()
  const twice = async () => ({ success: true })
  manager.register('pre_tool_use', twice)
  manager.register('pre_tool_use', twice, HookPriority.LOW)
  manager.register('pre_tool_use', fine)
  manager.register('post_tool_use', twice)
  assert.equal(manager.unregister('pre_tool_use', twice), 2)
  assert.equal(manager.unregister('pre_tool_use', twice), 0)
  assert.equal((await manager.trigger('pre_tool_use', 'a', data)).length, 1)
  assert.equal(manager.unregister('pre_tool_use'), 1)
  assert.deepEqual(await manager.trigger('pre_tool_use', 'a', data), [])
  assert.deepEqual(
    manager.list().map(({ events }) => events),
    [['post_tool_use']],
  )
})

const refused: readonly (readonly [string, (manager: Published) => unknown, RegExp])[] = [
  ['an unknown event', (m) => m.register('pre_tool_us', fine), /no event "pre_tool_us"\. Did you mean/],
  [
    'a hook that is none',
    (m) => m.register('pre_tool_use', {} as never),
    /expected handle\(context\) or a fun/,
  ],
  [
    'an unknown priority',
    (m) => m.register('pre_tool_use', fine, 9 as never),
    /expected one of HookPriority/,
  ],
  ['triggering an unknown event', (m) => m.trigger('nothing', 'a', {}), /no event "nothing"/],
  ['no time at all', (m) => m.trigger('pre_tool_use', 'a', data, 0), /expected seconds above 0/],
  [
    'an unknown source',
    () => new KaizenOptions({ settingSources: ['web' as never] }),
    /expected project or user/,
  ],
]
for (const [what, act, message] of refused) {
  test(`${what} is refused in words`, async () => {
    await assert.rejects(async () => act(quiet().manager), message)
  })
}

test('listeners receive every event, with and without hooks, also if another listener throws', async () => {
  const { manager } = quiet()
  const received: string[] = []
  manager.on('post_checkpoint_save', () => {
    throw new Error('I fell')
  })
  const listener = (context: HookContext) => received.push(context.agent_id)
  manager.on('post_checkpoint_save', listener)
  await manager.trigger('post_checkpoint_save', 'one', {})
  manager.off('post_checkpoint_save', listener)
  await manager.trigger('post_checkpoint_save', 'two', {})
  assert.deepEqual(received, ['one'])
})

test('fifty agents and more trigger at once, and each gets its own results', async () => {
  const { manager } = quiet()
  manager.register('pre_tool_use', async ({ agent_id }) => {
    await new Promise(setImmediate)
    return { success: true, data: { agent_id } }
  })
  const agents = Array.from({ length: 200 }, (_, i) => `agent-${i}`)
  const results = await Promise.all(agents.map((agent) => manager.trigger('pre_tool_use', agent, data)))
  assert.deepEqual(
    results.map(([result]) => result?.data?.agent_id),
    agents,
  )
})

const FILES = `
  //- /ws/.kaizen/hooks/custom_logger.py
  from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookResult
  class CustomLoggerHook(BaseHook):
      def __init__(self):
          super().__init__(name="custom_logger")
      async def handle(self, context: HookContext) -> HookResult:
          return HookResult(success=True, data={"from": "python", "agent": context.agent_id})
  //- /ws/.kaizen/hooks/twin.ts
  import { BaseHook, type HookContext, HookEvent } from 'hookbench/kaizen'
  export class Twin extends BaseHook {
    events = [HookEvent.PRE_TOOL_USE]
    constructor() { super('twin') }
    async handle(context: HookContext) {
      if (context.metadata?.hang === true) await new Promise(() => {})
      if (context.metadata?.fall === true) throw new Error('fell')
      return { success: true, data: { from: 'typescript' } }
    }
  }
  //- /home/.kaizen/hooks/mine.ts
  export class Mine { name = 'mine'; async handle() { return { success: true, data: { from: 'user' } } } }
`

async function fromFolders(
  t: TestContext,
  options: ConstructorParameters<typeof KaizenOptions>[0],
  settings = '{}',
) {
  const tree = writeTree(`${FILES}\n//- /ws/.hookbench/settings.json\n${settings}`)
  const manager = await HookManager.fromOptions(
    new KaizenOptions({
      workspace: tree.at('/ws'),
      home: tree.at('/home'),
      trust: 'workspace',
      log: () => {},
      ...options,
    }),
  )
  t.after(async () => {
    await manager.close()
    tree.remove()
  })
  return { manager, tree }
}

test('without a setting source no folder is looked into; hooks in code are registered', async (t) => {
  const { manager } = await fromFolders(t, {
    hooks: [
      {
        event_type: HookEvent.PRE_TOOL_USE,
        handler: { name: 'late', handle: fine },
        priority: HookPriority.LOW,
      },
      { event_type: HookEvent.PRE_TOOL_USE, handler: { name: 'early', handle: fine } },
    ],
  })
  assert.deepEqual(
    manager.list().map(({ name }) => name),
    ['early', 'late'],
  )
})

test('"project" finds hooks in Python and TypeScript, and they run between NORMAL and LOW', async (t) => {
  const returning = (from: string) => async () => ({ success: true, data: { from } })
  const { manager, tree } = await fromFolders(t, {
    settingSources: ['project'],
    hooks: [
      { event_type: 'pre_tool_use', handler: returning('low'), priority: HookPriority.LOW },
      { event_type: 'pre_tool_use', handler: returning('normal') },
    ],
  })
  const results = await manager.trigger('pre_tool_use', 'agent-9', data)
  assert.deepEqual(
    results.map((result) => result.data?.from),
    ['normal', 'python', 'typescript', 'low'],
  )
  assert.equal(results[1]?.data?.agent, 'agent-9')
  assert.equal(manager.getStats().custom_logger?.success_count, 1)
  assert.deepEqual(
    manager.list().flatMap(({ path }) => (path === undefined ? [] : [path])),
    ['/ws/.kaizen/hooks/custom_logger.py', '/ws/.kaizen/hooks/twin.ts'].map(tree.at),
    "the user's own folder is another source",
  )
})

test('built-in hooks that the settings turn on are listed, and their results come with the others', async (t) => {
  const { manager } = await fromFolders(
    t,
    { settingSources: ['project'] },
    '{ "builtin": { "metrics": {} } }',
  )
  const listed = manager.list().map(({ name, path, state }) => [name, path === undefined, state])
  assert.deepEqual(listed, [
    ['metrics', true, 'active'],
    ['custom_logger', false, 'active'],
    ['twin', false, 'active'],
  ])
  const results = await manager.trigger('pre_tool_use', 'a', data, 30)
  assert.deepEqual(results[0]?.data, { metric: 'kaizen_hook_pre_tool_use', count: 1 })
  assert.equal(results.length, 3)
})

test("a file's hook is held to the time-out of its trigger, and counted alike", async (t) => {
  const { manager } = await fromFolders(t, { settingSources: ['project'] })
  await manager.trigger('pre_tool_use', 'a', data, 30)
  const slow = await manager.trigger('pre_tool_use', 'a', data, 0.3, { hang: true })
  assert.equal(slow[1]?.error, 'Hook timeout: twin')
  const fell = await manager.trigger('pre_tool_use', 'a', data, 30, { fall: true })
  assert.equal(fell[1]?.error, 'Hook error: fell', 'the message alone, as Python says it')
  const { twin } = manager.getStats()
  assert.deepEqual([twin?.call_count, twin?.success_count, twin?.failure_count], [3, 1, 2])
  assert.ok((twin?.max_duration_ms ?? 0) >= 300, 'the time-out counts its limit')
})

test('"user" finds the user\'s, and what is not trusted is a failed result, never run', async (t) => {
  const { manager } = await fromFolders(t, { settingSources: ['user'] })
  const [info] = manager.list()
  assert.equal(`${info?.name} ${info?.state}`, 'mine untrusted')
  const [result] = await manager.trigger('pre_agent_loop', 'a', { inputs: {} })
  assert.equal(result?.success, false)
  assert.match(result?.error ?? '', /^Hook error: not trusted yet/)
})

test("the ADR's tests of tier 2 and 3: an agent's tool call reaches the cost hook, files bring their hooks", async (t) => {
  const tree = writeTree(`${FILES}\n//- /ws/test.txt\nforty-two`)
  t.after(() => tree.remove())
  const agent = new BaseAgent({ name: 'test-agent' })
  const costs = new CostTrackingHook()
  agent.hookManager.register(HookEvent.POST_TOOL_USE, costs)
  const result = await agent.executeTool('Read', { file_path: tree.at('/ws/test.txt') })
  assert.deepEqual(result, { success: true, content: 'forty-two' })
  assert.ok(costs.total_cost_usd > 0)
  assert.equal(costs.costs_by_tool.Read, costs.total_cost_usd)

  const options = new KaizenOptions({
    settingSources: ['project'],
    workspace: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
  })
  await using found = await BaseAgent.fromOptions(options, { name: 'finder' })
  assert.ok(found.hookManager.list().some(({ name }) => name === 'custom_logger'))
})

test('an agent fires around tools and runs, and what hooks report stops neither', async () => {
  const seen: unknown[] = []
  const sees = async ({ event_type, agent_id, data }: HookContext): Promise<HookResult> => {
    seen.push([event_type, agent_id, data])
    return { success: false, error: 'no' }
  }
  class Adder extends BaseAgent {
    override async runInternal({ a, b }: Record<string, unknown>) {
      return { sum: await this.executeTool('add', { a, b }) }
    }
    override estimateCost() {
      return 0.5
    }
  }
  const events = ['pre_agent_loop', 'pre_tool_use', 'post_tool_use', 'post_agent_loop'] as const
  const agent = new Adder(
    {
      name: 'adder',
      hooks: events.map((event_type) => ({ event_type, handler: sees })),
      tools: { add: ({ a, b }) => Number(a) + Number(b) },
    },
    new HookManager({ log: () => {} }),
  )
  const inputs = { a: 1, b: 2 }
  assert.deepEqual(await agent.run(inputs), { sum: 3 })
  const call = { tool_name: 'add', tool_input: inputs }
  assert.deepEqual(seen, [
    ['pre_agent_loop', 'adder', { inputs }],
    ['pre_tool_use', 'adder', call],
    ['post_tool_use', 'adder', { ...call, result: 3, estimated_cost_usd: 0.5 }],
    ['post_agent_loop', 'adder', { inputs, result: { sum: 3 } }],
  ])
  await assert.rejects(agent.executeTool('toString', {}), /adder has no tool "toString"/)
  const { success } = (await agent.executeTool('Read', { file_path: '/nowhere' })) as { success: boolean }
  assert.equal(success, false)
})

test('the built-in hooks log, count and add up as the ADR says', async () => {
  const { manager } = quiet()
  const lines: string[] = []
  const costs = new CostTrackingHook()
  for (const hook of [new LoggingHook('DEBUG', (line) => lines.push(line)), new MetricsHook(), costs]) {
    manager.register('post_tool_use', hook)
    manager.register('pre_agent_loop', hook)
  }
  const used = { tool_name: 'Read', tool_input: {}, result: 1, estimated_cost_usd: 0.25 }
  await manager.trigger('post_tool_use', 'a', used)
  const results = await manager.trigger('post_tool_use', 'a', used)
  assert.deepEqual(
    results.map(({ data: found }) => found),
    [
      undefined,
      { metric: 'kaizen_hook_post_tool_use', count: 2 },
      { total_cost_usd: 0.5, tool_cost_usd: 0.25, tool_name: 'Read' },
    ],
  )
  const [, , unpaid] = await manager.trigger('pre_agent_loop', 'a', { inputs: {} })
  assert.equal(unpaid?.data, undefined)
  assert.deepEqual(costs.costs_by_tool, { Read: 0.5 })
  assert.equal(lines.at(-1), 'DEBUG [pre_agent_loop] Agent=a Data={"inputs":{}}')
  assert.throws(() => new LoggingHook('LOUD' as never), /expected DEBUG, INFO, WARNING, ERROR/)
})

test("the Python shim keeps the ADR's own promises about HookManager", async () => {
  const runtime = join(import.meta.dirname, '../../runtime/executors/python')
  const { stdout } = await promisify(execFile)('python3', [join(import.meta.dirname, 'shim.py')], {
    env: { ...process.env, PYTHONPATH: runtime, PYTHONDONTWRITEBYTECODE: '1' },
  })
  const { order, results, errors, stats } = JSON.parse(stdout)
  assert.deepEqual(order, ['critical', 'first', 'second', 'low'])
  assert.deepEqual(results, [
    [false, 'Hook error: on purpose'],
    [false, 'Hook timeout: slow'],
    [false, 'no consent'],
    [true, null],
  ])
  assert.deepEqual(errors, ['on purpose'])
  const facts = (name: string) => {
    const { success_count, failure_count, total_duration_ms } = stats[name]
    return [success_count, failure_count, total_duration_ms]
  }
  assert.deepEqual(facts('fails'), [0, 1, 0], 'an exception counts no time')
  assert.deepEqual(facts('slow'), [0, 1, 50], 'a time-out counts its limit')
  assert.deepEqual(facts('refuses').slice(0, 2), [1, 0], 'success=False is a completed call')
})

test("the agent of the Python shim passes the ADR's tests of tier 2 and 3, and has what the released package adds", async (t) => {
  const runtime = join(import.meta.dirname, '../../runtime/executors/python')
  const tree = writeTree('//- /ws/README.md\n')
  t.after(() => tree.remove())
  const { stdout } = await promisify(execFile)('python3', [join(import.meta.dirname, 'agent.py')], {
    cwd: tree.at('/ws'),
    env: { ...process.env, PYTHONPATH: runtime, PYTHONDONTWRITEBYTECODE: '1' },
  })
  assert.equal(JSON.parse(stdout), 'Hook error: Unsuccessful hook result must include error message')
})
