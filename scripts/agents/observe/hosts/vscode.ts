// VS Code's own agent (Local) in a code-server window: the subjects of its events, and what it adds to its requests.
// The recorders are in a hooks file of the user, beside the scenario's files.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigFile, ObservedWhyNot } from '../case.ts'
import type { EditorHost, EventSubject } from '../host.ts'
import type { RunFolders } from '../runFolders.ts'
import { editorModel, withoutSuffix } from '../wires/editor.ts'
import { vscodeGrammar } from './vscodeGrammar.ts'
import { situations } from './vscodeSituations.ts'

const SUBJECTS: Readonly<Record<string, EventSubject>> = {
  SessionStart: 'session',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'tool',
  PostToolUse: 'result',
  PreCompact: 'compaction',
  SubagentStart: 'subagent',
  SubagentStop: 'stop',
  Stop: 'stop',
}

/** A Node timer with a longer delay fires immediately. */
const LONGEST_SECONDS = 2_147_483

export const vscode: EditorHost = {
  name: 'vscode',
  version: '1.139.1',
  wire: editorModel,
  events: Object.keys(SUBJECTS),
  evidence: ['PostToolUse', 'Stop'],
  situations,
  subject: (event) => SUBJECTS[event] ?? 'other',
  callNumber: withoutSuffix,
  added: {
    result: /<(PreToolUse|PostToolUse)-context>[\s\S]*?<\/\1-context>/g,
    prompt: /Additional instructions from hooks: [\s\S]*?(?=\n<\/|$)/g,
  },
  promptIn: (text) => /<userRequest>\n([\s\S]*?)\n<\/userRequest>/.exec(text)?.[1] ?? text,
  recorders: writeRecorderFile,
  environment: () => ({ headless: false, workspaceTrusted: true, person: 'allows whatever is asked' }),
  refusesInput: (text) => text.startsWith('ERROR while calling tool: '),
  ownRefusal: () => false,
  mayKeepFromRunning,
  chained: true,
  endsAtOnce: (timeout) => timeout <= 0 || timeout > LONGEST_SECONDS,
  ownText: (text) => /<environment_info>|<workspace_info>|<context>/.test(text),
  changing: [],
  grammar: vscodeGrammar,
}

function writeRecorderFile(
  { home }: RunFolders,
  recorders: readonly (readonly [event: string, command: string])[],
): void {
  const hooks = Object.fromEntries(
    recorders.map(([event, command]) => [event, [{ type: 'command', command }]]),
  )
  mkdirSync(join(home, '.copilot/hooks'), { recursive: true })
  writeFileSync(join(home, '.copilot/hooks/recorders.json'), JSON.stringify({ hooks }))
}

/** What in a file can keep a hook from running: invalid text, a switch, the file's location. */
function mayKeepFromRunning(file: ConfigFile, hook: string): readonly ObservedWhyNot[] {
  const whole = 'text' in file ? file.text : JSON.stringify(file.json)
  if (/"chat\.(?:useHooks|hookFilesLocations)"/.test(whole)) return ['switched-off', 'file-not-read']
  if (!new RegExp(`"${hook}"`).test(whole)) return []
  if ('text' in file) return ['file-rejected', 'unknown-event']
  const isClaude = file.path.includes('.claude/')
  return [
    ...(file.json.disableAllHooks === true ? (['switched-off'] as const) : []),
    ...(isClaude ? (['file-not-read'] as const) : []),
    ...(/"type":"(?!command")/.test(whole) ? (['file-rejected'] as const) : []),
  ]
}
