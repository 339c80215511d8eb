// Payloads that are too large, too deep or strangely named, through the whole product and every kind of hook.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { writeTree } from '../support/tree.ts'
import { type Kind, play, SCENES } from './stage.ts'

// Each returns its payload, or confirms that all of it arrived.
const ECHO: Readonly<Record<Kind, string>> = {
  module: `
    //- /ws/extensions/_10_hostile.mjs
    export const tool_execute_before = (context) => context
  `,
  executable: `
    //- /ws/.kodelet/hooks/10-hostile 755
    #!/usr/bin/env python3
    import json, sys
    if sys.argv[1] == "hook":
        print("before_tool_call")
    else:
        print(json.dumps({"input": json.load(sys.stdin)["tool_input"]}))
  `,
  python: `
    //- /ws/.kaizen/hooks/a_hostile.py
    from kaizen.core.autonomy.hooks import BaseHook, HookResult


    class Echo(BaseHook):
        def __init__(self):
            super().__init__(name="hostile")

        async def handle(self, context):
            return HookResult(success=True, data={"seen": len(context.data["tool_input"]["text"]), "keys": list(context.data["tool_input"])})
  `,
  lists: `
    //- /ws/.compilr/hooks/10_hostile.mjs
    export default { beforeTool: [({ input }) => ({ input })] }
  `,
}

const FIELD: Readonly<Record<Kind, readonly [string, ...string[]]>> = {
  module: ['input'],
  executable: ['tool_input'],
  python: ['data', 'tool_input'],
  lists: ['input'],
}

/** The example with this input. */
function payloadWith(kind: Kind, input: unknown): unknown {
  const { dialect, event } = SCENES[kind]
  const payload = structuredClone(recordOf(dialect, event)?.example) as Record<string, unknown>
  const path = FIELD[kind]
  const [last = ''] = path.slice(-1)
  const holder = path.length === 1 ? payload : (payload[path[0]] as Record<string, unknown>)
  holder[last] = input
  return payload
}

const kinds = Object.keys(ECHO) as readonly Kind[]

describe('a payload', { concurrency: 2 }, () => {
  for (const kind of kinds) {
    test(`of 50 MB reaches a hook (${kind}) and comes back`, async (t) => {
      const text = 'x'.repeat(50_000_000)
      const files = ECHO[kind].replaceAll(/^ {2}/gm, '')
      const played = await play(kind, files, {
        payload: payloadWith(kind, { text }),
        // Masking and writing the payload costs the same for every kind, so it is recorded only once.
        record: kind === 'lists',
        settings: { maxExecutionTime: 60_000, outputCap: 128 * 1024 * 1024 },
      })
      t.after(played.tree.remove)
      assert.deepEqual(
        [played.hostile?.status, played.innocent.status],
        ['returned', 'returned'],
        played.hostile?.why ?? played.innocent.why,
      )
      if (kind === 'python') assert.match(JSON.stringify(played.hostile?.result), /"seen":50000000/)
    })

    test(`with keys called __proto__ stays data (${kind})`, async (t) => {
      const input = JSON.parse(
        '{"text":"t","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      )
      const files = ECHO[kind].replaceAll(/^ {2}/gm, '')
      const { tree, outcome, hostile } = await play(kind, files, { payload: payloadWith(kind, input) })
      t.after(tree.remove)
      assert.equal(hostile?.status, 'returned', hostile?.why)
      if (kind === 'python') assert.match(JSON.stringify(hostile?.result), /"__proto__"/)
      if (kind === 'module' || kind === 'lists') {
        const got = (outcome.payload as { input: object }).input
        assert.ok(Object.hasOwn(got, '__proto__'), JSON.stringify(got))
        assert.equal(Object.getPrototypeOf(got), Object.prototype)
      }
      if (kind === 'executable') assert.match(JSON.stringify(hostile?.result), /"__proto__":\{"polluted":1\}/)
      assert.equal(({} as { polluted?: number }).polluted, undefined)
    })
  }
})

test('a payload that cannot be sent to a hook is refused, and no hook runs', async (t) => {
  const tree = writeTree(`//- /home/\n${ECHO.lists.replaceAll(/^ {2}/gm, '')}`)
  t.after(tree.remove)
  const settings = { maxPayloadBytes: 100_000 }
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    settings,
  })
  t.after(() => workspace.close())
  let steps = 0
  t.after(workspace.onStep(() => steps++))
  const refuses = (payload: unknown, why: RegExp) =>
    assert.rejects(workspace.fire('beforeTool', payload, { dialect: 'compilr' }), {
      name: 'Refusal',
      message: why,
    })
  let deep: unknown = 1
  for (let level = 0; level < 10_000; level++) deep = { deep }
  const loop: { self?: unknown } = {}
  loop.self = loop
  await refuses(deep, /^The payload is nested more than 512 levels deep; /)
  await refuses(loop, /^The payload is nested more than 512 levels deep; /)
  await refuses(
    { text: 'x'.repeat(200_000) },
    /^The payload is larger than 100000 bytes; raise maxPayloadBytes in /,
  )
  await refuses({ list: new Array(100_000).fill(0) }, /^The payload is larger than 100000 bytes/)
  const started = performance.now()
  await refuses({ list: new Array(400_000_000) }, /^The payload is larger than 100000 bytes/)
  assert.ok(performance.now() - started < 2000, 'the items are not looked at one by one')
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  await refuses({ proxy }, /^The payload cannot be passed to a hook: TypeError: /)
  const throwing = {
    get field() {
      throw null
    },
  }
  await refuses(throwing, /^The payload cannot be passed to a hook: threw null, /)
  await assert.doesNotReject(workspace.fire('beforeTool', { input: {} }, { dialect: 'compilr' }))
  await assert.rejects(workspace.fire('beforeTol', {}, { dialect: 'compilr' }), {
    name: 'Refusal',
    message: 'compilr has no event "beforeTol". Did you mean "beforeTool"?',
  })
  await assert.rejects(workspace.fire('beforeTool', {}, { dialect: 'compilr', strict: true }), {
    name: 'Refusal',
    message: /^The payload does not match the schema of compilr beforeTool: /,
  })
  assert.equal(steps, 5, 'only the one good firing was seen')
})

for (const [name, value] of [
  ['a number beyond those of JSON', 10n],
  [
    'a value that fails to be written',
    {
      toJSON() {
        throw new Error('no')
      },
    },
  ],
] as const)
  for (const kind of ['executable', 'python'] as const)
    test(`${name} is refused where a hook gets JSON (${kind})`, async (t) => {
      const tree = writeTree(`//- /home/\n${ECHO[kind].replaceAll(/^ {2}/gm, '')}`)
      t.after(tree.remove)
      const workspace = await openWorkspace({
        root: tree.at('/ws'),
        home: tree.at('/home'),
        trust: 'workspace',
      })
      t.after(() => workspace.close())
      const { dialect, event } = SCENES[kind]
      const payload = payloadWith(kind, { text: 't', value })
      await assert.rejects(workspace.fire(event, payload, { dialect }), {
        name: 'Refusal',
        message: /^The payload cannot be passed to a hook: /,
      })
    })

test('a module gets a payload of proxies, such as the state of an interface', async (t) => {
  const input = new Proxy({ text: 't', list: new Proxy([1, 2], {}) }, {})
  const { tree, outcome, hostile } = await play('lists', ECHO.lists.replaceAll(/^ {2}/gm, ''), {
    payload: payloadWith('lists', input),
  })
  t.after(tree.remove)
  assert.equal(hostile?.status, 'returned', hostile?.why)
  assert.deepEqual((outcome.payload as { input: unknown }).input, {
    text: 't',
    list: [1, 2],
    innocent: true,
  })
})
