// The grammar of random scenarios for Codex: answers with every legal and some illegal key, matchers, fields of entries
// and files, in JSON and TOML.

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
import { eventSituations } from './codexSituations.ts'

const BLOCKS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop']

/** A single unknown or unsupported key invalidates the whole answer, so each is rare. */
const commonKeys = (event: string, word: string): DrawnKeys => ({
  continue: [
    event === 'PreCompact' ? 30 : 8,
    mostly(weighted([70, fc.constant(false)], [30, fc.constant(true)])),
  ],
  stopReason: [6, mostly(weighted<unknown>([80, wordy(`stop reason ${word}`)], [20, fc.constant(null)]))],
  suppressOutput: [3, mostly(fc.boolean())],
  systemMessage: [10, mostly(wordy(`system message ${word}`))],
  decision: [BLOCKS.includes(event) ? 30 : 4, mostly(values('block', 'block', 'block', 'block', 'approve'))],
  unknown: [3, wrongType],
})

function specificKeys(event: string, situation: Situation, word: string): DrawnKeys {
  const name = weighted<unknown>(
    [96, fc.constant(event)],
    [2, values('PostToolUse', 'PreToolUse')],
    [2, wrongType],
  )
  const context: DrawnKeys = {
    hookEventName: [97, name],
    additionalContext: [event === 'PreToolUse' ? 25 : 60, mostly(wordy(`context ${word}`), 96)],
    extra: [3, wrongType],
  }
  switch (event) {
    case 'PreToolUse':
      return context
    case 'PostToolUse':
      return { ...context, updatedMCPToolOutput: [4, fc.constant(`output ${word}`)] }
    case 'PermissionRequest':
      return { hookEventName: [97, name], decision: [94, mostly(permission(situation, word))] }
    default:
      return context
  }
}

const permission = (_situation: Situation, word: string): DrawnObject =>
  fc.oneof(
    someOf({
      behavior: [97, fc.constant('allow')],
      updatedInput: [6, fc.constant({ command: 'echo changed' })],
    }),
    someOf({
      behavior: [97, fc.constant('deny')],
      message: [70, mostly(wordy(`message ${word}`))],
      interrupt: [8, fc.boolean()],
    }),
  )

/** A decision before a tool; its keys depend on each other, so they are drawn together. */
function toolDecision(situation: Situation, word: string): DrawnObject {
  const patch = situation.model !== undefined
  const command = patch
    ? '*** Begin Patch\n*** Add File: made.txt\n+changed\n*** End Patch\n'
    : `echo changed-${word}`
  const reason: DrawnKeys = { permissionDecisionReason: [85, mostly(wordy(`permission reason ${word}`), 97)] }
  const changed = values<CaseObject>({ command }, { command }, { command }, { cmd: command }, {})
  return weighted(
    [40, someOf({ permissionDecision: [100, fc.constant('deny')], ...reason })],
    [
      24,
      someOf({ permissionDecision: [100, fc.constant('allow')], updatedInput: [85, mostly(changed, 97)] }),
    ],
    [8, someOf({ permissionDecision: [100, values('allow', 'ask', 'defer', 'Deny')], ...reason })],
    [6, someOf({ updatedInput: [100, changed] })],
    [22, fc.constant({})],
  )
}

function answer(event: string, situation: Situation, word: string): DrawnObject {
  const decided = event === 'PreToolUse' ? toolDecision(situation, word) : fc.constant<CaseObject>({})
  return fc
    .tuple(
      someOf(commonKeys(event, word)),
      someOf({ reason: [80, mostly(wordy(`reason ${word}`), 97)] }),
      weighted<string>([70, fc.constant('yes')], [28, fc.constant('no')], [2, fc.constant('wrong')]),
      fc.tuple(someOf(specificKeys(event, situation, word)), decided),
      wrongType,
    )
    .map(([common, reason, has, [own, decision], other]) => ({
      ...common,
      ...('decision' in common ? reason : {}),
      ...(has === 'no' ? {} : { hookSpecificOutput: has === 'yes' ? { ...own, ...decision } : other }),
    }))
}

const TOOL_MATCHERS = [
  ...[
    '',
    '*',
    '.*',
    'Bash',
    'bash',
    'Bash|Write',
    'Edit|Write',
    'apply_patch',
    'Edit',
    'Write',
    'exec_command',
    'shell',
  ],
  ...[
    'Bash | Edit',
    'Bash, Edit',
    ' Bash ',
    'Ba',
    'Ba.h',
    '^Bash$',
    '^(?!Bash)',
    '(?i)bash',
    '[',
    '**',
    '*Bash',
    '|',
    'Bash|',
  ],
  ...['^(Bash|apply_patch)$', '\\bBash\\b', 'apply.*', '1'],
]
const MATCHERS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'startup|resume', '*', 'start', 'Startup'],
  SessionEnd: ['other', '*', 'clear'],
  PreCompact: ['auto', 'manual', 'auto|manual', '*', 'aut', 'Auto'],
  Stop: ['Bash', '*', '['],
  UserPromptSubmit: ['Bash', '*', '['],
}

const group = (event: string): DrawnObject =>
  weighted<CaseObject>(
    [72, fc.constant({})],
    [26, values(...(MATCHERS[event] ?? TOOL_MATCHERS)).map((matcher) => ({ matcher }))],
    [2, values<CaseObject>({ matcher: null }, { note: 'unknown' })],
  )

const entry = (): DrawnObject =>
  someOf({
    timeout: [40, weighted<unknown>([90, values(20, 60)], [10, values<unknown>('5', 0, 0.5, 5)])],
    async: [5, fc.constant(true)],
    statusMessage: [7, fc.constant('Checking…')],
    additionalContextLimit: [3, fc.constant(5)],
    commandWindows: [3, fc.constant('echo')],
    comment: [4, fc.constant('a note')],
  })

const file: DrawnObject = weighted<CaseObject>(
  [94, fc.constant({})],
  [3, fc.constant({ description: 'some hooks' })],
  [2, fc.constant({ version: 1 })],
  [1, fc.constant({ $schema: 'https://example.com/hooks.json' })],
)

/** A hooks file, written as TOML in config.toml; the project's file comes with an entry that trusts the project. */
function written(path: string, json: CaseObject, text: string | undefined): readonly ConfigFile[] {
  const content: ConfigFile = path.endsWith('.toml')
    ? { path, text: toml(json.hooks as CaseObject) }
    : text === undefined
      ? { path, json }
      : { path, text }
  if (!path.startsWith('project/')) return [content]
  return [
    content,
    { path: 'home/.codex/config.toml', text: '[projects."{{project}}"]\ntrust_level = "trusted"\n' },
  ]
}

function toml(hooks: CaseObject): string {
  const line = ([key, value]: readonly [string, unknown]) =>
    value === null ? '' : `${key} = ${JSON.stringify(value)}\n`
  return Object.entries(hooks)
    .filter(([, groups]) => Array.isArray(groups))
    .flatMap(([event, groups]) =>
      (groups as readonly CaseObject[]).map(({ hooks: entries = [], ...more }) => {
        const handlers = (entries as readonly CaseObject[]).map(
          (handler) => `\n[[hooks.${event}.hooks]]\n${Object.entries(handler).map(line).join('')}`,
        )
        return `[[hooks.${event}]]\n${Object.entries(more).map(line).join('')}${handlers.join('')}`
      }),
    )
    .join('\n')
}

export const codexGrammar: HostGrammar = {
  events: eventSituations,
  answer,
  entry,
  group,
  file,
  answersOnce: ['Stop'],
  places: [
    [70, 'home/.codex/hooks.json'],
    [18, 'home/.codex/config.toml'],
    [12, 'project/.codex/hooks.json'],
  ],
  misprints: ['comment', 'trailing comma', 'byte-order mark', 'cut off', 'unknown event', 'string event'],
  written,
}
