// How Codex combines the answers of several hooks, and what it does with answers that it rejects. Each row stands for
// runs of the real program that are not among the kept cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentCase } from '../../scripts/agents/agentCase.ts'
import { predictCase } from '../../scripts/agents/predictCase.ts'

type Answer = { readonly exit?: number; readonly out?: unknown; readonly err?: string; readonly ms?: number }

const PAYLOADS: Readonly<Record<string, object>> = {
  PreToolUse: { tool_name: 'Bash', tool_input: { command: 'echo hi' } },
  PermissionRequest: { tool_name: 'Bash', tool_input: { command: 'touch x' } },
  PostToolUse: { tool_name: 'Bash', tool_input: { command: 'echo hi' }, tool_response: 'hi\n' },
  UserPromptSubmit: { prompt: 'go' },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  PreCompact: { trigger: 'auto' },
}

const handlers = (count: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({ type: 'command', command: `hook-${index}`, ...more }))

function caseOf(event: string, answers: readonly Answer[], payload?: object, hooks?: object): AgentCase {
  const groups = hooks ?? { [event]: [{ hooks: handlers(answers.length) }] }
  return {
    id: event,
    host: { name: 'codex', version: '0.169.0' },
    environment: { headless: true, workspaceTrusted: true },
    files: [{ path: 'home/.codex/hooks.json', json: { hooks: groups } }],
    event: { name: event, payload: { hook_event_name: event, ...PAYLOADS[event], ...payload } },
    hooks: answers.map(({ exit = 0, out = '', err = '', ms = 0 }, index) => ({
      id: `hook-${index}`,
      answer: { exit, stdout: typeof out === 'string' ? out : JSON.stringify(out), stderr: err, ms },
    })),
    observed: { hooks: [] },
  }
}

/** The effect on one line: the fate, the input or output, what the model reads, which hooks failed. */
async function effectOf(one: AgentCase): Promise<string> {
  const prediction = await predictCase(one)
  assert.ok(prediction !== undefined)
  const { operation, model = [], run, exit } = prediction.effect
  const failed = prediction.hooks.flatMap(({ id, failed }) => (failed === true ? [id] : []))
  return [
    operation?.fate,
    ...(operation?.input === undefined ? [] : [JSON.stringify(operation.input)]),
    ...model.map(({ text, role }) => `${role}: ${text}`),
    ...(run === 'ended' ? [`ended ${exit ?? ''}`] : []),
    ...(failed.length === 0 ? [] : [`failed ${failed.join(' ')}`]),
  ].join(' | ')
}

const own = (name: string, fields: object) => ({ hookSpecificOutput: { hookEventName: name, ...fields } })
const deny = (reason: string) =>
  own('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason })
const change = (input: object) => own('PreToolUse', { permissionDecision: 'allow', updatedInput: input })
const context = (name: string, text: string) => own(name, { additionalContext: text })
const permission = (fields: object) => own('PermissionRequest', { decision: fields })
const RAN = 'ran | {"command":"echo hi"}'
const blocked = (reason: string) => `tool: Command blocked by PreToolUse hook: ${reason}. Command: echo hi`

const rows: readonly (readonly [it: string, event: string, answers: readonly Answer[], effect: string])[] = [
  [
    'of two denials the first in the file',
    'PreToolUse',
    [{ out: deny('A'), ms: 400 }, { out: deny('B') }],
    `blocked | ${blocked('A')}`,
  ],
  [
    'exit code 2 wins over the JSON beside it',
    'PreToolUse',
    [{ exit: 2, out: deny('A'), err: 'E' }],
    `blocked | ${blocked('E')}`,
  ],
  [
    'any other exit code drops the JSON',
    'PreToolUse',
    [{ exit: 1, out: deny('A') }],
    `${RAN} | failed hook-0`,
  ],
  [
    'of two inputs that of the last to finish',
    'PreToolUse',
    [{ out: change({ command: 'a' }), ms: 400 }, { out: change({ command: 'b' }) }],
    'ran | {"command":"a"}',
  ],
  [
    'an input is dropped beside a denial',
    'PreToolUse',
    [{ out: change({ command: 'a' }) }, { out: deny('B') }],
    `blocked | ${blocked('B')}`,
  ],
  [
    'an input that the shell does not take',
    'PreToolUse',
    [{ out: change({ cmd: 'a' }) }],
    'failed | tool: hook returned updatedInput without string field `command`',
  ],
  [
    'contexts in the order of the file, also beside a denial',
    'PreToolUse',
    [{ out: context('PreToolUse', 'A'), ms: 400 }, { out: deny('B') }, { out: context('PreToolUse', 'C') }],
    `blocked | developer: A | developer: C | ${blocked('B')}`,
  ],
  [
    'a denial of the new form without its reason, whatever the old form says',
    'PreToolUse',
    [{ out: { decision: 'block', reason: 'A', ...own('PreToolUse', { permissionDecision: 'deny' }) } }],
    `${RAN} | failed hook-0`,
  ],
  [
    'the name of another event of Codex, and an empty context',
    'PreToolUse',
    [
      {
        out: own('Stop', {
          permissionDecision: 'deny',
          permissionDecisionReason: 'A',
          additionalContext: '',
        }),
      },
    ],
    `blocked | developer:  | ${blocked('A')}`,
  ],
  ['a name that is none', 'PreToolUse', [{ out: own('Nope', {}) }], `${RAN} | failed hook-0`],
  ['text that begins like JSON', 'PreToolUse', [{ out: '[info] checked' }], `${RAN} | failed hook-0`],
  ['other text', 'PreToolUse', [{ out: 'checked\n{}' }], RAN],
  [
    'reasons after a tool are joined',
    'PostToolUse',
    [
      { out: { decision: 'block', reason: 'A' }, ms: 400 },
      { exit: 2, err: 'B' },
    ],
    'replaced | tool: A\n\nB',
  ],
  [
    'continue: false after a tool, without a reason',
    'PostToolUse',
    [{ out: { continue: false } }],
    'replaced | tool: PostToolUse hook stopped execution',
  ],
  [
    'a reason without a decision after a tool',
    'PostToolUse',
    [{ out: { reason: 'A' } }],
    'kept | failed hook-0',
  ],
  [
    'a permission is denied by any',
    'PermissionRequest',
    [{ out: permission({ behavior: 'allow' }) }, { out: permission({ behavior: 'deny', message: 'B' }) }],
    'denied | tool: exec_command failed: CreateProcess { message: "Rejected(\\"B\\")" }',
  ],
  [
    'a permission with another input is no answer',
    'PermissionRequest',
    [{ out: permission({ behavior: 'allow', updatedInput: {} }) }],
    'undecided | failed hook-0',
  ],
  ['a session that a hook ends', 'SessionStart', [{ out: { continue: false } }], 'ended | ended 0'],
  [
    'plain text and context of a session',
    'SessionStart',
    [{ out: ' A\n' }, { out: context('SessionStart', 'B') }],
    'started | developer: A | developer: B',
  ],
  [
    'exit code 2 at the start of a session',
    'SessionStart',
    [{ exit: 2, err: 'E' }],
    'started | failed hook-0',
  ],
  ['a compaction that a hook ends', 'PreCompact', [{ out: { continue: false } }], 'blocked | ended 1'],
  ['the end waits 3 seconds at most', 'SessionEnd', [{ ms: 5000 }], 'ended | ended  | failed hook-0'],
  [
    'a byte order mark makes JSON text',
    'UserPromptSubmit',
    [{ out: `\uFEFF{"decision":"block"}` }],
    'sent | developer: \uFEFF{"decision":"block"}',
  ],
  [
    'one who ends wins over those who go on',
    'Stop',
    [{ out: { decision: 'block', reason: 'A' } }, { out: { continue: false } }],
    'stopped | ended 0',
  ],
]

for (const [it, event, answers, effect] of rows) {
  test(`${event}: ${it}`, async () => assert.equal(await effectOf(caseOf(event, answers)), effect))
}

test('a continuation names its hook by its place among all entries of the files', async () => {
  const hooks = {
    Stop: [{ hooks: handlers(1) }, { hooks: handlers(1) }],
    PreToolUse: [{ matcher: '(?=x)', hooks: handlers(1) }, { hooks: handlers(1) }],
  }
  const one = caseOf('Stop', [{ out: { decision: 'block', reason: 'a < b' } }], {}, hooks)
  const prompt = (at: number) =>
    `user: <hook_prompt hook_run_id="stop:${at}:/home/user/.codex/hooks.json">a &lt; b</hook_prompt>`
  assert.equal(await effectOf(one), `continued | ${prompt(1)} | ${prompt(2)}`)
  assert.equal((await predictCase(one))?.hooks[0]?.times, 2)
})

test('apply_patch is found as Write and Edit, the shell as Bash alone', async () => {
  for (const [tool, matcher, ran] of [
    ['apply_patch', 'Edit', true],
    ['apply_patch', '^Wri', true],
    ['Bash', 'exec_command|shell', false],
    ['Bash', 'Bash|', true],
    ['Bash', 'Bash | Edit', false],
  ] as const) {
    const hooks = { PreToolUse: [{ matcher, hooks: handlers(1) }] }
    const prediction = await predictCase(caseOf('PreToolUse', [{}], { tool_name: tool }, hooks))
    assert.equal(prediction?.hooks[0]?.ran, ran, `${tool} ${matcher}`)
  }
})

test('a long reason after a tool is cut as a context is', async () => {
  const out = { decision: 'block', reason: 'a'.repeat(30_000) }
  assert.match(
    await effectOf(caseOf('PostToolUse', [{ out }])),
    /^replaced \| tool: Warning: truncated output \(original token count: 7500\)\nTotal output lines: 1\n\na{4928}…5036 tokens truncated…a{4928}\n\n/,
  )
})

test('a long context is cut, its beginning and its end stay', async () => {
  const long = `${'a'.repeat(9000)}${'b'.repeat(9000)}`
  const effect = await effectOf(caseOf('UserPromptSubmit', [{ out: long }]))
  assert.match(
    effect,
    /^sent \| developer: Warning: truncated output \(original token count: 4500\)\nTotal output lines: 1\n\na+…\d+ tokens truncated…b+\n\nFull hook output saved to: /,
  )
})
