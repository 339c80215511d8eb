// The grammar of random scenarios for Copilot CLI: answers with every legal and some illegal key, flat and in Claude
// Code's form, matchers, fields of entries and files, entries with and without groups.

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
import { eventSituations } from './copilotSituations.ts'

const context = (word: string, percent: number): DrawnKeys => ({
  additionalContext: [percent, mostly(wordy(`context ${word}`))],
})

const common = (word: string): DrawnKeys => ({
  continue: [3, fc.boolean()],
  suppressOutput: [2, fc.boolean()],
  systemMessage: [4, wordy(`system message ${word}`)],
  unknown: [3, wrongType],
})

const hold = (word: string): DrawnObject =>
  weighted<CaseObject>(
    [
      60,
      someOf({
        decision: [97, values('block', 'block', 'block', 'block', 'block', 'allow', 'approve', 'deny')],
        reason: [88, mostly(wordy(`reason ${word}`))],
      }),
    ],
    [40, fc.constant({})],
  )

function toolDecision({ name }: Situation, word: string, changes: string): DrawnObject {
  const changed =
    name === 'create'
      ? { path: '{{project}}/other.txt', file_text: word }
      : { command: `echo changed-${word}`, description: 'x' }
  const input = values<unknown>(changed, changed, changed, changed, {}, 'word')
  const reason: DrawnKeys = { permissionDecisionReason: [85, mostly(wordy(`permission reason ${word}`), 96)] }
  const changing: DrawnKeys = name === 'view' ? {} : { [changes]: [100, input] }
  return weighted<CaseObject>(
    [34, someOf({ permissionDecision: [100, fc.constant('deny')], ...reason })],
    [12, someOf({ permissionDecision: [100, fc.constant('allow')], ...reason })],
    [12, someOf({ permissionDecision: [100, values('ask', 'ask', 'defer', 'Deny')], ...reason })],
    [14, someOf(changing)],
    [28, fc.constant({})],
  )
}

function parts(event: string, situation: Situation, word: string): readonly DrawnObject[] {
  switch (event) {
    case 'preToolUse':
      return [toolDecision(situation, word, 'modifiedArgs'), someOf(context(word, 30))]
    case 'PreToolUse': {
      const nested = fc
        .tuple(toolDecision(situation, word, 'updatedInput'), someOf(context(`own ${word}`, 25)))
        .map(([one, other]) => ({
          hookSpecificOutput: { hookEventName: 'PreToolUse', ...one, ...other },
        }))
      const flat = toolDecision(situation, word, 'modifiedArgs')
      const none = fc.constant<CaseObject>({})
      return [weighted([35, flat], [65, none]), weighted([70, nested], [30, none]), someOf(context(word, 15))]
    }
    case 'permissionRequest':
    case 'PermissionRequest':
      return [
        someOf({
          behavior: [80, mostly(values('allow', 'deny', 'deny', 'deny'))],
          message: [60, mostly(wordy(`message ${word}`))],
          interrupt: [8, fc.boolean()],
        }),
      ]
    case 'postToolUse':
    case 'PostToolUse': {
      const result = someOf({
        resultType: [90, values('success', 'success', 'failure')],
        textResultForLlm: [96, mostly(wordy(`result ${word}`), 97)],
      })
      return [
        weighted([40, hold(word)], [60, fc.constant<CaseObject>({})]),
        someOf({ modifiedResult: [30, mostly(result)], ...context(word, 40) }),
        weighted<CaseObject>(
          [10, fc.constant({ hookSpecificOutput: { additionalContext: `own ${word}` } })],
          [90, fc.constant({})],
        ),
      ]
    }
    case 'userPromptSubmitted':
    case 'UserPromptSubmit':
      return [
        weighted([40, hold(word)], [60, fc.constant<CaseObject>({})]),
        someOf({ modifiedPrompt: [25, mostly(wordy(`prompt ${word}`))], ...context(word, 45) }),
      ]
    case 'agentStop':
    case 'Stop':
      return [hold(word)]
    default:
      return [someOf(context(word, 80))]
  }
}

const answer = (event: string, situation: Situation, word: string): DrawnObject =>
  fc
    .tuple(someOf(common(word)), ...parts(event, situation, word))
    .map((all) => Object.assign({}, ...all) as CaseObject)

const TOOL_MATCHERS = [
  ...['bash', 'Bash', 'bash|view', 'Bash|Edit', 'create', 'Write', 'edit|create', 'Read', 'view'],
  ...[
    'ba',
    'b.*',
    'B.*',
    '^bash$',
    '^Bash$',
    '.*',
    '\\w+',
    '(?!view).*',
    ' bash',
    'bash | view',
    'Bash, Edit',
  ],
  ...['', '*', '**', '[', '(?i)bash', 'bash|', 'BASH', 'Bash(git *)'],
]
const matchersOf = (event: string): readonly string[] =>
  /tool|permission/i.test(event)
    ? TOOL_MATCHERS
    : /compact/i.test(event)
      ? ['manual', 'auto', 'manual|auto', 'man', 'man.*', '*', '[', '']
      : ['zzz', '*', '[', '']

const group = (event: string): DrawnObject =>
  weighted<CaseObject>(
    [72, fc.constant({})],
    [28, values(...matchersOf(event)).map((matcher) => ({ matcher }))],
  )

const entry = (): DrawnObject =>
  someOf({
    timeoutSec: [30, weighted<unknown>([92, values(20, 60)], [8, values<unknown>('5', 0, 0.5, -1)])],
    timeout: [6, fc.constant(20)],
    env: [4, values<unknown>({ A: 'b' }, { A: 'b' }, { A: 1 })],
    cwd: [3, fc.constant('.')],
    comment: [4, fc.constant('a note')],
  })

const file: DrawnObject = weighted<CaseObject>(
  [72, fc.constant({ version: 1 })],
  [20, fc.constant({})],
  [3, fc.constant({ version: 1, note: 'x' })],
  [2, fc.constant({ version: 2 })],
  [3, fc.constant({ version: 1, disableAllHooks: true })],
)

/** In a hooks file, most entries stand without a group, each with the matcher of its group. */
function written(path: string, json: CaseObject, text: string | undefined): readonly ConfigFile[] {
  if (text !== undefined) return [{ path, text }]
  if (path.includes('.claude/')) return [{ path, json }]
  const hooks = Object.entries(json.hooks as CaseObject).map(([event, groups]) => [
    event,
    Array.isArray(groups) && isPlain(groups) ? groups.flatMap(bare) : groups,
  ])
  return [{ path, json: { ...json, hooks: Object.fromEntries(hooks) } }]
}

/** Some files keep their groups; which ones is derived from the contents. */
const isPlain = (groups: readonly unknown[]) => JSON.stringify(groups).length % 4 !== 0

function bare({ hooks, ...group }: CaseObject): readonly CaseObject[] {
  return ((hooks ?? []) as readonly CaseObject[]).map((one) => ({ ...one, ...group }))
}

export const copilotGrammar: HostGrammar = {
  events: eventSituations,
  answer,
  entry,
  group,
  file,
  answersOnce: ['agentStop', 'Stop'],
  places: [
    [50, 'project/.github/hooks/hooks.json'],
    [14, 'project/.github/hooks/audit.json'],
    [5, 'project/.github/hooks/more/zero.json'],
    [15, 'home/.copilot/hooks/hooks.json'],
    [18, 'project/.claude/settings.json'],
    [7, 'project/.github/copilot/settings.json'],
  ],
  misprints: ['comment', 'trailing comma', 'byte-order mark', 'cut off', 'unknown event', 'string event'],
  written,
  respelled: (event) =>
    SPELLINGS.flatMap((pair) => (pair.includes(event) ? pair.filter((one) => one !== event) : []))[0],
}

const SPELLINGS = [
  ['preToolUse', 'PreToolUse'],
  ['postToolUse', 'PostToolUse'],
  ['permissionRequest', 'PermissionRequest'],
  ['userPromptSubmitted', 'UserPromptSubmit'],
  ['agentStop', 'Stop'],
  ['sessionStart', 'SessionStart'],
]
