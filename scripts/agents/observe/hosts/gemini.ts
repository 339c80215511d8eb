// Gemini CLI, headless: starts it against a model on loopback and defines the subjects of its events. The recorders are
// in an extension, so that a scenario's settings files stay as written.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseObject, ConfigFile, ObservedWhyNot } from '../case.ts'
import type { CommandHost, CommandLineInput, EventSubject } from '../host.ts'
import { geminiContent } from '../wires/gemini.ts'
import { geminiGrammar } from './geminiGrammar.ts'
import { situations, tour } from './geminiSituations.ts'

const SUBJECTS: Readonly<Record<string, EventSubject>> = {
  SessionStart: 'session',
  SessionEnd: 'end',
  BeforeAgent: 'prompt',
  AfterAgent: 'stop',
  BeforeModel: 'model',
  BeforeToolSelection: 'tools',
  AfterModel: 'reply',
  BeforeTool: 'tool',
  AfterTool: 'result',
  PreCompress: 'compaction',
}

/** Text that the host adds to results and prompts for hooks. */
const ADDED = /<hook_context>[\s\S]*?<\/hook_context>|\[System\] Tool input parameters were modified[^\n]*/g

export const gemini: CommandHost = {
  name: 'gemini',
  version: '0.61.0',
  npmPackage: '@google/gemini-cli',
  program: 'node_modules/.bin/gemini',
  wire: geminiContent,
  events: Object.keys(SUBJECTS),
  evidence: ['AfterTool'],
  situations,
  tour,
  complains: /(?:Discarding invalid|Invalid hook|Error in:|hooks\.\S+: |is not a function|Unknown hook).*/i,
  subject: (event) => SUBJECTS[event] ?? 'other',
  commandLine,
  environment: () => ({ headless: true, workspaceTrusted: true, permissionMode: 'yolo' }),
  refusesInput: (text) => text.startsWith('Tool parameter modification by hook failed validation'),
  ownRefusal: () => false,
  mayKeepFromRunning,
  endsAtOnce: (timeout) => timeout < 20,
  ownText: (text) => text.startsWith('<session_context>'),
  callIn,
  added: { result: ADDED, prompt: ADDED },
  oneConversation: true,
  printed,
  changing: [/Process Group PGID: \d+/g],
  grammar: geminiGrammar,
}

function commandLine({ folders, situation, port, recorders }: CommandLineInput) {
  const extension = join(folders.home, '.gemini/extensions/recorders')
  const handler = (command: string) => ({ type: 'command', command, timeout: 20_000 })
  const hooks = Object.fromEntries(
    recorders.map(([event, command]) => [event, [{ hooks: [handler(command)] }]]),
  )
  mkdirSync(join(extension, 'hooks'), { recursive: true })
  const manifest = { name: 'recorders', version: '1.0.0' }
  writeFileSync(join(extension, 'gemini-extension.json'), JSON.stringify(manifest))
  writeFileSync(join(extension, 'hooks/hooks.json'), JSON.stringify({ hooks }))
  writeAccount(join(folders.home, '.gemini/settings.json'))
  return {
    args: ['-p', situation.prompt, '-m', 'gemini-2.5-flash', '-o', 'json', '--approval-mode', 'yolo'],
    env: {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      NO_BROWSER: '1',
    },
  }
}

/** Prepends the settings that make the program use the key in its environment. */
function writeAccount(settings: string): void {
  const account =
    '{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false}'
  const own = existsSync(settings) ? readFileSync(settings, 'utf8') : '{}'
  writeFileSync(
    settings,
    own.replace(/\{\s*(\}?)/, (_, end: string) => account + (end || ',')),
  )
}

function callIn({ tool_name: tool, tool_input: input }: CaseObject) {
  return typeof tool === 'string' ? { tool, input: (input ?? {}) as CaseObject } : undefined
}

function printed(stdout: string): string | undefined {
  try {
    const { response } = JSON.parse(stdout) as { readonly response?: string }
    return response
  } catch {
    return undefined
  }
}

const EVERYTHING = [undefined, null, '', '*', '.*']

function mayKeepFromRunning(file: ConfigFile, hook: string): readonly ObservedWhyNot[] {
  if ('text' in file) {
    if (!file.text.includes(`"${hook}"`)) return []
    return file.text.includes('"matcher"') ? ['file-rejected', 'matcher'] : ['file-rejected']
  }
  const { hooks = {}, hooksConfig = {} } = file.json as Readonly<Record<string, CaseObject>>
  const off: readonly ObservedWhyNot[] =
    hooksConfig.enabled === false || hooksConfig.disabled !== undefined ? ['switched-off'] : []
  const groups = Object.values(hooks).flat() as readonly CaseObject[]
  const holding = groups.find((group) => JSON.stringify(group).includes(`"${hook}"`))
  if (holding === undefined) return off
  const entries = (holding.hooks ?? []) as readonly CaseObject[]
  const rejected = entries.some(({ type }) => type !== 'command')
  const matched = EVERYTHING.includes(holding.matcher as string | undefined)
  return [
    ...off,
    ...(rejected ? (['file-rejected'] as const) : []),
    ...(matched ? [] : (['matcher'] as const)),
  ]
}
