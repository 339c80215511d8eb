// Observing an agent: what a run with hooks shows beyond the run without them. The agent is one of our own, in
// `fixtures/agent.mjs`, so the tests need neither a network nor a real agent.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { HookAnswer, ObservedEffect } from '../../scripts/agents/observe/case.ts'
import { casesOf } from '../../scripts/agents/observe/cases.ts'
import type { AgentHost } from '../../scripts/agents/observe/host.ts'
import { claudeCode } from '../../scripts/agents/observe/hosts/claudeCode.ts'
import { type AgentRun, runAgent, SILENT } from '../../scripts/agents/observe/run.ts'
import type { Situation } from '../../scripts/agents/observe/scenario.ts'

const tiny: AgentHost = {
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

const said = (stdout: string, more: Partial<HookAnswer> = {}): HookAnswer => ({ ...SILENT, stdout, ...more })

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
  /** The event the hook is configured for, where it is another. */
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
    answers: [said('', { exit: 2, stderr: 'not this' })],
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
    answers: [said('look again')],
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
    answers: [said('go on'), SILENT],
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
    answers: [said('go on'), said('go on'), SILENT],
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
    answers: [said('', { ms: 1000 })],
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
  const [first, second] = await observed('Stop', 'Stop', [said('go on'), SILENT])
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
