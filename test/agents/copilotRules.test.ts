// How Copilot combines the answers of several hooks, which it runs one after the other, and how it reads answers in
// unexpected forms. Each row stands for runs of the real program that are not among the kept cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentCase } from '../../scripts/agents/agentCase.ts'
import { predictCase } from '../../scripts/agents/predictCase.ts'

type Answer = { readonly exit?: number; readonly out?: unknown; readonly err?: string; readonly ms?: number }

const CALL = { toolName: 'bash', toolArgs: { command: 'echo hi' } }
const FOREIGN = { tool_name: 'Bash', tool_input: { command: 'echo hi' } }
const PAYLOADS: Readonly<Record<string, object>> = {
  preToolUse: CALL,
  PreToolUse: FOREIGN,
  permissionRequest: { toolName: 'bash', toolInput: { command: 'touch x' } },
  postToolUse: { ...CALL, toolResult: { resultType: 'success', textResultForLlm: 'hi' } },
  PostToolUse: { ...FOREIGN, tool_result: { result_type: 'success', text_result_for_llm: 'hi' } },
  postToolUseFailure: { toolName: 'view', toolArgs: { path: '/gone' }, error: 'Path does not exist' },
  userPromptSubmitted: { prompt: 'go' },
  agentStop: { stopReason: 'end_turn' },
  sessionStart: { source: 'new' },
}
const FILE = 'project/.github/hooks/a.json'

const entries = (count: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({ type: 'command', bash: `hook-${index}`, ...more }))

function caseOf(event: string, answers: readonly Answer[], more: Partial<AgentCase> = {}): AgentCase {
  return {
    id: event,
    host: { name: 'copilot', version: '1.0.102' },
    environment: { headless: true, workspaceTrusted: true, permissionMode: 'allow-all-tools' },
    files: [{ path: FILE, json: { version: 1, hooks: { [event]: entries(answers.length) } } }],
    event: { name: event, payload: { cwd: '/project', ...PAYLOADS[event] } },
    hooks: answers.map(({ exit = 0, out = '', err = '', ms = 0 }, index) => ({
      id: `hook-${index}`,
      answer: { exit, stdout: typeof out === 'string' ? out : JSON.stringify(out), stderr: err, ms },
    })),
    observed: { hooks: [] },
    ...more,
  }
}

/** The effect on one line: the fate, the input, what the model reads, which hooks did not run. */
async function effectOf(one: AgentCase): Promise<string> {
  const prediction = await predictCase(one)
  assert.ok(prediction !== undefined)
  const { operation, model = [], run, exit } = prediction.effect
  const idle = prediction.hooks.flatMap(({ id, ran, why }) => (ran === true ? [] : [why ?? id]))
  return [
    operation?.fate,
    ...(operation?.input === undefined ? [] : [JSON.stringify(operation.input)]),
    ...model.map(({ text, role }) => `${role}: ${text}`),
    ...(run === 'ended' ? [`ended ${exit ?? ''}`] : []),
    ...(idle.length === 0 ? [] : [`not run: ${idle.join(' ')}`]),
  ].join(' | ')
}

const deny = (reason?: unknown) => ({ permissionDecision: 'deny', permissionDecisionReason: reason })
const own = (fields: object) => ({ hookSpecificOutput: fields })
const RAN = 'ran | {"command":"echo hi"}'
const denied = (reason: string) => `blocked | tool: Denied by preToolUse hook: ${reason}`
const context = (text: string) => ` | user: Additional context from preToolUse hook:\n${text}`
const guided = (text: string) =>
  `tool: Tool "bash" succeeded. Additional guidance from postToolUse hooks:\n${text}`
const permission = (reason: string) =>
  `denied | tool: Permission denied by a PermissionRequest hook: ${reason}`
const result = (text: unknown) => ({ modifiedResult: { resultType: 'success', textResultForLlm: text } })
const block = (reason?: unknown) => ({ decision: 'block', reason })

const rows: readonly (readonly [it: string, event: string, answers: readonly Answer[], effect: string])[] = [
  [
    'the first denial is the last hook that runs',
    'preToolUse',
    [{ out: deny('A') }, { out: deny('B') }],
    `${denied('A')} | not run: hook-1`,
  ],
  [
    'a hook that fails denies, whatever it prints, and is named by its file',
    'preToolUse',
    [{ exit: 1, out: deny('A') }, {}],
    'blocked | tool: Denied by preToolUse hook from ".github/hooks/a.json" (hook errored) | not run: hook-1',
  ],
  ['exit code 2 keeps the reason beside it', 'preToolUse', [{ exit: 2, out: deny('A') }], denied('A')],
  [
    'exit code 2 with an empty reason has its own',
    'preToolUse',
    [{ exit: 2, out: deny('') }],
    denied('hook exited with code 2'),
  ],
  [
    'exit code 2 turns an allowance into a denial',
    'preToolUse',
    [{ exit: 2, out: { permissionDecision: 'allow', additionalContext: 'C' } }],
    `${denied('hook exited with code 2')}${context('C')}`,
  ],
  [
    "exit code 2 reads no reason where Claude Code's form is beside it",
    'PreToolUse',
    [{ exit: 2, out: { ...deny('A'), ...own({ additionalContext: 'C' }) } }],
    `${denied('hook exited with code 2')}${context('C')}`,
  ],
  ['a denial without a reason', 'preToolUse', [{ out: deny() }], denied('No reason provided')],
  ['a reason of another type is written out', 'preToolUse', [{ out: deny(7) }], denied('7')],
  [
    'nobody is there to ask',
    'preToolUse',
    [{ out: { permissionDecision: 'ask' } }, {}],
    'blocked | tool: Denied by preToolUse hook (unable to ask user for confirmation): No reason provided | not run: hook-1',
  ],
  [
    'contexts are joined, those without text left out, others written as JSON',
    'preToolUse',
    [
      { out: { additionalContext: 'A' } },
      { out: { additionalContext: '' } },
      { out: { additionalContext: ['b'] } },
    ],
    `${RAN}${context('A\n\n["b"]')}`,
  ],
  [
    'of several inputs the last',
    'preToolUse',
    [{ out: { modifiedArgs: { command: 'a' } } }, { out: { modifiedArgs: { command: 'b' } } }],
    'ran | {"command":"b"}',
  ],
  [
    'an input that is JSON text',
    'preToolUse',
    [{ out: { modifiedArgs: '{"command":"a"}' } }],
    'ran | {"command":"a"}',
  ],
  [
    'an input that lacks what the tool needs',
    'preToolUse',
    [{ out: { modifiedArgs: {} } }],
    'failed | tool: Invalid input: "command": Required',
  ],
  [
    'an input of null',
    'preToolUse',
    [{ out: { modifiedArgs: null } }],
    'failed | tool: Invalid input: Expected JSON object but got null',
  ],
  [
    "Claude Code's form says nothing to an event in Copilot's words",
    'preToolUse',
    [{ out: own(deny('A')) }],
    RAN,
  ],
  [
    "Claude Code's form wins over the flat one",
    'PreToolUse',
    [{ out: { ...deny('A'), ...own({ permissionDecision: 'allow' }) } }],
    RAN,
  ],
  [
    "a null in Claude Code's form is not there",
    'PreToolUse',
    [{ out: { ...deny('A'), ...own({ permissionDecision: null, permissionDecisionReason: null }) } }],
    denied('A'),
  ],
  [
    "an input in Claude Code's form",
    'PreToolUse',
    [{ out: own({ updatedInput: { command: 'a' } }) }],
    'ran | {"command":"a"}',
  ],
  [
    'lines of progress are passed over, other text makes it no JSON',
    'preToolUse',
    [
      { out: 'checked\n{"permissionDecision":"deny"}' },
      { out: '{"type":"progress","message":"x"}\n{"permissionDecision":"deny"}' },
    ],
    denied('No reason provided'),
  ],
  ['a time-out lets it pass', 'preToolUse', [{ ms: 40_000, out: deny('A') }], RAN],
  [
    'a later allowance wins over exit code 2',
    'permissionRequest',
    [{ exit: 2 }, { out: { behavior: 'allow' } }],
    'allowed',
  ],
  [
    'a later denial keeps an earlier message',
    'permissionRequest',
    [{ out: { behavior: 'deny', message: 'A' } }, { out: { behavior: 'deny' } }],
    permission('A'),
  ],
  [
    'a later word that is none takes the denial away',
    'permissionRequest',
    [{ out: { behavior: 'deny', message: 'A' } }, { out: { behavior: 'nope' } }],
    'undecided',
  ],
  [
    'text that is no JSON denies and ends it',
    'permissionRequest',
    [{ out: 'ok' }, { out: { behavior: 'allow' } }],
    `${permission('Permission request hook failed')} | not run: hook-1`,
  ],
  ['JSON that is no object decides nothing', 'permissionRequest', [{ out: '[]' }], 'undecided'],
  ['a time-out decides nothing', 'permissionRequest', [{ ms: 40_000 }], 'undecided'],
  [
    'a denial that interrupts ends the run',
    'permissionRequest',
    [{ out: { behavior: 'deny', interrupt: true } }],
    'denied | ended 0',
  ],
  [
    'a blocked result takes all contexts along',
    'postToolUse',
    [{ out: { additionalContext: 'A' } }, { out: block('B') }, {}],
    'replaced | tool: Tool result blocked: B | not run: hook-2',
  ],
  ['a block without a reason is none', 'postToolUse', [{ out: block() }], 'kept'],
  ['a result of another type is empty', 'postToolUse', [{ out: result(7) }], 'replaced | tool: '],
  [
    'of several results the last, contexts behind it',
    'postToolUse',
    [{ out: { ...result('A'), additionalContext: 'C' } }, { out: result('B') }],
    `replaced | tool: B | ${guided('C')}`,
  ],
  [
    'exit code 2 keeps the JSON',
    'postToolUse',
    [{ exit: 2, err: 'E', out: block('B') }],
    'replaced | tool: Tool result blocked: B',
  ],
  ['exit code 1 drops the JSON', 'postToolUse', [{ exit: 1, out: block('B') }], 'kept'],
  [
    "Claude Code's form says nothing after a tool",
    'PostToolUse',
    [{ out: own({ additionalContext: 'A' }) }],
    'kept',
  ],
  [
    'guidance of more than 10 KB is cut off',
    'postToolUse',
    [{ out: { additionalContext: 'a'.repeat(12_000) } }],
    `kept | ${guided('a'.repeat(10_240))}`,
  ],
  [
    'after a failure standard error of exit code 2 counts in place of the JSON',
    'postToolUseFailure',
    [{ exit: 2, err: 'E\n', out: { additionalContext: 'A' } }, { out: { additionalContext: 'B' } }],
    'kept | user: Tool "view" failed. Additional guidance from postToolUseFailure hooks:\nE\n\nB',
  ],
  [
    'of a prompt the last context counts, and an empty one takes it away',
    'userPromptSubmitted',
    [{ out: { additionalContext: 'A' } }, { out: { additionalContext: '' } }],
    'sent',
  ],
  [
    'a block stands when a later hook says nothing of it',
    'userPromptSubmitted',
    [{ out: block('A') }, { out: { reason: 'B' } }],
    'blocked | ended 1',
  ],
  [
    'any other decision takes it away',
    'userPromptSubmitted',
    [{ out: block('A') }, { out: { decision: null } }],
    'sent',
  ],
  [
    'a prompt that is no text takes the changed one away',
    'userPromptSubmitted',
    [{ out: { modifiedPrompt: 'A' } }, { out: { modifiedPrompt: 7 } }],
    'sent',
  ],
  [
    'decision and reason may come from different hooks at the end of a turn',
    'agentStop',
    [{ out: { reason: 'A' } }, { out: { decision: 'block' } }],
    'continued | user: A',
  ],
  ['an empty reason holds nothing up', 'agentStop', [{ out: block('') }], 'stopped | ended 0'],
  [
    'contexts of a session are joined; one that is no text takes the place of all before',
    'sessionStart',
    [{ out: { additionalContext: 'A' } }, { out: { additionalContext: 7 } }],
    'started | user: 7',
  ],
]

for (const [it, event, answers, effect] of rows) {
  test(`${event}: ${it}`, async () => assert.equal(await effectOf(caseOf(event, answers)), effect))
}

const MATCHED: readonly (readonly [event: string, matcher: string, ran: boolean | string])[] = [
  ['preToolUse', 'bash', true],
  ['preToolUse', 'ba', 'matcher'],
  ['preToolUse', 'Bash', 'matcher'],
  ['preToolUse', '(?!view).*', true],
  ['preToolUse', ' bash', 'matcher'],
  ['preToolUse', '*', 'file-rejected'],
  ['preToolUse', '', 'file-rejected'],
  ['preToolUse', '(?i)bash', 'file-rejected'],
  ['PreToolUse', 'bash', true],
  ['PreToolUse', ' bash', true],
  ['PreToolUse', 'Bash|Edit', true],
  ['PreToolUse', 'B.*', true],
  ['PreToolUse', 'b.*', 'matcher'],
  ['PreToolUse', '^bash$', 'matcher'],
  ['PreToolUse', 'bash | view', 'matcher'],
  ['PreToolUse', '**', true],
  ['PreToolUse', '', 'file-rejected'],
  // The payload calls PowerShell's tool `Bash` too.
  ['PreToolUse', 'powershell', true],
  ['PreToolUse', 'apply_patch', 'matcher'],
  ['preToolUse', 'powershell', 'matcher'],
  ['PostToolUse', 'Bash', true],
  ['sessionStart', '[', true],
  ['postToolUseFailure', 'zzz', true],
]

for (const [event, matcher, expected] of MATCHED) {
  test(`${event} with the matcher "${matcher}": ${expected}`, async () => {
    const json = { hooks: { [event]: entries(1, { matcher }) } }
    const prediction = await predictCase(caseOf(event, [{}], { files: [{ path: FILE, json }] }))
    const [hook] = prediction?.hooks ?? []
    assert.equal(hook?.ran === true ? true : hook?.why, expected)
  })
}

test('hooks start one after the other, in the order of the file', async () => {
  const prediction = await predictCase(
    caseOf('preToolUse', [{ out: { modifiedArgs: { command: 'a' } } }, {}, { out: deny('A') }, {}]),
  )
  assert.deepEqual(prediction?.order, ['hook-0', 'hook-1', 'hook-2'])
})

test('eight times in a row, then the turn ends', async () => {
  const event = { name: 'agentStop', payload: {}, before: { blocksInARow: 8 } }
  assert.equal(await effectOf(caseOf('agentStop', [{ out: block('A') }], { event })), 'stopped | ended 0')
})

test('a call that no rule grants is not run without a user', async () => {
  const environment = { headless: true, workspaceTrusted: true, permissionMode: 'default' }
  const payload = { ...CALL, toolArgs: { command: 'touch x' } }
  const event = { name: 'preToolUse', payload }
  assert.equal(await effectOf(caseOf('preToolUse', [{}], { environment, event })), 'blocked')
  const allowed = [{ out: { permissionDecision: 'allow' } }]
  assert.equal(
    await effectOf(caseOf('preToolUse', allowed, { environment, event })),
    'ran | {"command":"touch x"}',
  )
})
