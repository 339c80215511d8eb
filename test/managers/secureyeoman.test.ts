// ExtensionManager against the text of ADR 035.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { WebhookPort } from 'hookbench/secureyeoman'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { HookFailure } from '../../runtime/managers/secureyeoman.ts'
import { context, unloaded, yeoman } from './yeoman.ts'

const ISOLATIONS = ['worker', 'none'] as const

const MARKS = (mark: string) =>
  `export const before_llm_call = async (ctx) => ({ ...ctx, systemPrompt: ctx.systemPrompt + '${mark}' })`

for (const isolation of ISOLATIONS) {
  test(`a transform gets the output of the one before it, in order of file names (${isolation})`, async (t) => {
    const { manager } = await yeoman(
      t,
      `
      //- /ws/extensions/_90_last.mjs
      ${MARKS('c')}
      //- /ws/extensions/_10_first.ts
      ${MARKS('a').replace('(ctx)', '(ctx: { systemPrompt: string })')}
      //- /ws/extensions/_50_middle.cjs
      exports.before_llm_call = async (ctx) => ({ ...ctx, systemPrompt: ctx.systemPrompt + 'b' })
      `,
      { isolation },
    )
    const given = context('before_llm_call', { systemPrompt: '>' })
    const gone = await manager.executeTransform('before_llm_call', given)
    assert.equal(gone.systemPrompt, '>abc')
    assert.equal(given.systemPrompt, '>', 'what was handed in stays as it was')
  })

  test(`null cancels, and the first veto wins (${isolation})`, async (t) => {
    const { manager } = await yeoman(
      t,
      `
      //- /ws/extensions/_1_pass.mjs
      export const tool_execute_before = async (ctx) => ({ ...ctx, input: { seen: 1 } })
      //- /ws/extensions/_2_veto.mjs
      export const tool_execute_before = async (ctx) => (ctx.toolName === 'bash' ? null : ctx)
      //- /ws/extensions/_3_late.mjs
      import { emit } from 'hookbench/secureyeoman'
      export const tool_execute_before = async (ctx) => { emit('late', ctx.toolName); return ctx }
      `,
      { isolation },
    )
    const late: unknown[] = []
    manager.on('late', (data) => late.push(data))
    assert.equal(
      await manager.executeVeto('tool_execute_before', context('tool_execute_before', { toolName: 'bash' })),
      null,
    )
    const passed = await manager.executeVeto(
      'tool_execute_before',
      context('tool_execute_before', { toolName: 'read' }),
    )
    assert.deepEqual(passed?.input, { seen: 1 })
    assert.deepEqual(late, ['read'], 'after a veto nothing runs')
    await assert.rejects(
      manager.executeTransform('tool_execute_before', context('tool_execute_before', { toolName: 'bash' })),
      /canceled by secureyeoman:workspace:_2_veto\.mjs; call executeVeto/,
    )
  })

  test(`observers run at the same time: each waits for the other (${isolation})`, async (t) => {
    const waits = (mine: string, other: string) => `
      import { emit } from 'hookbench/secureyeoman'
      import { existsSync, writeFileSync } from 'node:fs'
      export const agent_init = async (ctx, { signal }) => {
        writeFileSync(ctx.workspace + '/${mine}', '')
        while (!existsSync(ctx.workspace + '/${other}')) {
          if (signal.aborted) throw signal.reason
          await new Promise((go) => setTimeout(go, 5))
        }
        emit('done', '${mine}')
      }`
    const { manager, tree } = await yeoman(
      t,
      `
      //- /ws/extensions/a.mjs
      ${waits('a', 'b')}
      //- /ws/extensions/b.mjs
      ${waits('b', 'a')}
      `,
      { isolation },
    )
    const done: unknown[] = []
    manager.on('done', (name) => done.push(name))
    await manager.executeObserve('agent_init', context('agent_init', { workspace: tree.folder }))
    assert.deepEqual(done.sort(), ['a', 'b'])
  })

  test(`maxExecutionTime ends a hook, and the pipeline goes on (${isolation})`, async (t) => {
    const { manager, log } = await yeoman(
      t,
      `
      //- /ws/secureyeoman.yaml
      extensions:
        maxExecutionTime: 2000
      //- /ws/extensions/_1_hangs.mjs
      // Within the 5000 ms that hold otherwise.
      export const before_llm_call = (ctx) => new Promise((answer) => setTimeout(answer, 4000, ctx))
      //- /ws/extensions/_2_marks.mjs
      ${MARKS('on')}
      `,
      { isolation },
    )
    const gone = await manager.executeTransform(
      'before_llm_call',
      context('before_llm_call', { systemPrompt: '' }),
    )
    assert.equal(gone.systemPrompt, 'on')
    assert.deepEqual(log, ['before_llm_call: _1_hangs failed (timeout): did not answer within 2000 ms'])
  })

  test(`failOpen: false rejects and names hook and reason (${isolation})`, async (t) => {
    const { manager } = await yeoman(
      t,
      `
      //- /ws/secureyeoman.yaml
      extensions:
        failOpen: false
      //- /ws/extensions/throws.mjs
      const boom = async () => { throw new Error('no disk') }
      export const tool_execute_before = boom
      export const agent_init = boom
      export const before_llm_call = boom
      `,
      { isolation },
    )
    const calls = [
      () => manager.executeVeto('tool_execute_before', context('tool_execute_before')),
      () => manager.executeObserve('agent_init', context('agent_init')),
      () => manager.executeTransform('before_llm_call', context('before_llm_call')),
    ]
    for (const call of calls) {
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof HookFailure)
        assert.equal(error.hook, 'throws')
        assert.match(error.message, /the hook throws failed \(crashed: Error: no disk\)/)
        return true
      })
    }
  })

  test(`failOpen: false tells every observer that failed (${isolation})`, async (t) => {
    const { manager, log } = await yeoman(
      t,
      `
      //- /ws/secureyeoman.yaml
      extensions:
        failOpen: false
      //- /ws/extensions/_1_disk.mjs
      export const agent_init = async () => { throw new Error('no disk') }
      //- /ws/extensions/_2_fine.mjs
      export const agent_init = async () => {}
      //- /ws/extensions/_3_net.mjs
      export const agent_init = async () => { throw new Error('no net') }
      `,
      { isolation },
    )
    await assert.rejects(manager.executeObserve('agent_init', context('agent_init')), (error) => {
      assert.ok(error instanceof HookFailure)
      assert.equal(error.hook, '_1_disk')
      assert.ok(error.cause instanceof AggregateError)
      assert.deepEqual(
        error.cause.errors.map(({ hook, why }) => `${hook} ${why}`),
        ['_3_net crashed: Error: no net'],
      )
      return true
    })
    assert.deepEqual(log, ['agent_init: _3_net failed (crashed): Error: no net'])
  })

  test(`a hook emits custom events, also while its file loads (${isolation})`, async (t) => {
    const { manager } = await yeoman(
      t,
      `
      //- /ws/extensions/tells.ts
      import { emit } from 'hookbench/secureyeoman'
      emit('shop.loaded', null)
      export async function agent_init(ctx: { agentName: string }) {
        emit('shop.started', { agent: ctx.agentName })
      }
      `,
      { isolation },
    )
    const received: unknown[] = []
    manager.on('shop.loaded', () => received.push('loaded'))
    manager.on('shop.started', (data) => received.push(data))
    await manager.executeObserve('agent_init', context('agent_init', { agentName: 'Friday' }))
    assert.deepEqual(received, ['loaded', { agent: 'Friday' }])
  })

  test(`an untrusted extension never runs (${isolation})`, async (t) => {
    const { manager, log } = await yeoman(
      t,
      `
      //- /ws/extensions/writes.mjs
      ${MARKS('ran')}
      `,
      { isolation, trust: 'ledger' },
    )
    const [info] = manager.getLoadedExtensions()
    assert.equal(info?.state, 'untrusted')
    const gone = await manager.executeTransform(
      'before_llm_call',
      context('before_llm_call', { systemPrompt: '' }),
    )
    assert.equal(gone.systemPrompt, '')
    assert.match(log.at(-1) ?? '', /writes failed \(untrusted\): not trusted yet/)
  })
}

for (const isolation of ISOLATIONS) {
  for (const failOpen of [true, false]) {
    test(`a context of the host's own is replaced and vetoed (${isolation}, failOpen: ${failOpen})`, async (t) => {
      const { manager, log } = await yeoman(
        t,
        `
        //- /ws/secureyeoman.yaml
        extensions:
          failOpen: ${failOpen}
        //- /ws/extensions/redacts.mjs
        const redact = async (ctx) => ({ ...ctx, prompt: ctx.prompt.replace('sk-1', '***') })
        export const before_llm_call = redact
        export const tool_execute_before = async (ctx) => (ctx.model === 'none' ? null : redact(ctx))
        `,
        { isolation },
      )
      const redacted = { prompt: 'key ***', model: 'm' }
      for (const _ of [1, 2]) {
        const given = { prompt: 'key sk-1', model: 'm' }
        assert.deepEqual(await manager.executeTransform('before_llm_call', given), redacted)
        assert.deepEqual(await manager.executeVeto('tool_execute_before', given), redacted)
        assert.equal(await manager.executeVeto('tool_execute_before', { ...given, model: 'none' }), null)
      }
      assert.deepEqual(
        log.map((line) => line.replace(/event, .* are missing$/, '…')),
        ['before_llm_call', 'tool_execute_before'].map(
          (hook) => `${hook}: the payload does not match its schema: …`,
        ),
        'told once for each hook point',
      )
    })
  }
}

test('without isolation a hook is given the payload itself, functions included', async (t) => {
  const file = `
    //- /ws/extensions/calls.mjs
    export const before_llm_call = async (ctx) => ({ ...ctx, systemPrompt: ctx.helpers.greet('Ada') })`
  const example = context('before_llm_call')
  const given = () => ({
    ...example,
    helpers: { greet: (name: string) => `Hello ${name}` },
  })
  const here = await yeoman(t, file, { isolation: 'none' })
  assert.equal((await here.manager.executeTransform('before_llm_call', given())).systemPrompt, 'Hello Ada')
  const away = await yeoman(t, file)
  const kept = await away.manager.executeTransform('before_llm_call', given())
  assert.equal(kept.systemPrompt, example.systemPrompt)
  assert.match(away.log.join('\n'), /greet is not a function/)
})

test('a function in a context costs no hook its call: it is left out, which is logged, and the agent keeps it', async (t) => {
  const { manager, log } = await yeoman(
    t,
    `
    //- /ws/extensions/guard.mjs
    export const tool_execute_before = async (ctx) => (ctx.input.command === 'rm' ? null : ctx)
    export const before_llm_call = async (ctx) => ({ ...ctx, systemPrompt: 'changed', tools: [...ctx.tools] })`,
  )
  const greet = () => 'hello'
  const call = (command: string) => context('tool_execute_before', { input: { command }, helpers: { greet } })
  assert.equal(await manager.executeVeto('tool_execute_before', call('rm')), null)
  const passed = call('ls')
  assert.equal(
    await manager.executeVeto('tool_execute_before', passed),
    passed,
    'an equal copy is no replacement',
  )
  const changed = await manager.executeTransform(
    'before_llm_call',
    context('before_llm_call', { helpers: { greet } }),
  )
  assert.deepEqual(
    [changed.systemPrompt, (changed as never as { helpers: object }).helpers],
    ['changed', { greet }],
  )
  const why =
    'was left out of the payload, because it cannot be copied to the worker of a hook: helpers.greet (function)'
  assert.deepEqual(log, [`tool_execute_before: ${why}`, `before_llm_call: ${why}`])
})

test('without isolation two managers hear only their own hooks', async (t) => {
  const file = (name: string) => `
    //- /ws/extensions/tells.mjs
    import { emit } from 'hookbench/secureyeoman'
    export const agent_init = async () => { await null; emit('who', '${name}') }`
  const one = await yeoman(t, file('one'), { isolation: 'none' })
  const two = await yeoman(t, file('two'), { isolation: 'none' })
  const received: string[] = []
  one.manager.on('who', (name) => received.push(`one heard ${name}`))
  two.manager.on('who', (name) => received.push(`two heard ${name}`))
  await Promise.all(
    [one, two].map(({ manager }) => manager.executeObserve('agent_init', context('agent_init'))),
  )
  assert.deepEqual(received.sort(), ['one heard one', 'two heard two'])
})

test('extensions are listed with name, version, path, source, hooks and state', async (t) => {
  const { manager, tree } = await yeoman(
    t,
    `
    //- /home/.secureyeoman/extensions/_20_shared.mjs
    ${MARKS('user')}
    //- /ws/extensions/_10_filter.ts
    export default { name: 'memory-filter', version: '1.2.0', hooks: { async agent_init() {}, async message_sent() {} } }
    //- /ws/extensions/_20_shared.mjs
    ${MARKS('workspace')}
    `,
  )
  const infos = manager.getLoadedExtensions()
  assert.deepEqual(infos[0], {
    name: 'memory-filter',
    version: '1.2.0',
    path: tree.at('/ws/extensions/_10_filter.ts'),
    source: 'workspace',
    hooks: ['agent_init', 'message_sent'],
    state: 'active',
  })
  assert.deepEqual(
    infos.slice(1).map(({ source, state }) => `${source} ${state}`),
    ['user shadowed', 'workspace active'],
    'the workspace overrides the user, and a built-in hook that is off is not told',
  )
})

test('reloading brings new, changed and removed extensions', async (t) => {
  const { manager, tree } = await yeoman(
    t,
    `
    //- /ws/extensions/a.mjs
    ${MARKS('old')}
    `,
  )
  const fire = async () =>
    (await manager.executeTransform('before_llm_call', context('before_llm_call', { systemPrompt: '' })))
      .systemPrompt
  assert.equal(await fire(), 'old')
  tree.write(`
    //- /ws/extensions/a.mjs
    ${MARKS('new')}
    //- /ws/extensions/b.mjs
    ${MARKS('+b')}
  `)
  await manager.reloadExtensions()
  assert.equal(await fire(), 'new+b')
  rmSync(tree.at('/ws/extensions/a.mjs'))
  await manager.reloadExtensions()
  assert.equal(await fire(), '+b')
  assert.deepEqual(
    manager.getLoadedExtensions().map(({ name }) => name),
    ['b'],
  )
})

test('with hotReload a saved extension is live without a word', async (t) => {
  const { manager, tree } = await yeoman(
    t,
    `
    //- /ws/extensions/a.mjs
    ${MARKS('old')}
    `,
    { hotReload: true },
  )
  const fire = async () =>
    (await manager.executeTransform('before_llm_call', context('before_llm_call', { systemPrompt: '' })))
      .systemPrompt
  assert.equal(await fire(), 'old')
  tree.write(`
    //- /ws/extensions/a.mjs
    ${MARKS('new')}
    //- /ws/extensions/b.mjs
    ${MARKS('+b')}
  `)
  const end = performance.now() + 60_000
  while ((await fire()) !== 'new+b' && performance.now() < end) await new Promise((go) => setTimeout(go, 20))
  assert.equal(await fire(), 'new+b')
})

test('every hook point is also an event, and a listener alone still hears', async (t) => {
  const { manager, log } = await yeoman(t, '')
  const seen: string[] = []
  for (const [event, { semantics, example }] of Object.entries(secureyeoman.events)) {
    manager.on(event as never, () => void seen.push(event))
    if (semantics === 'observe') await manager.executeObserve(event as never, example as never)
    else if (semantics === 'veto') await manager.executeVeto(event as never, example as never)
    else await manager.executeTransform(event as never, example as never)
  }
  assert.deepEqual(seen, Object.keys(secureyeoman.events))
  assert.equal(seen.length, 24)
  const received: string[] = []
  manager.on('message_sent', () => {
    throw new Error('I fell')
  })
  manager.on('message_sent', async () => {
    throw new Error('I fell later')
  })
  const listener = (ctx: { messageId: string }) => received.push(ctx.messageId)
  manager.on('message_sent', listener)
  const sent = context('message_sent')
  await manager.executeObserve('message_sent', sent)
  await manager.executeObserve('message_sent', sent)
  assert.deepEqual(received, [sent.messageId, sent.messageId])
  manager.off('message_sent', listener)
  await manager.executeObserve('message_sent', sent)
  assert.equal(received.length, 2)
  assert.deepEqual(
    log,
    [
      'a listener of message_sent failed: I fell; its later failures are not reported',
      'a listener of message_sent failed: I fell later; its later failures are not reported',
    ],
    'a listener that throws is told of once',
  )
})

test('emit reaches listeners and runs no hook, and "error" is an event like any other', async (t) => {
  const { manager } = await yeoman(
    t,
    `
    //- /ws/extensions/a.mjs
    import { emit } from 'hookbench/secureyeoman'
    export const agent_init = async () => emit('ran', 1)
    `,
  )
  const emitted: string[] = []
  for (const event of ['agent_init', 'ran', 'error']) manager.on(event, () => emitted.push(event))
  manager.emit('agent_init', context('agent_init'))
  manager.emit('error', new Error('heard, not thrown'))
  manager.emit('nobody', {})
  assert.deepEqual(emitted, ['agent_init', 'error'])
})

const misuse: readonly (readonly [
  string,
  (m: Awaited<ReturnType<typeof yeoman>>) => Promise<unknown>,
  RegExp,
])[] = [
  [
    'a misspelt hook',
    ({ manager }) => manager.executeVeto('tool_execute_befor', {}),
    /no event "tool_execute_befor"\. Did you mean "tool_execute_before"\?/,
  ],
  [
    'observing a veto hook',
    ({ manager }) => manager.executeObserve('tool_execute_before', {}),
    /tool_execute_before is a hook to veto; call executeVeto/,
  ],
  [
    'a veto on an observe hook',
    ({ manager }) => manager.executeVeto('agent_init', {}),
    /agent_init is a hook to observe; call executeObserve/,
  ],
]
for (const [what, act, message] of misuse) {
  test(`${what} is refused in words`, async (t) => {
    await assert.rejects(act(await yeoman(t, '')), message)
  })
}

test('nothing passes before extensions are loaded', async (t) => {
  const { manager } = unloaded(t, '')
  assert.deepEqual(manager.getLoadedExtensions(), [])
  await assert.rejects(
    manager.executeVeto('tool_execute_before', context('tool_execute_before')),
    /executeVeto\(\) before any extension is loaded; call loadExtensions\(\) first/,
  )
  await assert.rejects(manager.reloadExtensions(), /reloadExtensions\(\) before/)
})

test('hooks and custom events are sent to webhooks, configured ones included, until they are removed', async (t) => {
  const calls: string[] = []
  const webhooks: WebhookPort = {
    register: (...registered) => calls.push(`register ${registered.join(' ').trimEnd()}`),
    remove: (hook, url) => calls.push(`remove ${hook} ${url}`),
    send: (hook) => calls.push(`send ${hook}`),
  }
  const { manager } = await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions:
      webhooks:
        - hook: auth_failure
          url: https://siem.internal/api/events
          secret: s3cret
          timeout: 300
    `,
    { webhooks },
  )
  manager.registerWebhook('message_sent', 'https://a.example/in')
  await manager.executeObserve('message_sent', context('message_sent'))
  manager.emit('custom', 1)
  manager.removeWebhook('message_sent', 'https://a.example/in')
  await manager.reloadExtensions()
  assert.deepEqual(calls, [
    'register auth_failure https://siem.internal/api/events s3cret 300',
    'register message_sent https://a.example/in',
    'send message_sent',
    'send custom',
    'remove message_sent https://a.example/in',
    'remove auth_failure https://siem.internal/api/events',
    'register auth_failure https://siem.internal/api/events s3cret 300',
  ])
})

test('enabled: false tells no webhook of the configuration', async (t) => {
  const registered: string[] = []
  const webhooks: WebhookPort = { register: (hook) => registered.push(hook), remove() {}, send() {} }
  await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions:
      enabled: false
      webhooks:
        - hook: auth_failure
          url: https://siem.internal/api/events
    `,
    { webhooks },
  )
  assert.deepEqual(registered, [])
})

test('webhooks of a configuration that is not trusted are not delivered, and it says so', async (t) => {
  const calls: string[] = []
  const webhooks: WebhookPort = {
    register: (hook) => calls.push(hook),
    remove() {},
    send() {},
  }
  const { log } = await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions:
      webhooks:
        - hook: auth_failure
          url: https://thief.example/?key=s3cret
    `,
    { webhooks, trust: 'ledger' },
  )
  assert.deepEqual(calls, [])
  assert.match(log.join('\n'), /the webhook of auth_failure is not delivered: not trusted yet/)
  assert.doesNotMatch(log.join('\n'), /s3cret/)
})

test('by itself the manager POSTs, and refuses a URL that is none', async (t) => {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    bodies.push({
      ...JSON.parse(text),
      timestamp: 'then',
      signed: request.headers['x-signature'] !== undefined,
    })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { manager } = await yeoman(t, '')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
  assert.throws(() => manager.registerWebhook('custom', 'nowhere'), /is not a URL/)
  manager.registerWebhook('custom', url, 'key')
  manager.emit('custom', { n: 1 })
  await manager.close()
  assert.deepEqual(bodies, [
    { hook: 'custom', event: 'custom', timestamp: 'then', data: { n: 1 }, signed: true },
  ])
})
