// Firing one event at many hooks, with one outcome: order, merge, ending and failure, as tables.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Outcome, Step } from '../../runtime/contract/outcome.ts'
import { createEngine, type EngineFireOptions } from '../../runtime/engine/engine.ts'
import { chainFor, heldClock, hookIn, remoteHook, scripted } from '../support/engine.ts'

const engine = createEngine({ executorOf: () => scripted({}), trusts: () => undefined })

const example = (dialect: string, event: string) =>
  structuredClone(recordOf(dialect, event)?.example) as Record<string, unknown>

async function fire(dialect: string, event: string, hooks: readonly Hook[], options?: EngineFireOptions) {
  return engine.fire(chainFor(dialect, event, hooks), example(dialect, event), options)
}

/** One line per hook in plan order: `returned deny`, `skipped not reached: …`. */
function runLines(outcome: Outcome): string[] {
  return outcome.hooks.map((run) =>
    [
      run.name,
      run.status,
      run.failure ?? run.verdict?.decision ?? (run.verdict?.payload === undefined ? '' : 'replace'),
      run.why ?? '',
    ]
      .filter((word) => word !== '')
      .join(' '),
  )
}

const kodeletRows: readonly [
  name: string,
  answers: readonly unknown[],
  decision: string,
  lines: readonly string[],
][] = [
  ['nobody answers', [], 'pass', []],
  ['an empty answer is no opinion', [undefined], 'pass', ['h0 returned']],
  ['a pass', [{ blocked: false }], 'pass', ['h0 returned']],
  [
    'a block wins at once',
    [{ blocked: true, reason: 'no' }, { blocked: false }],
    'deny',
    ['h0 returned deny', 'h1 skipped not reached: h0 denied'],
  ],
  [
    'a rewrite, then a block',
    [{ input: { a: 1 } }, { blocked: true }],
    'deny',
    ['h0 returned replace', 'h1 returned deny'],
  ],
  ['an unknown field is kept', [{ blocked: false, more: 1 }], 'pass', ['h0 returned']],
  [
    'a wrong shape',
    [{ blocked: 'yes' }],
    'pass',
    ['h0 failed invalid answered with a wrong shape: blocked: expected boolean or null, got "yes"'],
  ],
]
for (const [name, answers, decision, expected] of kodeletRows) {
  test(`before_tool_call: ${name}`, async () => {
    const hooks = answers.map((answer, index) => hookIn('kodelet', 'before_tool_call', `h${index}`, answer))
    const outcome = await fire('kodelet', 'before_tool_call', hooks)
    assert.equal(outcome.decision, decision)
    assert.deepEqual(runLines(outcome), expected)
  })
}

const compilrRows: readonly [name: string, answer: unknown, lines: readonly string[]][] = [
  [
    'an answer for the tool ends the firing',
    { skip: true, result: { success: true, result: 'kept' } },
    ['h0 returned', 'h1 skipped not reached: h0 answered'],
  ],
  ['another input does not', { input: { path: 'src/b.ts' } }, ['h0 returned replace', 'h1 returned']],
  ['nor does no answer', {}, ['h0 returned', 'h1 returned']],
]
for (const [name, answer, expected] of compilrRows) {
  test(`beforeTool: ${name}`, async () => {
    const hooks = [answer, {}].map((one, index) => hookIn('compilr', 'beforeTool', `h${index}`, one))
    assert.deepEqual(runLines(await fire('compilr', 'beforeTool', hooks)), expected)
  })
}

test('each hook sees what the one before it made of the payload', async () => {
  const seen: unknown[] = []
  const adds = (field: string) => (payload: { tool_input: object }) => {
    seen.push(payload.tool_input)
    return { input: { ...payload.tool_input, [field]: true } }
  }
  const hooks = ['a', 'b', 'c'].map((field) => hookIn('kodelet', 'before_tool_call', field, adds(field)))
  const outcome = await fire('kodelet', 'before_tool_call', hooks)
  const input = (example('kodelet', 'before_tool_call') as { tool_input: object }).tool_input
  assert.deepEqual(seen, [input, { ...input, a: true }, { ...input, a: true, b: true }])
  assert.deepEqual((outcome.payload as { tool_input: unknown }).tool_input, {
    ...input,
    a: true,
    b: true,
    c: true,
  })
  assert.equal(outcome.changed, true)
})

test('a denial keeps its reason and its author', async () => {
  const outcome = await fire('kodelet', 'before_tool_call', [
    hookIn('kodelet', 'before_tool_call', 'quiet', undefined),
    hookIn('kodelet', 'before_tool_call', 'guard', { blocked: true, reason: 'not here' }),
  ])
  assert.deepEqual(
    [outcome.decision, outcome.reason, outcome.by],
    ['deny', 'not here', 'kodelet:workspace:guard'],
  )
})

test('follow-ups of several hooks are appended in order', async () => {
  const outcome = await fire('kodelet', 'agent_stop', [
    hookIn('kodelet', 'agent_stop', 'a', { follow_up_messages: ['one', 'two'] }),
    hookIn('kodelet', 'agent_stop', 'b', {}),
    hookIn('kodelet', 'agent_stop', 'c', async () => ({ follow_up_messages: ['three'] })),
  ])
  assert.deepEqual(outcome.followUps, ['one', 'two', 'three'])
  assert.equal(outcome.decision, 'pass')
})

const vetoRows: readonly [name: string, answer: unknown, decision: string, status: string][] = [
  ['the context itself passes', (ctx: unknown) => ctx, 'pass', 'h returned'],
  ['null cancels', () => null, 'deny', 'h returned deny'],
  [
    'undefined is invalid',
    () => undefined,
    'pass',
    'h failed invalid returned nothing; expected ToolContext',
  ],
  [
    'a throw is a crash',
    () => {
      throw new TypeError('boom')
    },
    'pass',
    'h failed crashed TypeError: boom',
  ],
  [
    'a rejection is a crash',
    async () => {
      throw new RangeError('far')
    },
    'pass',
    'h failed crashed RangeError: far',
  ],
  [
    'a thrown string is named',
    () => {
      throw 'plain'
    },
    'pass',
    'h failed crashed threw "plain", which is not an Error',
  ],
]
for (const [name, answer, decision, status] of vetoRows) {
  test(`tool_execute_before: ${name}`, async () => {
    const outcome = await fire('secureyeoman', 'tool_execute_before', [
      hookIn('secureyeoman', 'tool_execute_before', 'h', answer),
    ])
    assert.equal(outcome.decision, decision)
    assert.deepEqual(runLines(outcome), [status])
  })
}

type Ctx = Record<string, unknown>
// The ADR names no fields: a host's context may have none of the fields that we know.
const bare = { prompt: 'key sk-1', toolName: 'bash', messages: [{ role: 'developer', content: 'x' }] }
const bareRows: readonly [name: string, event: string, answer: (ctx: Ctx) => unknown, line: string][] = [
  [
    'a transform of it counts',
    'before_llm_call',
    (ctx) => ({ ...ctx, prompt: 'key ***' }),
    'h returned replace',
  ],
  [
    'a replacement where null may veto counts',
    'tool_execute_before',
    (ctx) => ({ ...ctx, prompt: 'key ***' }),
    'h returned replace',
  ],
  ['null still vetoes', 'tool_execute_before', () => null, 'h returned deny'],
  [
    'what was wrong already may move along its list',
    'before_llm_call',
    (ctx) => ({ ...ctx, messages: [{ role: 'user', content: 'y' }, ...(ctx.messages as unknown[])] }),
    'h returned replace',
  ],
  [
    'a type the hook broke is invalid',
    'tool_execute_before',
    (ctx) => ({ ...ctx, toolName: 7 }),
    'h failed invalid answered with a wrong shape: toolName: expected string, got 7',
  ],
  [
    'a field added with a wrong type is invalid',
    'before_llm_call',
    (ctx) => ({ ...ctx, systemPrompt: 7 }),
    'h failed invalid answered with a wrong shape: systemPrompt: expected string, got 7',
  ],
  [
    'a field the hook dropped is invalid',
    'before_llm_call',
    ({ messages: _, ...ctx }) => ctx,
    'h failed invalid answered with a wrong shape: messages is missing',
  ],
  [
    'no object is invalid',
    'tool_execute_before',
    () => 7,
    'h failed invalid answered with a wrong shape: expected object or null, got 7',
  ],
]
for (const [name, event, answer, status] of bareRows) {
  test(`a context that misses the schema: ${name}`, async () => {
    const chain = chainFor('secureyeoman', event, [hookIn('secureyeoman', event, 'h', answer)])
    assert.deepEqual(runLines(await engine.fire(chain, structuredClone(bare))), [status])
  })
}

test('null from a hook that cannot veto is invalid and leaves the payload alone', async () => {
  const outcome = await fire('secureyeoman', 'before_llm_call', [
    hookIn('secureyeoman', 'before_llm_call', 'h', () => null),
  ])
  assert.equal(outcome.hooks[0]?.failure, 'invalid')
  assert.equal(outcome.changed, false)
})

test('in this process the payload is passed by reference', async () => {
  const payload = example('secureyeoman', 'before_llm_call')
  let given: unknown
  const hook = hookIn('secureyeoman', 'before_llm_call', 'h', (ctx: unknown) => {
    given = ctx
    return ctx
  })
  const outcome = await engine.fire(chainFor('secureyeoman', 'before_llm_call', [hook]), payload)
  assert.equal(given, payload)
  assert.equal(outcome.payload, payload)
  assert.equal(outcome.changed, false)
})

test('observers overlap, and the outcome lists them in plan order', async () => {
  const order: string[] = []
  const waits = (name: string, turns: number) =>
    hookIn('secureyeoman', 'agent_init', name, async () => {
      order.push(`${name} starts`)
      for (let turn = 0; turn < turns; turn++) await null
      order.push(`${name} ends`)
    })
  const outcome = await fire('secureyeoman', 'agent_init', [waits('slow', 9), waits('quick', 1)])
  assert.deepEqual(order, ['slow starts', 'quick starts', 'quick ends', 'slow ends'])
  assert.deepEqual(runLines(outcome), ['slow returned', 'quick returned'])
})

test('an observer can neither deny nor replace', async () => {
  const outcome = await fire('secureyeoman', 'agent_init', [
    hookIn('secureyeoman', 'agent_init', 'h', () => null),
  ])
  assert.deepEqual([outcome.decision, outcome.changed], ['pass', false])
})

const failClosed: readonly [dialect: string, event: string, decision: string][] = [
  ['kodelet', 'before_tool_call', 'deny'],
  ['secureyeoman', 'tool_execute_before', 'deny'],
  ['secureyeoman', 'before_llm_call', 'stop'],
  ['secureyeoman', 'agent_init', 'stop'],
  ['kaizen', 'pre_tool_use', 'stop'],
]
for (const [dialect, event, decision] of failClosed) {
  test(`failing closed, a crash in ${dialect} ${event} comes to ${decision}`, async () => {
    const crashes = hookIn(dialect, event, 'crashes', () => {
      throw new Error('boom')
    })
    const open = await fire(dialect, event, [crashes])
    assert.equal(open.decision, 'pass')
    const closed = await fire(dialect, event, [crashes], { failOpen: false })
    assert.equal(closed.decision, decision)
    assert.match(closed.reason ?? '', /crashes failed \(crashed\): Error: boom/)
  })
}

test('an untrusted hook is a failed attempt, never a call', async () => {
  let ran = false
  const hook = hookIn('kodelet', 'before_tool_call', 'h', () => {
    ran = true
  })
  const wary = createEngine({ executorOf: () => scripted({}), trusts: () => 'not trusted yet' })
  const chain = chainFor('kodelet', 'before_tool_call', [hook])
  const open = await wary.fire(chain, example('kodelet', 'before_tool_call'))
  const closed = await wary.fire(chain, example('kodelet', 'before_tool_call'), { failOpen: false })
  assert.deepEqual([ran, open.decision, closed.decision], [false, 'pass', 'deny'])
  assert.deepEqual(runLines(open), ['h failed untrusted not trusted yet'])
})

for (const state of ['broken', 'shadowed', 'disabled', 'unknown'] as const) {
  test(`a ${state} hook is passed over and says why`, async () => {
    const hook = hookIn('kodelet', 'before_tool_call', 'h', { blocked: true }, { state, why: 'because' })
    const outcome = await fire('kodelet', 'before_tool_call', [hook])
    assert.deepEqual([outcome.decision, runLines(outcome)], ['pass', [`h skipped ${state}: because`]])
  })
}

test('a hook in this process that never answers is given up on, and the next one runs', async () => {
  const clock = heldClock()
  const held = createEngine({ executorOf: () => scripted({}), trusts: () => undefined, clock })
  let signal: AbortSignal | undefined
  const hangs = hookIn(
    'kodelet',
    'before_tool_call',
    'hangs',
    (_: unknown, context: { signal: AbortSignal }) => {
      signal = context.signal
      return new Promise(() => {})
    },
  )
  const guard = hookIn('kodelet', 'before_tool_call', 'guard', async () => ({ blocked: true }))
  const firing = held.fire(
    chainFor('kodelet', 'before_tool_call', [hangs, guard]),
    example('kodelet', 'before_tool_call'),
  )
  clock.pass(4999)
  assert.equal(signal?.aborted, false)
  clock.pass(2)
  const outcome = await firing
  assert.equal(signal?.aborted, true)
  assert.deepEqual(runLines(outcome), [
    'hangs failed timeout did not answer within 5000 ms',
    'guard returned deny',
  ])
})

test('a late answer changes nothing', async () => {
  const clock = heldClock()
  const held = createEngine({ executorOf: () => scripted({}), trusts: () => undefined, clock })
  let answer: (value: unknown) => void = () => {}
  const late = hookIn(
    'kodelet',
    'before_tool_call',
    'late',
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const firing = held.fire(
    chainFor('kodelet', 'before_tool_call', [late]),
    example('kodelet', 'before_tool_call'),
  )
  clock.pass(6000)
  const outcome = await firing
  answer({ blocked: true })
  await null
  assert.deepEqual([outcome.decision, outcome.hooks.length], ['pass', 1])
})

test('a late answer is not taken for that of the hook that runs now', async () => {
  const clock = heldClock()
  const held = createEngine({ executorOf: () => scripted({}), trusts: () => undefined, clock })
  const answers: ((value: unknown) => void)[] = []
  const waits = (name: string) =>
    hookIn('kodelet', 'before_tool_call', name, () => new Promise((resolve) => answers.push(resolve)))
  const firing = held.fire(
    chainFor('kodelet', 'before_tool_call', [waits('late'), waits('second'), waits('third')]),
    example('kodelet', 'before_tool_call'),
  )
  clock.pass(6000)
  answers[0]?.({ blocked: true })
  await new Promise(setImmediate)
  answers[1]?.({ blocked: false })
  await new Promise(setImmediate)
  answers[2]?.({ blocked: true, reason: 'the third' })
  const outcome = await firing
  assert.deepEqual(runLines(outcome), [
    'late failed timeout did not answer within 5000 ms',
    'second returned',
    'third returned deny',
  ])
  assert.equal(outcome.reason, 'the third')
})

test('the executor of a hook that exceeds its time is canceled', async () => {
  const clock = heldClock()
  const executor = scripted({ quick: { kind: 'returned', result: { blocked: false } } })
  const held = createEngine({ executorOf: () => executor, trusts: () => undefined, clock })
  const hooks = [
    remoteHook('kodelet', 'before_tool_call', 'hangs'),
    remoteHook('kodelet', 'before_tool_call', 'quick'),
  ]
  const firing = held.fire(
    chainFor('kodelet', 'before_tool_call', hooks),
    example('kodelet', 'before_tool_call'),
  )
  clock.pass(5001)
  assert.deepEqual(runLines(await firing), [
    'hangs failed timeout did not answer within 5000 ms',
    'quick returned',
  ])
  assert.deepEqual(executor.cancelled, ['hangs timeout'])
})

test('parallel hooks over time are given up on one by one', async () => {
  const clock = heldClock()
  const held = createEngine({ executorOf: () => scripted({}), trusts: () => undefined, clock })
  const never = () => new Promise(() => {})
  const hooks = [
    hookIn('secureyeoman', 'agent_init', 'short', never, { timeoutMs: 10 }),
    hookIn('secureyeoman', 'agent_init', 'long', never, { timeoutMs: 50 }),
    hookIn('secureyeoman', 'agent_init', 'fine', async () => {}),
  ]
  const firing = held.fire(
    chainFor('secureyeoman', 'agent_init', hooks),
    example('secureyeoman', 'agent_init'),
  )
  clock.pass(60)
  const outcome = await firing
  assert.deepEqual(runLines(outcome), [
    'short failed timeout did not answer within 10 ms',
    'long failed timeout did not answer within 50 ms',
    'fine returned',
  ])
})

test('no timer is left when nothing runs', async () => {
  const clock = heldClock()
  const held = createEngine({ executorOf: () => scripted({}), trusts: () => undefined, clock })
  const firing = held.fire(
    chainFor('kodelet', 'before_tool_call', [hookIn('kodelet', 'before_tool_call', 'h', async () => ({}))]),
    example('kodelet', 'before_tool_call'),
  )
  assert.equal(clock.holding, 1, 'a process waits for its hooks')
  await firing
  assert.equal(clock.holding, 0, 'and for nothing afterwards')
  clock.pass(10_000)
  assert.equal(clock.waiting, 0)
})

test('a cancelled firing ends at once; hooks not yet started are skipped', async () => {
  const controller = new AbortController()
  const hooks = ['a', 'b'].map((name) =>
    hookIn('kodelet', 'before_tool_call', name, () => new Promise(() => {})),
  )
  const firing = fire('kodelet', 'before_tool_call', hooks, { signal: controller.signal })
  controller.abort()
  assert.deepEqual(runLines(await firing), [
    'a failed aborted was cancelled',
    'b skipped the firing was cancelled',
  ])
})

test('a copy that is equal is no replacement', async () => {
  const payload = example('secureyeoman', 'before_llm_call')
  const copies = scripted({ copies: { kind: 'returned', result: structuredClone(payload) } })
  const isolating = createEngine({ executorOf: () => copies, trusts: () => undefined })
  const chain = chainFor('secureyeoman', 'before_llm_call', [
    remoteHook('secureyeoman', 'before_llm_call', 'copies'),
  ])
  const outcome = await isolating.fire(chain, payload)
  assert.deepEqual(
    [outcome.changed, outcome.payload === payload, runLines(outcome)],
    [false, true, ['copies returned']],
  )
})

test('metadata changed in a worker travels to the next hook', async () => {
  const payload = example('compilr', 'beforeTool')
  let seen: unknown
  const executor = scripted({
    marks: { kind: 'returned', result: undefined, carried: { metadata: { marked: 1 } } },
  })
  const isolating = createEngine({ executorOf: () => executor, trusts: () => undefined })
  const chain = chainFor('compilr', 'beforeTool', [
    remoteHook('compilr', 'beforeTool', 'marks'),
    hookIn('compilr', 'beforeTool', 'looks', (context: { metadata: unknown }) => {
      seen = context.metadata
    }),
  ])
  await isolating.fire(chain, payload)
  assert.deepEqual(seen, { marked: 1 })
})

test('steps tell the whole firing in order', async () => {
  const steps: Step[] = []
  const hooks = [
    hookIn('kodelet', 'before_tool_call', 'a', { input: { x: 1 } }),
    hookIn('kodelet', 'before_tool_call', 'b', { blocked: true }),
  ]
  const outcome = await fire('kodelet', 'before_tool_call', hooks, { emit: (step) => steps.push(step) })
  assert.deepEqual(
    steps.map((step) => step.kind),
    ['fired', 'planned', 'started', 'finished', 'started', 'finished', 'settled'],
  )
  assert.equal(new Set(steps.map((step) => step.firing)).size, 1)
  const settled = steps.at(-1)
  assert.ok(settled?.kind === 'settled')
  assert.deepEqual(settled.outcome.payload, outcome.payload)
})

test('a firing that changed nothing settles without a payload', async () => {
  const steps: Step[] = []
  const hook = hookIn('kodelet', 'before_tool_call', 'a', { blocked: false })
  await fire('kodelet', 'before_tool_call', [hook], { emit: (step) => steps.push(step) })
  const settled = steps.at(-1)
  assert.ok(settled?.kind === 'settled')
  assert.equal(Object.hasOwn(settled.outcome, 'payload'), false)
})

test('a firing without hooks still tells whoever listens', async () => {
  const steps: Step[] = []
  await fire('kodelet', 'before_tool_call', [], { emit: (step) => steps.push(step) })
  assert.deepEqual(
    steps.map((step) => step.kind),
    ['fired', 'planned', 'settled'],
  )
})

test('a thousand firings at once all come back, none mixed up', async () => {
  const echo = hookIn('kodelet', 'user_message_send', 'echo', async (payload: { message: string }) => {
    await new Promise(setImmediate)
    return { blocked: true, reason: payload.message }
  })
  const chain = chainFor('kodelet', 'user_message_send', [echo])
  const base = example('kodelet', 'user_message_send')
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, (_, n) => engine.fire(chain, { ...base, message: `m${n}` })),
  )
  outcomes.forEach((outcome, n) => {
    assert.equal(outcome.reason, `m${n}`)
  })
})

test('an Error in a payload reaches the hook as it is and the listeners as data', async () => {
  const steps: Step[] = []
  const error = new TypeError('no network')
  let given: unknown
  const hook = hookIn('compilr', 'onError', 'h', (context: { error: unknown; signal: AbortSignal }) => {
    given = [context.error, context.signal.aborted]
    return { handled: true, error: new RangeError('other') }
  })
  const payload = { ...example('compilr', 'onError'), error }
  const outcome = await engine.fire(chainFor('compilr', 'onError', [hook]), payload, {
    emit: (step) => steps.push(step),
  })
  assert.deepEqual(given, [error, false])
  assert.equal(outcome.handled, true)
  assert.equal((outcome.error as { name: string }).name, 'RangeError')
  assert.match(JSON.stringify(steps), /"name":"TypeError","message":"no network"/)
})

for (const [dialect, event] of [
  ['kodelet', 'before_tool_call'],
  ['secureyeoman', 'agent_init'],
] as const) {
  test(`an executor that never answers does not hang ${event}`, async () => {
    const clock = heldClock()
    const cancelled: string[] = []
    const deaf = {
      run() {},
      cancel: (call: { hook: Hook }) => void cancelled.push(call.hook.name),
      async close() {},
    }
    const held = createEngine({ executorOf: () => deaf, trusts: () => undefined, clock })
    const firing = held.fire(
      chainFor(dialect, event, [remoteHook(dialect, event, 'deaf')]),
      example(dialect, event),
    )
    clock.pass(20_000)
    assert.deepEqual(runLines(await firing), ['deaf failed timeout did not answer within 5000 ms'])
    assert.deepEqual(cancelled, ['deaf'])
  })
}

const oddities: readonly [name: string, answer: () => unknown, why: RegExp][] = [
  [
    'throws an object without a prototype',
    () => {
      throw Object.create(null)
    },
    /^threw an object, which is not an Error$/,
  ],
  [
    'throws what throws when read',
    () => {
      throw {
        toString() {
          throw new Error('no')
        },
      }
    },
    /^threw an object/,
  ],
  [
    'throws an Error that cannot be read',
    () => {
      throw Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('no')
        },
      })
    },
    /^threw something that cannot be described$/,
  ],
  [
    'rejects with a symbol',
    async () => {
      throw Symbol('s')
    },
    /^threw Symbol\(s\), which is not an Error$/,
  ],
  [
    'answers a thenable that throws',
    () =>
      Object.defineProperty({}, 'then', {
        value() {
          throw new Error('not so')
        },
      }),
    /not so/,
  ],
  [
    'answers a thenable whose then cannot be read',
    () =>
      Object.defineProperty({}, 'then', {
        get() {
          throw new Error('hidden')
        },
      }),
    /hidden/,
  ],
]
for (const [name, answer, why] of oddities) {
  for (const [dialect, event] of [
    ['kodelet', 'before_tool_call'],
    ['secureyeoman', 'agent_init'],
  ] as const) {
    test(`a hook that ${name} is a crash in ${event}, not ours`, async () => {
      const outcome = await fire(dialect, event, [
        hookIn(dialect, event, 'odd', answer),
        hookIn(dialect, event, 'fine', {}),
      ])
      assert.equal(outcome.hooks[0]?.failure, 'crashed')
      assert.match(outcome.hooks[0]?.why ?? '', why)
      assert.equal(outcome.hooks[1]?.status, 'returned')
    })
  }
}

test('an answer that throws when it is looked at is invalid', async () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new Error('keep out')
      },
      ownKeys() {
        throw new Error('keep out')
      },
    },
  )
  const outcome = await fire('kodelet', 'before_tool_call', [
    hookIn('kodelet', 'before_tool_call', 'odd', () => trap),
  ])
  assert.equal(outcome.hooks[0]?.status, 'failed')
})
