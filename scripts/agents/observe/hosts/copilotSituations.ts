// The situations in which Copilot CLI's hooks are tried, and the events that each can cause.

import type { Situation, ToolCall } from '../scenario.ts'
import { TOUR_WORDS, type TourCall, tourOf } from '../tour.ts'

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
  /** The conversation is empty, so nothing is compacted; the run shows only which hooks run. */
  compact: { name: 'compact', prompt: '/compact', turns: [], allowedTools: [], flags: [GRANT] },
  answer: {
    name: 'answer',
    prompt: 'run the demo',
    turns: ['First answer.', 'Second answer.', 'Third answer.'].map((text) => ({ text })),
    allowedTools: [],
    flags: [GRANT],
  },
} as const satisfies Readonly<Record<string, Situation>>

const { echo, touch, failing, asked: prompted, create, view, gone, compact, answer } = situations

const TOUR: readonly TourCall[] = [
  { call: shell(`echo '${TOUR_WORDS}'`) },
  {
    where: /create|Write|edit|path|\*/i,
    call: { tool: 'create', input: { path: '{{project}}/generated.env', file_text: 'one\n' } },
  },
  { where: /view|Read/, call: { tool: 'view', input: { path: '{{project}}/README.md' } } },
  {
    where: /edit/i,
    call: {
      tool: 'edit',
      input: { path: '{{project}}/README.md', old_str: 'demo', new_str: 'sample' },
    },
  },
  { where: /Failure/, call: { tool: 'view', input: { path: '{{project}}/gone.txt' } } },
]

/** The situation for hooks of which only these files are known. */
export function tour(files: string): Situation {
  if (/[pP]reCompact/.test(files)) return compact
  if (/[pP]ermissionRequest/.test(files))
    return one('asked-tour', shell(`touch made.txt; echo '${TOUR_WORDS}'`), { flags: [] })
  return { ...tourOf(TOUR, files), flags: [GRANT] }
}

type Drawn = { readonly weight: number; readonly in: readonly Situation[] }

/** By event: the weight with which it is drawn, and its situations. */
export const eventSituations: Readonly<Record<string, Drawn>> = {
  preToolUse: { weight: 22, in: [echo, echo, touch, failing, prompted, create, view] },
  PreToolUse: { weight: 20, in: [echo, echo, touch, prompted, create, view] },
  postToolUse: { weight: 12, in: [echo, failing, create, view] },
  PostToolUse: { weight: 8, in: [echo, create] },
  postToolUseFailure: { weight: 4, in: [gone] },
  permissionRequest: { weight: 10, in: [echo, touch, prompted, prompted] },
  PermissionRequest: { weight: 4, in: [echo, prompted] },
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
