// Codex, headless: starts it against a model on loopback and defines the subjects of its events. Provider and recorders
// are passed as switches, so that a scenario's files stay exactly as written.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../../../../runtime/contract/defined.ts'
import type { CaseObject, ConfigFile, ObservedWhyNot } from '../case.ts'
import type { CommandHost, CommandLineInput, EventSubject } from '../host.ts'
import { openaiResponses } from '../wires/responses.ts'
import { codexGrammar } from './codexGrammar.ts'
import { situations, tour } from './codexSituations.ts'

const SUBJECTS: Readonly<Record<string, EventSubject>> = {
  PreToolUse: 'tool',
  PermissionRequest: 'permission',
  PostToolUse: 'result',
  UserPromptSubmit: 'prompt',
  Stop: 'stop',
  SessionStart: 'session',
  SessionEnd: 'end',
  PreCompact: 'compaction',
}
const BYPASS = '--dangerously-bypass-hook-trust'

export const codex: CommandHost = {
  name: 'codex',
  version: '0.169.0',
  npmPackage: '@openai/codex',
  program: 'node_modules/.bin/codex',
  wire: openaiResponses,
  events: Object.keys(SUBJECTS),
  evidence: ['PostToolUse'],
  situations,
  tour,
  installs: /\.codex-plugin\//,
  complains: /(?:failed to parse hooks|clamping|ignoring|skipping|invalid matcher)[^"]*/i,
  trusting: {
    path: '~/.codex/config.toml',
    text: '[projects."{{project}}"]\ntrust_level = "trusted"\n',
  },
  subject: (event) => SUBJECTS[event] ?? 'other',
  commandLine,
  environment: ({ flags = [], sandbox = 'danger-full-access', model }) => ({
    headless: true,
    workspaceTrusted: false,
    hooksTrusted: true,
    ...(flags.length > 0 ? {} : { permissionMode: 'never', sandbox }),
    ...defined({ model }),
    flags: [BYPASS, ...flags],
  }),
  refusesInput: (text) => text.startsWith('hook returned updatedInput without'),
  ownRefusal: () => false,
  mayKeepFromRunning,
  ownText: () => false,
  changing: [
    /Wall time: [\d.]+ seconds/g,
    /Chunk ID: \w+/g,
    /Original token count: \d+/g,
    /hook_outputs\/\S+/g,
    /Reviewed Codex session id: \S+/g,
  ],
  grammar: codexGrammar,
}

function commandLine({ folders, situation, port, recorders }: CommandLineInput) {
  const provider = {
    name: 'mock',
    base_url: `http://127.0.0.1:${port}/v1`,
    env_key: 'MOCK_KEY',
    wire_api: 'responses',
    request_max_retries: 0,
    stream_max_retries: 0,
  }
  const timeout = (event: string) => (event === 'SessionEnd' ? 3 : 20)
  const settings: readonly (readonly [string, unknown])[] = [
    ['model', situation.model ?? 'mock-model'],
    ['model_provider', 'mock'],
    ['model_providers.mock', provider],
    ['check_for_update_on_startup', false],
    ['analytics.enabled', false],
    ...recorders.map(
      ([event, command]) =>
        [`hooks.${event}`, [{ hooks: [{ type: 'command', command, timeout: timeout(event) }] }]] as const,
    ),
  ]
  const flags = situation.flags ?? ['--sandbox', situation.sandbox ?? 'danger-full-access']
  mkdirSync(join(folders.home, '.codex'), { recursive: true })
  return {
    args: [
      ...['exec', '--json', '--skip-git-repo-check', BYPASS, '--disable', 'plugins', ...flags],
      ...settings.flatMap(([key, value]) => ['-c', `${key}=${inlineToml(value)}`]),
      situation.prompt,
    ],
    env: { MOCK_KEY: 'none', CODEX_HOME: join(folders.home, '.codex') },
  }
}

function inlineToml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineToml).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, inner]) => `${key} = ${inlineToml(inner)}`)
  return `{ ${fields.join(', ')} }`
}

const EVERYTHING = [undefined, null, '', '*', '.*']

/**
 * Every scenario trusts its project and, by a switch, its hooks, so only the file's contents can keep a hook from
 * running.
 */
function mayKeepFromRunning(file: ConfigFile, hook: string): readonly ObservedWhyNot[] {
  if ('text' in file) {
    if (!file.text.includes(`"${hook}"`)) return []
    if (!file.path.endsWith('.toml') || /timeout = (?!\d+$)/m.test(file.text)) return ['file-rejected']
    return file.text.includes('matcher = ') ? ['matcher'] : []
  }
  const groups = Object.values((file.json.hooks ?? {}) as CaseObject).flat() as readonly CaseObject[]
  const holding = groups.find((group) => JSON.stringify(group).includes(`"${hook}"`))
  if (holding === undefined) return []
  const unknown = Object.keys(file.json).some((key) => key !== 'hooks' && key !== 'description')
  const entries = groups.flatMap((group) => (group.hooks ?? []) as readonly CaseObject[])
  const rejected = unknown || entries.some(({ timeout = 1 }) => !Number.isInteger(timeout))
  const matched = EVERYTHING.includes(holding.matcher as string | undefined)
  return [...(rejected ? (['file-rejected'] as const) : []), ...(matched ? [] : (['matcher'] as const))]
}
