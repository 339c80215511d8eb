// Observing an agent: what a run with hooks shows beyond the run without them. The agent is our own,
// `fixtures/agent.mjs`, so these tests need neither a network nor a real agent.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'
import type { HookAnswer, ObservedEffect } from '../../scripts/agents/observe/case.ts'
import { casesOf } from '../../scripts/agents/observe/cases.ts'
import { waitingOf } from '../../scripts/agents/observe/entries.ts'
import type { CommandHost } from '../../scripts/agents/observe/host.ts'
import { claudeCode } from '../../scripts/agents/observe/hosts/claudeCode.ts'
import { type AgentRun, runAgent } from '../../scripts/agents/observe/run.ts'
import { SILENT } from '../../scripts/agents/observe/runFolders.ts'
import type { Situation } from '../../scripts/agents/observe/scenario.ts'

const tiny: CommandHost = {
  ...claudeCode,
  name: 'tiny',
  version: '1.0.0',
  events: ['PreToolUse', 'PostToolUse', 'Stop'],
  evidence: ['PostToolUse'],
  commandLine: ({ folders, situation, port, recorders }) => {
    const settings = join(folders.hooks, 'recorders.json')
    const hooks = Object.fromEntries(recorders.map(([event, command]) => [event, [command]]))
    writeFileSync(settings, JSON.stringify({ hooks }))
    const agent = join(import.meta.dirname, 'fixtures', 'agent.mjs')
    return { args: [agent, `http://127.0.0.1:${port}`, situation.prompt, settings], env: {} }
  },
}

const situation: Situation = {
  name: 'echo',
  prompt: 'run the demo',
  turns: [{ calls: [{ tool: 'Bash', input: { command: 'echo hi' } }] }, { text: 'Done.' }],
  allowedTools: [],
}

let plainRun: Promise<AgentRun> | undefined

const printed = (stdout: string, more: Partial<HookAnswer> = {}): HookAnswer => ({
  ...SILENT,
  stdout,
  ...more,
})

async function observed(event: string, configured: string, answers: readonly HookAnswer[]) {
  const files = [{ path: 'project/.agent/settings.json', json: { hooks: { [configured]: ['hook-0'] } } }]
  const scenario = { name: 'one', situation, event, files, answers: { 'hook-0': answers } }
  plainRun ??= runAgent(tiny, process.execPath, situation)
  const plain = await plainRun
  const run = await runAgent(tiny, process.execPath, situation, scenario)
  return casesOf({ host: tiny, scenario, run, plain })
}

type Row = {
  readonly name: string
  readonly event: string
  /** The event the hook is configured for, if different. */
  readonly configured?: string
  readonly answers: readonly HookAnswer[]
  readonly effects: readonly ObservedEffect[]
}

const ran = [{ id: 'hook-0', ran: true }]
const input = { command: 'echo hi' }

const rows: readonly Row[] = [
  {
    name: 'a hook that says nothing changes nothing',
    event: 'PreToolUse',
    answers: [SILENT],
    effects: [
      {
        fired: true,
        hooks: ran,
        operation: { kind: 'tool', fate: 'ran', input },
        model: [],
        requests: 1,
        run: 'goes-on',
      },
    ],
  },
  {
    name: 'a blocked call is seen in its result, with the command line made neutral',
    event: 'PreToolUse',
    answers: [printed('', { exit: 2, stderr: 'not this' })],
    effects: [
      {
        fired: true,
        hooks: ran,
        operation: { kind: 'tool', fate: 'blocked' },
        model: [{ text: 'blocked: not this', where: 'result', role: 'tool' }],
        requests: 1,
        run: 'goes-on',
      },
    ],
  },
  {
    name: 'a hook that was not called: the event is adapted from the plain run',
    event: 'PreToolUse',
    configured: 'Never',
    answers: [SILENT],
    effects: [
      {
        hooks: [{ id: 'hook-0', ran: false }],
        operation: { kind: 'tool', fate: 'ran', input },
        model: [],
        requests: 1,
        run: 'goes-on',
      },
    ],
  },
  {
    name: 'what is added to a result is told from the result',
    event: 'PostToolUse',
    answers: [printed('look again')],
    effects: [
      {
        fired: true,
        hooks: ran,
        operation: { kind: 'result', fate: 'kept' },
        model: [{ text: '<system-reminder>look again</system-reminder>', where: 'in-result', role: 'tool' }],
        requests: 1,
        run: 'goes-on',
      },
    ],
  },
  {
    name: 'an event that comes up twice makes two cases',
    event: 'Stop',
    answers: [printed('go on'), SILENT],
    effects: [
      {
        fired: true,
        hooks: ran,
        operation: { kind: 'stop', fate: 'continued' },
        model: [{ text: 'go on', where: 'message', role: 'user' }],
        requests: 1,
      },
      { fired: true, hooks: ran, operation: { kind: 'stop', fate: 'stopped' }, model: [], requests: 0 },
    ],
  },
  {
    name: 'a text that comes again is seen again',
    event: 'Stop',
    answers: [printed('go on'), printed('go on'), SILENT],
    effects: [
      ...[2, 1].map((requests) => ({
        fired: true,
        hooks: ran,
        operation: { kind: 'stop', fate: 'continued' } as const,
        model: [{ text: 'go on', where: 'message', role: 'user' } as const],
        requests,
      })),
      { fired: true, hooks: ran, operation: { kind: 'stop', fate: 'stopped' }, model: [], requests: 0 },
    ],
  },
  {
    name: 'a slow hook was waited for',
    event: 'PreToolUse',
    answers: [printed('', { ms: 1000 })],
    effects: [
      {
        fired: true,
        hooks: [{ id: 'hook-0', ran: true, waited: true }],
        operation: { kind: 'tool', fate: 'ran', input },
        model: [],
        requests: 1,
        run: 'goes-on',
      },
    ],
  },
]

for (const { name, event, configured = event, answers, effects } of rows) {
  test(name, async () => {
    const cases = await observed(event, configured, answers)
    assert.deepEqual(
      cases.map((one) => one.observed),
      effects,
    )
  })
}

test('a case holds the payload with neutral ids and paths, and the answer of that very call', async () => {
  const [first, second] = await observed('Stop', 'Stop', [printed('go on'), SILENT])
  assert.deepEqual(first?.event, {
    name: 'Stop',
    payload: { session_id: 'session-1', cwd: '/project', hook_event_name: 'Stop' },
    origin: 'captured',
  })
  assert.deepEqual(second?.event.before, { blocksInARow: 1 })
  assert.deepEqual(
    [first, second].map((one) => one?.hooks[0]?.answer.stdout),
    ['go on', ''],
  )
  assert.deepEqual([first?.id, second?.id], ['tiny@1.0.0/one/Stop', 'tiny@1.0.0/one/Stop-2'])
})

for (const [what, answer, event, why] of [
  [
    'after one that spoke, why a hook did not run is left open',
    printed('', { exit: 2 }),
    'PreToolUse',
    undefined,
  ],
  ['after a silent one, its matcher is the reason', SILENT, 'Never', 'matcher'],
] as const) {
  test(`in a chain, ${what}`, async () => {
    const chained: CommandHost = { ...tiny, chained: true, mayKeepFromRunning: () => ['matcher'] }
    const hooks = {
      PreToolUse: ['hook-0'],
      [event]: event === 'PreToolUse' ? ['hook-0', 'hook-1'] : ['hook-1'],
    }
    const files = [{ path: 'project/.agent/settings.json', json: { hooks } }]
    const answers = { 'hook-0': [answer], 'hook-1': [SILENT] }
    const scenario = { name: 'chain', situation, event: 'PreToolUse', files, answers }
    plainRun ??= runAgent(tiny, process.execPath, situation)
    const run = await runAgent(chained, process.execPath, situation, scenario)
    const [one] = casesOf({ host: chained, scenario, run, plain: await plainRun })
    const left = { id: 'hook-1', ran: false, ...defined({ why }) }
    assert.deepEqual(one?.observed.hooks, [{ id: 'hook-0', ran: true }, left])
  })
}

for (const [what, file, expected] of [
  [
    'an entry in JSON',
    { path: '', json: { hooks: { Stop: [{ hooks: [{ command: 'hook-0', async: true, timeout: 5 }] }] } } },
    { background: true, timeout: 5 },
  ],
  [
    'an entry with a time-out by its other name',
    { path: '', json: { hooks: { stop: [{ bash: 'hook-0', timeoutSec: 7 }] } } },
    { background: false, timeout: 7 },
  ],
  [
    'a table of TOML, beside another',
    {
      path: '',
      text: '[[hooks.Stop.hooks]]\ncommand = "hook-1"\nasync = true\n[[hooks.Stop.hooks]]\ncommand = "hook-0"\ntimeout = 0.5\n',
    },
    { background: false, timeout: 0.5 },
  ],
  [
    'an inline table',
    { path: '', text: 'hooks = [{ command = "hook-0", async = true }, { command = "hook-1" }]' },
    { background: true },
  ],
  ['no entry', { path: '', json: {} }, { background: false }],
] as const) {
  test(`how long the host waits is read from ${what}`, () =>
    assert.deepEqual(waitingOf([file], 'hook-0'), expected))
}

for (const [what, entry, answer, made] of [
  ['a background hook that was not called', { async: true }, SILENT, 0],
  ['a hook that was not called', {}, SILENT, 1],
] as const) {
  test(`${what} makes ${made === 0 ? 'no' : 'a'} case`, async () => {
    const files = [
      {
        path: 'project/.agent/settings.json',
        json: { hooks: { Never: [{ hooks: [{ command: 'hook-0', ...entry }] }] } },
      },
    ]
    const scenario = { name: 'one', situation, event: 'PreToolUse', files, answers: { 'hook-0': [answer] } }
    plainRun ??= runAgent(tiny, process.execPath, situation)
    const run = await runAgent(tiny, process.execPath, situation, scenario)
    assert.equal(casesOf({ host: tiny, scenario, run, plain: await plainRun }).length, made)
  })
}

test('a value that is no list of groups is no reason for a hook not to run', () => {
  const hooks = { Notification: 'a note', Stop: [{ hooks: [{ type: 'command', command: 'hook-0' }] }] }
  assert.deepEqual(claudeCode.mayKeepFromRunning({ path: '', json: { hooks } }, 'hook-0'), [])
})
