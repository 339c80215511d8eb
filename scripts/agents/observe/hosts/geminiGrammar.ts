// The grammar of random scenarios for Gemini CLI: answers with every legal and some illegal key, matchers, fields of
// entries and files.

import fc from 'fast-check'
import type { CaseObject, ConfigFile } from '../case.ts'
import {
  type DrawnKeys,
  type DrawnObject,
  mostly,
  someOf,
  values,
  weighted,
  wordy,
  wrongType,
} from '../drawing.ts'
import type { HostGrammar } from '../grammar.ts'
import type { Situation } from '../scenario.ts'
import { eventSituations } from './geminiSituations.ts'

/** Answers are read key by key, so several keys may be invalid at once. */
const commonKeys = (event: string, word: string): DrawnKeys => ({
  continue: [10, mostly(weighted([70, fc.constant(false)], [30, fc.constant(true)]))],
  stopReason: [10, mostly(wordy(`stop reason ${word}`))],
  suppressOutput: [6, mostly(fc.boolean())],
  systemMessage: [14, mostly(wordy(`system message ${word}`))],
  decision: [
    45,
    mostly(
      event === 'BeforeTool'
        ? values('deny', 'deny', 'block', 'allow', 'approve', 'ask', 'BLOCK')
        : values('deny', 'deny', 'block', 'block', 'allow', 'approve', 'ask', 'Deny'),
    ),
  ],
  reason: [55, mostly(wordy(`reason ${word}`))],
  unknown: [4, wrongType],
})

const reply = (word: string) => ({
  candidates: [{ content: { role: 'model', parts: [`instead ${word}`] }, finishReason: 'STOP' }],
})

function inputs({ turns: [turn] }: Situation, word: string): fc.Arbitrary<unknown> {
  const tool = turn?.calls?.[0]?.tool
  if (tool === 'run_shell_command')
    return values<unknown>(
      { command: `echo changed-${word}` },
      { command: `echo changed-${word}`, description: 'Changed' },
      { description: 'Changed' },
      { command: 7 },
      { command: ' ' },
      {},
    )
  if (tool === 'write_file')
    return values<unknown>({ file_path: '{{project}}/other.txt', content: word }, { content: word }, {})
  return values<unknown>({ file_path: '{{project}}/README.md' }, { path: 'README.md' }, { file_path: '' })
}

function specificKeys(event: string, situation: Situation, word: string): DrawnKeys {
  const context: DrawnKeys = {
    hookEventName: [90, weighted<unknown>([90, fc.constant(event)], [10, values<unknown>('PreToolUse', 7)])],
    additionalContext: [
      60,
      mostly(weighted([80, wordy(`context ${word}`)], [20, fc.constant(`<b>${word}</b>`)])),
    ],
    extra: [3, wrongType],
  }
  switch (event) {
    case 'BeforeTool':
      return {
        ...context,
        additionalContext: [10, fc.constant(`context ${word}`)],
        tool_input: [45, mostly(inputs(situation, word))],
        permissionDecision: [6, fc.constant('deny')],
      }
    case 'BeforeModel':
      return {
        ...context,
        llm_response: [35, mostly(fc.constant(reply(word)), 80)],
        llm_request: [
          25,
          mostly(
            values<unknown>(
              { config: { temperature: 0.5 } },
              { messages: [{ role: 'user', content: word }] },
            ),
            90,
          ),
        ],
      }
    case 'AfterModel':
      return { ...context, llm_response: [55, mostly(fc.constant(reply(word)), 80)] }
    case 'BeforeToolSelection':
      return { toolConfig: [80, mostly(fc.constant({ mode: 'NONE' }), 80)] }
    default:
      return context
  }
}

function answer(event: string, situation: Situation, word: string): DrawnObject {
  return fc
    .tuple(
      someOf(commonKeys(event, word)),
      weighted<string>([60, fc.constant('yes')], [36, fc.constant('no')], [4, fc.constant('wrong')]),
      someOf(specificKeys(event, situation, word)),
      wrongType,
    )
    .map(([common, has, own, other]) => ({
      ...common,
      ...(has === 'no' ? {} : { hookSpecificOutput: has === 'yes' ? own : other }),
    }))
}

const TOOL_MATCHERS = [
  ...['', '*', ' * ', '.*', '**', 'run_shell_command', 'Run_Shell_Command', 'run_shell', 'shell', 'write_.*'],
  ...[
    'run_shell_command|write_file',
    'run_shell_command, write_file',
    ' run_shell_command ',
    '^run',
    'file$',
  ],
  ...['write_file', 'read_file', '^(?!run)', '[', '(?i)run', 'Bash', '\\brun', 'e'],
]
const MATCHERS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'startup|resume', '*', '.*', 'Startup', ' startup '],
  SessionEnd: ['exit', '*', 'clear'],
  PreCompress: ['auto', 'manual', '.*'],
}

const group = (event: string): DrawnObject =>
  fc
    .tuple(
      weighted<CaseObject>(
        [68, fc.constant({})],
        [30, values(...(MATCHERS[event] ?? TOOL_MATCHERS)).map((matcher) => ({ matcher }))],
        [2, values<CaseObject>({ matcher: null }, { matcher: 5 }, { note: 'unknown' })],
      ),
      weighted<CaseObject>([82, fc.constant({})], [18, values({ sequential: true }, { sequential: false })]),
    )
    .map(([matched, ordered]) => ({ ...matched, ...ordered }))

const entry = (): DrawnObject =>
  someOf({
    timeout: [35, weighted<unknown>([90, values(20_000, 60_000)], [10, values<unknown>('5000', 0, 1, null)])],
    name: [30, values('guard', 'other', 'third')],
    description: [5, fc.constant('checks')],
    enabled: [3, fc.constant(false)],
    env: [4, fc.constant({ MODE: 'x' })],
    comment: [4, fc.constant('a note')],
  })

const file: DrawnObject = weighted<CaseObject>(
  [88, fc.constant({})],
  [3, fc.constant({ hooksConfig: { enabled: true } })],
  [2, fc.constant({ hooksConfig: { enabled: false } })],
  [
    4,
    values<CaseObject>({ hooksConfig: { disabled: ['guard'] } }, { hooksConfig: { disabled: ['hook-0'] } }),
  ],
  [3, fc.constant({ ui: { theme: 'Default' } })],
)

function written(path: string, json: CaseObject, text: string | undefined): readonly ConfigFile[] {
  return [text === undefined ? { path, json } : { path, text }]
}

export const geminiGrammar: HostGrammar = {
  events: eventSituations,
  answer,
  entry,
  group,
  file,
  answersOnce: ['AfterAgent'],
  second: 1000,
  places: [
    [70, 'project/.gemini/settings.json'],
    [30, 'home/.gemini/settings.json'],
  ],
  misprints: ['comment', 'unknown event', 'string event'],
  written,
}
