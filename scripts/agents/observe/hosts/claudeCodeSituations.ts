// The situations in which Claude Code's hooks are tried, and which of them bring up which event.

import type { Situation, ToolCall } from '../scenario.ts'

const GRANTED = ['Bash', 'Write', 'Edit', 'Read', 'Agent', 'Task']
const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command, description: 'Say hi' } })
const DONE = { text: 'Done.' }

const one = (name: string, call: ToolCall, more: Partial<Situation> = {}): Situation => ({
  name,
  prompt: 'run the demo',
  turns: [{ calls: [call] }, DONE],
  allowedTools: GRANTED,
  ...more,
})

export const situations = {
  echo: one('echo', bash('echo hi')),
  touch: one('touch', bash('touch made.txt')),
  chained: one('chained', bash('echo a && rm -f made.txt')),
  failing: one('failing', bash('echo oops >&2; exit 3')),
  ungranted: one('ungranted', bash('touch made.txt'), { allowedTools: [] }),
  readOnly: one('read-only', bash('echo hi'), { allowedTools: [] }),
  ungrantedWrite: one(
    'ungranted-write',
    { tool: 'Write', input: { file_path: '{{project}}/out.txt', content: 'one\n' } },
    { allowedTools: [] },
  ),
  bypass: one('bypass', bash('touch made.txt'), { allowedTools: [], permissionMode: 'bypassPermissions' }),
  edits: one(
    'edits',
    { tool: 'Write', input: { file_path: '{{project}}/out.txt', content: 'one\n' } },
    {
      permissionMode: 'acceptEdits',
    },
  ),
  write: one('write', { tool: 'Write', input: { file_path: '{{project}}/out.txt', content: 'one\n' } }),
  nested: one('nested', {
    tool: 'Write',
    input: { file_path: '{{project}}/src/deep/out.ts', content: 'one\n' },
  }),
  read: one('read', { tool: 'Read', input: { file_path: '{{project}}/README.md' } }),
  missing: one('missing', { tool: 'Read', input: { file_path: '{{project}}/none.md' } }),
  edit: {
    name: 'edit',
    prompt: 'run the demo',
    turns: [
      { calls: [{ tool: 'Read', input: { file_path: '{{project}}/README.md' } }] },
      {
        calls: [
          {
            tool: 'Edit',
            input: { file_path: '{{project}}/README.md', old_string: 'demo', new_string: 'sample' },
          },
        ],
      },
      DONE,
    ],
    allowedTools: GRANTED,
  },
  parallel: {
    name: 'parallel',
    prompt: 'run the demo',
    turns: [{ calls: [bash('echo one'), bash('echo two')] }, DONE],
    allowedTools: GRANTED,
  },
  agent: {
    name: 'agent',
    prompt: 'run the demo',
    turns: [
      {
        calls: [
          {
            tool: 'Agent',
            input: {
              description: 'sub',
              prompt: 'say hi',
              subagent_type: 'general-purpose',
              run_in_background: false,
            },
          },
        ],
      },
      { text: 'Sub done.' },
      { text: 'Main done.' },
    ],
    allowedTools: GRANTED,
  },
  answer: {
    name: 'answer',
    prompt: 'run the demo',
    turns: ['First answer.', 'Second answer.', 'Third answer.'].map((text) => ({ text })),
    allowedTools: GRANTED,
  },
  compact: {
    name: 'compact',
    prompt: 'run the demo',
    further: ['/compact', 'go on'],
    turns: ['First answer.', 'Second answer.', 'Third answer.'].map((text) => ({ text })),
    allowedTools: GRANTED,
  },
  longPrompt: {
    name: 'long-prompt',
    prompt: 'first line\nsecond line: "quoted" {"a":1}',
    turns: ['First answer.', 'Second answer.'].map((text) => ({ text })),
    allowedTools: GRANTED,
  },
  mcp: one(
    'mcp',
    { tool: 'mcp__demo__ping', input: { text: 'hi' } },
    {
      mcp: true,
      allowedTools: [...GRANTED, 'mcp__demo__ping'],
    },
  ),
} as const satisfies Readonly<Record<string, Situation>>

const CALLS: readonly Situation[] = [
  situations.echo,
  situations.echo,
  situations.touch,
  situations.chained,
  situations.write,
  situations.nested,
  situations.read,
  situations.edit,
  situations.parallel,
  situations.mcp,
  situations.readOnly,
  situations.ungranted,
  situations.bypass,
  situations.edits,
  situations.agent,
]
const RESULTS = CALLS.filter((situation) => situation !== situations.ungranted)
const ANSWERS: readonly Situation[] = [
  situations.answer,
  situations.answer,
  situations.longPrompt,
  situations.echo,
]

/** Event -> how often it is drawn, and in which situations. */
export const eventSituations: Readonly<
  Record<string, { readonly weight: number; readonly in: readonly Situation[] }>
> = {
  PreToolUse: { weight: 34, in: CALLS },
  PostToolUse: { weight: 18, in: RESULTS },
  UserPromptSubmit: { weight: 10, in: ANSWERS },
  Stop: { weight: 12, in: ANSWERS },
  SessionStart: { weight: 7, in: ANSWERS },
  PermissionRequest: {
    weight: 8,
    in: [situations.ungranted, situations.ungrantedWrite, situations.ungranted, situations.echo],
  },
  PostToolUseFailure: {
    weight: 4,
    in: [situations.failing, situations.failing, situations.missing, situations.echo],
  },
  PostToolBatch: { weight: 3, in: [situations.echo, situations.parallel] },
  SubagentStart: { weight: 2, in: [situations.agent] },
  SubagentStop: { weight: 2, in: [situations.agent] },
  SessionEnd: { weight: 2, in: [situations.answer] },
  MessageDisplay: { weight: 2, in: [situations.answer] },
  PreCompact: { weight: 3, in: [situations.compact] },
}
