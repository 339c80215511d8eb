// How Cursor treats the answers of its hooks, rule by rule. There are no observed cases: each row is a rule from the
// program's hooks module, or from its documentation where that covers more, and every prediction is marked as such.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { effectLines } from '../../runtime/contract/effectWords.ts'
import type { Host } from '../../runtime/contract/host.ts'
import type { AgentCase } from '../../scripts/agents/agentCase.ts'
import { type Prediction, predictCase } from '../../scripts/agents/predictCase.ts'

type Answer = { readonly exit?: number; readonly out?: unknown; readonly err?: string; readonly ms?: number }
type Given = {
  readonly payload?: object
  /** Merged into every entry beside its command. */
  readonly entry?: object
  readonly environment?: object
  readonly happening?: { readonly what: 'tool-call' | 'compaction'; readonly result?: 'ok' | 'error' }
  readonly files?: AgentCase['files']
}

type CursorEvent = keyof typeof dialects.cursor.events

const exampleOf = (event: string): object => dialects.cursor.events[event as CursorEvent].example as object

const entries = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ command: `hook-${index}`, ...more }))

const hooksFile = (hooks: object, path = 'home/.cursor/hooks.json') => ({ path, json: { version: 1, hooks } })

function caseOf(event: string, answers: readonly Answer[], given: Given = {}): AgentCase {
  return {
    id: event,
    host: { name: 'cursor', version: '1.0.32' },
    environment: { headless: false, workspaceTrusted: true, ...given.environment },
    files: given.files ?? [hooksFile({ [event]: entries(answers.length, given.entry) })],
    event: {
      name: event,
      payload: { ...exampleOf(event), ...given.payload },
      ...defined({ happening: given.happening }),
    },
    hooks: answers.map(({ exit = 0, out = '', err = '', ms = 0 }, index) => ({
      id: `hook-${index}`,
      answer: { exit, stdout: typeof out === 'string' ? out : JSON.stringify(out), stderr: err, ms },
    })),
    observed: { hooks: [] },
  }
}

async function predicted(one: AgentCase): Promise<Prediction> {
  const prediction = await predictCase(one)
  assert.ok(prediction !== undefined)
  return prediction
}

/** The effect on one line: fate, rewritten input or output, what the model and the person read, which hooks failed. */
function lineOf({ effect, hooks }: Prediction): string {
  const { operation, model, person = [], run } = effect
  const failed = hooks.flatMap(({ id, failed: one }) => (one === true ? [id] : []))
  return [
    operation?.fate,
    ...(operation?.asked === undefined ? [] : [`asked ${operation.asked}`]),
    ...(operation?.output === undefined ? [] : [`output ${operation.output}`]),
    ...(model ?? [{ text: 'not known', where: '?' }]).map(({ text, where }) => `${where}: ${text}`),
    ...person.map((text) => `person: ${text}`),
    ...(run === 'ended' ? ['ended'] : []),
    ...(failed.length === 0 ? [] : [`failed ${failed.join(' ')}`]),
  ].join(' | ')
}

const allow = { permission: 'allow' }
const ask = { permission: 'ask' }
const deny = (agent: string, user?: string) => ({
  permission: 'deny',
  agent_message: agent,
  ...defined({ user_message: user }),
})
const context = (text: string) => ({ additional_context: text })
const next = (text: string) => ({ followup_message: text })
const JOIN = '\n\n---\n\n'
const closed: Given = { entry: { failClosed: true } }
const PERMISSION = [
  'preToolUse',
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
  'beforeTabFileRead',
  'subagentStart',
]
const OTHERS = Object.keys(dialects.cursor.events).filter((name) => !PERMISSION.includes(name))

type Row = readonly [it: string, event: string, answers: readonly Answer[], effect: string, given?: Given]

const shell = 'beforeShellExecution'

const rows: readonly Row[] = [
  // Permission: deny > ask > allow, in any order of entries and of finishing.
  ['nothing printed is no opinion', shell, [{}], 'ran'],
  ['an allowance', shell, [{ out: allow }], 'ran'],
  ['an object without a decision', shell, [{ out: {} }], 'ran'],
  ['a denial', shell, [{ out: deny('A', 'U') }], 'blocked | result: A | person: U'],
  ['a denial without a text', shell, [{ out: { permission: 'deny' } }], 'blocked | ?: not known'],
  ['a denial wins over an allowance', shell, [{ out: deny('A') }, { out: allow }], 'blocked | result: A'],
  ['a slow denial wins as well', shell, [{ out: deny('A'), ms: 900 }, { out: allow }], 'blocked | result: A'],
  ['a denial wins over a question', shell, [{ out: ask }, { out: deny('A') }], 'blocked | result: A'],
  ['a question wins over an allowance', shell, [{ out: ask }, { out: allow }], 'unknown | asked true'],
  [
    'what the person says to a question: yes',
    shell,
    [{ out: ask }],
    'ran | asked true',
    { environment: { person: 'allows it' } },
  ],
  [
    'what the person says to a question: no',
    shell,
    [{ out: { ...ask, user_message: 'Sure?' } }],
    'blocked | asked true | person: Sure?',
    { environment: { person: 'rejects it' } },
  ],
  [
    'nobody is there to ask',
    shell,
    [{ out: ask }],
    'unknown | asked false',
    { environment: { headless: true } },
  ],
  [
    'texts are joined in the order of the files',
    shell,
    [{ out: deny('A', 'U'), ms: 500 }, { out: deny('B', 'V') }],
    `blocked | result: A${JOIN}B | person: U${JOIN}V`,
  ],
  ['preToolUse asks nobody', 'preToolUse', [{ out: ask }], 'ran'],
  ['preToolUse denies', 'preToolUse', [{ out: deny('A') }], 'blocked | result: A'],
  [
    'a file cannot be asked about',
    'beforeReadFile',
    [{ out: ask }],
    'blocked | ?: not known | failed hook-0',
  ],
  ['a subagent cannot be asked about', 'subagentStart', [{ out: ask }], 'blocked | ?: not known'],
  [
    'a subagent is denied',
    'subagentStart',
    [{ out: { permission: 'deny', user_message: 'U' } }],
    'blocked | ?: not known | person: U',
  ],
  [
    'a subagent is told something',
    'subagentStart',
    [{ out: { ...allow, ...context('C') } }],
    'started | message: C',
  ],
  ['beforeMCPExecution denies', 'beforeMCPExecution', [{ out: deny('A') }], 'blocked | result: A'],
  [
    'beforeTabFileRead denies',
    'beforeTabFileRead',
    [{ out: { permission: 'deny' } }],
    'blocked | ?: not known',
  ],
  ['keys that an event does not read', 'beforeTabFileRead', [{ out: { user_message: 'U', x: 1 } }], 'ran'],

  // Exit codes.
  [
    'exit code 2 blocks with what was printed',
    shell,
    [{ exit: 2, out: 'O', err: 'E' }],
    'blocked | result: O | person: O',
  ],
  [
    'exit code 2 blocks with standard error',
    shell,
    [{ exit: 2, err: 'E\n' }],
    'blocked | result: E | person: E',
  ],
  ['exit code 2 blocks without a word', shell, [{ exit: 2 }], 'blocked | ?: not known'],
  ['JSON beside exit code 1 is not read', shell, [{ exit: 1, out: deny('A') }], 'ran | failed hook-0'],
  ['exit code 127', shell, [{ exit: 127, err: 'not found' }], 'ran | failed hook-0'],
  ['exit code 1 with failClosed', shell, [{ exit: 1 }], 'blocked | ?: not known | failed hook-0', closed],
  ['exit code 127 with failClosed', shell, [{ exit: 127 }], 'blocked | ?: not known | failed hook-0', closed],
  ['a time-out', shell, [{ out: deny('A'), ms: 61_000 }], 'ran | failed hook-0'],
  ['a time-out with failClosed', shell, [{ ms: 61_000 }], 'blocked | ?: not known | failed hook-0', closed],
  ['a time-out of its own', shell, [{ ms: 3000 }], 'ran | failed hook-0', { entry: { timeout: 2 } }],
  ['nothing printed with failClosed', shell, [{}], 'blocked | ?: not known | failed hook-0', closed],
  ['an answer with failClosed', shell, [{ out: allow }], 'ran', closed],
  [
    'failClosed at an event that blocks nothing',
    'postToolUse',
    [{ exit: 1 }],
    'kept | failed hook-0',
    closed,
  ],
  [
    'failClosed holds a prompt back',
    'beforeSubmitPrompt',
    [{ exit: 1 }],
    'blocked | ended | failed hook-0',
    closed,
  ],
  ['a failure before a prompt', 'beforeSubmitPrompt', [{ exit: 1 }], 'sent | failed hook-0'],
  [
    'exit code 2 before a prompt',
    'beforeSubmitPrompt',
    [{ exit: 2, err: 'E' }],
    'blocked | person: E | ended',
  ],
  ['exit code 2 after a tool', 'postToolUse', [{ exit: 2, err: 'E' }], 'kept'],
  ['exit code 2 at the end', 'stop', [{ exit: 2, err: 'E' }], 'stopped | ended'],

  // JSON and plain text.
  [
    'the last object is the answer',
    shell,
    [{ out: 'noise {"permission":"allow"}\n{"permission":"deny"} more' }],
    'blocked | ?: not known',
  ],
  [
    'braces in the noise',
    shell,
    [{ out: 'a { b } {"permission":"deny","agent_message":"} {"} }' }],
    'blocked | result: } {',
  ],
  [
    'an object in an object',
    shell,
    [{ out: '> {"permission":"deny","x":{"permission":"allow"}}' }],
    'blocked | ?: not known',
  ],
  ['a byte order mark', shell, [{ out: `\uFEFF${JSON.stringify(deny('A'))}` }], 'blocked | result: A'],
  [
    'a wrong word after a tool is logged',
    'postToolUse',
    [{ out: { additional_context: 1 } }],
    'kept | failed hook-0',
  ],
  ['text at the start of a session is logged', 'sessionStart', [{ out: 'hello' }], 'started | failed hook-0'],
  ['text where no answer is read', 'afterFileEdit', [{ out: 'formatted' }], 'went-on'],

  // Inputs.
  [
    'a question does not take a rewrite away',
    'preToolUse',
    [{ out: { ...ask, updated_input: { command: 'a' } } }],
    'ran',
  ],

  // Contexts.
  [
    'contexts are joined in the order of the files',
    'preToolUse',
    [{ out: context('A'), ms: 500 }, { out: context('B') }],
    `ran | message: A${JOIN}B`,
  ],
  ['context after a tool', 'postToolUse', [{ out: context('A') }], 'kept | message: A'],
  ['context after a failure', 'postToolUseFailure', [{ out: context('A') }], 'kept | message: A'],
  ['context of a session', 'sessionStart', [{ out: context('A') }], 'started | message: A'],
  ['context of a prompt', 'beforeSubmitPrompt', [{ out: context('A') }], 'sent | message: A'],
  ['no context before a shell command', shell, [{ out: context('A') }], 'ran'],
  [
    '10,000 characters of context at most',
    'sessionStart',
    [{ out: context('a'.repeat(10_001)) }],
    `started | message: ${'a'.repeat(10_000)}`,
  ],

  // Results.
  [
    'an MCP output is replaced, the last counts',
    'postToolUse',
    [{ out: { updated_mcp_tool_output: { n: 1 } }, ms: 500 }, { out: { updated_mcp_tool_output: { n: 2 } } }],
    'replaced | output {"n":2} | result: {"n":2}',
    { payload: { tool_name: 'MCP:query' } },
  ],
  ['no other output is replaced', 'postToolUse', [{ out: { updated_mcp_tool_output: { n: 1 } } }], 'kept'],

  // Prompts.
  [
    'a prompt is held back by any',
    'beforeSubmitPrompt',
    [{ out: { continue: true } }, { out: { continue: false, user_message: 'U' } }],
    'blocked | person: U | ended',
  ],
  [
    'a message without a refusal',
    'beforeSubmitPrompt',
    [{ out: { continue: true, user_message: 'U' } }],
    'sent',
  ],

  // The end of a turn (`stop`).
  ['a follow-up', 'stop', [{ out: next('go on') }], 'continued | message: go on'],
  ['an empty follow-up', 'stop', [{ out: next('') }], 'stopped | ended'],
  [
    'the last follow-up counts',
    'stop',
    [{ out: next('A'), ms: 500 }, { out: next('B') }, {}],
    'continued | message: B',
  ],
  [
    'the fifth follow-up',
    'stop',
    [{ out: next('A') }],
    'continued | message: A',
    { payload: { loop_count: 4 } },
  ],
  ['no sixth', 'stop', [{ out: next('A') }], 'stopped | ended', { payload: { loop_count: 5 } }],
  [
    'a limit of its own',
    'stop',
    [{ out: next('A') }],
    'stopped | ended',
    { payload: { loop_count: 2 }, entry: { loop_limit: 2 } },
  ],
  [
    'no limit',
    'stop',
    [{ out: next('A') }],
    'continued | message: A',
    { payload: { loop_count: 99 }, entry: { loop_limit: null } },
  ],
  ['a subagent goes on', 'subagentStop', [{ out: next('A') }], 'continued | message: A'],
  [
    'a subagent that failed does not',
    'subagentStop',
    [{ out: { ...next('A'), ...context('C') } }],
    'stopped | message: C',
    { payload: { status: 'error' } },
  ],
  [
    'no sixth for a subagent',
    'subagentStop',
    [{ out: next('A') }],
    'stopped',
    { payload: { loop_count: 5 } },
  ],

  // Events that decide nothing.
  [
    'a session starts whatever is said',
    'sessionStart',
    [{ out: { continue: false, user_message: 'U' } }],
    'started',
  ],
  ['a session ends', 'sessionEnd', [{ out: { permission: 'deny' } }], 'ended | ended'],
  ['a compaction is told of', 'preCompact', [{ out: { user_message: 'U' } }], 'went-on | person: U'],
  ['an edit is done', 'afterFileEdit', [{ out: deny('A') }], 'went-on'],
  ['a reply is there', 'afterAgentResponse', [{ out: deny('A') }], 'kept'],
  ['a workspace opens', 'workspaceOpen', [{ out: { pluginPaths: ['/x'] } }], 'went-on'],

  // Claude Code's keys are not read in Cursor's own files.
  [
    "Claude Code's denial",
    'preToolUse',
    [{ out: { hookSpecificOutput: { permissionDecision: 'deny' } } }],
    'ran',
  ],
]

for (const [it, event, answers, effect, given] of rows)
  test(`${event}: ${it}`, async () =>
    assert.equal(lineOf(await predicted(caseOf(event, answers, given))), effect))

// ---- An unreadable answer blocks at permission events only

const UNREADABLE: readonly unknown[] = [
  'checked',
  '{"permission":',
  '[]',
  '"deny"',
  '42',
  { permission: 'block' },
]

for (const event of PERMISSION)
  test(`${event}: an answer that cannot be read blocks, also without failClosed`, async () => {
    for (const out of UNREADABLE) {
      const { effect, hooks } = await predicted(caseOf(event, [{ out }]))
      assert.equal(effect.operation?.fate, 'blocked', JSON.stringify(out))
      assert.equal(hooks[0]?.failed, true)
    }
  })

for (const event of OTHERS)
  test(`${event}: an answer that cannot be read, and a failure, change nothing`, async () => {
    const plain = lineOf(await predicted(caseOf(event, [{}])))
    for (const answer of [...UNREADABLE.map((out) => ({ out })), { exit: 1 }, { ms: 61_000 }]) {
      const line = lineOf(await predicted(caseOf(event, [answer])))
      assert.equal(line.replace(' | failed hook-0', ''), plain, JSON.stringify(answer))
    }
  })

// ---- Inputs

for (const [it, answers, input] of [
  ['a rewrite needs no decision', [{ out: { updated_input: { command: 'a' } } }], { command: 'a' }],
  ['the whole input is replaced', [{ out: { ...allow, updated_input: { x: 1 } } }], { x: 1 }],
  [
    'of two rewrites the last in the file counts, whoever ended first',
    [{ out: { updated_input: { n: 1 } }, ms: 900 }, { out: { updated_input: { n: 2 } } }, { out: allow }],
    { n: 2 },
  ],
  ['a hook that fails rewrites nothing', [{ exit: 1, out: { updated_input: { n: 1 } } }], undefined],
] as const)
  test(`preToolUse: ${it}`, async () => {
    const { effect } = await predicted(caseOf('preToolUse', answers))
    const example = dialects.cursor.events.preToolUse.example.tool_input
    assert.deepEqual(effect.operation, { kind: 'tool', fate: 'ran', input: input ?? example })
  })

test('preToolUse: a rewrite beside a denial is dropped', async () => {
  const { effect } = await predicted(
    caseOf('preToolUse', [{ out: { updated_input: { n: 1 } } }, { out: deny('A') }]),
  )
  assert.deepEqual(effect.operation, { kind: 'tool', fate: 'blocked' })
})

// ---- Matchers: which value each is tried on

const MATCHERS: readonly (readonly [event: string, matcher: string, payload: object, ran: boolean])[] = [
  ['preToolUse', 'Shell', {}, true],
  ['preToolUse', 'Bash', {}, false],
  ['preToolUse', 'Read|Shell', {}, true],
  ['preToolUse', 'hel', {}, true],
  ['preToolUse', 'shell', {}, false],
  ['preToolUse', '', {}, true],
  ['preToolUse', '*', {}, true],
  ['preToolUse', 'MCP:query', { tool_name: 'MCP:query' }, true],
  ['postToolUse', '^Write$', {}, false],
  ['postToolUseFailure', 'Shell', {}, true],
  [shell, 'npm', {}, true],
  [shell, 'curl|wget|nc ', {}, false],
  [shell, '^npm (?!publish)', {}, true],
  [shell, 'curl.*sh$', { command: `curl ${'x'.repeat(2000)} | sh` }, true],
  ['afterShellExecution', 'test$', {}, true],
  ['beforeMCPExecution', '^MCP:query$', {}, true],
  ['beforeMCPExecution', '^query$', {}, false],
  ['afterMCPExecution', 'MCP:', {}, true],
  ['beforeReadFile', 'Read', {}, true],
  ['beforeReadFile', 'TabRead', {}, false],
  ['beforeTabFileRead', 'TabRead', {}, true],
  ['afterFileEdit', '^Write$', {}, true],
  ['afterTabFileEdit', '^TabWrite$', {}, true],
  ['afterAgentResponse', 'AgentResponse', {}, true],
  ['afterAgentThought', 'AgentThought', {}, true],
  ['beforeSubmitPrompt', 'UserPromptSubmit', {}, true],
  ['beforeSubmitPrompt', 'tests', {}, false],
  ['subagentStart', 'explore|shell', {}, true],
  ['subagentStart', 'generalPurpose', {}, false],
  ['subagentStop', 'explore', {}, true],
  ['preCompact', 'auto', {}, true],
  ['preCompact', 'manual', {}, false],
  ['stop', 'Stop', {}, true],
  ['stop', 'completed', {}, false],
  ['sessionStart', 'anything', {}, true],
  ['sessionEnd', 'anything', {}, true],
  ['workspaceOpen', 'anything', {}, true],
]

for (const [event, matcher, payload, ran] of MATCHERS)
  test(`${event}: the matcher "${matcher}" ${ran ? 'matches' : 'does not match'}`, async () => {
    const { hooks } = await predicted(caseOf(event, [{}], { payload, entry: { matcher } }))
    assert.deepEqual([hooks[0]?.ran, hooks[0]?.why], [ran, ran ? undefined : 'matcher'])
  })

// ---- Which files count, and duplicate entries

const twice = [{ command: 'hook-0' }, { command: 'hook-0' }]
const claudes = (hooks: object, path = 'project/.claude/settings.json') => ({ path, json: { hooks } })
const group = (command: string, matcher?: string, more: object = {}) => ({
  ...defined({ matcher }),
  hooks: [{ type: 'command', command, ...more }],
})
const thirdParty = { flags: ['include-third-party-configs'] }

const FILES: readonly (readonly [
  it: string,
  files: AgentCase['files'],
  hooks: readonly (readonly [ran: boolean, timesOrWhy: number | string])[],
  environment?: object,
])[] = [
  ['equal entries of a file each run', [hooksFile({ preToolUse: twice })], [[true, 2]]],
  [
    'equal entries of two files each run',
    [
      hooksFile({ preToolUse: entries(1) }),
      hooksFile({ preToolUse: entries(1) }, 'project/.cursor/hooks.json'),
    ],
    [[true, 2]],
  ],
  [
    "a project's entries do not run in a workspace that is not trusted",
    [hooksFile({ preToolUse: entries(1) }, 'project/.cursor/hooks.json')],
    [[false, 'untrusted']],
    { workspaceTrusted: false },
  ],
  [
    'they do where nobody is there to be asked',
    [hooksFile({ preToolUse: entries(1) }, 'project/.cursor/hooks.json')],
    [[true, 1]],
    { workspaceTrusted: false, headless: true },
  ],
  [
    "the person's entries always do",
    [hooksFile({ preToolUse: entries(1) })],
    [[true, 1]],
    { workspaceTrusted: false },
  ],
  [
    "Claude Code's files are not read",
    [claudes({ PreToolUse: [group('hook-0')] })],
    [[false, 'file-not-read']],
  ],
  [
    "Claude Code's files are read where the person wants it",
    [
      claudes({ PreToolUse: [group('hook-0')] }),
      claudes({ PreToolUse: [group('hook-1')] }, 'project/.claude/settings.local.json'),
      claudes({ PreToolUse: [group('hook-2')] }, 'home/.claude/settings.json'),
    ],
    [
      [true, 1],
      [true, 1],
      [true, 1],
    ],
    thirdParty,
  ],
  [
    'their tools go by names of Cursor, as far as it has them',
    [
      claudes({
        PreToolUse: [
          group('hook-0', 'Bash|Edit'),
          group('hook-1', 'Glob'),
          group('hook-2', '*'),
          group('hook-3', '('),
        ],
      }),
    ],
    [
      [true, 1],
      [false, 'matcher'],
      [true, 1],
      [true, 1],
    ],
    thirdParty,
  ],
  [
    "an entry that stands in one of Cursor's files is dropped, matcher or not, and no other",
    [
      claudes({ PreToolUse: [group('hook-0'), group('hook-1'), group('hook-1', 'Bash')] }),
      hooksFile({
        preToolUse: [{ command: 'hook-0', matcher: 'Read' }],
        postToolUse: [{ command: 'hook-1' }],
      }),
    ],
    [
      [false, 'matcher'],
      [true, 2],
    ],
    thirdParty,
  ],
  [
    'events that Cursor has no name for, and kinds that it does not run, are passed over',
    [
      claudes({
        Notification: [group('hook-0')],
        PreToolUse: [
          {
            hooks: [
              { type: 'http', url: 'http://hook-1' },
              { type: 'command', command: 'hook-2' },
            ],
          },
        ],
      }),
    ],
    [
      [false, 'file-not-read'],
      [false, 'file-not-read'],
      [true, 1],
    ],
    thirdParty,
  ],
  [
    'one fault takes the whole file away, and no other file',
    [
      {
        path: 'project/.cursor/hooks.json',
        json: { version: 1, hooks: { preToolUse: entries(1), nope: [] } },
      },
      hooksFile({ preToolUse: [{ command: 'hook-1' }] }),
    ],
    [
      [false, 'file-rejected'],
      [true, 1],
    ],
  ],
]

for (const [it, files, hooks, environment] of FILES)
  test(`files: ${it}`, async () => {
    const answers = hooks.map(() => ({}))
    const one = await predicted(caseOf('preToolUse', answers, { files, ...(environment && { environment }) }))
    assert.deepEqual(
      one.hooks.map(({ ran, times, why }) => [ran, times ?? why]),
      hooks,
    )
  })

test('files: the message of a dropped entry names the file in which it runs', async () => {
  const files = [claudes({ PreToolUse: [group('hook-0')] }), hooksFile({ preToolUse: entries(1) })]
  const { effect } = await predicted(caseOf('preToolUse', [{}], { files, environment: thirdParty }))
  assert.deepEqual(
    effect.hooks.map(({ ran, why }) => [ran, why]),
    [
      [true, undefined],
      [false, 'duplicate'],
    ],
  )
})

const NAMES: readonly (readonly [claudes: string, own: string])[] = [
  ['PreToolUse', 'preToolUse'],
  ['PostToolUse', 'postToolUse'],
  ['UserPromptSubmit', 'beforeSubmitPrompt'],
  ['Stop', 'stop'],
  ['SubagentStop', 'subagentStop'],
  ['SessionStart', 'sessionStart'],
  ['SessionEnd', 'sessionEnd'],
  ['PreCompact', 'preCompact'],
]

for (const [name, own] of NAMES)
  test(`${name} of Claude Code is ${own}`, async () => {
    const files = [claudes({ [name]: [group('hook-0')] })]
    const { hooks } = await predicted(caseOf(own, [{}], { files, environment: thirdParty }))
    assert.equal(hooks[0]?.ran, true)
  })

const output = (fields: object) => ({ hookSpecificOutput: fields })

for (const [it, name, own, out, effect, more] of [
  [
    'a denial',
    'PreToolUse',
    'preToolUse',
    output({ permissionDecision: 'deny', permissionDecisionReason: 'A' }),
    'blocked | result: A | person: A',
  ],
  [
    'a block before a tool',
    'PreToolUse',
    'preToolUse',
    { decision: 'block', reason: 'A' },
    'blocked | result: A | person: A',
  ],
  [
    'a block of a prompt',
    'UserPromptSubmit',
    'beforeSubmitPrompt',
    { decision: 'block', reason: 'A' },
    'blocked | person: A | ended',
  ],
  ['a block at the end', 'Stop', 'stop', { decision: 'block', reason: 'A' }, 'continued | message: A'],
  [
    'no limit at the end',
    'Stop',
    'stop',
    { decision: 'block', reason: 'A' },
    'continued | message: A',
    { loop_count: 99 },
  ],
  ['a block without a reason at the end', 'Stop', 'stop', { decision: 'block' }, 'stopped | ended'],
  ["Cursor's own words", 'PreToolUse', 'preToolUse', deny('A'), 'blocked | result: A'],
] as const)
  test(`an entry of Claude Code's settings answers: ${it}`, async () => {
    const files = [claudes({ [name]: [group('hook-0')] })]
    const payload = more ?? {}
    const one = caseOf(own, [{ out }], { files, environment: thirdParty, payload })
    assert.equal(lineOf(await predicted(one)), effect)
  })

test("Claude Code's words are read in Cursor's files too where the person wants third-party configuration", async () => {
  const out = output({ permissionDecision: 'deny', permissionDecisionReason: 'A' })
  const one = caseOf('preToolUse', [{ out }], { environment: thirdParty })
  assert.equal((await predicted(one)).effect.operation?.fate, 'blocked')
})

// ---- Which events fire, and which runs are awaited

for (const [event, given, fired] of [
  ['postToolUse', { happening: { what: 'tool-call', result: 'ok' } }, true],
  ['postToolUse', { happening: { what: 'tool-call', result: 'error' } }, false],
  ['postToolUseFailure', { happening: { what: 'tool-call', result: 'error' } }, true],
  ['postToolUseFailure', { happening: { what: 'tool-call', result: 'ok' } }, false],
  ['beforeTabFileRead', { environment: { headless: true } }, false],
  ['afterTabFileEdit', { environment: { headless: true } }, false],
  ['afterTabFileEdit', {}, true],
] as const)
  test(`${event} ${fired ? 'fires' : 'does not fire'}: ${JSON.stringify(given)}`, async () => {
    assert.equal((await predicted(caseOf(event, [{}], given))).effect.fired, fired)
  })

for (const event of Object.keys(dialects.cursor.events))
  test(`${event}: entries run together, and only sessions do not wait for them`, async () => {
    const { hooks, effect } = await predicted(caseOf(event, [{ ms: 10 }, {}]))
    const waited = event !== 'sessionStart' && event !== 'sessionEnd'
    assert.deepEqual(
      hooks.map((hook) => hook.waited),
      [waited, waited],
    )
    assert.equal(effect.order, undefined)
  })

for (const [event, out, effect] of [
  ['preToolUse', { ok: true }, 'ran'],
  ['preToolUse', { ok: false, reason: 'A' }, 'blocked | result: A | person: A'],
  ['beforeSubmitPrompt', { ok: false, reason: 'A' }, 'blocked | person: A | ended'],
  ['stop', { ok: false, reason: 'A' }, 'continued | message: A'],
] as const)
  test(`${event}: a model's answer is ${JSON.stringify(out)}`, async () => {
    const files = [hooksFile({ [event]: [{ type: 'prompt', prompt: 'hook-0: is it safe?' }] })]
    assert.equal(lineOf(await predicted(caseOf(event, [{ out }], { files }))), effect)
  })

test('every answer says that no run of the program stands behind it', async () => {
  for (const event of Object.keys(dialects.cursor.events)) {
    const { effect } = await predicted(caseOf(event, [{}]))
    assert.equal(effect.unobserved, dialects.cursor.host?.unobserved)
    assert.ok(effectLines(effect).includes(String(effect.unobserved)), event)
  }
})

// ---- How commands are started

const host = dialects.cursor.host as Host
const entry = (scope: 'user' | 'project' | 'managed' | 'plugin', file: string) => ({
  host: 'cursor' as const,
  event: 'stop',
  matcher: undefined,
  kind: 'command',
  command: './hooks/x.sh',
  fields: {},
  group: {},
  scope,
  file,
  at: [],
  copies: 1,
  env: { CURSOR_PLUGIN_ROOT: '/p' },
  digest: '',
  scripts: [],
})
const payload = { ...exampleOf('stop'), transcript_path: '/t.jsonl' }
const started = (scope: 'user' | 'project' | 'managed' | 'plugin', file: string, more = {}) =>
  host.process(entry(scope, file), {
    payload,
    root: '/ws',
    home: '/home/ada',
    platform: 'linux',
    environment: { SHELL: '/bin/zsh' },
    ...more,
  })

test('a command is given to a login shell of the person, with the payload on standard input', () => {
  const { file, argv, input, env } = started('project', '/ws/.cursor/hooks.json')
  assert.deepEqual([file, ...argv], ['/bin/zsh', '-lc', './hooks/x.sh'])
  assert.deepEqual(JSON.parse(input), payload)
  assert.deepEqual(env, {
    CURSOR_PROJECT_DIR: '/ws',
    CLAUDE_PROJECT_DIR: '/ws',
    CURSOR_VERSION: '3.4.16',
    CURSOR_USER_EMAIL: 'ada@example.com',
    CURSOR_TRANSCRIPT_PATH: '/t.jsonl',
    CURSOR_PLUGIN_ROOT: '/p',
  })
})

test('without a shell of the person it is sh, and PowerShell on Windows', () => {
  assert.equal(started('project', '/ws/.cursor/hooks.json', { environment: {} }).file, '/bin/sh')
  const { file, argv } = started('project', '/ws/.cursor/hooks.json', { platform: 'win32' })
  assert.deepEqual([file, ...argv], ['powershell', '-Command', './hooks/x.sh'])
})

test("the person's and the company's entries run beside their file, all others in the workspace", () => {
  for (const [scope, file, cwd] of [
    ['user', '/home/ada/.cursor/hooks.json', '/home/ada/.cursor'],
    ['user', '/home/ada/.claude/settings.json', '/home/ada/.claude'],
    ['managed', '/etc/cursor/hooks.json', '/etc/cursor'],
    ['project', '/ws/.cursor/hooks.json', '/ws'],
    ['project', '/ws/.claude/settings.json', '/ws'],
    ['plugin', '/p/hooks/hooks.json', '/ws'],
  ] as const)
    assert.equal(started(scope, file).cwd, cwd, file)
})
