// The situations in which Codex's hooks are tried, and the events that each can cause.

import type { Situation, ToolCall } from '../scenario.ts'
import { TOUR_WORDS, type TourCall, tourOf } from '../tour.ts'

const shell = (cmd: string, more = {}): ToolCall => ({ tool: 'exec_command', input: { cmd, ...more } })
const DONE = { text: 'Done.' }
const PATCH = '*** Begin Patch\n*** Add File: made.txt\n+one\n*** End Patch\n'

const one = (name: string, call: ToolCall, more: Partial<Situation> = {}): Situation => ({
  name,
  prompt: 'run the demo',
  turns: [{ calls: [call] }, DONE],
  allowedTools: [],
  ...more,
})

export const situations = {
  echo: one('echo', shell('echo hi')),
  touch: one('touch', shell('touch made.txt')),
  chained: one('chained', shell('echo a && echo b')),
  failing: one('failing', shell('echo oops >&2; exit 3')),
  readOnly: one('read-only', shell('echo hi'), { sandbox: 'read-only' }),
  escalated: one(
    'escalated',
    shell('touch made.txt', { sandbox_permissions: 'require_escalated', justification: 'need it' }),
    { flags: ['--approve-for-me'] },
  ),
  patch: one('patch', { tool: 'apply_patch', input: {}, raw: PATCH }, { model: 'gpt-5.5' }),
  parallel: {
    name: 'parallel',
    prompt: 'run the demo',
    turns: [{ calls: [shell('echo one'), shell('echo two')] }, DONE],
    allowedTools: [],
  },
  compact: {
    name: 'compact',
    prompt: 'run the demo',
    turns: [{ calls: [shell('echo hi')] }, ...['A.', 'B.', 'C.'].map((text) => ({ text }))],
    allowedTools: [],
    flags: ['--sandbox', 'danger-full-access', '-c', 'model_auto_compact_token_limit=5'],
  },
  answer: {
    name: 'answer',
    prompt: 'run the demo',
    turns: ['First answer.', 'Second answer.', 'Third answer.'].map((text) => ({ text })),
    allowedTools: [],
  },
} as const satisfies Readonly<Record<string, Situation>>

const TOUR: readonly TourCall[] = [
  { call: shell(`echo '${TOUR_WORDS}'`) },
  { where: /Failure|Post/, call: shell('echo oops >&2; exit 3') },
]

const escalating = shell(`touch made.txt; echo '${TOUR_WORDS}'`, {
  sandbox_permissions: 'require_escalated',
  justification: 'need it',
})

/** The situation for hooks of which only these files are known. */
export function tour(files: string): Situation {
  if (/Compact/.test(files)) return situations.compact
  if (files.includes('PermissionRequest'))
    return one('escalated-tour', escalating, { flags: ['--approve-for-me'] })
  return /apply_patch|Edit|Write/.test(files) ? situations.patch : tourOf(TOUR, files)
}

const CALLS: readonly Situation[] = [
  situations.echo,
  situations.echo,
  situations.touch,
  situations.chained,
  situations.failing,
  situations.readOnly,
  situations.patch,
  situations.parallel,
]

/** By event: the weight with which it is drawn, and its situations. */
export const eventSituations: Readonly<
  Record<string, { readonly weight: number; readonly in: readonly Situation[] }>
> = {
  PreToolUse: { weight: 38, in: CALLS },
  PostToolUse: { weight: 20, in: CALLS },
  UserPromptSubmit: { weight: 12, in: [situations.answer, situations.echo] },
  Stop: { weight: 12, in: [situations.answer, situations.echo] },
  SessionStart: { weight: 8, in: [situations.answer, situations.echo] },
  PermissionRequest: { weight: 6, in: [situations.escalated, situations.escalated, situations.echo] },
  SessionEnd: { weight: 2, in: [situations.answer] },
  PreCompact: { weight: 3, in: [situations.compact] },
}
