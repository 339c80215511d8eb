// Claude Code's rules for duplicate entries, which run once, and for exit code 2 from a missing script. Each row stands
// for runs of the real program that are not among the kept cases. Frontmatter of the project's agents needs trust.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { AgentCase } from '../../scripts/agents/agentCase.ts'
import { predictCase } from '../../scripts/agents/predictCase.ts'

const PROJECT = 'project/.claude/settings.json'

const group = (more: object = {}, matcher?: string) => ({
  ...defined({ matcher }),
  hooks: [{ type: 'command', command: 'hook-0', ...more }],
})
const settings = (groups: readonly object[], path = PROJECT) => ({
  path,
  json: { hooks: { PreToolUse: groups } },
})

const rows: readonly (readonly [it: string, files: AgentCase['files'], starts: number])[] = [
  ['equal entries of one group run once', [settings([{ hooks: [group().hooks, group().hooks].flat() }])], 1],
  ['equal entries of two groups run once', [settings([group({}, 'Bash'), group({}, '*')])], 1],
  [
    "the person's and the project's",
    [settings([group()]), settings([group()], 'home/.claude/settings.json')],
    1,
  ],
  [
    "the project's shared and local ones",
    [settings([group()]), settings([group()], 'project/.claude/settings.local.json')],
    1,
  ],
  ['another time-out does not make another entry', [settings([group({ timeout: 5 }), group()])], 1],
  ['a condition does', [settings([group({ if: 'Bash(echo *)' }), group()])], 2],
]

for (const [it, files, starts] of rows)
  test(`what stands twice: ${it}`, async () => {
    const prediction = await predictCase({
      id: it,
      host: { name: 'claude-code', version: '2.1.330' },
      environment: { headless: true, workspaceTrusted: true },
      files,
      event: {
        name: 'PreToolUse',
        payload: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'echo hi' } },
      },
      hooks: [{ id: 'hook-0', answer: { exit: 0, stdout: '', stderr: '', ms: 0 } }],
      observed: { hooks: [] },
    })
    assert.deepEqual(
      prediction?.hooks.map(({ times = 1 }) => times),
      [starts],
    )
  })

const watching: readonly (readonly [group: object, ran: boolean])[] = [
  [group({}, 'Bash'), true],
  [group({}, 'Monitor'), true],
  [group({}, '^Bash$'), true],
  [group({}, 'Write'), false],
  [group({ if: 'Bash(git push *)' }), true],
  [group({ if: 'Bash(rm *)' }), false],
]

for (const [entry, ran] of watching)
  test(`a command that Monitor runs: ${JSON.stringify(entry)} ${ran ? 'runs' : 'does not run'}`, async () => {
    const tool_input = { command: 'git push --force', description: 'x' }
    const prediction = await predictCase({
      id: 'monitor',
      host: { name: 'claude-code', version: '2.1.330' },
      environment: { headless: true, workspaceTrusted: true },
      files: [settings([entry])],
      event: {
        name: 'PreToolUse',
        payload: { hook_event_name: 'PreToolUse', tool_name: 'Monitor', tool_input },
      },
      hooks: [{ id: 'hook-0', answer: { exit: 0, stdout: '', stderr: '', ms: 0 } }],
      observed: { hooks: [] },
    })
    assert.equal(prediction?.hooks[0]?.ran, ran)
  })

const GONE = "python3: can't open file '/project/gone.py': [Errno 2] No such file or directory"

const ends: readonly (readonly [
  it: string,
  event: string,
  raw: { readonly stdout?: string; readonly stderr: string },
  fate: string,
])[] = [
  ['a script that is gone keeps nothing from stopping', 'Stop', { stderr: GONE }, 'stopped'],
  [
    'as little as one that a shell does not find',
    'Stop',
    { stderr: 'sh: 0: cannot open x: No such file' },
    'stopped',
  ],
  ['a hook that printed something is there', 'Stop', { stdout: 'ready', stderr: GONE }, 'continued'],
  ['other words are a reason', 'Stop', { stderr: 'run the tests' }, 'continued'],
  ['a call is blocked all the same', 'PreToolUse', { stderr: GONE }, 'blocked'],
  ['so is a prompt', 'UserPromptSubmit', { stderr: GONE }, 'blocked'],
]

for (const [it, event, { stdout = '', stderr }, fate] of ends)
  test(`exit code 2: ${it}`, async () => {
    const prediction = await predictCase({
      id: it,
      host: { name: 'claude-code', version: '2.1.330' },
      environment: { headless: true, workspaceTrusted: true },
      files: [{ path: PROJECT, json: { hooks: { [event]: [group()] } } }],
      event: {
        name: event,
        payload: { hook_event_name: event, tool_name: 'Bash', tool_input: { command: 'ls' } },
      },
      hooks: [{ id: 'hook-0', answer: { exit: 2, stdout, stderr, ms: 0 } }],
      observed: { hooks: [] },
    })
    assert.equal(prediction?.effect.operation?.fate, fate)
  })

test('a failed hook is reported with its exit code, or with the signal that ended it', () => {
  const { readEnd } = dialects['claude-code']
  const record = dialects['claude-code'].events.PreToolUse
  const messageOf = (end: object) => {
    const read = readEnd?.({ stdout: '', stderr: '', ...end }, record, { payload: {} })
    return read?.kind === 'failed' ? read.message : read?.kind
  }
  assert.equal(messageOf({ exitCode: 3 }), 'exit code 3; Claude Code goes on as if it had not run')
  assert.equal(
    messageOf({ signal: 'SIGKILL' }),
    'was ended by SIGKILL; Claude Code goes on as if it had not run',
  )
})

const calls: readonly (readonly [event: string, result: string, fires: boolean])[] = [
  ['PreToolUse', 'ok', true],
  ['PreToolUse', 'unknown-tool', false],
  ['PreToolUse', 'not-offered', false],
  ['PreToolUse', 'disabled-tool', false],
  ['PostToolUse', 'ok', true],
  ['PostToolUse', 'error', false],
  ['PostToolUseFailure', 'nonzero-exit', true],
  ['PostToolUseFailure', 'ok', false],
]

for (const [event, result, fires] of calls)
  test(`${event} ${fires ? 'fires' : 'does not fire'} for a tool call that ends as ${result}`, async () => {
    const prediction = await predictCase({
      id: `${event} ${result}`,
      host: { name: 'claude-code', version: '2.1.330' },
      environment: { headless: true, workspaceTrusted: true },
      files: [{ path: PROJECT, json: { hooks: { [event]: [group()] } } }],
      event: {
        name: event,
        payload: { hook_event_name: event, tool_name: 'Bash', tool_input: { command: 'ls' } },
        happening: { what: 'tool-call', tool: 'Bash', result },
      } as AgentCase['event'],
      hooks: [{ id: 'hook-0', answer: { exit: 0, stdout: '', stderr: '', ms: 0 } }],
      observed: { hooks: [] },
    })
    assert.equal(prediction?.effect.fired, fires)
  })

const AGENT =
  '---\nname: a\ndescription: x\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: hook-0\n---\n'

const agents: readonly (readonly [it: string, path: string, workspaceTrusted: boolean, ran: boolean])[] = [
  ["the project's agent", 'project/.claude/agents/a.md', true, true],
  ["the project's agent, not trusted", 'project/.claude/agents/a.md', false, false],
  ["the person's agent, not trusted", 'home/.claude/agents/a.md', false, true],
]

for (const [it, path, workspaceTrusted, ran] of agents)
  test(`hooks of ${it} ${ran ? 'run' : 'do not run'} inside it`, async () => {
    const prediction = await predictCase({
      id: it,
      host: { name: 'claude-code', version: '2.1.330' },
      environment: { headless: true, workspaceTrusted },
      files: [{ path, text: AGENT }],
      event: {
        name: 'PreToolUse',
        payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, agent_id: 'a1', agent_type: 'a' },
      },
      hooks: [{ id: 'hook-0', answer: { exit: 0, stdout: '', stderr: '', ms: 0 } }],
      observed: { hooks: [] },
    })
    assert.equal(prediction?.hooks[0]?.ran, ran)
  })

test('a file of hooks that the manifest of the own plugin names counts beside the ordinary one', async () => {
  const ends = (command: string) => ({ SessionEnd: [{ hooks: [{ type: 'command', command }] }] })
  const prediction = await predictCase({
    id: 'manifest',
    host: { name: 'claude-code', version: '2.1.330' },
    environment: { headless: true, workspaceTrusted: false },
    files: [
      { path: 'project/.claude-plugin/plugin.json', json: { name: 'p', hooks: './hooks/extra.json' } },
      { path: 'project/hooks/hooks.json', json: { hooks: ends('hook-0') } },
      { path: 'project/hooks/extra.json', json: { hooks: ends('hook-1') } },
    ],
    event: { name: 'SessionEnd', payload: { hook_event_name: 'SessionEnd', reason: 'other' } },
    hooks: ['hook-0', 'hook-1'].map((id) => ({ id, answer: { exit: 0, stdout: '', stderr: '', ms: 0 } })),
    observed: { hooks: [] },
  })
  assert.deepEqual(
    prediction?.hooks.map(({ ran, times = 1 }) => [ran, times]),
    [
      [true, 1],
      [true, 1],
    ],
  )
})
