// How Gemini CLI combines the answers of several hooks, in parallel and in sequence, and how it treats answers that
// differ from its documentation. Each row stands for the program's own code or a run that is not among the cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'
import type { AgentCase } from '../../scripts/agents/agentCase.ts'
import { predictCase } from '../../scripts/agents/predictCase.ts'

type Answer = { readonly exit?: number; readonly out?: unknown; readonly err?: string; readonly ms?: number }

const MESSAGES = [{ role: 'user', content: 'go' }]
const PAYLOADS: Readonly<Record<string, object>> = {
  BeforeTool: { tool_name: 'run_shell_command', tool_input: { command: 'echo hi' } },
  AfterTool: {
    tool_name: 'run_shell_command',
    tool_input: { command: 'echo hi' },
    tool_response: { llmContent: 'hi', returnDisplay: 'hi' },
  },
  BeforeAgent: { prompt: 'go' },
  AfterAgent: { prompt: 'go', prompt_response: 'Done.', stop_hook_active: false },
  BeforeModel: { llm_request: { model: 'm', messages: MESSAGES } },
  AfterModel: {
    llm_request: { model: 'm', messages: MESSAGES },
    llm_response: { text: 'Done.', candidates: [{ content: { role: 'model', parts: ['Done.'] } }] },
  },
  BeforeToolSelection: { llm_request: { model: 'm', messages: MESSAGES } },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'exit' },
}

const handlers = (count: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({ type: 'command', command: `hook-${index}`, ...more }))

type Setting = {
  readonly hooks?: object
  readonly payload?: object
  readonly more?: object
  readonly files?: AgentCase['files']
  readonly environment?: Partial<AgentCase['environment']>
}

function caseOf(event: string, answers: readonly Answer[], setting: Setting = {}): AgentCase {
  const { hooks = { [event]: [{ hooks: handlers(answers.length) }] }, payload, more, files } = setting
  return {
    id: event,
    host: { name: 'gemini', version: '0.61.0' },
    environment: { headless: true, workspaceTrusted: true, permissionMode: 'yolo', ...setting.environment },
    files: files ?? [{ path: 'project/.gemini/settings.json', json: { ...more, hooks } }],
    event: { name: event, payload: { hook_event_name: event, ...PAYLOADS[event], ...payload } },
    hooks: answers.map(({ exit = 0, out = '', err = '', ms = 0 }, index) => ({
      id: `hook-${index}`,
      answer: { exit, stdout: typeof out === 'string' ? out : JSON.stringify(out), stderr: err, ms },
    })),
    observed: { hooks: [] },
  }
}

/** The effect on one line: the fate, the input or output, what model and person read, which hooks did not run. */
async function effectOf(one: AgentCase): Promise<string> {
  const prediction = await predictCase(one)
  assert.ok(prediction !== undefined)
  const { order } = prediction
  const { operation, model = [], person = [], run, exit } = prediction.effect
  const idle = prediction.hooks.flatMap(({ id, ran, why }) =>
    ran === true ? [] : [`${id} ${why ?? 'not reached'}`],
  )
  return [
    operation?.fate ?? 'open',
    ...(operation?.input === undefined ? [] : [JSON.stringify(operation.input)]),
    ...(operation?.output === undefined ? [] : [operation.output]),
    ...model.map(({ text, where }) => `${where}: ${text}`),
    ...person.filter((text) => !text.startsWith('Hook(s) [')).map((text) => `person: ${text}`),
    ...(run === 'ended' ? [`ended ${exit ?? ''}`] : []),
    ...(order === undefined ? [] : [order.join(' ')]),
    ...idle,
  ].join(' | ')
}

const own = (fields: unknown) => ({ hookSpecificOutput: fields })
const deny = (reason?: unknown) => ({ decision: 'deny', ...defined({ reason }) })
const context = (additionalContext: unknown) => own({ additionalContext })
const input = (tool_input: unknown) => own({ tool_input })
const choice = (mode: string, ...allowedFunctionNames: readonly string[]) =>
  own({ toolConfig: { mode, ...(allowedFunctionNames.length === 0 ? {} : { allowedFunctionNames }) } })
const reply = (...parts: unknown[]) =>
  own({ llm_response: { candidates: [{ content: { role: 'model', parts } }] } })

const RAN = 'ran | {"command":"echo hi"}'
const MODIFIED = 'in-result: [System] Tool input parameters were modified by a hook before execution.'
const blocked = (reason: string) => `blocked | result: Tool execution blocked: ${reason}`
const invalid = (why: string) =>
  `failed | result: Tool parameter modification by hook failed validation: ${why}`

const rows: readonly (readonly [
  it: string,
  event: string,
  answers: readonly Answer[],
  effect: string,
  setting?: Setting,
])[] = [
  // The tools that the model may choose from.
  [
    'no tool is one to choose from',
    'BeforeToolSelection',
    [{ out: choice('ANY', 'read_file') }, { out: choice('NONE') }],
    'went-on | {"mode":"NONE"}',
  ],
  [
    'the tools of all, in order',
    'BeforeToolSelection',
    [{ out: choice('ANY', 'read_file') }, { out: choice('AUTO', 'glob', 'read_file') }, { out: deny('A') }],
    'went-on | {"mode":"ANY","allowedFunctionNames":["glob","read_file"]}',
  ],
  ['nothing said of tools', 'BeforeToolSelection', [{ out: {} }], 'went-on'],
  // What is read, and how it is interpreted.
  ['JSON counts with any exit code', 'BeforeTool', [{ exit: 3, out: deny('A') }], blocked('A')],
  ['JSON on standard error counts', 'BeforeTool', [{ err: JSON.stringify(deny('A')) }], blocked('A')],
  ['an object hides exit code and standard error', 'BeforeTool', [{ exit: 2, out: {}, err: 'E' }], RAN],
  [
    'text with exit code 2 refuses, on either stream',
    'BeforeTool',
    [{ exit: 2, out: ' A\n', err: 'E' }],
    blocked('A'),
  ],
  [
    'any code from 2 on refuses',
    'BeforeTool',
    [{ exit: 127, err: 'sh: x: not found' }],
    blocked('sh: x: not found'),
  ],
  ['exit code 1 does not', 'BeforeTool', [{ exit: 1, err: 'E' }], RAN],
  ['exit code 2 and nothing said', 'BeforeTool', [{ exit: 2, out: ' \n' }], RAN],
  ['a number is nothing, whatever the exit code', 'BeforeTool', [{ exit: 2, out: '42' }], RAN],
  ['a list is an answer that says nothing', 'BeforeTool', [{ exit: 2, out: [deny('A')] }], RAN],
  [
    'JSON in a JSON text is read',
    'BeforeTool',
    [{ out: JSON.stringify(JSON.stringify(deny('A'))) }],
    blocked('A'),
  ],
  ['a JSON text that is none inside is plain text', 'BeforeTool', [{ exit: 2, out: '"A"' }], blocked('"A"')],
  [
    'a byte order mark is white space',
    'BeforeTool',
    [{ out: `\uFEFF${JSON.stringify(deny('A'))}` }],
    blocked('A'),
  ],
  ['text before the JSON makes it text', 'BeforeTool', [{ out: `x\n${JSON.stringify(deny('A'))}` }], RAN],
  [
    'the name of another event',
    'BeforeTool',
    [{ out: own({ hookEventName: 'Stop', tool_input: { command: 'a' } }) }],
    `ran | {"command":"a"} | ${MODIFIED}`,
  ],

  // Several answers at once.
  [
    'reasons of all hooks are told in the order of the file',
    'BeforeTool',
    [{ out: { reason: 'A' } }, { out: deny('B'), ms: 400 }, { out: deny('C') }],
    blocked('A\nB\nC'),
  ],
  ['a refusal without a reason', 'BeforeTool', [{ out: deny() }], blocked('No reason provided')],
  ['a reason that is no text', 'BeforeTool', [{ out: deny(7) }], blocked('7')],
  [
    'asking yields to a refusal',
    'BeforeTool',
    [{ out: { decision: 'ask' } }, { out: deny('B') }],
    blocked('B'),
  ],
  [
    'an end beats a refusal',
    'BeforeTool',
    [{ out: deny('A') }, { out: { continue: false } }],
    'blocked | person: Agent execution stopped: Agent execution stopped by hook: A | ended 0',
  ],
  [
    'of two inputs the later in the file',
    'BeforeTool',
    [{ out: input({ command: 'a' }), ms: 400 }, { out: input({ command: 'b' }) }],
    `ran | {"command":"b"} | ${MODIFIED}`,
  ],
  [
    'one answer whose own part is no object takes all along',
    'BeforeTool',
    [{ out: deny('A') }, { out: own('x') }],
    RAN,
  ],
  ['null there is nothing', 'BeforeTool', [{ out: { ...deny('A'), ...own(null) } }], blocked('A')],

  // Inputs.
  [
    'an input takes the place of the whole',
    'BeforeTool',
    [{ out: input({ description: 'x' }) }],
    invalid("params must have required property 'command'"),
  ],
  [
    'an input of another type',
    'BeforeTool',
    [{ out: input({ command: 7 }) }],
    invalid('params/command must be string'),
  ],
  ['an empty command', 'BeforeTool', [{ out: input({ command: ' ' }) }], invalid('Command cannot be empty.')],
  ['a list is no input', 'BeforeTool', [{ out: input(['a']) }], RAN],
  [
    'an input of a tool that only its server knows',
    'BeforeTool',
    [{ out: input({}) }],
    `ran | {} | ${MODIFIED}`,
    { payload: { tool_name: 'mcp_a_b', tool_input: { x: 1 } } },
  ],

  // After a tool.
  [
    'contexts are joined and cannot close what is around them',
    'AfterTool',
    [{ out: context('A') }, { out: context('<b>') }],
    'kept | in-result: <hook_context>A\n&lt;b&gt;</hook_context>',
  ],
  [
    'an error is told without what was added',
    'AfterTool',
    [{ out: context('A') }],
    'kept',
    { payload: { tool_response: { llmContent: 'x', error: { message: 'x' } } } },
  ],
  ['an empty context is none', 'AfterTool', [{ out: context('') }], 'kept'],
  [
    'a refusal drops the context',
    'AfterTool',
    [{ out: { ...deny('A'), ...context('B') } }],
    'replaced | A | result: A',
  ],
  [
    'an end',
    'AfterTool',
    [{ out: { continue: false, stopReason: 'S', reason: 'R' } }],
    'replaced | S | person: Agent execution stopped: S | ended 0',
  ],
  ['asking means nothing here', 'AfterTool', [{ out: { decision: 'ask' } }], 'kept'],

  // Prompts and the end of a turn.
  [
    'a message of the hook is shown in place of the reason',
    'BeforeAgent',
    [{ out: { ...deny('A'), systemMessage: ' M ' } }],
    'blocked | person: Agent execution blocked: M | ended 0',
  ],
  [
    'an end at a prompt',
    'BeforeAgent',
    [{ out: { continue: false, stopReason: 'S' } }],
    'blocked | person: Agent execution stopped: S | ended 0',
  ],
  ['plain text is no context', 'BeforeAgent', [{ out: 'A' }], 'sent'],
  [
    'the reasons of all send the agent on',
    'AfterAgent',
    [{ out: deny('A') }, { exit: 2, err: 'B' }],
    'continued | message: A\nB | person: Agent execution blocked: A\nB',
  ],
  [
    'an end beats sending on',
    'AfterAgent',
    [{ out: deny('A') }, { out: { continue: false } }],
    'stopped | person: Agent execution stopped: A | ended 0',
  ],
  ['a context at the end is nothing', 'AfterAgent', [{ out: context('A') }], 'stopped | ended 0'],

  // The model.
  ['an answer in its place needs a refusal', 'BeforeModel', [{ out: reply('S') }], 'called'],
  [
    'with one it is the answer',
    'BeforeModel',
    [{ out: { ...deny('A'), ...reply('S', 'T') } }],
    'not-called | ST | person: Agent execution blocked: A | ended 0',
  ],
  [
    'one that cannot be read takes the refusal with it',
    'BeforeModel',
    [{ out: { ...deny('A'), ...own({ llm_response: { text: 'S' } }) } }],
    'called',
  ],
  [
    'a later answer cancels an earlier refusal',
    'BeforeModel',
    [{ out: deny('A'), ms: 400 }, { out: { decision: 'BLOCK' } }],
    'called',
  ],
  ['plain text does as well', 'BeforeModel', [{ out: deny('A') }, { out: 'fine' }], 'called'],
  [
    'a later refusal without a reason keeps the earlier one',
    'BeforeModel',
    [{ out: deny('A') }, { out: deny() }],
    'not-called | person: Agent execution blocked: A | ended 0',
  ],
  [
    'changed messages reach the model',
    'BeforeModel',
    [{ out: own({ llm_request: { messages: [...MESSAGES, { role: 'user', content: 'A' }] } }) }],
    'called | message: A',
  ],
  ['a text in place of the reply', 'AfterModel', [{ out: reply('A') }], 'replaced | A'],
  ['no parts, no replacement', 'AfterModel', [{ out: reply() }], 'kept'],
  [
    'a refusal keeps the reply, and its replacement is dropped',
    'AfterModel',
    [{ out: { ...deny('A'), ...reply('B') } }],
    'kept | person: Agent execution blocked: A',
  ],

  // Sessions.
  [
    'context goes in front of the prompt, refusals are nothing',
    'SessionStart',
    [{ exit: 2, err: 'E' }, { out: { ...deny('A'), continue: false, ...context('C') } }],
    'started | in-prompt: <hook_context>C</hook_context>',
  ],
  [
    'messages at the start are shown',
    'SessionStart',
    [{ out: 'A' }, { exit: 1, err: 'B' }],
    'started | person: A\nWarning: B',
  ],
  [
    'with a person there, messages of hooks are shown',
    'AfterTool',
    [{ out: 'A' }],
    'kept | person: A',
    { environment: { headless: false } },
  ],

  // In sequence.
  [
    'one group that asks for it is enough',
    'BeforeTool',
    [{}, {}],
    `${RAN} | hook-0 hook-1`,
    {
      hooks: {
        BeforeTool: [
          { hooks: handlers(1) },
          { sequential: true, hooks: [{ type: 'command', command: 'hook-1' }] },
        ],
      },
    },
  ],
  [
    'a group that does not match does not ask',
    'BeforeTool',
    [{}, {}],
    `${RAN} | hook-1 matcher`,
    {
      hooks: {
        BeforeTool: [
          { hooks: handlers(1) },
          { matcher: 'x', sequential: true, hooks: [{ type: 'command', command: 'hook-1' }] },
        ],
      },
    },
  ],
  [
    'a refusal does not keep later ones from running',
    'BeforeTool',
    [{ out: deny('A') }, { out: { reason: 'B' } }],
    `${blocked('A\nB')} | hook-0 hook-1`,
    { hooks: { BeforeTool: [{ sequential: true, hooks: handlers(2) }] } },
  ],
  [
    'a broken answer does',
    'BeforeTool',
    [{ out: { ...deny('A'), ...own(7) } }, { out: deny('B') }],
    `${RAN} | hook-0 | hook-1 not reached`,
    { hooks: { BeforeTool: [{ sequential: true, hooks: handlers(2) }] } },
  ],

  // Entries.
  [
    'entries of one name and command are one',
    'AfterTool',
    [{ out: context('A') }],
    'kept | in-result: <hook_context>A</hook_context>',
    {
      hooks: {
        AfterTool: [{ hooks: handlers(1, { timeout: 5000 }) }, { matcher: 'run', hooks: handlers(1) }],
      },
    },
  ],
  [
    'entries of other names are others',
    'AfterTool',
    [{ out: context('A') }],
    'kept | in-result: <hook_context>A\nA</hook_context>',
    { hooks: { AfterTool: [{ hooks: handlers(1, { name: 'x' }) }, { hooks: handlers(1) }] } },
  ],
  [
    'an entry is switched off by its name',
    'BeforeTool',
    [{ out: deny('A') }],
    `${RAN} | hook-0 switched-off`,
    {
      hooks: { BeforeTool: [{ hooks: handlers(1, { name: 'x' }) }] },
      more: { hooksConfig: { disabled: ['x'] } },
    },
  ],
  [
    'not by its command then',
    'BeforeTool',
    [{ out: deny('A') }],
    blocked('A'),
    {
      hooks: { BeforeTool: [{ hooks: handlers(1, { name: 'x' }) }] },
      more: { hooksConfig: { disabled: ['hook-0'] } },
    },
  ],
  [
    'old switches are nothing',
    'BeforeTool',
    [{ out: deny('A') }],
    blocked('A'),
    {
      hooks: {
        enabled: false,
        disabled: ['hook-0'],
        BeforeTool: [{ hooks: handlers(1, { enabled: false }) }],
      },
    },
  ],
  [
    'a time-out of nothing ends the hook at once',
    'BeforeTool',
    [{ out: deny('A') }],
    `${RAN} | hook-0 condition`,
    { hooks: { BeforeTool: [{ hooks: handlers(1, { timeout: 0 }) }] } },
  ],
  [
    'seconds taken for milliseconds',
    'BeforeTool',
    [{ out: deny('A') }],
    RAN,
    { hooks: { BeforeTool: [{ hooks: handlers(1, { timeout: 30 }) }] } },
  ],

  // Cases in which the program does not start.
  [
    'no trust and nobody to ask',
    'BeforeTool',
    [{}],
    'open | person: Gemini CLI does not start in a folder that it does not trust. | ended 55 | hook-0 untrusted',
    { environment: { workspaceTrusted: false } },
  ],
  [
    'trust that is skipped leaves the project out',
    'BeforeTool',
    [{ out: deny('A') }],
    `${RAN} | hook-0 untrusted`,
    { environment: { workspaceTrusted: false, flags: ['--skip-trust'] } },
  ],
  [
    'folder trust that is switched off',
    'BeforeTool',
    [{ out: deny('A') }],
    blocked('A'),
    {
      environment: { workspaceTrusted: false },
      files: [
        {
          path: 'home/.gemini/settings.json',
          json: {
            security: { folderTrust: { enabled: false } },
            hooks: { BeforeTool: [{ hooks: handlers(1) }] },
          },
        },
      ],
    },
  ],
]

for (const [it, event, answers, effect, setting] of rows)
  test(`${event}: ${it}`, async () => assert.equal(await effectOf(caseOf(event, answers, setting)), effect))

for (const [event, matcher, ran] of [
  ['BeforeTool', 'run_shell', true],
  ['BeforeTool', ' run_shell_command ', true],
  ['BeforeTool', 'run_shell_command, write_file', false],
  ['BeforeTool', '**', false],
  ['BeforeTool', '[', false],
  ['BeforeTool', 'Run_Shell_Command', false],
  ['SessionStart', 'startup', true],
  ['SessionStart', 'startup|resume', false],
  ['SessionStart', '.*', false],
  ['SessionEnd', 'exit', true],
  ['BeforeAgent', 'anything', true],
  ['AfterAgent', '[', true],
] as const) {
  test(`${event}: the matcher ${JSON.stringify(matcher)} ${ran ? 'fits' : 'does not fit'}`, async () => {
    const prediction = await predictCase(
      caseOf(event, [{}], { hooks: { [event]: [{ matcher, hooks: handlers(1) }] } }),
    )
    assert.equal(prediction?.hooks[0]?.ran, ran)
  })
}

test('the effect of a time-out that ends a hook while it starts is reported as a race', async () => {
  const assumed = async (timeout: unknown) => {
    const one = caseOf('BeforeTool', [{}], { hooks: { BeforeTool: [{ hooks: handlers(1, { timeout }) }] } })
    return (await predictCase(one))?.effect.assumed
  }
  for (const timeout of [0, 1, 19])
    assert.deepEqual(await assumed(timeout), [
      `hook-0 times out before it does anything ("timeout": ${timeout}, in milliseconds); rarely it gets further`,
    ])
  for (const timeout of [20, 5000]) assert.equal(await assumed(timeout), undefined)
})
