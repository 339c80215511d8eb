// The situations in which Copilot's hooks are tried, and which of them bring up which event.

import type { Situation, ToolCall } from '../scenario.ts'

const shell = (command: string): ToolCall => ({ tool: 'bash', input: { command, description: 'Run it' } })
const DONE = { text: 'Done.' }
/** The switch that grants every tool. */
export const GRANT = '--allow-all-tools'

const one = (name: string, call: ToolCall, more: Partial<Situation> = {}): Situation => ({
  name,
  prompt: 'run the demo',
  turns: [{ calls: [call] }, DONE],
  allowedTools: [],
  flags: [GRANT],
  ...more,
})

export const situations = {
  echo: one('echo', shell('echo hi')),
  touch: one('touch', shell('touch made.txt')),
  failing: one('failing', shell('echo oops >&2; exit 3')),
  asked: one('asked', shell('touch made.txt'), { flags: [] }),
  create: one('create', { tool: 'create', input: { path: '{{project}}/made.txt', file_text: 'one\n' } }),
  view: one('view', { tool: 'view', input: { path: '{{project}}/README.md' } }),
  gone: one('gone', { tool: 'view', input: { path: '{{project}}/gone.txt' } }),
  /** Nothing has been said yet, so that nothing is compacted: what is seen is which hooks run. */
  compact: { name: 'compact', prompt: '/compact', turns: [], allowedTools: [], flags: [GRANT] },
  answer: {
    name: 'answer',
    prompt: 'run the demo',
    turns: ['First answer.', 'Second answer.', 'Third answer.'].map((text) => ({ text })),
    allowedTools: [],
    flags: [GRANT],
  },
} as const satisfies Readonly<Record<string, Situation>>

const { echo, touch, failing, asked, create, view, gone, compact, answer } = situations

type Drawn = { readonly weight: number; readonly in: readonly Situation[] }

/** Event -> how often it is drawn, and in which situations. */
export const eventSituations: Readonly<Record<string, Drawn>> = {
  preToolUse: { weight: 22, in: [echo, echo, touch, failing, asked, create, view] },
  PreToolUse: { weight: 20, in: [echo, echo, touch, asked, create, view] },
  postToolUse: { weight: 12, in: [echo, failing, create, view] },
  PostToolUse: { weight: 8, in: [echo, create] },
  postToolUseFailure: { weight: 4, in: [gone] },
  permissionRequest: { weight: 10, in: [echo, touch, asked, asked] },
  PermissionRequest: { weight: 4, in: [echo, asked] },
  userPromptSubmitted: { weight: 10, in: [answer] },
  UserPromptSubmit: { weight: 4, in: [answer] },
  agentStop: { weight: 8, in: [answer] },
  Stop: { weight: 4, in: [answer] },
  sessionStart: { weight: 5, in: [answer] },
  SessionStart: { weight: 2, in: [answer] },
  sessionEnd: { weight: 1, in: [answer] },
  preCompact: { weight: 1, in: [compact] },
  PreCompact: { weight: 1, in: [compact] },
}
