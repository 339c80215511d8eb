// Claude Code, headless: starts it against a model on loopback and defines the subjects of its events.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseObject, ConfigFile, ObservedWhyNot } from '../case.ts'
import type { CommandHost, CommandLineInput, EventSubject } from '../host.ts'
import type { Situation } from '../scenario.ts'
import { anthropicMessages } from '../wires/anthropic.ts'
import { claudeCodeGrammar } from './claudeCodeGrammar.ts'
import { situations, tour } from './claudeCodeSituations.ts'

const SUBJECTS: Readonly<Record<string, EventSubject>> = {
  PreToolUse: 'tool',
  PermissionRequest: 'permission',
  PostToolUse: 'result',
  PostToolUseFailure: 'result',
  UserPromptSubmit: 'prompt',
  Stop: 'stop',
  SubagentStop: 'stop',
  SessionStart: 'session',
  SessionEnd: 'end',
  SubagentStart: 'subagent',
  PreCompact: 'compaction',
}

const DEMO_SERVER = join(import.meta.dirname, 'demoServer.mjs')

export const claudeCode: CommandHost = {
  name: 'claude-code',
  version: '2.1.330',
  npmPackage: '@anthropic-ai/claude-code',
  installs: /^plugins\//,
  program: 'node_modules/.bin/claude',
  wire: anthropicMessages,
  events: [...Object.keys(SUBJECTS), 'PostToolBatch', 'MessageDisplay'],
  evidence: ['PostToolUse', 'PostToolUseFailure', 'SubagentStart'],
  situations,
  tour,
  complains:
    /(?:Invalid setting skipped|Invalid regex pattern|Hook .*(?:skipp|not supported)|plugin .*(?:fail|invalid)).*/i,
  added: { result: /<system-reminder>[\s\S]*?<\/system-reminder>/g },
  subject: (event) => SUBJECTS[event] ?? 'other',
  commandLine,
  environment: ({ allowedTools, permissionMode = 'default' }) => ({
    headless: true,
    workspaceTrusted: false,
    permissionMode,
    allowedTools,
  }),
  refusesInput: (text) => /schema validation|InputValidationError/.test(text),
  ownRefusal: (text) => /\bneeds approval\. The path is|haven't granted it yet/.test(text),
  mayKeepFromRunning,
  ownText: (text) =>
    /^<system-reminder>\n(?:<total_tokens>[^<]*<\/total_tokens>\n<\/system-reminder>$|Available agent types|The following skills)/.test(
      text.trim(),
    ),
  changing: [/\bduration_ms: \d+/g, /read the full transcript at: \S+/g],
  grammar: claudeCodeGrammar,
}

function commandLine({ folders, situation, port, recorders, log }: CommandLineInput) {
  const { prompt, further } = situation
  const settings = join(folders.hooks, 'recorders.json')
  const entry = (command: string) => [{ hooks: [{ type: 'command', command, timeout: 20 }] }]
  const hooks = Object.fromEntries(recorders.map(([event, command]) => [event, entry(command)]))
  writeFileSync(settings, JSON.stringify({ hooks }))
  const args = [
    ...(further === undefined ? ['-p', prompt] : ['-p', '--input-format', 'stream-json']),
    ...['--model', 'claude-sonnet-4-5', '--settings', settings],
    ...['--output-format', 'stream-json', '--verbose', '--include-hook-events'],
    ...switches(situation),
    ...(situation.flags ?? []).map((flag) => flag.replaceAll('{{project}}', folders.project)),
    ...(log === undefined ? [] : ['--debug-file', log]),
  ]
  const env = {
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_TMPDIR: folders.temporary,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    IS_SANDBOX: '1',
  }
  if (further === undefined) return { args, env }
  const lines = [prompt, ...further].map((content) => ({ type: 'user', message: { role: 'user', content } }))
  return { args, env, input: lines.map((one) => `${JSON.stringify(one)}\n`).join('') }
}

function switches({ allowedTools, permissionMode, mcp }: Situation): readonly string[] {
  const servers = { mcpServers: { demo: { command: process.execPath, args: [DEMO_SERVER] } } }
  return [
    ...(allowedTools.length > 0 ? ['--allowedTools', allowedTools.join(',')] : []),
    ...(permissionMode === undefined ? [] : ['--permission-mode', permissionMode]),
    ...(mcp === true ? ['--mcp-config', JSON.stringify(servers)] : []),
  ]
}

const EVERYTHING = [undefined, '', '*', '.*']

function mayKeepFromRunning(file: ConfigFile, hook: string): readonly ObservedWhyNot[] {
  if ('text' in file) {
    if (!file.text.includes(hook)) return []
    return file.text.includes('"matcher"') ? ['file-rejected', 'matcher'] : ['file-rejected']
  }
  const { hooks = {}, disableAllHooks, model, permissions } = file.json
  const off: readonly ObservedWhyNot[] = disableAllHooks === true ? ['switched-off'] : []
  const groups = Object.values(hooks as CaseObject).flat() as readonly CaseObject[]
  const entries = groups.flatMap((group) => (group.hooks ?? []) as readonly CaseObject[])
  if (!entries.some(({ command }) => command === hook)) return off
  const bad =
    model !== undefined ||
    permissions !== undefined ||
    typeof (disableAllHooks ?? true) !== 'boolean' ||
    entries.some(isMisshapen)
  const group = groups.find((one) =>
    ((one.hooks ?? []) as readonly CaseObject[]).some(({ command }) => command === hook),
  )
  const entry = entries.find(({ command }) => command === hook)
  const matched = EVERYTHING.includes(group?.matcher as string | undefined) && entry?.if === undefined
  return [...off, ...(bad ? (['file-rejected'] as const) : []), ...(matched ? [] : (['matcher'] as const))]
}

function isMisshapen({
  timeout = 1,
  once = true,
  async = true,
  statusMessage = '',
  ...more
}: CaseObject): boolean {
  if (typeof timeout !== 'number' || timeout <= 0) return true
  if (typeof once !== 'boolean' || typeof async !== 'boolean' || typeof statusMessage !== 'string')
    return true
  return more.onFailure === 'stop' || more.shell === 'zsh'
}
