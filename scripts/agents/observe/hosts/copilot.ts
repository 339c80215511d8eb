// Copilot CLI, headless: starts it against a model on loopback and defines the subjects of its events. The recorders
// are in a hooks file of the user, beside the scenario's files.

import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { CaseObject, ConfigFile, ObservedWhyNot } from '../case.ts'
import type { CommandHost, CommandLineInput, EventSubject } from '../host.ts'
import { openaiResponses } from '../wires/responses.ts'
import { copilotGrammar } from './copilotGrammar.ts'
import { GRANT, situations, tour } from './copilotSituations.ts'

const SUBJECTS: Readonly<Record<string, EventSubject>> = {
  preToolUse: 'tool',
  permissionRequest: 'permission',
  postToolUse: 'result',
  postToolUseFailure: 'result',
  userPromptSubmitted: 'prompt',
  agentStop: 'stop',
  sessionStart: 'session',
  sessionEnd: 'end',
  preCompact: 'compaction',
}
const IN_OWN_WORDS: Readonly<Record<string, string>> = {
  UserPromptSubmit: 'userPromptSubmitted',
  Stop: 'agentStop',
}
const OWN_TOOLS: Readonly<Record<string, string>> = {
  Bash: 'bash',
  Read: 'view',
  Write: 'create',
  Edit: 'edit',
}

const subjectOf = (event: string): EventSubject =>
  SUBJECTS[event] ??
  SUBJECTS[IN_OWN_WORDS[event] ?? `${event.slice(0, 1).toLowerCase()}${event.slice(1)}`] ??
  'other'

export const copilot: CommandHost = {
  name: 'copilot',
  version: '1.0.102',
  npmPackage: '@github/copilot',
  program: 'node_modules/.bin/copilot',
  wire: openaiResponses,
  events: [
    ...Object.keys(SUBJECTS),
    ...[
      'PreToolUse',
      'PostToolUse',
      'PermissionRequest',
      'UserPromptSubmit',
      'Stop',
      'SessionStart',
      'PreCompact',
    ],
  ],
  evidence: ['postToolUse'],
  situations,
  tour,
  complains:
    /(?:Invalid hook|Settings config error|Unknown hook|[Ss]kipp\w+ .*hook|hook .*skipp|Ignored invalid repository settings).*/,
  subject: subjectOf,
  callIn,
  isInWordsOf: (event, payload) =>
    subjectOf(event) === 'permission' || 'sessionId' in payload === /^[a-z]/.test(event),
  added: {
    result: /\n\nTool "[^"]+" succeeded\. Additional guidance from postToolUse hooks:\n[\s\S]*$/g,
    prompt: /<system_reminder>[\s\S]*?<\/system_reminder>/g,
  },
  promptIn: (text) => text.replace(/^<current_datetime>[^<]*<\/current_datetime>\s*/, ''),
  commandLine,
  environment: ({ flags = [] }) => ({
    headless: true,
    workspaceTrusted: true,
    permissionMode: flags.includes(GRANT) ? 'allow-all-tools' : 'default',
  }),
  refusesInput: (text) => text.startsWith('Invalid input: '),
  ownRefusal: (text) => text.startsWith('Permission denied because no interactive user response'),
  mayKeepFromRunning,
  chained: true,
  ownText: () => false,
  changing: [/<shellId: \w+ /g],
  grammar: copilotGrammar,
}

/** A permission payload contains less than the model's call, and reports a new file as an edit. */
function callIn(payload: CaseObject): { readonly tool: string; readonly input: CaseObject } | undefined {
  const tool = payload.toolName ?? payload.tool_name
  const input = payload.toolArgs ?? payload.tool_input ?? payload.toolInput
  if (typeof tool !== 'string') return undefined
  const isNewFile = tool === 'edit' && payload.hookName !== undefined
  return { tool: isNewFile ? 'create' : (OWN_TOOLS[tool] ?? tool), input: (input ?? {}) as CaseObject }
}

function commandLine({ folders, situation, port, recorders, log }: CommandLineInput) {
  const own = join(folders.home, '.copilot')
  mkdirSync(join(own, 'hooks'), { recursive: true })
  const hooks = Object.fromEntries(
    recorders.map(([event, bash]) => [event, [{ type: 'command', bash, timeoutSec: 20 }]]),
  )
  writeFileSync(join(own, 'hooks', '0-recorders.json'), JSON.stringify({ version: 1, hooks }))
  return {
    args: [
      ...['-p', situation.prompt, '--trust-folder', '--no-auto-update', '--disable-builtin-mcps'],
      ...['--no-color', ...(situation.flags ?? [])],
      ...(log === undefined ? [] : ['--log-dir', log, '--log-level', 'all']),
    ],
    env: {
      COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_PROVIDER_WIRE_API: 'responses',
      COPILOT_MODEL: 'mock-model',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_HOME: own,
      // The program unpacks itself there on first start, which takes longer than a run.
      XDG_CACHE_HOME: join(homedir(), '.cache', 'hookbench', 'copilot'),
    },
  }
}

/** What in a file can keep a hook from running: invalid text, an invalid value, a matcher. */
function mayKeepFromRunning(file: ConfigFile, hook: string): readonly ObservedWhyNot[] {
  const whole = 'text' in file ? file.text : JSON.stringify(file.json)
  if (!new RegExp(`"${hook}"`).test(whole)) return []
  if ('text' in file) return whole.includes('"matcher"') ? ['file-rejected', 'matcher'] : ['file-rejected']
  const reasons = new Set<ObservedWhyNot>()
  if (file.json.disableAllHooks === true) reasons.add('switched-off')
  if (/"version":(?!1[,}])|"timeout(?:Sec)?":(?!\d*[1-9])|"env":\{"A":1/.test(whole))
    reasons.add('file-rejected')
  const matchers = [...whole.matchAll(/"matcher":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
    JSON.parse(text),
  )
  if (!matchers.every(isExpression)) reasons.add('file-rejected')
  if (matchers.length > 0) reasons.add('matcher')
  return [...reasons]
}

function isExpression(matcher: string): boolean {
  try {
    return matcher !== '' && new RegExp(matcher) !== undefined
  } catch {
    return false
  }
}
