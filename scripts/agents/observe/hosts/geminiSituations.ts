// The situations in which Gemini CLI's hooks are tried, and the events that each can cause.

import type { Situation, ToolCall } from '../scenario.ts'
import { TOUR_WORDS, type TourCall, tourOf } from '../tour.ts'

const shell = (command: string): ToolCall => ({
  tool: 'run_shell_command',
  input: { command, description: 'Run the demo' },
})
const DONE = { text: 'Done.' }

const one = (name: string, call: ToolCall): Situation => ({
  name,
  prompt: 'run the demo',
  turns: [{ calls: [call] }, DONE],
  allowedTools: [],
})

export const situations = {
  echo: one('echo', shell('echo hi')),
  touch: one('touch', shell('touch made.txt')),
  failing: one('failing', shell('echo oops >&2; exit 3')),
  write: one('write', {
    tool: 'write_file',
    input: { file_path: '{{project}}/made.txt', content: 'one\n' },
  }),
  missing: one('missing', { tool: 'read_file', input: { file_path: '{{project}}/nothing.txt' } }),
  read: one('read', { tool: 'read_file', input: { file_path: '{{project}}/README.md' } }),
  parallel: {
    name: 'parallel',
    prompt: 'run the demo',
    turns: [{ calls: [shell('echo one'), shell('echo two')] }, DONE],
    allowedTools: [],
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
  {
    where: /write|path|\*|edit/i,
    call: { tool: 'write_file', input: { file_path: '{{project}}/generated.env', content: 'one\n' } },
  },
  { where: /read_file|replace/, call: { tool: 'read_file', input: { file_path: '{{project}}/README.md' } } },
  {
    where: /replace/,
    call: {
      tool: 'replace',
      input: {
        file_path: '{{project}}/README.md',
        instruction: 'Change a word',
        old_string: 'demo',
        new_string: 'sample',
      },
    },
  },
  { where: /exit_code|error/, call: shell('echo oops >&2; exit 3') },
]

/** The situation for hooks of which only these files are known. */
export const tour = (files: string): Situation => tourOf(TOUR, files)

const CALLS: readonly Situation[] = [
  situations.echo,
  situations.echo,
  situations.touch,
  situations.failing,
  situations.write,
  situations.read,
  situations.missing,
  situations.parallel,
]
const ANSWER: readonly Situation[] = [situations.answer]

/** By event: the weight with which it is drawn, and its situations. */
export const eventSituations: Readonly<
  Record<string, { readonly weight: number; readonly in: readonly Situation[] }>
> = {
  BeforeTool: { weight: 32, in: CALLS },
  AfterTool: { weight: 20, in: CALLS },
  BeforeAgent: { weight: 12, in: [situations.answer, situations.echo] },
  AfterAgent: { weight: 12, in: [situations.answer, situations.echo] },
  BeforeModel: { weight: 8, in: ANSWER },
  AfterModel: { weight: 6, in: ANSWER },
  SessionStart: { weight: 6, in: [situations.answer, situations.echo] },
  SessionEnd: { weight: 2, in: ANSWER },
  PreCompress: { weight: 1, in: ANSWER },
  BeforeToolSelection: { weight: 1, in: ANSWER },
}
