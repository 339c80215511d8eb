// The grammar of random scenarios for VS Code's own agent: answers with every legal and some illegal key, the spellings
// of Copilot CLI and Claude Code, ignored matchers, fields of entries, and places of files.

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
import { eventSituations } from './vscodeSituations.ts'

const nothing = fc.constant<CaseObject>({})

const common = (word: string): DrawnKeys => ({
  continue: [5, mostly(values(false, false, true), 90)],
  stopReason: [3, mostly(wordy(`stop reason ${word}`), 90)],
  systemMessage: [10, mostly(wordy(`system message ${word}`), 92)],
  unknown: [4, wrongType],
})

const context = (word: string, percent: number): DrawnKeys => ({
  additionalContext: [percent, mostly(wordy(`context ${word}`), 94)],
})

const block = (word: string, percent: number): DrawnKeys => ({
  decision: [percent, values('block', 'block', 'block', 'block', 'block', 'approve', 'deny')],
  reason: [percent === 0 ? 0 : 85, mostly(wordy(`reason ${word}`), 94)],
})

/** The event's own part of the answer, usually with its name. */
const specific = (event: string, keys: DrawnObject): DrawnObject =>
  fc
    .tuple(
      weighted<CaseObject>(
        [84, fc.constant({ hookEventName: event })],
        [9, nothing],
        [
          5,
          values('Stop', 'SessionStart', 'PostToolUse', 'preToolUse').map((hookEventName) => ({
            hookEventName,
          })),
        ],
        [2, fc.constant({ hookEventName: 7 })],
      ),
      keys,
    )
    .map(([name, own]) => ({ hookSpecificOutput: { ...name, ...own } }))

/** Replacement inputs: complete, with extra or missing fields, and with wrong types. */
function inputs({ name, turns }: Situation, word: string): DrawnObject {
  const [first] = turns[0]?.calls ?? []
  const input = first?.input ?? {}
  const changed: CaseObject =
    name === 'shell'
      ? { ...input, command: `echo changed-${word}` }
      : 'content' in input
        ? { ...input, content: `${word}\n` }
        : 'newString' in input
          ? { ...input, newString: `# ${word}` }
          : input
  const [key = 'a', ...rest] = Object.keys(input)
  const less = Object.fromEntries(rest.map((one) => [one, changed[one]]))
  return weighted<CaseObject>(
    [62, fc.constant(changed)],
    [12, fc.constant({ ...changed, extra: 1 })],
    [10, fc.constant(less)],
    [6, fc.constant({})],
    [
      6,
      values<unknown>(5, true, null, ['a'], { a: 1 }).map((value) => ({
        ...changed,
        [rest[0] ?? key]: value,
      })),
    ],
    [4, values<unknown>(5, false, null).map((value) => ({ ...changed, [key]: value }))],
  )
}

function toolDecision(situation: Situation, word: string): DrawnObject {
  const reason: DrawnKeys = { permissionDecisionReason: [85, mostly(wordy(`permission reason ${word}`), 95)] }
  const decided = (...words: readonly unknown[]) =>
    someOf({ permissionDecision: [100, values(...words)], ...reason })
  const changing = inputs(situation, word).map((updatedInput): CaseObject => ({ updatedInput }))
  const both = (decision: DrawnObject) =>
    fc.tuple(decision, weighted([25, changing], [75, nothing])).map(([one, other]) => ({ ...one, ...other }))
  return weighted<CaseObject>(
    [30, both(decided('deny'))],
    [16, both(decided('allow'))],
    [14, both(decided('ask'))],
    [6, both(decided('block', 'Deny', 'defer', 7, null))],
    [16, changing],
    [18, nothing],
  )
}

const joined = (...parts: readonly DrawnObject[]): DrawnObject =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as CaseObject)

function parts(event: string, situation: Situation, word: string): readonly DrawnObject[] {
  switch (event) {
    case 'PreToolUse':
      return [
        weighted(
          [88, specific(event, joined(toolDecision(situation, word), someOf(context(word, 22))))],
          [6, someOf({ permissionDecision: [100, fc.constant('deny')], ...block(word, 50) })],
          [6, nothing],
        ),
      ]
    case 'PostToolUse':
      return [
        weighted([50, someOf(block(word, 90))], [50, nothing]),
        weighted([60, specific(event, someOf({ ...context(word, 85), ...block(word, 8) }))], [40, nothing]),
        someOf(context(`flat ${word}`, 8)),
      ]
    case 'UserPromptSubmit':
      return [
        weighted([35, someOf(block(word, 95))], [65, nothing]),
        weighted([60, specific(event, someOf(context(word, 90)))], [40, nothing]),
        someOf(context(`flat ${word}`, 15)),
      ]
    case 'Stop':
    case 'SubagentStop':
      return [
        weighted([80, specific(event, someOf(block(word, 92)))], [20, nothing]),
        weighted([12, someOf(block(word, 95))], [88, nothing]),
      ]
    default:
      return [
        weighted([85, specific(event, someOf(context(word, 92)))], [15, nothing]),
        someOf(context(`flat ${word}`, 8)),
      ]
  }
}

const answer = (event: string, situation: Situation, word: string): DrawnObject =>
  joined(
    someOf(common(word)),
    weighted<CaseObject>(
      [3, values('Stop', event, 'PreToolUse').map((hookEventName) => ({ hookEventName }))],
      [97, nothing],
    ),
    ...parts(event, situation, word),
  )

const group = (): DrawnObject =>
  weighted<CaseObject>(
    [70, nothing],
    [30, values('Bash', 'create_file', 'zzz', '[', '', '*').map((matcher) => ({ matcher }))],
  )

const entry = (): DrawnObject =>
  someOf({
    timeout: [14, weighted<unknown>([80, values(20, 60)], [20, values<unknown>('5', 0, -1, 0.5, 3e6, null)])],
    timeoutSec: [5, values<unknown>(20, 0)],
    env: [4, values<unknown>({ A: 'b' }, { A: 1 }, 'A', null)],
    cwd: [5, values('.git', '.', '~', '/tmp', '')],
    matcher: [3, values('Bash', 'zzz')],
    comment: [3, fc.constant('a note')],
    windows: [2, fc.constant('exit 1')],
    osx: [2, fc.constant('exit 1')],
  })

const file: DrawnObject = weighted<CaseObject>(
  [88, nothing],
  [5, fc.constant({ version: 1 })],
  [3, fc.constant({ version: 'x', note: 'x' })],
  [4, fc.constant({ disableAllHooks: true })],
)

const CAMEL_CASE: Readonly<Record<string, string>> = {
  SessionStart: 'sessionStart',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  Stop: 'agentStop',
  SubagentStop: 'subagentStop',
}
const SETTINGS = 'user-data/settings.json'

/** Files in the form of Copilot CLI, Claude Code or VS Code, with the settings that make VS Code read them. */
function written(path: string, json: CaseObject, text: string | undefined): readonly ConfigFile[] {
  const beside = settingsFor(path, JSON.stringify(json))
  if (text !== undefined) return [{ path, text }, ...beside]
  if (path.includes('.claude/')) return [{ path, json }, ...beside]
  const isCopilot = JSON.stringify(json).length % 5 === 0
  const hooks = Object.entries(json.hooks as CaseObject).map(([event, groups]) => {
    const all =
      Array.isArray(groups) && JSON.stringify(groups).length % 3 !== 0 ? groups.flatMap(bare) : groups
    const name = isCopilot ? (CAMEL_CASE[event] ?? event) : event
    return [name, isCopilot && Array.isArray(all) ? all.map(asBash) : all]
  })
  const made = { ...(isCopilot ? { version: 1 } : {}), ...json, hooks: Object.fromEntries(hooks) }
  return [{ path, json: made }, ...beside]
}

function settingsFor(path: string, text: string): readonly ConfigFile[] {
  if (path.includes('.claude/'))
    return text.length % 6 === 0 ? [] : [{ path: SETTINGS, json: { 'chat.useClaudeHooks': true } }]
  if (!path.startsWith('project/tools/')) return []
  return [{ path: SETTINGS, json: { 'chat.hookFilesLocations': { 'tools/hooks': true } } }]
}

function bare({ hooks, ...group }: CaseObject): readonly CaseObject[] {
  return ((hooks ?? []) as readonly CaseObject[]).map((one) => ({ ...one, ...group }))
}

const asBash = ({ command, ...rest }: CaseObject): CaseObject =>
  command === undefined ? rest : { ...rest, bash: command }

export const vscodeGrammar: HostGrammar = {
  events: eventSituations,
  answer,
  entry,
  group,
  file,
  answersOnce: ['Stop', 'SubagentStop'],
  places: [
    [66, 'project/.github/hooks/h.json'],
    [10, 'home/.copilot/hooks/u.json'],
    [10, 'project/.claude/settings.json'],
    [4, 'project/.claude/settings.local.json'],
    [3, 'home/.claude/settings.json'],
    [7, 'project/tools/hooks/x.json'],
  ],
  misprints: ['comment', 'trailing comma', 'byte-order mark', 'cut off', 'unknown event', 'string event'],
  written,
}
