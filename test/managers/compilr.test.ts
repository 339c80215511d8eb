// compilr's HooksManager against the text of its hooks/types.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HookEvent, HooksConfig, Message, ToolExecutionResult } from 'hookbench/compilr'
import { HookFailure, HooksManager } from '../../runtime/managers/compilr.ts'

const base = () => ({ sessionId: 's1', iteration: 1, metadata: {} as Record<string, unknown> })
const iteration = () => ({ ...base(), maxIterations: 3, messages: [] as Message[] })
const tool = (input: Record<string, unknown> = { path: 'a' }) => ({ ...base(), toolName: 'read_file', input })
const messages = (): Message[] => [
  { role: 'system', content: 'old' },
  { role: 'user', content: 'hello' },
]
const llm = () => ({ ...base(), messages: messages(), tools: [], systemPrompt: 'old' })
const done: ToolExecutionResult = { success: true, result: 'done' }

function quiet(options: ConstructorParameters<typeof HooksManager>[0] = {}) {
  const log: string[] = []
  return { manager: new HooksManager({ log: (line) => log.push(line), ...options }), log }
}

test('each list has its own way in: ids, counts, has and out again', () => {
  const { manager } = quiet()
  const ids = [
    manager.registerBeforeIteration(() => undefined),
    manager.registerAfterIteration(() => undefined),
    manager.registerBeforeLLM(() => undefined),
    manager.registerAfterLLM(() => undefined),
    manager.registerBeforeTool(() => undefined),
    manager.registerAfterTool(() => undefined),
    manager.registerOnError(() => undefined),
    manager.registerBeforeTool(() => undefined, { name: 'guard', priority: -1 }),
  ]
  assert.equal(new Set(ids).size, 8)
  assert.deepEqual(manager.getHookCounts(), {
    beforeIteration: 1,
    afterIteration: 1,
    beforeLLM: 1,
    afterLLM: 1,
    beforeTool: 2,
    afterTool: 1,
    onError: 1,
  })
  assert.deepEqual(manager.getHookIds('beforeTool'), [ids[7], ids[4]], 'lower priority runs first')
  assert.deepEqual([...manager.getHookIds()].sort(), [...ids].sort())
  assert.ok(manager.hasHooks('afterLLM'))
  assert.equal(manager.unregister(ids[3] as string), true)
  assert.equal(manager.unregister(ids[3] as string), false)
  assert.ok(!manager.hasHooks('afterLLM'))
  manager.clear()
  assert.deepEqual(manager.getHookIds(), [])
  assert.throws(
    () => manager.registerOnError(undefined as never),
    /a hook of onError is undefined; expected a function/,
  )
})

test('hooks given to the constructor are registered, and onEvent hears of it', async () => {
  const events: HookEvent[] = []
  let ran = 0
  const { manager } = quiet({
    hooks: { beforeTool: [() => void ran++, () => void ran++], onError: [] },
    onEvent: (event) => events.push(event),
  })
  assert.deepEqual(
    events.map(({ type, hookType }) => `${type} ${hookType}`),
    ['hook:registered beforeTool', 'hook:registered beforeTool'],
  )
  await manager.runBeforeTool(tool())
  assert.equal(ran, 2)
})

test('hasHooks without a list asks for any hook', () => {
  const { manager } = quiet()
  assert.equal(manager.hasHooks(), false)
  const id = manager.registerOnError(() => undefined)
  assert.equal(manager.hasHooks(), true)
  assert.equal(manager.hasHooks('beforeTool'), false)
  manager.unregister(id)
  assert.equal(manager.hasHooks(), false)
})

test('a configuration is registered list by list', async () => {
  const { manager } = quiet()
  const seen: string[] = []
  const config: HooksConfig = {
    beforeTool: [() => void seen.push('one') as undefined, () => void seen.push('two') as undefined],
    afterIteration: [async () => void seen.push('after')],
  }
  const ids = manager.registerFromConfig(config)
  assert.equal(ids.length, 3)
  await manager.runBeforeTool(tool())
  await manager.runAfterIteration({ ...iteration(), toolCalls: [], completedWithText: true })
  assert.deepEqual(seen, ['one', 'two', 'after'])
})

test('hooks run by priority, then as registered', async () => {
  const { manager } = quiet()
  const seen: string[] = []
  const says = (name: string) => async () => {
    await new Promise(setImmediate)
    seen.push(name)
    return undefined
  }
  manager.registerBeforeTool(says('later'), { priority: 5 })
  manager.registerBeforeTool(says('first of the rest'))
  manager.registerBeforeTool(says('second of the rest'))
  manager.registerBeforeTool(says('first'), { priority: -5 })
  await manager.runBeforeTool(tool())
  assert.deepEqual(seen, ['first', 'first of the rest', 'second of the rest', 'later'])
})

test('an iteration goes on unless a hook skips it', async () => {
  const { manager } = quiet()
  assert.equal(await manager.runBeforeIteration(iteration()), true)
  manager.registerBeforeIteration(({ iteration: n }) => (n > 2 ? { skip: true } : undefined))
  assert.equal(await manager.runBeforeIteration(iteration()), true)
  assert.equal(await manager.runBeforeIteration({ ...iteration(), iteration: 3 }), false)
})

test('model calls chain messages, tools and system prompt, and messages[0] follows', async () => {
  const { manager } = quiet()
  const readFile = { name: 'read', description: '', inputSchema: { type: 'object' as const, properties: {} } }
  manager.registerBeforeLLM(async ({ systemPrompt }) => ({ systemPrompt: `${systemPrompt}+1` }))
  manager.registerBeforeLLM(({ messages: [first], systemPrompt }) => ({
    systemPrompt: `${systemPrompt}+2`,
    tools: [{ ...readFile, description: `was ${first?.content}` }],
  }))
  const given = llm()
  const sent = await manager.runBeforeLLM(given)
  assert.equal(sent.systemPrompt, 'old+1+2')
  assert.deepEqual(sent.messages, [
    { role: 'system', content: 'old+1+2' },
    { role: 'user', content: 'hello' },
  ])
  assert.equal(sent.tools[0]?.description, 'was old+1', 'the second sees what the first made of it')
  assert.equal(given.messages[0]?.content, 'old', 'what was handed in stays as it was')
  const { manager: empty } = quiet()
  const untouched = llm()
  assert.equal((await empty.runBeforeLLM(untouched)).messages, untouched.messages)
})

test('a tool runs with the input that hooks made of it', async () => {
  const { manager } = quiet()
  assert.deepEqual(await manager.runBeforeTool(tool()), { proceed: true, input: { path: 'a' } })
  manager.registerBeforeTool(({ input }) => ({ input: { ...input, dryRun: true } }))
  manager.registerBeforeTool(({ input }) => ({ input: { ...input, seen: Object.keys(input).join() } }))
  assert.deepEqual(await manager.runBeforeTool(tool()), {
    proceed: true,
    input: { path: 'a', dryRun: true, seen: 'path,dryRun' },
  })
})

test('the first skip ends it, with or without a result', async () => {
  const { manager } = quiet()
  const id = manager.registerBeforeTool(() => ({ skip: true, result: done }))
  manager.registerBeforeTool(() => assert.fail('never reached'))
  assert.deepEqual(await manager.runBeforeTool(tool()), {
    proceed: false,
    input: { path: 'a' },
    skipResult: done,
  })
  manager.unregister(id)
  manager.registerBeforeTool(() => ({ skip: true }), { priority: -1 })
  assert.deepEqual(await manager.runBeforeTool(tool()), { proceed: false, input: { path: 'a' } })
})

test('a tool result is what the hooks made of it', async () => {
  const { manager } = quiet()
  const given = { ...tool(), result: done, durationMs: 3 }
  assert.equal(await manager.runAfterTool(given), done)
  manager.registerAfterTool(({ result }) => ({ result: { ...result, result: `${result.result}!` } }))
  manager.registerAfterTool(() => undefined)
  assert.deepEqual(await manager.runAfterTool(given), { success: true, result: 'done!' })
})

test('the model’s answer is looked at', async () => {
  const { manager } = quiet()
  const seen: unknown[] = []
  manager.registerAfterLLM(async ({ text, usage }) => void seen.push([text, usage?.outputTokens]))
  const usage = { inputTokens: 1, outputTokens: 2 }
  await manager.runAfterLLM({ ...llm(), text: 'hi', toolUses: [], durationMs: 9, usage })
  assert.deepEqual(seen, [['hi', 2]])
})

test('an error can be handled, exchanged or recovered from, and errors stay the objects they were', async () => {
  class Denied extends Error {}
  const { manager } = quiet()
  const thrown = new TypeError('no such tool')
  const given = { ...base(), error: thrown, phase: 'tool' as const, toolName: 'x' }
  assert.deepEqual(await manager.runOnError(given), {})
  const better = new Denied('not allowed')
  manager.registerOnError(({ error }) => (error === thrown ? { error: better } : undefined))
  manager.registerOnError(({ error }) => ({ handled: error === thrown, recovery: done }))
  const answer = await manager.runOnError(given)
  assert.deepEqual([answer.handled, answer.recovery], [true, done])
  assert.equal(answer.error, better)
})

test('of several hooks that exchange an error the last has the last word, of those that recover too', async () => {
  const { manager } = quiet()
  const [first, last] = [new Error('first'), new Error('last')]
  manager.registerOnError(() => ({ error: first, recovery: { success: false } }))
  manager.registerOnError(() => ({ error: last, recovery: done }))
  manager.registerOnError(() => ({ handled: true }))
  const answer = await manager.runOnError({ ...base(), error: new Error('given'), phase: 'tool' })
  assert.equal(answer.error, last)
  assert.deepEqual([answer.handled, answer.recovery], [true, done])
})

test('hooks that only look run one after the other, too', async () => {
  const { manager } = quiet()
  const seen: string[] = []
  for (const name of ['one', 'two']) {
    manager.registerAfterLLM(async () => {
      seen.push(`${name} begins`)
      await new Promise(setImmediate)
      seen.push(`${name} ends`)
    })
  }
  await manager.runAfterLLM({ ...llm(), text: '', toolUses: [], durationMs: 1 })
  assert.deepEqual(seen, ['one begins', 'one ends', 'two begins', 'two ends'])
})

test('metadata travels from hook to hook and back to the agent, however it is changed', async () => {
  const { manager } = quiet()
  manager.registerBeforeTool(({ metadata }) => {
    metadata.trail = ['one']
    return { input: { replaced: true } }
  })
  manager.registerBeforeTool((context) => {
    context.metadata = { ...context.metadata, trail: [...(context.metadata.trail as string[]), 'two'] }
    return undefined
  })
  const context = tool()
  await manager.runBeforeTool(context)
  assert.deepEqual(context.metadata, { trail: ['one', 'two'] })
})

test('a hook gets a signal that ends it at its time, and the agent’s own where it has one', async () => {
  const { manager, log } = quiet({ timeoutMs: 50 })
  let ended = false
  const context = tool()
  manager.registerBeforeTool(
    ({ signal }) => {
      signal?.addEventListener('abort', () => {
        ended = true
      })
      return new Promise(() => {})
    },
    { name: 'hangs' },
  )
  assert.deepEqual(await manager.runBeforeTool(context), { proceed: true, input: { path: 'a' } })
  assert.ok(ended)
  assert.deepEqual(log, ['beforeTool: hangs failed (timeout): did not answer within 50 ms'])
  assert.deepEqual(await manager.runBeforeTool(context), { proceed: true, input: { path: 'a' } }, 'once more')
  const { manager: patient, log: patientLog } = quiet()
  patient.registerBeforeTool(() => new Promise(() => {}), { name: 'hangs' })
  await patient.runBeforeTool({ ...tool(), signal: AbortSignal.timeout(40) })
  assert.deepEqual(patientLog, ['beforeTool: hangs failed (aborted): was cancelled'])
})

test('a failing hook is passed over, or rejects where failures count', async () => {
  const throws = () => {
    throw new Error('no disk')
  }
  const { manager, log } = quiet()
  manager.registerBeforeTool(throws, { name: 'first' })
  manager.registerBeforeTool(() => ({ input: { later: true } }))
  assert.deepEqual((await manager.runBeforeTool(tool())).input, { later: true })
  assert.deepEqual(log, ['beforeTool: first failed (crashed): Error: no disk'])
  const { manager: strict } = quiet({ failOpen: false })
  strict.registerBeforeTool(throws, { name: 'first' })
  strict.registerAfterLLM(throws, { name: 'looks' })
  await assert.rejects(strict.runBeforeTool(tool()), (error) => {
    assert.ok(error instanceof HookFailure)
    return error.hook === 'first' && /no disk/.test(error.message)
  })
  await assert.rejects(
    strict.runAfterLLM({ ...llm(), text: '', toolUses: [], durationMs: 1 }),
    /the hook looks failed/,
  )
})

test('five kinds of event tell what happens to hooks, with durations', async () => {
  const events: HookEvent[] = []
  const { manager } = quiet({ onEvent: (event) => events.push(event), timeoutMs: 40 })
  const fell = new Error('fell')
  const good = manager.registerBeforeTool(() => undefined, { name: 'good' })
  const bad = manager.registerBeforeTool(async () => {
    throw fell
  })
  const slow = manager.registerBeforeTool(() => new Promise(() => {}))
  await manager.runBeforeTool(tool())
  manager.unregister(good)
  const lines = events.map(({ type, hookId, hookName }) => [type, hookId, hookName].filter(Boolean).join(' '))
  assert.deepEqual(lines, [
    `hook:registered ${good} good`,
    `hook:registered ${bad}`,
    `hook:registered ${slow}`,
    `hook:started ${good} good`,
    `hook:completed ${good} good`,
    `hook:started ${bad}`,
    `hook:error ${bad}`,
    `hook:started ${slow}`,
    `hook:error ${slow}`,
    `hook:unregistered ${good} good`,
  ])
  for (const { type, hookType, durationMs } of events) {
    assert.equal(hookType, 'beforeTool')
    assert.equal(durationMs !== undefined, type === 'hook:completed' || type === 'hook:error', type)
  }
  assert.equal(events[6]?.error, fell, 'the very error that was thrown')
  assert.match(events[8]?.error?.message ?? '', /did not answer within 40 ms/)
  assert.ok((events[8]?.durationMs ?? 0) >= 39)
})

test('listeners receive hook points and hook events, with and without hooks', async () => {
  const { manager } = quiet()
  const received: string[] = []
  manager.on('beforeTool', () => {
    throw new Error('I fell')
  })
  const listener = ({ toolName }: { toolName: string }) => received.push(toolName)
  manager.on('beforeTool', listener)
  await manager.runBeforeTool(tool())
  manager.off('beforeTool', listener)
  await manager.runBeforeTool(tool())
  manager.on('hook:registered', ({ hookType }) => received.push(hookType))
  manager.registerOnError(() => undefined)
  assert.deepEqual(received, ['read_file', 'onError'])
})

test('runs of one manager do not meet', async () => {
  const { manager } = quiet()
  manager.registerBeforeTool(async ({ input }) => {
    await new Promise(setImmediate)
    return { input: { ...input, seen: input.n } }
  })
  const runs = Array.from({ length: 50 }, (_, n) => manager.runBeforeTool(tool({ n })))
  const inputs = (await Promise.all(runs)).map(({ input }) => input)
  assert.deepEqual(
    inputs,
    inputs.map((_, n) => ({ n, seen: n })),
  )
})
