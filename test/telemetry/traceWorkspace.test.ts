// What OpenTelemetry receives from a workspace: spans and measurements, through a real SDK that exports to memory.

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, afterEach, before, test } from 'node:test'
import { type Context, context, metrics, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import type { Handler, Hook } from '../../runtime/contract/hook.ts'
import type { Step } from '../../runtime/contract/outcome.ts'
import { openWorkspace, traceWorkspace, type Workspace } from '../../runtime/index.ts'
import { eventDimensions } from '../../runtime/telemetry/attributes.ts'
import { writeTree } from '../support/tree.ts'

const exporter = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
const tracer = provider.getTracer('test')
const payload = {
  ...kodelet.events.before_tool_call.example,
  tool_input: { command: 'the payload says this' },
}
const tree = writeTree()

before(() => {
  const active = new AsyncLocalStorage<Context>()
  context.setGlobalContextManager({
    active: () => active.getStore() ?? ROOT_CONTEXT,
    with: (given, call, self, ...args) => active.run(given, () => call.call(self, ...args)),
    bind: (_, target) => target,
    enable() {
      return this
    },
    disable() {
      return this
    },
  })
})
afterEach(() => exporter.reset())
after(async () => {
  context.disable()
  await provider.shutdown()
  tree.remove()
})

test('a firing is a span with a child for each hook that ran', async (t) => {
  const workspace = await openWith(t, {
    rewrites: () => ({ input: { command: 'ls' } }),
    denies: () => ({ blocked: true, reason: 'the reason says this' }),
    idle: () => ({}),
  })
  const stop = await traceWorkspace(workspace, { tracer })
  await fire(workspace)
  stop()

  const [one, two, firing, ...more] = exporter.getFinishedSpans() as [
    ReadableSpan,
    ReadableSpan,
    ReadableSpan,
  ]
  assert.deepEqual(
    [one, two, firing].map(({ name }) => name),
    ['hook rewrites', 'hook denies', 'fire before_tool_call'],
  )
  assert.deepEqual(more, [], 'a hook that was skipped took no time')
  assert.deepEqual(firing.attributes, {
    'hookbench.firing.id': firing.attributes['hookbench.firing.id'],
    'hookbench.dialect': 'kodelet',
    'hookbench.event': 'before_tool_call',
    'gen_ai.conversation.id': payload.conv_id,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': payload.tool_name,
    'hookbench.decision': 'deny',
    'hookbench.by': 'kodelet:user:denies',
    'hookbench.changed': true,
    'hookbench.failures': 0,
  })
  assert.deepEqual(two.attributes, {
    'hookbench.hook.id': 'kodelet:user:denies',
    'hookbench.hook.name': 'denies',
    'hookbench.hook.source': 'user',
    'hookbench.hook.status': 'returned',
    'hookbench.hook.decision': 'deny',
  })
  for (const child of [one, two]) {
    assert.equal(child.parentSpanContext?.spanId, firing.spanContext().spanId)
    assert.equal(child.status.code, SpanStatusCode.UNSET)
    assert.ok(within(child, firing), 'a hook runs inside its firing')
  }
  assert.equal(firing.status.code, SpanStatusCode.UNSET, 'a denial is no error')
})

test('a firing stands below the span that was active when it was fired', async (t) => {
  const workspace = await openWith(t, { waits: async () => ({}) })
  const stop = await traceWorkspace(workspace, { tracer })
  const above = tracer.startSpan('invoke_agent')
  const other = tracer.startSpan('another agent')
  await Promise.all([
    context.with(trace.setSpan(context.active(), above), () => fire(workspace)),
    // Queued behind the first, because it has the same session and event.
    context.with(trace.setSpan(context.active(), other), () => fire(workspace)),
  ])
  stop()
  const parents = exporter
    .getFinishedSpans()
    .filter(({ name }) => name.startsWith('fire'))
    .map(({ parentSpanContext }) => parentSpanContext?.spanId)
  assert.deepEqual(parents, [above.spanContext().spanId, other.spanContext().spanId])
})

for (const { failOpen, firing } of [
  { failOpen: true, firing: SpanStatusCode.UNSET },
  { failOpen: false, firing: SpanStatusCode.ERROR },
]) {
  test(`a hook that fails is an error, its firing ${failOpen ? 'is none' : 'too'} when failOpen is ${failOpen}`, async (t) => {
    const workspace = await openWith(t, {
      throws: () => {
        throw new Error('the error says this')
      },
    })
    const stop = await traceWorkspace(workspace, { tracer })
    await fire(workspace, { failOpen })
    stop()
    const [hook, fired] = exporter.getFinishedSpans() as [ReadableSpan, ReadableSpan]
    assert.equal(hook.status.code, SpanStatusCode.ERROR)
    assert.equal(hook.attributes['error.type'], 'crashed')
    assert.equal(fired.status.code, firing)
    assert.equal(fired.attributes['hookbench.failures'], 1)
  })
}

/** Traces steps that the test sends, without a workspace. */
async function traced(): Promise<(firing: string, steps: readonly object[]) => void> {
  const listeners: ((step: Step) => void)[] = []
  const onStep = (listener: (step: Step) => void) => {
    listeners.push(listener)
    return () => {}
  }
  await traceWorkspace({ onStep }, { tracer })
  return (firing, steps) => {
    for (const step of steps) for (const listener of listeners) listener({ v: 1, firing, ...step } as Step)
  }
}

test('hooks that ran side by side keep their own times', async () => {
  const send = await traced()
  const at = Date.now()
  const run = (id: string, durationMs: number) => ({
    ...{ id, name: id, source: 'user', path: '', status: 'returned' },
    durationMs,
  })
  const steps = [
    { kind: 'fired', at, dialect: 'kaizen', event: 'metrics', payload: {} },
    { kind: 'started', at, hook: 'slow' },
    { kind: 'started', at, hook: 'quick' },
    { kind: 'finished', at: at + 50, run: run('slow', 50) },
    { kind: 'finished', at: at + 50, run: run('quick', 2) },
    { kind: 'settled', at: at + 50, outcome: { decision: 'pass', changed: false } },
  ]
  send('f1', steps)
  const times = exporter.getFinishedSpans().map(({ name, duration }) => [name, Math.round(duration[1] / 1e6)])
  assert.deepEqual(times, [
    ['hook slow', 50],
    ['hook quick', 2],
    ['fire metrics', 50],
  ])
})

test('a secret in the command that a hook is named by is in no span', async () => {
  const send = await traced()
  const secret = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`
  const run = {
    ...{ id: 'one', name: `TOKEN=${secret} node x`, source: 'user' },
    ...{ path: '', status: 'returned', durationMs: 1 },
  }
  const steps = [
    { kind: 'fired', at: 1, dialect: 'claude-code', event: 'PreToolUse', payload: {} },
    { kind: 'started', at: 1, hook: 'one' },
    { kind: 'finished', at: 2, run },
    { kind: 'settled', at: 2, outcome: { decision: 'pass', changed: false } },
  ]
  send('f2', steps)
  const [span] = exporter.getFinishedSpans() as [ReadableSpan]
  assert.match(span.name, /^hook TOKEN=/)
  assert.match(span.name, / node x$/)
  assert.ok(!JSON.stringify([span.name, span.attributes]).includes(secret))
})

test('measurements have few attributes, and name no hook, tool or session', async (t) => {
  const { meter, collect } = openMeter(t)
  const workspace = await openWith(t, {
    passes: () => ({}),
    throws: () => {
      throw new Error('the error says this')
    },
  })
  const stop = await traceWorkspace(workspace, { tracer, meter })
  for (let i = 0; i < 3; i++) await fire(workspace)
  stop()
  await fire(workspace)

  const event = { 'hookbench.dialect': 'kodelet', 'hookbench.event': 'before_tool_call' }
  const hook = { ...event, 'hookbench.hook.source': 'user' }
  assert.deepEqual(await collect(), {
    'hookbench.firing.duration s': [[{ ...event, 'hookbench.decision': 'pass' }, 3]],
    'hookbench.hook.duration s': [
      [{ ...hook, 'hookbench.hook.status': 'returned' }, 3],
      [{ ...hook, 'hookbench.hook.status': 'failed' }, 3],
    ],
    'hookbench.hook.failures {failure}': [[{ ...hook, 'error.type': 'crashed' }, 3]],
  })
})

test('events that the dialect does not have are counted as one', () => {
  assert.deepEqual(eventDimensions('kodelet', 'turn_end'), {
    'hookbench.dialect': 'kodelet',
    'hookbench.event': 'turn_end',
  })
  assert.equal(eventDimensions('kodelet', 'mine')['hookbench.event'], '_OTHER')
})

test('nothing that a payload, a result or an error says is sent', async (t) => {
  const { meter, collect } = openMeter(t)
  const workspace = await openWith(t, {
    denies: () => ({
      blocked: true,
      reason: 'the reason says this',
      input: { command: 'the input says this' },
    }),
  })
  const failing = await openWith(t, {
    throws: () => {
      throw new Error('the error says this')
    },
  })
  for (const one of [workspace, failing]) {
    const stop = await traceWorkspace(one, { tracer, meter })
    await fire(one)
    stop()
  }
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))
  assert.equal(spans.length, 4)
  assert.doesNotMatch(JSON.stringify([spans, await collect()]), /says this/)
})

test('spans of firings under way end when tracing stops', async (t) => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const workspace = await openWith(t, { waits: () => promise })
  const stop = await traceWorkspace(workspace, { tracer })
  const fired = fire(workspace)
  stop()
  resolve({})
  await fired
  assert.deepEqual(
    exporter.getFinishedSpans().map(({ name }) => name),
    ['fire before_tool_call'],
  )
})

test('nothing is subscribed without an SDK; a registered SDK receives the steps', async (t) => {
  let listeners = 0
  const counting = {
    onStep() {
      listeners++
      return () => void listeners--
    },
  }
  await traceWorkspace(counting)
  assert.equal(listeners, 0, 'firing costs what it cost before')

  const { collect, global } = openMeter(t)
  trace.setGlobalTracerProvider(provider)
  t.after(() => trace.disable())
  const stopTracing = await traceWorkspace(counting)
  assert.equal(listeners, 1)
  stopTracing()
  metrics.setGlobalMeterProvider(global)
  t.after(() => metrics.disable())
  const stopBoth = await traceWorkspace(counting)
  assert.equal(listeners, 2)
  stopBoth()
  assert.equal(listeners, 0)

  const workspace = await openWith(t, { passes: () => ({}) })
  const stop = await traceWorkspace(workspace)
  await fire(workspace)
  stop()
  assert.equal(exporter.getFinishedSpans().length, 2)
  assert.equal(Object.keys(await collect()).length, 2)
})

type Ending = { after(call: () => unknown): void }

async function openWith(t: Ending, handlers: Readonly<Record<string, Handler>>): Promise<Workspace> {
  const workspace = await openWorkspace({
    root: tree.folder,
    home: tree.folder,
    handlers: Object.entries(handlers).map(
      ([name, handler], order): Hook => ({
        id: `kodelet:user:${name}`,
        name,
        dialect: 'kodelet',
        events: ['before_tool_call'],
        source: 'user',
        path: '',
        runner: 'in-process',
        state: 'active',
        order,
        timeoutMs: 5000,
        files: [],
        handler,
      }),
    ),
  })
  t.after(() => workspace.close())
  return workspace
}

function fire(workspace: Workspace, more: { readonly failOpen?: boolean } = {}) {
  return workspace.fire('before_tool_call', payload, { dialect: 'kodelet', ...more })
}

/** Whether one span lies within another, allowing for clock resolution. */
function within(inner: ReadableSpan, outer: ReadableSpan): boolean {
  const ms = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1000 + nanoseconds / 1e6
  return ms(inner.startTime) >= ms(outer.startTime) - 0.01 && ms(inner.endTime) <= ms(outer.endTime) + 0.01
}

function openMeter(t: Ending) {
  const reader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    exportIntervalMillis: 1_000_000,
  })
  const global = new MeterProvider({ readers: [reader] })
  t.after(() => global.shutdown())
  return {
    meter: global.getMeter('test'),
    global,
    /** Name and unit -> attributes and counts. */
    async collect() {
      const { resourceMetrics } = await reader.collect()
      const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
      return Object.fromEntries(
        all.map(({ descriptor, dataPoints }) => [
          `${descriptor.name} ${descriptor.unit}`,
          dataPoints.map(({ attributes, value }) => [
            attributes,
            typeof value === 'number' ? value : value.count,
          ]),
        ]),
      )
    },
  }
}
