// The tools for agents over a scripted runtime: the text that a model reads for long, empty and odd answers, and that
// the data has the promised shape.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mismatchText } from '../../runtime/contract/validate.ts'
import type { AgentToolRequest } from '../../runtime/tools/serverAnswers.ts'
import type { ToolName, ToolRuntime } from '../../runtime/tools/tool.ts'
import { callTool, toolNamed } from '../../runtime/tools/tools.ts'

type Answers = { readonly [M in keyof AgentToolRequest]?: AgentToolRequest[M]['result'] }

/** Calls a tool over these answers; the data must match the tool's own schema. */
async function check(name: ToolName, input: object, answers: Answers, ...expected: readonly RegExp[]) {
  const requests: { readonly method: string; readonly params: object }[] = []
  const runtime: ToolRuntime = {
    root: '/shop',
    async ask(method, params) {
      requests.push({ method, params })
      const answer: unknown = answers[method]
      return answer as AgentToolRequest[typeof method]['result']
    },
  }
  const { text, data } = await callTool(toolNamed(name), input, runtime)
  assert.equal(mismatchText(toolNamed(name).output, data), undefined)
  for (const one of expected) assert.match(text, one)
  return { text, data: data as Record<string, unknown>, requests }
}

const hook = (id: string, state: 'active' | 'untrusted' | 'disabled', source: 'workspace' | 'builtin') => ({
  ...{ id, events: ['before_tool_call'], source, state, timeoutMs: 30_000 },
  path: source === 'builtin' ? '' : `/shop/.kodelet/hooks/${id}`,
})

test('built-in hooks that are off are not listed', async () => {
  const list = [hook('guard', 'active', 'workspace'), hook('logging', 'disabled', 'builtin')]
  const { text } = await check('hookbench_list', {}, { list }, /^1 hook in this workspace, 1 active/)
  assert.ok(!text.includes('logging') && !text.includes('trust'))
})

test('a workspace without hooks says where they are looked for', async () => {
  await check(
    'hookbench_list',
    {},
    { list: [] },
    /There is no hook.*\.claude\/settings\.json.*\.kodelet\/hooks.*hookbench new/,
  )
})

test('a row says state, reason, events and file, each where there is one', async () => {
  const list = [
    { ...hook('guard', 'untrusted', 'workspace'), why: 'changed since it was trusted' },
    hook('logging', 'active', 'builtin'),
  ]
  const { text } = await check('hookbench_list', {}, { list })
  assert.ok(
    text.includes(
      '- guard untrusted (changed since it was trusted); before_tool_call; .kodelet/hooks/guard\n- logging active; before_tool_call\n',
    ),
    text,
  )
})

test('an event without hooks says so', async () => {
  const explain = { dialect: 'kodelet', event: 'before_tool_call', hooks: [] }
  const { text } = await check('hookbench_explain', { event: 'before_tool_call' }, { explain })
  assert.match(text, /in firing order:\nNo hook answers this event here\.$/)
})

test('every hook is counted by its state', async () => {
  const list = [hook('a', 'active', 'workspace'), hook('b', 'untrusted', 'workspace')]
  await check('hookbench_list', {}, { list }, /^2 hooks in this workspace, 1 active, 1 untrusted, in firing/)
})

test('a hook that waits for trust is the person’s to look at', async () => {
  const list = [hook('guard', 'untrusted', 'workspace')]
  await check('hookbench_list', {}, { list }, /hookbench trust <id>.*Do not do this in their place/)
})

test('long answers are cut and say so, in lines and as data', async () => {
  const list = Array.from({ length: 300 }, (_, at) => hook(`h${at}`, 'active', 'workspace'))
  const { data } = await check(
    'hookbench_list',
    {},
    { list },
    /… and 100 more; ask for one event or dialect\.$/,
  )
  assert.equal(data.left, 100)
  assert.equal((data.hooks as unknown[]).length, 200)
})

test('findings come with errors first, by their path in the workspace', async () => {
  const finding = (severity: 'error' | 'warning', path: string) => ({
    ...{ code: 'event.unknown' as const, message: 'It never fires.', severity, path },
    start: { line: 3, column: 7 },
    fix: 'Write before_tool_call.',
  })
  const given = [finding('warning', '/shop/a.ts'), finding('error', '/home/me/b.ts')]
  const { text } = await check('hookbench_check', {}, { check: given }, /^2 findings:/)
  assert.deepEqual(text.split('\n').slice(1), [
    '- /home/me/b.ts:3:7 error event.unknown: It never fires. Write before_tool_call.',
    '- a.ts:3:7 warning event.unknown: It never fires. Write before_tool_call.',
  ])
  await check('hookbench_check', {}, { check: [] }, /^Nothing is wrong\.$/)
})

test('a replay tells what changed, cut to what can be read, and leaves out what is the same', async () => {
  const event = { dialect: 'kodelet', event: 'before_tool_call' }
  const differences = [{ path: 'payload.text', recorded: 'x'.repeat(5000), replayed: undefined }]
  const replay = {
    ...{ same: 1, changed: 1, failed: 1 },
    events: [
      { n: 1, same: true, ...event },
      { n: 2, same: false, differences, ...event },
      { n: 3, same: false, failed: 'there is no such hook', ...event },
    ],
  }
  const { text, data } = await check('hookbench_replay', {}, { replay }, /^1 same, 1 changed, 1 failed of 3/)
  assert.ok(text.length < 600, String(text.length))
  assert.match(text, /event 2, before_tool_call: changed\n {2}payload\.text: was "xxx.*…, is nothing/)
  assert.match(text, /event 3, before_tool_call: failed: there is no such hook/)
  assert.equal((data.events as unknown[]).length, 2)
  const none = { same: 0, changed: 0, failed: 0, events: [] }
  await check(
    'hookbench_replay',
    { hook: 'guard' },
    { replay: none },
    /no event of latest was given to guard/,
  )
})

test('what if: every event says what is decided now, and a hook that was not run comes first', async () => {
  const about = { dialect: 'kodelet', event: 'before_tool_call' }
  const guard = { id: 'k:guard', name: 'guard', source: 'workspace', path: '', durationMs: 1 } as const
  const outcome = {
    ...{
      v: 1 as const,
      ...about,
      decision: 'deny' as const,
      reason: 'no rm',
      by: 'k:guard',
      payload: {},
      changed: false,
    },
    ...{ context: [], notes: [], followUps: [], durationMs: 1 },
    hooks: [{ ...guard, status: 'returned', verdict: { decision: 'deny', reason: 'no rm' } }],
  } as const
  const lost = {
    ...guard,
    status: 'failed',
    failure: 'untrusted',
    why: 'changed since it was trusted',
  } as const
  const differences = [{ path: 'decision', recorded: 'deny', replayed: 'pass' }]
  const replay = {
    ...{ same: 1, changed: 2, failed: 0 },
    events: [
      { n: 1, same: true, ...about, replayed: outcome },
      { n: 2, same: false, differences, ...about, replayed: { ...outcome, decision: 'pass', hooks: [lost] } },
      { n: 3, same: false, differences, ...about, replayed: lost },
    ],
  } as const
  const { text } = await check('hookbench_replay', { set: ['a=1'] }, { replay })
  assert.deepEqual(text.split('\n').slice(1), [
    '- event 1, before_tool_call: same',
    '  now: deny by k:guard: no rm',
    '- event 2, before_tool_call: changed',
    '  not run: guard: changed since it was trusted',
    '  now: pass, but 1 of 1 hook did not answer',
    '  decision: was "deny", is "pass"',
    '- event 3, before_tool_call: changed',
    '  not run: guard: changed since it was trusted',
    '  now: untrusted: changed since it was trusted (k:guard)',
    '  decision: was "deny", is "pass"',
  ])
  const plain = await check('hookbench_replay', {}, { replay })
  assert.ok(!plain.text.includes('event 1') && !plain.text.includes('now:'))
})

test('the runtime receives the request of the tool and no other', async () => {
  const replay = { same: 1, changed: 0, failed: 0, events: [] }
  const { requests } = await check('hookbench_replay', { recording: 'r', set: ['a=1'] }, { replay })
  assert.deepEqual(requests, [{ method: 'replay', params: { recordings: ['r'], set: ['a=1'] } }])
})

test('invalid input is refused before any request', async () => {
  const rows: readonly (readonly [ToolName, unknown, RegExp])[] = [
    ['hookbench_explain', {}, /hookbench_explain: event/],
    ['hookbench_list', { evnt: 'x' }, /evnt is not a field of this object\. Did you mean "event"\?$/],
    ['hookbench_replay', { set: ['a'] }, /set/],
    ['hookbench_check', { severity: 'bad' }, /severity/],
    ['hookbench_list', [], /object/],
  ]
  for (const [name, input, expected] of rows) await assert.rejects(check(name, input as object, {}), expected)
})
