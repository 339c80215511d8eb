// The grammar of random scenarios for Claude Code: answers with every legal and some illegal keys, matchers, and
// switches of entries and files.

import fc from 'fast-check'
import type { CaseObject } from '../case.ts'
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
import { eventSituations } from './claudeCodeSituations.ts'

function commonKeys(event: string, word: string): DrawnKeys {
  const blocks = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop']
  return {
    continue: [9, mostly(weighted([75, fc.constant(false)], [25, fc.constant(true)]))],
    stopReason: [10, mostly(wordy(`stop reason ${word}`))],
    suppressOutput: [6, mostly(fc.boolean())],
    systemMessage: [9, mostly(wordy(`system message ${word}`))],
    decision: [blocks.includes(event) ? 34 : 14, mostly(values('block', 'block', 'block', 'approve'), 92)],
    reason: [38, mostly(wordy(`reason ${word}`))],
    unknown: [4, wrongType],
    permissionDecision: [2, values('deny', 'allow')],
    additionalContext: [2, fc.constant(`flat context ${word}`)],
  }
}

function specificKeys(event: string, situation: Situation, word: string): DrawnKeys {
  const name = weighted<unknown>(
    [94, fc.constant(event)],
    [3, values('PostToolUse', 'PreToolUse', event.toLowerCase())],
    [3, wrongType],
  )
  const context: DrawnKeys = {
    hookEventName: [97, name],
    additionalContext: [45, mostly(wordy(`context ${word}`), 95)],
    extra: [4, wrongType],
  }
  switch (event) {
    case 'PreToolUse':
      return {
        ...context,
        additionalContext: [22, mostly(wordy(`context ${word}`), 95)],
        permissionDecision: [72, mostly(values('deny', 'deny', 'allow', 'allow', 'ask', 'defer'), 95)],
        permissionDecisionReason: [60, mostly(wordy(`permission reason ${word}`), 95)],
        updatedInput: [30, mostly(changedInput(situation, word), 94)],
      }
    case 'PermissionRequest':
      return { hookEventName: [97, name], decision: [92, mostly(permission(situation, word), 94)] }
    case 'PostToolUse':
      return {
        ...context,
        updatedToolOutput: [22, changedOutput(situation, word)],
        updatedMCPToolOutput: [4, fc.constant(`mcp output ${word}`)],
      }
    case 'UserPromptSubmit':
      return { ...context, suppressOriginalPrompt: [8, fc.boolean()], sessionTitle: [5, fc.constant(word)] }
    case 'SessionStart':
      return {
        ...context,
        initialUserMessage: [6, fc.constant(`first ${word}`)],
        sessionTitle: [5, fc.constant(word)],
        watchPaths: [4, fc.constant([])],
      }
    case 'MessageDisplay':
      return { ...context, displayContent: [50, wordy(`shown ${word}`)] }
    default:
      return context
  }
}

const firstCall = ({ turns }: Situation) => turns.flatMap(({ calls = [] }) => calls).at(-1)

function changedInput(situation: Situation, word: string): DrawnObject {
  const call = firstCall(situation)
  const input = call?.input ?? {}
  const label = word.replace(' ', '-')
  const change: CaseObject =
    call?.tool === 'Bash'
      ? { command: `echo changed-${label}` }
      : call?.tool === 'Write'
        ? { content: `${label}\n` }
        : {}
  return weighted<CaseObject>(
    [70, fc.constant({ ...input, ...change })],
    [15, fc.constant(change)],
    [10, fc.constant({ nonsense: word })],
    [5, fc.constant({})],
  )
}

const permission = (situation: Situation, word: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    someOf({
      behavior: [97, fc.constant('allow')],
      updatedInput: [35, changedInput(situation, word)],
      updatedPermissions: [8, fc.constant([])],
    }),
    someOf({
      behavior: [97, fc.constant('deny')],
      message: [70, mostly(wordy(`message ${word}`), 95)],
      interrupt: [10, fc.boolean()],
    }),
  )

function changedOutput(situation: Situation, word: string): fc.Arbitrary<unknown> {
  const bash = { stdout: `changed ${word}`, stderr: '', interrupted: false, isImage: false }
  const { stdout, ...partly } = bash
  if (firstCall(situation)?.tool !== 'Bash')
    return values<unknown>(`changed ${word}`, bash, [{ type: 'text', text: `changed ${word}` }])
  return weighted<unknown>(
    [75, fc.constant(bash)],
    [10, fc.constant(`changed ${word}`)],
    [8, fc.constant(partly)],
    [7, fc.constant({ ...bash, more: stdout })],
  )
}

function answer(event: string, situation: Situation, word: string): DrawnObject {
  const specific = someOf(specificKeys(event, situation, word))
  return fc
    .tuple(
      someOf(commonKeys(event, word)),
      weighted<string>([78, fc.constant('yes')], [19, fc.constant('no')], [3, fc.constant('wrong')]),
      specific,
      wrongType,
    )
    .map(([common, has, own, other]) =>
      has === 'no' ? common : { ...common, hookSpecificOutput: has === 'yes' ? own : other },
    )
}

const MATCHERS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'startup|resume', 'Startup', '*', '', 'start'],
  SessionEnd: ['other', 'clear', '*', 'other|clear'],
  PreCompact: ['manual', 'auto', 'manual|auto', '*', '', 'Manual'],
  SubagentStart: ['general-purpose', 'general', 'Explore', 'general.*', '*'],
  SubagentStop: ['general-purpose', 'Explore', '*'],
  Stop: ['Bash', '*', 'x'],
  UserPromptSubmit: ['Bash', '*', 'x'],
}
const TOOL_MATCHERS = [
  ...[
    '',
    '*',
    '.*',
    'Bash',
    'bash',
    'BASH',
    'Write',
    'Edit',
    'Read',
    'Agent',
    'Task',
    'Edit|Write',
    'Bash|Write',
  ],
  ...[
    'Write | Bash',
    'Edit, Bash',
    ' Bash ',
    'Bash|',
    '|',
    'Ba',
    'Bash.*',
    '^Bash$',
    'Ba.h',
    '^(?!Bash)',
    '(Bash|Read)',
  ],
  ...[
    'Bash(git *)',
    'Bash(*)',
    '[',
    '(',
    '*Bash',
    '+',
    '(?i)bash',
    '\\bBash\\b',
    'mcp__demo__ping',
    'mcp__demo',
    'mcp__.*',
  ],
  ...[
    'mcp__demo__*',
    'mcp__demo__.*',
    'mcp__*__ping',
    'Write\\|Edit',
    'Bash,Write',
    'Bash;Write',
    'Bash Write',
    '1',
    'Notebook.*',
  ],
]
const TOOL_EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest']

function group(event: string): DrawnObject {
  const list = TOOL_EVENTS.includes(event) ? TOOL_MATCHERS : (MATCHERS[event] ?? ['Bash', '*'])
  return weighted<CaseObject>([74, fc.constant({})], [26, values(...list).map((word) => ({ matcher: word }))])
}

const RULES = [
  ...[
    'Bash',
    'Bash(*)',
    'Bash(echo *)',
    'Bash(echo:*)',
    'Bash(touch *)',
    'Bash(rm *)',
    'Bash(echo hi)',
    'Bash(git *)',
  ],
  ...[
    'Write',
    'Write(*.txt)',
    'Write(out.txt)',
    'Write(src/**)',
    'Write(/src/**)',
    'Edit(*.md)',
    'Edit(src/**)',
    'Edit',
  ],
  ...[
    'Read',
    'Read(README.md)',
    'Read(*.md)',
    'Read(src/**)',
    'mcp__demo__ping',
    'mcp__demo',
    'bash touch',
    'Agent',
    '',
    '*',
  ],
]

const entry = (event: string): DrawnObject =>
  someOf({
    timeout: [
      40,
      weighted<unknown>([80, values(20, 60)], [10, values(0.5, 5)], [8, values<unknown>('5', 0, -1, null)]),
    ],
    if: [TOOL_EVENTS.includes(event) ? 12 : 2, values(...RULES)],
    once: [5, mostly(fc.boolean())],
    async: [5, mostly(fc.constant(true), 95)],
    statusMessage: [7, mostly(fc.constant('Checking…'), 95)],
    onFailure: [7, values('block', 'block', 'continue', 'stop')],
    shell: [3, values('bash', 'zsh')],
    comment: [4, fc.constant('a note')],
  })

const file: DrawnObject = weighted<CaseObject>(
  [93, fc.constant({})],
  [2, fc.constant({ disableAllHooks: true })],
  [1, values<CaseObject>({ disableAllHooks: false }, { disableAllHooks: 'yes' })],
  [2, fc.constant({ note: 'an unknown key' })],
  [1, fc.constant({ permissions: { allow: 'Bash' } })],
  [1, fc.constant({ model: 5 })],
)

export const claudeCodeGrammar: HostGrammar = {
  events: eventSituations,
  answer,
  entry,
  group,
  file,
  answersOnce: ['Stop', 'SubagentStop'],
  places: [
    [68, 'project/.claude/settings.json'],
    [16, 'project/.claude/settings.local.json'],
    [16, 'home/.claude/settings.json'],
  ],
  misprints: ['comment', 'trailing comma', 'byte-order mark', 'cut off', 'unknown event', 'string event'],
  written: (path, json, text) => [text === undefined ? { path, json } : { path, text }],
}
