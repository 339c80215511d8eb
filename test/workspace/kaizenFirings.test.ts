// Kaizen's hook files fired as the released package fires them: one context per firing, what blocks an interrupt,
// reports about slow hooks and results that are not plain data, and which events a class is bound to.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { writeTree } from '../support/tree.ts'

const IMPORTS = 'from kaizen.core.autonomy.hooks import BaseHook, HookContext, HookEvent, HookResult'

async function opened(t: TestContext, files: Readonly<Record<string, string>>) {
  const tree = writeTree('//- /home/\n')
  for (const [name, content] of Object.entries(files)) {
    tree.write(`//- /ws/.kaizen/hooks/${name}\n${IMPORTS}\n${content}\n`)
  }
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    dialects: ['kaizen'],
    trust: 'workspace',
  })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  const fire = (event: string, data: object) =>
    workspace.fire(
      event,
      { event_type: event, agent_id: 'a', timestamp: 1, data },
      { dialect: 'kaizen', timeoutMs: 30_000 },
    )
  return { workspace, fire }
}

const hook = (name: string, body: string, events = 'list(HookEvent)') => `
class ${name}(BaseHook):
    events = ${events}
    def __init__(self):
        super().__init__(name="${name}")
    async def handle(self, context):
        ${body.trim().replaceAll('\n', '\n        ')}
`

const dataOf = ({ result }: HookRun) => (result as { readonly data?: unknown }).data
const call = { tool_name: 'Read', tool_input: {} }

test('the hooks of one firing share one context, those of two firings share nothing', async (t) => {
  const { fire } = await opened(t, {
    'a.py': hook(
      'First',
      'context.data["seen"] = context.data.get("seen", 0) + 1\ncontext.metadata["by"] = "First"\nreturn HookResult(success=True, data={"trace": context.trace_id})',
    ),
    'b.py': hook(
      'Second',
      'return HookResult(success=True, data={"seen": context.data["seen"], "by": context.metadata["by"], "trace": context.trace_id})',
    ),
  })
  const outcomes = await Promise.all([fire('pre_tool_use', call), fire('pre_tool_use', call)])
  const traces = outcomes.map(({ hooks, payload }) => {
    const [first, second] = hooks.map(dataOf) as [{ trace: string }, unknown]
    assert.match(first.trace, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    assert.deepEqual(second, { seen: 1, by: 'First', trace: first.trace })
    assert.deepEqual((payload as { data: unknown }).data, call, 'the agent goes on with what it fired')
    return first.trace
  })
  assert.notEqual(traces[0], traces[1])
})

const interrupt = {
  interrupt_mode: 'graceful',
  interrupt_source: 'user',
  interrupt_message: 'Stop',
  interrupt_metadata: {},
}
const interrupts: readonly (readonly [what: string, handle: string, decision: 'pass' | 'deny'])[] = [
  ['success', 'return HookResult(success=True)', 'pass'],
  ['success with data that is none', 'return HookResult(success=True, data={"at": context})', 'pass'],
  ['a refusal', 'return HookResult(success=False, error="not now")', 'deny'],
  ['a refusal without a reason, which raises', 'return HookResult(success=False)', 'deny'],
  ['an error', 'raise RuntimeError("boom")', 'deny'],
  ['nothing', 'pass', 'deny'],
  ['a dict, which takes no duration', 'return {"success": True}', 'deny'],
  ['too much time', 'import asyncio\nawait asyncio.sleep(60)', 'deny'],
]
for (const [what, handle, decision] of interrupts) {
  test(`pre_interrupt: ${what} is ${decision}`, async (t) => {
    const { workspace, fire } = await opened(t, {
      'guard.py': hook('Guard', handle, '[HookEvent.PRE_INTERRUPT]'),
      'warm.py': hook('Warm', 'return HookResult(success=True)', '[HookEvent.PRE_AGENT_LOOP]'),
    })
    // Starts the interpreter first, so that the timeout measures only the hook.
    await fire('pre_agent_loop', { inputs: {} })
    const payload = { event_type: 'pre_interrupt', agent_id: 'm', timestamp: 1, data: interrupt }
    const timeoutMs = handle.includes('sleep') ? 500 : 20_000
    const outcome = await workspace.fire('pre_interrupt', payload, { dialect: 'kaizen', timeoutMs })
    assert.equal(outcome.decision, decision, JSON.stringify(outcome.hooks))
  })
}

test('a handle that is not async blocks an interrupt, as its answer cannot be awaited', async (t) => {
  const { fire } = await opened(t, {
    'guard.py': hook('Guard', 'return HookResult(success=True)').replace('async def handle', 'def handle'),
  })
  const { decision, reason } = await fire('pre_interrupt', interrupt)
  assert.deepEqual([decision, /can't be used in 'await'/.test(`${reason}`)], ['deny', true], reason)
})

test('the mode and the source of an interrupt are members of their enums', async (t) => {
  const { fire } = await opened(t, {
    'guard.py': `from kaizen.core.autonomy.interrupts.types import InterruptMode, InterruptSource${hook(
      'Guard',
      'mode, source = context.data["interrupt_mode"], context.data["interrupt_source"]\nreturn HookResult(success=mode is InterruptMode.GRACEFUL and source is InterruptSource.USER, error=repr(mode))',
    )}`,
  })
  assert.equal((await fire('pre_interrupt', interrupt)).decision, 'pass')
  assert.equal((await fire('pre_interrupt', { ...interrupt, interrupt_mode: 'odd' })).reason, "'odd'")
})

test('a hook that takes longer than the released Kaizen waits is reported, with its own limit if it has one', async (t) => {
  const sleeps = (name: string, limit: string) =>
    hook(name, 'import asyncio\nawait asyncio.sleep(0.6)\nreturn HookResult(success=True)').replace(
      '    events',
      `    ${limit}\n    events`,
    )
  const { fire } = await opened(t, {
    'a.py': sleeps('Slow', 'pass'),
    'b.py': sleeps('Patient', 'timeout_seconds = 2'),
    'c.py': hook('Quick', 'return HookResult(success=True)'),
  })
  const { hooks } = await fire('pre_agent_loop', { inputs: {} })
  assert.deepEqual(
    hooks.map(({ name, status, note }) => [name, status, note]),
    [
      ['Slow', 'returned', 'took 0.6 s; the released Kaizen gives up on it after 0.5 s'],
      ['Patient', 'returned', undefined],
      ['Quick', 'returned', undefined],
    ],
  )
})

test('a class whose events cannot be read is run once it is trusted, and fires for the events that it names', async (t) => {
  const { workspace, fire } = await opened(t, {
    'computed.py': [
      hook('Computed', 'return HookResult(success=True)', '[e for e in HookEvent if "tool" in e.value]'),
      hook('Read', 'return HookResult(success=True)', 'HookEvent.PRE_TOOL_USE'),
      hook(
        'Stops',
        'return HookResult(success=True)',
        '["pre_agent_loop"] + ["none"[:]] + ["post_agent_loop"]',
      ),
      hook('Nothing', 'return HookResult(success=True)', 'dict()'),
      hook('Fails', 'return HookResult(success=True)', 'property(lambda self: 1 / 0)'),
    ].join('\n'),
  })
  assert.deepEqual(
    workspace
      .list()
      .flatMap(({ part, state, events }) => (part === undefined ? [] : [[part, state, ...events]])),
    [
      ['Computed', 'active', 'pre_tool_use', 'post_tool_use'],
      ['Fails', 'broken'],
      ['Nothing', 'broken'],
      ['Read', 'active', 'pre_tool_use'],
      ['Stops', 'active', 'pre_agent_loop'],
    ],
  )
  const lines = workspace.problems.flatMap(({ code, message }) =>
    code === 'executable.query' ? [message] : [],
  )
  assert.deepEqual(lines, [
    'asked for its events, it failed: ZeroDivisionError: division by zero',
    'asked for its events, it named none of Kaizen',
  ])
  const ran = async (event: string, data: object) => (await fire(event, data)).hooks.map(({ name }) => name)
  assert.deepEqual(await ran('pre_tool_use', call), ['Computed', 'Read'])
  assert.deepEqual(await ran('post_tool_use', { ...call, result: 1, estimated_cost_usd: 0 }), ['Computed'])
})
