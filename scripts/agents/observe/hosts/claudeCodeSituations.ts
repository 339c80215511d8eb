// The situations in which Claude Code's hooks are tried, and the events that each can cause.

import type { Situation, ToolCall } from '../scenario.ts'
import { TOUR_WORDS, type TourCall, tourOf } from '../tour.ts'

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

const TOUR: readonly TourCall[] = [
  { call: bash(`echo '${TOUR_WORDS}'`) },
  {
    where: /Write|Edit|file_path|\*|path/i,
    call: { tool: 'Write', input: { file_path: '{{project}}/generated/x.env', content: 'one\n' } },
  },
  { where: /Read|Edit/, call: { tool: 'Read', input: { file_path: '{{project}}/README.md' } } },
  {
    where: /Edit/,
    call: {
      tool: 'Edit',
      input: { file_path: '{{project}}/README.md', old_string: 'demo', new_string: 'sample' },
    },
  },
  { where: /"if"|Bash\(/, call: bash('git status && touch made.txt') },
  { where: /Failure/, call: bash('echo oops >&2; exit 3') },
  { where: /mcp_/, call: { tool: 'mcp__demo__ping', input: { text: 'hi' } } },
]

const ALL_GRANTED = [...GRANTED, 'Skill', 'mcp__demo__ping']

/** Calls that activate the hooks of a skill or an agent for the session; they come first. */
function opening(files: string): readonly TourCall[] {
  const skill = /\bskills\/([\w-]+)\/SKILL\.md/.exec(files)?.[1]
  const agent = /^name: ([\w-]+)/m.exec(/\bagents\/[\w-]+\.md/.test(files) ? files : '')?.[1]
  const input = { description: 'sub', prompt: 'say hi', subagent_type: agent, run_in_background: false }
  return [
    ...(skill === undefined ? [] : [{ call: { tool: 'Skill', input: { skill } } }]),
    ...(agent === undefined ? [] : [{ call: { tool: 'Agent', input } }]),
  ]
}

/** The situation for hooks of which only these files are known. */
export function tour(files: string): Situation {
  if (/Compact|compact/.test(files)) return situations.compact
  if (files.includes('PermissionRequest'))
    return one('ungranted-tour', bash(`touch made.txt; echo '${TOUR_WORDS}'`), { allowedTools: [] })
  if (/Subagent|SubAgent/.test(files)) return situations.agent
  const mcp = files.includes('mcp_')
  const flags = files.includes('.claude-plugin/plugin.json') ? ['--plugin-dir', '{{project}}'] : []
  return { ...tourOf([...opening(files), ...TOUR], files), mcp, flags, allowedTools: ALL_GRANTED }
}

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

/** By event: the weight with which it is drawn, and its situations. */
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
