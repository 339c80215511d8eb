// How VS Code's own agent combines the answers of several hooks, what it does with answers that it rejects, and what
// its settings and places do. Each row follows from the shipped program; the kept cases cover others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'
import type { AgentCase } from '../../scripts/agents/agentCase.ts'
import { predictCase } from '../../scripts/agents/predictCase.ts'

type Answer = { readonly exit?: number; readonly out?: unknown; readonly err?: string; readonly ms?: number }
type More = {
  readonly payload?: object
  readonly files?: AgentCase['files']
  readonly happening?: NonNullable<AgentCase['event']['happening']>
  readonly environment?: Partial<AgentCase['environment']>
  readonly entry?: object
}

const PAYLOADS: Readonly<Record<string, object>> = {
  PreToolUse: { tool_name: 'create_file', tool_input: { filePath: '/project/a', content: 'A' } },
  PostToolUse: {
    tool_name: 'create_file',
    tool_input: { filePath: '/project/a', content: 'A' },
    tool_response: '',
  },
  UserPromptSubmit: { prompt: 'go' },
  SessionStart: { source: 'new' },
  SubagentStart: { agent_id: 'a', agent_type: 'default' },
  SubagentStop: { agent_id: 'a', agent_type: 'default', stop_hook_active: false },
  Stop: { stop_hook_active: false },
  PreCompact: { trigger: 'auto' },
}

function caseOf(event: string, answers: readonly Answer[], more: More = {}): AgentCase {
  const entries = answers.map((_, index) => ({ type: 'command', command: `hook-${index}`, ...more.entry }))
  return {
    id: event,
    host: { name: 'vscode', version: '1.139.1' },
    environment: {
      headless: false,
      workspaceTrusted: true,
      person: 'allows whatever is asked',
      ...more.environment,
    },
    files: more.files ?? [{ path: 'project/.github/hooks/h.json', json: { hooks: { [event]: entries } } }],
    event: {
      name: event,
      payload: { hook_event_name: event, cwd: '/project', ...PAYLOADS[event], ...more.payload },
      ...defined({ happening: more.happening }),
    },
    hooks: answers.map(({ exit = 0, out = '', err = '', ms = 0 }, index) => ({
      id: `hook-${index}`,
      answer: { exit, stdout: typeof out === 'string' ? out : JSON.stringify(out), stderr: err, ms },
    })),
    observed: { hooks: [] },
  }
}

/** The effect, part by part: the fate, a rewritten input, what model and person read, which hooks did not run. */
async function effectOf(one: AgentCase): Promise<readonly string[]> {
  const prediction = await predictCase(one)
  assert.ok(prediction !== undefined)
  const { operation, model = [], person = [], run } = prediction.effect
  const original = JSON.stringify((one.event.payload as { tool_input?: unknown }).tool_input)
  const input = JSON.stringify(operation?.input)
  const where = { result: '', 'in-result': '+', 'in-prompt': '>', message: '' }
  return [
    `${operation?.fate}${operation?.asked === true ? ' asked' : ''}${run === 'ended' ? ' ended' : ''}`,
    ...(input === undefined || input === original ? [] : [input]),
    ...model.map(
      (text) =>
        `${text.role}${where[text.where]}${text.request === undefined ? '' : text.request}: ${text.text}`,
    ),
    ...person.map((text) => `person: ${text.replace(PREVENTED, 'prevented')}`),
    ...prediction.hooks.flatMap(({ id, ran, why }) =>
      ran === true ? [] : [`${id} not run ${why ?? ''}`.trim()],
    ),
  ]
}

const PREVENTED =
  'A hook prevented chat from continuing. Please check the GitHub Copilot Chat Hooks output channel for more details.'

const own = (name: string, fields: object) => ({ hookSpecificOutput: { hookEventName: name, ...fields } })
const pre = (fields: object) => own('PreToolUse', fields)
const deny = (reason?: string) => pre({ permissionDecision: 'deny', permissionDecisionReason: reason })
const context = (name: string, text: unknown) => own(name, { additionalContext: text })
const stop = (name: string, reason?: string) => own(name, { decision: 'block', reason })
const denied = (reason: string) => `tool: Tool execution denied: ${reason}`
const tried = (reason: string) => `person: prevented \nError message: Tried to use create_file - ${reason}`
const inPre = (text: string) => `tool+: <PreToolUse-context>\n${text}\n</PreToolUse-context>`
const inPost = (text: string, request = 2) =>
  `tool+${request}: <PostToolUse-context>\n${text}\n</PostToolUse-context>`
const instructions = (text: string) => `user>: Additional instructions from hooks: ${text}`
const blocked = (reason: string) =>
  `user: You were about to complete but a hook blocked you with the following message: "${reason}". Please address this requirement before completing.`
const CHANGED = { filePath: '/project/a', content: 'B' }

type Row = readonly [
  it: string,
  event: string,
  answers: readonly Answer[],
  effect: readonly string[],
  more?: More,
]

const rows: readonly Row[] = [
  // ---- Before a tool
  ['a denial', 'PreToolUse', [{ out: deny('A') }], ['blocked', denied('A'), tried('A')]],
  [
    'a denial without a reason',
    'PreToolUse',
    [{ out: deny() }],
    ['blocked', denied('Hook denied tool execution'), tried('denied by hook')],
  ],
  [
    'a denial does not keep later hooks from running, and reasons are joined',
    'PreToolUse',
    [
      { out: deny('A') },
      { exit: 2, err: '\u001B[31mB\u001B[0m' },
      { out: pre({ permissionDecision: 'allow' }) },
    ],
    ['blocked', denied('A\nB'), tried('\n1. A\n2. B')],
  ],
  [
    'a context beside a denial',
    'PreToolUse',
    [{ out: { hookSpecificOutput: { permissionDecision: 'deny', additionalContext: 'C' } } }],
    ['blocked', denied('Hook denied tool execution'), inPre('C'), tried('denied by hook')],
  ],
  [
    'an old form of a denial',
    'PreToolUse',
    [{ out: { permissionDecision: 'deny', decision: 'block' } }],
    ['ran'],
  ],
  [
    'JSON beside exit code 1, whose text the person sees',
    'PreToolUse',
    [
      { exit: 1, out: deny('A'), err: 'E' },
      { exit: 3, err: 'F' },
    ],
    ['ran', 'person: 1. E\n2. F'],
  ],
  ['broken JSON', 'PreToolUse', [{ out: '{"hookSpecificOutput": {' }], ['ran']],
  ['a byte order mark', 'PreToolUse', [{ out: `\uFEFF${JSON.stringify(deny('A'))}` }], ['ran']],
  [
    'the answer null',
    'PreToolUse',
    [{ out: 'null' }],
    ['ran', "person: Cannot read properties of null (reading 'stopReason')"],
  ],
  ['an answer that is a list or a number', 'PreToolUse', [{ out: [deny('A')] }, { out: '2' }], ['ran']],
  [
    'a name of another event at the top takes the message along, inside only what is inside',
    'PreToolUse',
    [
      { out: { hookEventName: 'Stop', continue: false, systemMessage: 'M' } },
      { out: { ...own('Stop', { permissionDecision: 'deny' }), systemMessage: 'N' } },
    ],
    ['ran', 'person: N'],
  ],
  [
    'continue: false fails the call, and nothing else counts or runs',
    'PreToolUse',
    [{ out: deny('A') }, { out: { continue: false } }, { out: { systemMessage: 'M' } }],
    [
      'failed',
      'tool: ERROR while calling tool: Hook PreToolUse aborted: \nPlease check your input and try again.',
      'person: prevented',
      'hook-2 not run',
    ],
  ],
  [
    'a stopReason by itself',
    'PreToolUse',
    [{ out: { continue: true, stopReason: 'S' } }],
    [
      'failed',
      'tool: ERROR while calling tool: Hook PreToolUse aborted: S\nPlease check your input and try again.',
      'person: prevented \nError message: S',
    ],
  ],
  [
    'a question about a tool that needs none, with the first reason',
    'PreToolUse',
    [
      { out: pre({ permissionDecision: 'allow', permissionDecisionReason: 'A' }) },
      { out: pre({ permissionDecision: 'ask', permissionDecisionReason: 'B' }) },
      { out: pre({ permissionDecision: 'ask', permissionDecisionReason: 'C' }) },
    ],
    ['ran asked', 'person: PreToolUse hook required confirmation: B'],
  ],
  [
    'a question that the person declines',
    'PreToolUse',
    [{ out: pre({ permissionDecision: 'ask' }) }],
    [
      'blocked asked',
      'tool: The user chose to skip the tool call, they want to proceed without running it',
      'person: PreToolUse hook required confirmation',
    ],
    { environment: { person: 'skips' } },
  ],
  [
    'a question and nobody known',
    'PreToolUse',
    [{}],
    ['unknown asked'],
    {
      environment: { person: undefined as never },
      payload: { tool_name: 'run_in_terminal', tool_input: { command: 'ls' } },
    },
  ],
  [
    'a file outside of the workspace',
    'PreToolUse',
    [{}],
    ['ran'],
    {
      payload: { tool_input: { filePath: '/elsewhere/a', content: 'A' } },
    },
  ],
  [
    'a file of the workspace, and an entry with a folder of its own',
    'PreToolUse',
    [{}],
    ['ran'],
    { payload: { cwd: '/project/.github' }, entry: { cwd: '.github' } },
  ],
  [
    'a file that decides over others',
    'PreToolUse',
    [{}],
    ['ran'],
    {
      payload: { tool_input: { filePath: '/project/package.json', content: 'A' } },
    },
  ],
  [
    'a setting that has all changes asked about',
    'PreToolUse',
    [{}],
    ['ran asked'],
    {
      files: [
        { path: 'project/.github/hooks/h.json', json: { hooks: { PreToolUse: [{ command: 'hook-0' }] } } },
        { path: 'user-data/settings.json', json: { 'chat.tools.edits.autoApprove': { '**/*': false } } },
      ],
    },
  ],
  [
    'everything approved',
    'PreToolUse',
    [{}],
    ['ran'],
    {
      environment: { permissionMode: 'autopilot' },
      payload: { tool_name: 'run_in_terminal', tool_input: { command: 'ls' } },
    },
  ],
  [
    'another input with a decision that is none',
    'PreToolUse',
    [{ out: pre({ permissionDecision: 'yes', updatedInput: CHANGED, additionalContext: 'C' }) }],
    ['ran', JSON.stringify(CHANGED), inPre('C')],
  ],
  [
    'an input that lacks something',
    'PreToolUse',
    [{ out: pre({ updatedInput: { content: 'B' } }) }],
    ['ran'],
  ],
  [
    'the last input counts, and where it does not fit, none',
    'PreToolUse',
    [{ out: pre({ updatedInput: CHANGED }) }, { out: pre({ updatedInput: { content: 'C' } }) }],
    ['ran'],
  ],
  ['an input that is no object', 'PreToolUse', [{ out: pre({ updatedInput: 'B' }) }], ['ran']],
  [
    'an input with more than is asked for',
    'PreToolUse',
    [{ out: pre({ updatedInput: { ...CHANGED, extra: 1 } }) }],
    ['ran', JSON.stringify({ ...CHANGED, extra: 1 })],
  ],
  [
    'an input of another type is handed to the tool, which fails',
    'PreToolUse',
    [{ out: pre({ updatedInput: { ...CHANGED, content: 5 } }) }],
    [
      'failed',
      JSON.stringify({ ...CHANGED, content: 5 }),
      'tool: ERROR while calling tool: t.startsWith is not a function\nPlease check your input and try again.',
    ],
  ],
  ['a time-out', 'PreToolUse', [{ ms: 31_000, out: deny('A') }], ['ran']],
  ['no time at all', 'PreToolUse', [{ out: deny('A') }], ['ran'], { entry: { timeout: 0 } }],
  ['more time than a timer counts', 'PreToolUse', [{ out: deny('A') }], ['ran'], { entry: { timeout: 3e6 } }],
  [
    'the timeout of the Copilot CLI',
    'PreToolUse',
    [{ ms: 2000, out: deny('A') }],
    ['ran'],
    {
      entry: { timeoutSec: 1 },
    },
  ],

  // ---- After a tool
  [
    'a block, and no second one',
    'PostToolUse',
    [{ out: { decision: 'block', reason: 'A' } }, { out: { decision: 'block', reason: 'B' } }],
    ['kept', inPost('The PostToolUse hook blocked this tool result. Reason: A')],
  ],
  [
    'a block without a reason',
    'PostToolUse',
    [{ out: { decision: 'block', ...context('PostToolUse', 'C') } }],
    [
      'kept',
      inPost('The PostToolUse hook blocked this tool result. Reason: Hook blocked tool result'),
      inPost('C'),
    ],
  ],
  [
    'exit code 2 after a block is told to the person only',
    'PostToolUse',
    [{ out: { decision: 'block', reason: 'A' } }, { exit: 2 }],
    [
      'kept',
      inPost('The PostToolUse hook blocked this tool result. Reason: A'),
      tried('an unexpected error occurred'),
    ],
  ],
  [
    'a block in the wrong place',
    'PostToolUse',
    [{ out: own('PostToolUse', { decision: 'block' }) }],
    ['kept'],
  ],
  [
    'when a slow hook is heard is not known',
    'PostToolUse',
    [{ out: context('PostToolUse', 'C'), ms: 4000 }],
    ['kept'],
  ],
  [
    'a stop after a tool loses every text',
    'PostToolUse',
    [{ out: context('PostToolUse', 'C') }, { out: { stopReason: 'S' } }, {}],
    ['kept', 'person: prevented \nError message: S', 'hook-2 not run'],
  ],

  // ---- Prompts
  [
    'the first refusal of a prompt, after all have run',
    'UserPromptSubmit',
    [{ out: context('UserPromptSubmit', 'C') }, { out: { decision: 'block' } }, { exit: 2, err: 'E' }],
    ['blocked ended', 'person: prevented \nError message: No reason provided'],
  ],
  [
    'contexts of a prompt, in both forms',
    'UserPromptSubmit',
    [
      { out: { additionalContext: 'A' } },
      { out: { additionalContext: 'B', ...context('UserPromptSubmit', 'C') } },
      { exit: 1, err: 'E' },
    ],
    ['sent', instructions('A\nC'), 'person: E'],
  ],

  // ---- Session starts
  [
    'a stop at the start keeps later hooks from running and loses its own message',
    'SessionStart',
    [
      { out: { ...context('SessionStart', 'A'), systemMessage: 'M' } },
      { out: { continue: false, systemMessage: 'N', ...context('SessionStart', 'B') } },
      { out: context('SessionStart', 'C') },
    ],
    ['started', instructions('A'), 'person: M', 'hook-2 not run'],
  ],
  [
    'a context that is no text takes all of them along',
    'SessionStart',
    [{ out: context('SessionStart', 'A') }, { out: context('SessionStart', 5) }],
    ['started'],
  ],
  ['plain text at the start', 'SessionStart', [{ out: 'A' }], ['started']],
  [
    'what a session hook says counts for a subagent',
    'SubagentStart',
    [{ out: context('SessionStart', 'A') }],
    ['started', instructions('A')],
  ],

  // ---- Stops
  ['exit code 2 with text', 'Stop', [{ exit: 2, err: 'E' }], ['continued', blocked('E'), 'person: E']],
  ['exit code 2 without text', 'Stop', [{ exit: 2 }], ['stopped ended']],
  ['a block without a reason', 'Stop', [{ out: stop('Stop') }], ['stopped ended']],
  [
    'several blocks, each reason once',
    'Stop',
    [{ out: stop('Stop', 'A') }, { exit: 2, err: 'B' }, { out: stop('Stop', 'A') }],
    [
      'continued',
      'user: You were about to complete but multiple hooks blocked you with the following messages:\n1. A\n2. B\n\nPlease address all of these requirements before completing.',
      blocked('A; B'),
      'person: 1. A\n2. B',
    ],
  ],
  [
    'a stop wins over a block before it',
    'Stop',
    [{ out: stop('Stop', 'A') }, { out: { continue: false, stopReason: 'S' } }],
    ['stopped ended', 'person: prevented \nError message: S'],
  ],
  [
    'a Stop hook at SubagentStop',
    'SubagentStop',
    [{ out: stop('Stop', 'A') }],
    ['continued', blocked('A'), 'person: A'],
  ],
  ['not the other way round', 'Stop', [{ out: stop('SubagentStop', 'A') }], ['stopped ended']],
  ['a compaction goes on', 'PreCompact', [{ exit: 2, err: 'E' }, { out: { continue: false } }], ['went-on']],

  // ---- Events that do not fire
  [
    'a second prompt starts no session',
    'SessionStart',
    [{}],
    ['unknown', 'hook-0 not run not-fired'],
    {
      happening: { what: 'prompt', nthInSession: 2 },
    },
  ],
  [
    'a compaction that the person asks for',
    'PreCompact',
    [{}],
    ['unknown', 'hook-0 not run not-fired'],
    {
      happening: { what: 'compaction', by: 'person' },
    },
  ],
  [
    'a tool that failed has no result',
    'PostToolUse',
    [{}],
    ['unknown', 'hook-0 not run not-fired'],
    {
      happening: { what: 'tool-call', result: 'error' },
    },
  ],
]

for (const [it, event, answers, effect, more] of rows) {
  test(`${event}: ${it}`, async () => {
    const found = await effectOf(caseOf(event, answers, more))
    // For an event that does not fire, only the hooks that did not run are reported.
    const isQuiet = effect[0] === 'unknown'
    assert.deepEqual(isQuiet ? found.slice(1) : found, isQuiet ? effect.slice(1) : effect)
  })
}

// ---- Files and settings

const entry = (id: string) => ({ type: 'command', command: id })
const file = (path: string, hooks: object, more: object = {}) => ({ path, json: { ...more, hooks } })
const settings = (json: object) => ({ path: 'user-data/settings.json', json })
const claude = file('project/.claude/settings.json', { Stop: [{ matcher: 'x', hooks: [entry('hook-0')] }] })
const github = file('project/.github/hooks/h.json', { Stop: [entry('hook-0')] })

const places: readonly (readonly [
  it: string,
  files: AgentCase['files'],
  hooks: readonly string[],
  environment?: Partial<AgentCase['environment']>,
])[] = [
  ["Claude Code's settings are read only where it is asked for", [claude], ['file-not-read']],
  ["Claude Code's settings, on", [claude, settings({ 'chat.useClaudeHooks': true })], ['ran']],
  [
    'the workspace has the last word on settings',
    [
      claude,
      settings({ 'chat.useClaudeHooks': false }),
      { path: 'project/.vscode/settings.json', text: '{ // on\n "chat.useClaudeHooks": true, }' },
    ],
    ['ran'],
  ],
  [
    '"disableAllHooks" counts in the settings of Claude Code',
    [
      settings({ 'chat.useClaudeHooks': true }),
      file('project/.claude/settings.json', { Stop: [entry('hook-0')] }, { disableAllHooks: true }),
    ],
    ['switched-off'],
  ],
  [
    'and nowhere else',
    [file('project/.github/hooks/h.json', { Stop: [entry('hook-0')] }, { disableAllHooks: true })],
    ['ran'],
  ],
  ['all hooks switched off', [github, settings({ 'chat.useHooks': false })], ['switched-off']],
  ['a folder that is not trusted', [github], ['untrusted'], { workspaceTrusted: false }],
  [
    'a place switched off',
    [github, settings({ 'chat.hookFilesLocations': { '.github/hooks': 'false' } })],
    ['file-not-read'],
  ],
  [
    'another folder of the home, a file by its name, and no pattern',
    [
      settings({ 'chat.hookFilesLocations': { '~/mine': true, 'ci/h.json': true, 'a/*.json': true } }),
      file('home/mine/h.json', { Stop: [entry('hook-0')] }),
      file('project/ci/h.json', { Stop: [entry('hook-1')] }),
      file('project/a/h.json', { Stop: [entry('hook-2')] }),
    ],
    ['ran', 'ran', 'file-not-read'],
  ],
  [
    'no file in a folder below, and no other kind of file',
    [
      file('project/.github/hooks/below/h.json', { Stop: [entry('hook-0')] }),
      file('project/.github/hooks.json', { Stop: [entry('hook-1')] }),
    ],
    ['file-not-read', 'file-not-read'],
  ],
  [
    'names of the Copilot CLI, of which the last of one event counts',
    [file('project/.github/hooks/h.json', { agentStop: [entry('hook-0')], Stop: [entry('hook-1')] })],
    ['file-rejected', 'ran'],
  ],
  [
    'not in the settings of Claude Code',
    [
      settings({ 'chat.useClaudeHooks': true }),
      file('project/.claude/settings.json', { agentStop: [entry('hook-0')], Stop: [entry('hook-1')] }),
    ],
    ['unknown-event', 'ran'],
  ],
  [
    'entries of another type, and without a command for this system',
    [
      file('project/.github/hooks/h.json', {
        Stop: [
          { type: 'http', url: 'http://localhost/hook-0' },
          { type: 'command', [process.platform === 'win32' ? 'linux' : 'windows']: 'hook-1' },
          { bash: 'hook-2', powershell: 'hook-2', timeoutSec: 5 },
        ],
      }),
    ],
    ['file-rejected', 'file-rejected', 'ran'],
  ],
  [
    'an event that is no list takes nothing else along',
    [file('project/.github/hooks/h.json', { PreToolUse: entry('hook-0'), Stop: [entry('hook-1')] })],
    ['file-rejected', 'ran'],
  ],
  [
    'plugins that settings name, by their form',
    [
      settings({ 'chat.pluginLocations': { '~/p': true, q: true, off: false } }),
      { path: 'home/p/.claude-plugin/plugin.json', json: { name: 'p' } },
      file('home/p/hooks/hooks.json', { Stop: [entry('hook-0')] }),
      file('home/p/hooks.json', { Stop: [entry('hook-1')] }),
      { path: 'project/q/hooks.json', json: { Stop: [entry('hook-2')] } },
      file('project/off/hooks.json', { Stop: [entry('hook-3')] }),
    ],
    ['ran', 'file-not-read', 'ran', 'file-not-read'],
  ],
  [
    'the hooks of a custom agent run in it alone',
    [
      { path: 'project/.github/agents/a.agent.md', text: AGENT('hook-0') },
      { path: 'project/.github/agents/b.agent.md', text: AGENT('hook-1') },
    ],
    ['ran', 'not-fired'],
    { flags: ['--mode', 'a'] },
  ],
]

function AGENT(id: string): string {
  return `---\nhooks:\n  Stop:\n    - type: command\n      command: ${id}\n---\nDo it.\n`
}

for (const [it, files, expected, environment] of places) {
  test(it, async () => {
    const answers = expected.map(() => ({}))
    const prediction = await predictCase(
      caseOf('Stop', answers, { files, ...(environment ? { environment } : {}) }),
    )
    const found = prediction?.hooks.map(({ ran, why }) => (ran === true ? 'ran' : (why ?? 'not run')))
    assert.deepEqual(found, expected)
  })
}

test('the user first, then the workspace, by file; each entry as often as it stands there', async () => {
  const prediction = await predictCase(
    caseOf('Stop', [{}, {}, {}, {}, {}], {
      files: [
        settings({ 'chat.useClaudeHooks': true, 'chat.hookFilesLocations': { '~/mine': true } }),
        file('project/.claude/settings.json', { Stop: [entry('hook-4')] }),
        file('project/.github/hooks/b.json', { Stop: [entry('hook-3'), entry('hook-3')] }),
        file('home/mine/a.json', { Stop: [entry('hook-2')] }),
        file('home/.claude/settings.json', { Stop: [entry('hook-1')] }),
        file('home/.copilot/hooks/z.json', { Stop: [entry('hook-0')] }),
      ],
    }),
  )
  assert.deepEqual(prediction?.order, ['hook-0', 'hook-1', 'hook-2', 'hook-3', 'hook-4'])
  assert.equal(prediction?.hooks[3]?.times, 2)
})

test('VS Code waits for what outlasts its time, unless it stands in the shell’s place, and for nothing after a tool', async () => {
  const waited = async (event: string, command: string) => {
    const hooks = { [event]: [{ type: 'command', command, timeout: 1 }] }
    const prediction = await predictCase(
      caseOf(event, [{ ms: 5000 }], { files: [file('project/.github/hooks/h.json', hooks)] }),
    )
    return prediction?.hooks[0]?.waited
  }
  assert.equal(await waited('Stop', 'hook-0'), true)
  assert.equal(await waited('Stop', 'exec hook-0'), false)
  assert.equal(await waited('PostToolUse', 'hook-0'), false)
})
