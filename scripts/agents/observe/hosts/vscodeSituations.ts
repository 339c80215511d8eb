// The situations in which hooks of VS Code's own agent are tried, and the events that each can cause.

import type { Situation, ToolCall } from '../scenario.ts'

const tool = (name: string, input: ToolCall['input']): ToolCall => ({ tool: name, input })
const shell = (command: string): ToolCall =>
  tool('run_in_terminal', { command, explanation: 'demo', goal: 'demo', mode: 'sync', timeout: 15_000 })
const file = (name: string): ToolCall =>
  tool('create_file', { filePath: `{{project}}/${name}`, content: 'one\n' })
const list = tool('list_dir', { path: '{{project}}/.git/info' })
const README = '{{project}}/README.md'
const readMe = tool('read_file', { filePath: README, startLine: 1, endLine: 1 })
const task = tool('runSubagent', { prompt: 'sub task', description: 'demo sub' })
const DONE = { text: 'Done.' }
/** Long enough for several hooks in sequence, in milliseconds, so that whether their texts arrive is not a race. */
const SLOW_MS = 2000

const one = (name: string, ...calls: readonly ToolCall[]): Situation => ({
  name,
  prompt: 'run the demo',
  turns: [{ calls }, DONE],
  allowedTools: [],
})

/** Hooks after a tool take effect one request late, so there are further requests, each with a delay. */
const slowly = (name: string, call: ToolCall, ...more: readonly ToolCall[]): Situation => ({
  ...one(name),
  turns: [
    { calls: [call] },
    ...more.map((next) => ({ calls: [next], ms: SLOW_MS })),
    { ...DONE, ms: SLOW_MS },
  ],
})

export const situations = {
  create: one('create', file('made{{mark}}.txt')),
  manifest: one('manifest', file('made{{mark}}/package.json')),
  read: one('read', readMe),
  edit: one(
    'edit',
    tool('replace_string_in_file', { filePath: README, oldString: '# demo', newString: '# changed' }),
  ),
  list: one('list', list),
  shell: one('shell', shell('touch made{{mark}}.txt')),
  both: one('both', file('made{{mark}}.txt'), readMe),
  after: slowly('after', file('made{{mark}}.txt'), list, readMe),
  shellAfter: slowly('shellAfter', shell('echo hi'), list, readMe),
  answer: {
    ...one('answer'),
    turns: ['First answer.', 'Second answer.', 'Third answer.'].map((text) => ({ text })),
  },
  sub: {
    ...one('sub'),
    turns: [{ calls: [task] }, { text: 'Sub finished.' }, { text: 'Sub again.' }, DONE],
  },
} as const satisfies Readonly<Record<string, Situation>>

const { create, manifest, read, edit, list: listing, shell: command, both, after, shellAfter } = situations
const { answer, sub } = situations

type Drawn = { readonly weight: number; readonly in: readonly Situation[] }

/** By event: the weight with which it is drawn, and its situations. */
export const eventSituations: Readonly<Record<string, Drawn>> = {
  PreToolUse: {
    weight: 42,
    in: [create, create, create, edit, read, listing, command, command, manifest, both],
  },
  PostToolUse: { weight: 14, in: [after, after, shellAfter] },
  UserPromptSubmit: { weight: 12, in: [answer] },
  SessionStart: { weight: 8, in: [answer] },
  Stop: { weight: 14, in: [answer] },
  SubagentStart: { weight: 4, in: [sub] },
  SubagentStop: { weight: 6, in: [sub] },
}
