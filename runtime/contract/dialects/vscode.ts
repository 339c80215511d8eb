// VS Code's own (Local) agent: entries of .github/hooks, of the user's hooks, of plugins and of Claude Code's settings,
// read and judged as in version 1.139.1. VS Code's Copilot, Claude and Codex sessions are other hosts.
// From top to bottom: events, configuration, planning, reading, judgment.

import Type, { type TProperties, type TSchema } from 'typebox'
import { defined } from '../defined.ts'
import { dialect } from '../dialect.ts'
import type { ModelText, Operation } from '../effect.ts'
import { entryText, type HookEntry, type JsonPath } from '../entry.ts'
import { type EventRecord, event, type ToolInputs } from '../eventRecord.ts'
import type { HostFacts } from '../facts.ts'
import type {
  Combined,
  ConfigurationFile,
  ConfigurationPlace,
  EntryOff,
  EntryPlan,
  EntryProcess,
  EntryRun,
  FileEntries,
  FoundEntry,
  Host,
  HostFiring,
  Judgement,
  MatcherFault,
  NewEntry,
  NextInSequence,
  ProcessContext,
  Rejection,
} from '../host.ts'
import {
  bareEntry,
  commandLine,
  eventKeys,
  kind,
  line,
  record,
  table,
  time,
  unmatched,
} from '../hosts/configuration.ts'
import type { McpNaming } from '../hosts/mcpNames.ts'
import type { HostRules } from '../hosts/rules.ts'
import { isObject, rowOf, valueAt } from '../json.ts'
import { parseJson } from '../parseJson.ts'
import { flag, ignored, maybe, number, oneOf, openObject, openValue, text } from '../shapes.ts'
import { meaning, suggest } from '../suggest.ts'
import { textOfJson } from '../textOfJson.ts'
import type { Raw, ReadContext, ReadEnd, Rejected, Verdict } from '../verdict.ts'
import type { WalkedShape, Word } from '../walk.ts'

// ---- Tools

/** Names contain the first 13 characters of the server, in lower case. */
const mcp: McpNaming = { opens: 'mcp_', joins: '_', servers: /^[a-z0-9_.-]{1,13}$/, tools: /^[\w.-]+$/ }

// ---- Events

const base = <const E extends string>(name: E) => ({
  timestamp: text('When it is fired, as an ISO date.'),
  hook_event_name: Type.Literal(name, {
    description: 'Name of the event, in PascalCase however the file spells it.',
  }),
  session_id: maybe(text('Id of the session.')),
  transcript_path: maybe(text('Path of the transcript file, absolute.')),
  cwd: maybe(text('Where the hook runs, absolute: the workspace, or the `cwd` of its entry.')),
})

const toolCall = {
  tool_name: text("Name of the tool, in VS Code's words: `run_in_terminal`, `create_file`."),
  tool_input: openValue("The tool's input; open because every tool has its own."),
  tool_use_id: text('Id of this tool call; the same before and after it.'),
}
const subagent = {
  agent_id: text('Id of the subagent: that of the tool call that started it.'),
  agent_type: text('Name of the subagent; `default` where it has none.'),
}
const again = { stop_hook_active: flag('True while the agent continues because of a stop hook.') }

const common = {
  continue: maybe(flag('False ends the operation and keeps later hooks from running.')),
  stopReason: maybe(text('Why it ends. It ends it by itself, without `continue`.')),
  systemMessage: maybe(text('A message for the user.')),
}
const context = { additionalContext: maybe(text('Text for the model.')) }
const block = {
  decision: maybe(oneOf('`block` refuses.', 'block')),
  reason: maybe(text('Why.')),
}

/** An answer. Other keys are ignored. */
const answer = <P extends TProperties>(name: string, fields: P) =>
  Type.Object(
    { ...common, ...fields },
    { title: `${name}Output`, description: `What a hook may answer to ${name}.` },
  )

const specific = <const E extends string, P extends TProperties>(name: E, fields: P) => ({
  hookSpecificOutput: maybe(
    Type.Object(
      {
        hookEventName: maybe(
          Type.Literal(name, { description: 'Name of the event; another makes VS Code drop the object.' }),
        ),
        ...fields,
      },
      { description: 'Fields specific to this event.' },
    ),
  ),
})

type More = Pick<EventRecord, 'semantics'> & {
  readonly lifecycle: NonNullable<EventRecord['lifecycle']>
  readonly common?: EventRecord['common']
  readonly words?: NonNullable<EventRecord['words']>
  readonly note?: string
}

const SOURCE =
  'VS Code 1.139.1 with its chat extension 0.67.0: the shipped program, code.visualstudio.com/docs, and runs of it'
const shared = { session: 'session_id', cwd: 'cwd' } as const
const tool = { ...shared, tool: 'tool_name', input: 'tool_input' } as const

const exampleBase = {
  timestamp: '2026-11-21T10:00:00.000Z',
  session_id: '0b0ed516-559d-4f19-b136-8794ad7fe9db',
  transcript_path:
    '/home/ada/.config/Code/User/workspaceStorage/6673b98a/GitHub.copilot-chat/transcripts/0b0ed516-559d-4f19-b136-8794ad7fe9db.jsonl',
  cwd: '/srv/shop',
} as const

/** One event: its payload, its answer, and an example of its own payload fields. */
function localEvent<const E extends string, P extends TProperties, R extends TSchema>(
  name: E,
  summary: string,
  more: More,
  fields: P,
  result: R,
  example: object,
) {
  return event({
    summary,
    source: SOURCE,
    common: shared,
    empty: 'pass',
    onFailure: 'pass',
    ...more,
    payload: Type.Object(
      { ...base(name), ...fields },
      { title: `${name}Input`, description: `Payload of ${name} hooks.` },
    ),
    result,
    verdict: (given, payload) => answerVerdict(name, given, payload),
    example: { ...exampleBase, hook_event_name: name, ...example } as never,
  })
}

const veto = { semantics: 'veto' } as const
const observe = { semantics: 'observe' } as const
const call = {
  tool_name: 'run_in_terminal',
  tool_input: { command: 'npm test', explanation: 'Run the tests', goal: 'Test', mode: 'sync' },
  tool_use_id: 'call_3_0__vscode-1795296341074',
}

const events = {
  SessionStart: localEvent(
    'SessionStart',
    'Runs at the first prompt of a chat. May add context for the model; cannot keep the session from starting.',
    {
      ...observe,
      lifecycle: 'session.start',
      words: { values: { source: { new: 'startup' } } },
    },
    {
      source: Type.Literal('new', { description: 'Why it starts.' }),
      model: maybe(text('Id of the model.')),
      agent_type: maybe(text('Name of the agent, where it is a custom one.')),
    },
    answer('SessionStart', specific('SessionStart', context)),
    { source: 'new', model: 'gpt-5.5' },
  ),
  UserPromptSubmit: localEvent(
    'UserPromptSubmit',
    'Runs when a prompt is sent, by the user or to a subagent. May block it or add to it.',
    { ...veto, lifecycle: 'prompt', common: { ...shared, prompt: 'prompt' } },
    { prompt: text('What the user wrote, or the task of the subagent.') },
    answer('UserPromptSubmit', { ...block, ...context, ...specific('UserPromptSubmit', context) }),
    { prompt: 'Make the tests pass.' },
  ),
  PreToolUse: localEvent(
    'PreToolUse',
    'Runs before a tool call, regardless of the matcher. May allow, deny or ask about it, and replace its input.',
    { ...veto, lifecycle: 'tool.before', common: tool },
    toolCall,
    answer(
      'PreToolUse',
      specific('PreToolUse', {
        permissionDecision: maybe(oneOf('The decision about the call.', 'allow', 'deny', 'ask')),
        permissionDecisionReason: maybe(text('Why; for a denial, shown to the model.')),
        updatedInput: maybe(
          openObject('The whole input to use instead; open because every tool has its own.'),
        ),
        ...context,
      }),
    ),
    call,
  ),
  PostToolUse: localEvent(
    'PostToolUse',
    'Runs after a tool call that did not fail. Its context reaches the model one request later, or never.',
    {
      ...veto,
      lifecycle: 'tool.after',
      common: { ...tool, output: 'tool_response', text: 'tool_response' },
      note: 'VS Code does not wait for the hook before the next model request (microsoft/vscode#311138, #314118).',
    },
    {
      ...toolCall,
      tool_response: text("The tool's result; empty for tools that read, write or list files."),
    },
    answer('PostToolUse', { ...block, ...specific('PostToolUse', context) }),
    { ...call, tool_response: '12 passed\n' },
  ),
  PreCompact: localEvent(
    'PreCompact',
    'Runs before VS Code compacts a conversation by itself, not at /compact. Decides nothing.',
    { ...observe, lifecycle: 'compact.before' },
    {
      trigger: Type.Literal('auto', { description: 'What triggered it.' }),
      custom_instructions: maybe(text('What the summary is to look at.')),
    },
    ignored,
    { trigger: 'auto' },
  ),
  SubagentStart: localEvent(
    'SubagentStart',
    'Runs when a subagent starts. May add to its context; cannot keep it from starting.',
    { ...observe, lifecycle: 'subagent.before' },
    subagent,
    answer('SubagentStart', specific('SubagentStart', context)),
    { agent_id: 'call_217_0', agent_type: 'default' },
  ),
  SubagentStop: localEvent(
    'SubagentStop',
    'Runs when a subagent is about to stop. May keep it going, any number of times.',
    { ...veto, lifecycle: 'subagent.after' },
    { ...subagent, ...again },
    answer('SubagentStop', specific('SubagentStop', block)),
    { agent_id: 'call_217_0', agent_type: 'default', stop_hook_active: false },
  ),
  Stop: localEvent(
    'Stop',
    'Runs when the agent is about to stop, also after a model request that failed. May keep it going, any number of times.',
    { ...veto, lifecycle: 'stop' },
    again,
    answer('Stop', specific('Stop', block)),
    { stop_hook_active: false },
  ),
} as const

type LocalEvent = keyof typeof events

const EVENTS: readonly string[] = Object.keys(events)

// ---- Tools

/** An input with further fields that are not documented. */
const known = (fields: TProperties) => Type.Object(fields, { additionalProperties: true })

const filePath = text('The file, absolute.')

/** Input shapes of the tools that hooks commonly check; all others are open. */
const toolInputs: ToolInputs = {
  run_in_terminal: known({
    command: text('The command line.'),
    explanation: maybe(text('What the command does.')),
    goal: maybe(text('What it is for.')),
    mode: maybe(text('Whether it is waited for.')),
    isBackground: maybe(flag('True runs it in the background.')),
    timeout: maybe(number('Milliseconds until it is stopped.')),
  }),
  read_file: known({
    filePath,
    startLine: maybe(number('The first line to read.')),
    endLine: maybe(number('The last line to read.')),
  }),
  create_file: known({ filePath, content: text('The new content of the file.') }),
  replace_string_in_file: known({
    filePath,
    oldString: text('The text to replace.'),
    newString: text('The replacement.'),
  }),
  multi_replace_string_in_file: known({
    explanation: maybe(text('What the changes are for.')),
    replacements: Type.Array(
      known({
        filePath: maybe(filePath),
        oldString: maybe(text('The text to replace.')),
        newString: maybe(text('The replacement.')),
      }),
      { description: 'The replacements, in order.' },
    ),
  }),
  insert_edit_into_file: known({
    filePath,
    explanation: maybe(text('What the change is for.')),
    code: text('The change.'),
  }),
  list_dir: known({ path: text('The folder.') }),
  file_search: known({ query: text('The pattern of the paths.') }),
  grep_search: known({
    query: text('What to look for.'),
    isRegexp: maybe(flag('True takes it as a regular expression.')),
  }),
  runSubagent: known({
    prompt: text('What the agent is to do.'),
    description: maybe(text('The same in a few words.')),
  }),
}

// ---- Configuration: which files, and what in them is an entry

/** Folder of the user's settings below the home folder. */
const userData: Readonly<Record<string, string>> = {
  linux: '.config/Code/User',
  darwin: 'Library/Application Support/Code/User',
  win32: 'AppData/Roaming/Code/User',
}

const settingsFile = { format: 'jsonc', index: true } as const

const places: readonly ConfigurationPlace[] = [
  ...Object.entries(userData).map(
    ([platform, folder]): ConfigurationPlace => ({
      ...settingsFile,
      scope: 'user',
      base: 'home',
      path: `${folder}/settings.json`,
      platform,
      ...(platform === 'linux' ? { movedBy: 'XDG_CONFIG_HOME' } : {}),
    }),
  ),
  { scope: 'user', base: 'home', path: '.copilot/hooks/*.json', format: 'jsonc' },
  { scope: 'project', base: 'workspace', path: '.github/hooks/*.json', format: 'jsonc' },
]

const settings: readonly Word[] = [
  { name: 'chat.useHooks', about: 'Whether hooks run at all.' },
  { name: 'chat.useClaudeHooks', about: 'Whether VS Code reads the files of Claude Code.' },
  {
    name: 'chat.useCustomizationsInParentRepositories',
    about: 'Whether hooks of the folders above count.',
  },
]

/** The folder from `--user-data-dir`, and single settings. */
function given(flags: readonly string[]): readonly ConfigurationPlace[] {
  const single = settings.flatMap(({ name }) => {
    const value = valuesOf(flags, name).at(-1)
    return value === undefined ? [] : [[name, value === 'true'] as const]
  })
  return [
    ...valuesOf(flags, '--user-data-dir').map(
      (folder): ConfigurationPlace => ({
        ...settingsFile,
        scope: 'user',
        base: 'system',
        path: `${folder}/User/settings.json`,
      }),
    ),
    ...(single.length === 0
      ? []
      : [
          {
            ...settingsFile,
            scope: 'flag',
            base: 'system',
            path: '/--setting/settings.json',
            text: JSON.stringify(Object.fromEntries(single)),
          } satisfies ConfigurationPlace,
        ]),
  ]
}

function valuesOf(flags: readonly string[], ...names: readonly string[]): readonly string[] {
  return flags.flatMap((one, index) => {
    const name = names.find((wanted) => one === wanted || one.startsWith(`${wanted}=`))
    if (name === undefined) return []
    const value = one === name ? flags[index + 1] : one.slice(name.length + 1)
    return value === undefined ? [] : [value]
  })
}

/** Files that settings lead to: Claude Code's, other folders, parent folders, plugins and custom agents. */
function further(
  read: readonly ConfigurationFile[],
  { root }: { readonly root: string },
): readonly ConfigurationPlace[] {
  const settings = settingsOf(read)
  const { locations, claude, parents } = settings
  const built: readonly ConfigurationPlace[] = [
    ...(claude ? CLAUDE : []),
    ...AGENTS,
    ...[...locations].flatMap(([path, on]) => (on ? extraPlaces(path) : [])),
  ]
  const above = [...places, ...built]
    .filter(({ base, index }) => base === 'workspace' && index !== true)
    .map((place): ConfigurationPlace => ({ ...place, base: 'checkout' }))
  return [
    { ...settingsFile, scope: 'project', base: 'workspace', path: '.vscode/settings.json' },
    ...built,
    ...(parents ? above : []),
    ...pluginFolders(settings, root).flatMap(pluginFiles),
  ]
}

const CLAUDE: readonly ConfigurationPlace[] = [
  { scope: 'user', base: 'home', path: '.claude/settings.json', format: 'jsonc', borrowed: true },
  { scope: 'local', base: 'workspace', path: '.claude/settings.local.json', format: 'jsonc', borrowed: true },
  { scope: 'project', base: 'workspace', path: '.claude/settings.json', format: 'jsonc', borrowed: true },
]

const AGENTS: readonly ConfigurationPlace[] = (
  [
    ['home', '.copilot/agents'],
    ['home', '.claude/agents'],
    ['workspace', '.github/agents'],
    ['workspace', '.claude/agents'],
  ] as const
).map(([from, folder]) => ({
  ...{ scope: 'agent', base: from, path: `${folder}/*.md`, format: 'frontmatter' },
  ...(folder.startsWith('.claude') ? { borrowed: true } : {}),
}))

/** Built-in places, by their names in `chat.hookFilesLocations`. */
const KNOWN: readonly string[] = [
  '~/.copilot/hooks',
  '~/.claude/settings.json',
  '.github/hooks',
  '.claude/settings.local.json',
  '.claude/settings.json',
]

/** A file or folder in `chat.hookFilesLocations`: neither absolute nor a pattern. */
function extraPlaces(path: string): readonly ConfigurationPlace[] {
  if (KNOWN.includes(path) || /^(?:[A-Za-z]:[\\/]|\/|~(?!\/))|[\\*?[\]{}]/.test(path)) return []
  const bare = path.replace(/^~\//, '').replace(/\/+$/, '')
  const place = path.startsWith('~/')
    ? ({ scope: 'user', base: 'home' } as const)
    : ({ scope: 'project', base: 'workspace' } as const)
  return [{ ...place, path: bare.toLowerCase().endsWith('.json') ? bare : `${bare}/*.json`, format: 'jsonc' }]
}

/** Plugin folders: those in `chat.pluginLocations`, and those that are installed and enabled. */
function pluginFolders({ plugins, enabled }: Settings, root: string): readonly ConfigurationPlace[] {
  const named = plugins.map(
    (path): ConfigurationPlace =>
      path.startsWith('~/')
        ? { ...PLUGIN, base: 'home', path: path.slice(2) }
        : { ...PLUGIN, base: 'system', path: path.startsWith('/') ? path : `${root}/${path}` },
  )
  const installed = enabled.flatMap((id): ConfigurationPlace[] => {
    const [, name, market] = /^([\w.-]+)@([\w.-]+)$/.exec(id) ?? []
    const path = `.copilot/installed-plugins/${market}/${name}`
    return name === undefined ? [] : [{ ...PLUGIN, base: 'home', path }]
  })
  return [...named, ...installed]
}

const PLUGIN = { scope: 'plugin', format: 'jsonc' } as const

/** Manifests, and the hooks files of every plugin format. */
function pluginFiles(folder: ConfigurationPlace): readonly ConfigurationPlace[] {
  const bare = folder.path.replace(/\/+$/, '')
  const owner = bare.split('/').at(-1) ?? bare
  const at = (path: string): ConfigurationPlace => ({ ...folder, owner, path: `${bare}/${path}` })
  return [
    ...['.plugin/plugin.json', '.claude-plugin/plugin.json'].map((path) => ({
      ...at(path),
      index: true as const,
    })),
    at('hooks/hooks.json'),
    at('hooks.json'),
  ]
}

/** The format of a file, by its path alone. */
function formOf({ place, path }: ConfigurationFile): 'claude' | 'agent' | 'plugin' | 'copilot' {
  if (place.scope === 'agent' || place.scope === 'plugin') return place.scope
  return /\.claude\/settings(?:\.local)?\.json$/i.test(path) ? 'claude' : 'copilot'
}

/** In execution order: the user's, the workspace's, then agents and plugins. */
function inOrder<F extends ConfigurationFile>(files: readonly F[]): readonly F[] {
  return files.toSorted((one, two) => rankOf(one) - rankOf(two))
}

function rankOf({ place: { base, path, scope } }: ConfigurationFile): number {
  if (scope === 'plugin') return 20
  if (scope === 'agent') return 30
  const named = `${base === 'home' ? '~/' : ''}${path.replace(/\/\*\.json$/, '')}`
  const known = KNOWN.indexOf(named)
  const [firstOfUser, firstOfProject] = [0, 10]
  const first = base === 'home' ? firstOfUser : firstOfProject
  return known === -1 ? first + 9 : first + known
}

/** Event names in files of the Copilot CLI. */
const CAMEL_CASE: Readonly<Record<string, string>> = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  userPromptSubmitted: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  agentStop: 'Stop',
  subagentStop: 'SubagentStop',
  errorOccurred: 'ErrorOccurred',
}

/** Events that files may contain but this agent never fires. */
const NEVER_FIRED: readonly string[] = ['SessionEnd', 'ErrorOccurred']

/** The entries that VS Code loads from a file, or why it loads none. */
function entriesOf(file: ConfigurationFile, platform: string): FileEntries {
  const { value } = file
  const form = formOf(file)
  const entries: FoundEntry[] = []
  const rejections: Rejection[] = []
  const reject = (level: Rejection['level'], at: JsonPath, message: string, severity?: 'info') =>
    rejections.push({ level, at, message, ...defined({ severity }) })
  if (!isObject(value)) {
    reject('file', [], 'The file is not an object, so VS Code ignores it.')
    return { entries, rejections }
  }
  const at = form === 'plugin' && !isObject(value.hooks) ? [] : ['hooks']
  const hooks = at.length === 0 ? value : value.hooks
  if (!isObject(hooks)) {
    const isMissing = hooks === undefined && form !== 'copilot'
    const wrong = hooks === undefined ? 'There is no "hooks"' : '"hooks" is not an object'
    if (!isMissing) reject('file', ['hooks'], `${wrong}, so VS Code ignores the file.`)
    return { entries, rejections }
  }
  const names = Object.keys(hooks)
  const spellings = Map.groupBy(names, nameOf)
  for (const key of names) {
    const list = hooks[key]
    // A plugin's file may have other keys beside its events.
    if (at.length === 0 && !Array.isArray(list)) continue
    const name = nameOf(key)
    const where = [...at, key]
    const same = form === 'copilot' ? (spellings.get(name) ?? []) : []
    const other = same.slice(same.indexOf(key) + 1).find((one) => takesAny(hooks[one]))
    if (!EVENTS.includes(name)) rejections.push(unknownEvent(key, name, where, isForAll(file)))
    else if (!Array.isArray(list)) reject('event', where, `"${key}" is not an array, so VS Code skips it.`)
    else if (other !== undefined)
      reject(
        'event',
        where,
        `"${other}" below is the same event, and VS Code reads only the last one.`,
        // Nothing is lost where the file repeats its commands for another host.
        runsAll(hooks[other], list) ? 'info' : undefined,
      )
    for (const [rank, item] of listOf(list).entries()) readItem(name, item, [...where, rank])
  }
  return { entries, rejections }

  function nameOf(key: string): string {
    return (takesCamelCase(file) ? rowOf(CAMEL_CASE, key) : undefined) ?? key
  }

  function readItem(name: string, item: unknown, where: JsonPath): void {
    if (!isObject(item)) {
      reject('entry', where, 'An entry is not an object, so VS Code skips it.')
      return
    }
    if (!Array.isArray(item.hooks)) {
      readEntry(name, item, {}, where)
      return
    }
    const { hooks: inner, ...group } = item
    for (const [rank, one] of item.hooks.entries())
      if (isObject(one)) readEntry(name, one, group, [...where, 'hooks', rank])
      else reject('entry', [...where, 'hooks', rank], 'An entry is not an object, so VS Code skips it.')
  }

  function readEntry(name: string, fields: Json, group: Json, where: JsonPath): void {
    const { type = 'command', cwd, exec } = fields
    const command = commandOf(fields, platform)
    // What only Copilot's form of the file has is written for Copilot, which reports what is wrong there.
    const isCopilots =
      form === 'copilot' && (typeof objectOf(value).version === 'number' || exec !== undefined)
    if (type !== 'command')
      reject(
        'entry',
        where,
        `VS Code runs entries of the type "command" only, so it skips this one.`,
        isCopilots ? 'info' : undefined,
      )
    else if (command === undefined)
      reject(
        'entry',
        where,
        'The entry has no command for this system, so VS Code skips it.',
        // The entry may be meant for another system.
        isCopilots || PLATFORMS.some((one) => commandOf(fields, one) !== undefined) ? 'info' : undefined,
      )
    const matcher = [fields.matcher, group.matcher].find((one) => typeof one === 'string')
    entries.push({
      event: name,
      matcher: matcher as string | undefined,
      kind: typeof type === 'string' ? type : 'command',
      command: command ?? '',
      fields,
      group,
      at: where,
      ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
    })
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function takesCamelCase(file: ConfigurationFile): boolean {
  const form = formOf(file)
  if (form === 'agent') return objectOf(file.value).target === 'github-copilot'
  return form !== 'claude'
}

/** Whether VS Code accepts at least one entry of a list, even if it then skips it for lack of a command. */
function takesAny(list: unknown): boolean {
  return takenOf(list).length > 0
}

function takenOf(list: unknown): readonly Json[] {
  return listOf(list)
    .flatMap((item) => (isObject(item) && Array.isArray(item.hooks) ? item.hooks : [item]))
    .filter((one) => isObject(one) && (one.type ?? 'command') === 'command')
}

/** Whether a list runs all commands of another on every system. */
function runsAll(list: unknown, others: unknown): boolean {
  return PLATFORMS.every((platform) => {
    const commands = new Set(takenOf(list).map((one) => commandOf(one, platform)))
    return takenOf(others).every((one) => commands.has(commandOf(one, platform)))
  })
}

/** Whether other hosts read the file as well, so that its content may be meant for them. */
function isForAll(file: ConfigurationFile): boolean {
  const form = formOf(file)
  return form === 'agent' ? takesCamelCase(file) : form !== 'copilot' || isShared(file.path)
}

/** Copilot CLI also reads these folders, plugin files and Claude Code's files; no other host reads an agent's hooks. */
function isShared(path: string): boolean {
  return /(?:^|[\\/])(?:\.(?:github|copilot|claude)[\\/]|hooks\.json$)/i.test(path) && !/\.md$/i.test(path)
}

// Other hosts that read the file may have the event.
function unknownEvent(key: string, name: string, at: JsonPath, isForOthers: boolean): Rejection {
  const isKnown = NEVER_FIRED.includes(name)
  const near = isKnown ? undefined : suggest(key, EVENTS)
  const what = isKnown ? `VS Code never fires "${key}"` : `VS Code has no event "${key}"`
  return {
    level: 'event',
    at,
    message: `${what}, so its entries never run there.`,
    unknownEvent: true,
    // The same name in another letter case belongs to Copilot CLI, which reads the file as well.
    severity:
      isForOthers && (near === undefined || near.toLowerCase() === key.toLowerCase()) ? 'info' : 'warning',
    ...meaning(near),
  }
}

const PLATFORMS = ['win32', 'darwin', 'linux']

/** The command for a platform; undefined where there is none. */
function commandOf(
  { command, bash, powershell, windows, linux, osx }: Json,
  platform: string,
): string | undefined {
  const own =
    platform === 'win32' ? [windows, powershell] : platform === 'darwin' ? [osx, bash] : [linux, bash]
  return [...own, command].find((one): one is string => typeof one === 'string' && one !== '')
}

type Json = Readonly<Record<string, unknown>>

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

// ---- All files combined

type Settings = {
  /** `chat.useHooks`, `chat.useClaudeHooks`, `chat.useCustomizationsInParentRepositories`. */
  readonly hooks: boolean
  readonly claude: boolean
  readonly parents: boolean
  /** `chat.hookFilesLocations`: whether each place is read. */
  readonly locations: ReadonlyMap<string, boolean>
  readonly plugins: readonly string[]
  readonly enabled: readonly string[]
  /** No tool requires approval. */
  readonly approved: boolean
  /** `chat.tools.edits.autoApprove`: every file edit requires approval. */
  readonly editsPrompt: boolean
  readonly hooksIn: string | undefined
}

/** Places of hooks that VS Code does not read, and hooks in its settings, where they have no effect. */
function leads({ path, value }: ConfigurationFile): readonly Rejection[] {
  if (!path.endsWith('/settings.json')) return []
  const { hooks, [LOCATIONS]: locations } = objectOf(value)
  const found: Rejection[] = []
  const isList = ([name, entries]: [string, unknown]) => EVENTS.includes(name) && Array.isArray(entries)
  if (Object.entries(objectOf(hooks)).some(isList))
    found.push(unread(['hooks'], 'VS Code does not read hooks in its settings, so none of these run.'))
  if (locations !== undefined && locations !== null && !isObject(locations))
    found.push(
      unread([LOCATIONS], `"${LOCATIONS}" is not an object, so VS Code searches none of these places.`),
    )
  for (const key of Object.keys(objectOf(locations)))
    if (/^(?:\/|[A-Za-z]:)|\\/.test(key))
      found.push(
        unread(
          [LOCATIONS, key],
          `VS Code accepts only paths in the workspace and in ~/ here, so it does not search "${key}" for hooks.`,
        ),
      )
  return found
}

const LOCATIONS = 'chat.hookFilesLocations'

function unread(at: JsonPath, message: string): Rejection {
  return { level: 'entry', at, message, severity: 'warning' }
}

/** The user's settings, overridden by the workspace's. */
function settingsOf(read: readonly ConfigurationFile[]): Settings {
  const files = read.filter(({ place, path }) => place.index === true && path.endsWith('/settings.json'))
  const last = (key: string) => files.findLast(({ value }) => objectOf(value)[key] !== undefined)
  const saying = (key: string, otherwise: unknown) => objectOf(last(key)?.value)[key] ?? otherwise
  const merged = (key: string) =>
    Object.entries(Object.assign({}, ...files.map(({ value }) => objectOf(objectOf(value)[key]))) as Json)
  const switchedOn = (key: string) => merged(key).flatMap(([name, on]) => (on === false ? [] : [name.trim()]))
  const hasPlugins = saying('chat.plugins.enabled', true) !== false
  return {
    hooks: Boolean(saying('chat.useHooks', true)),
    hooksIn: last('chat.useHooks')?.path,
    claude: saying('chat.useClaudeHooks', false) !== false,
    parents: saying('chat.useCustomizationsInParentRepositories', false) === true,
    locations: new Map(
      merged('chat.hookFilesLocations').flatMap(([path, on]) => {
        const word = typeof on === 'string' ? on.trim().toLowerCase() : textOfJson(on)
        const isValid = path.trim() !== '' && (word === 'true' || word === 'false')
        return isValid ? [[path.trim(), word === 'true'] as const] : []
      }),
    ),
    plugins: hasPlugins ? switchedOn('chat.pluginLocations') : [],
    enabled: hasPlugins ? switchedOn('chat.plugins.enabledPlugins') : [],
    approved: saying('chat.tools.global.autoApprove', false) === true,
    editsPrompt: merged('chat.tools.edits.autoApprove').some(([path, on]) => path === '**/*' && on === false),
  }
}

function combine(files: readonly ConfigurationFile[], { workspaceTrusted, flags }: HostFacts): Combined {
  const settings = settingsOf(files)
  const off = (file: ConfigurationFile): EntryOff | undefined => {
    const { place, value, path } = file
    const named = `${place.base === 'home' ? '~/' : ''}${place.path.replace(/\/\*\.json$/, '')}`
    if (!workspaceTrusted)
      return { why: 'untrusted', text: 'VS Code does not trust this folder, so it runs no hooks in it.' }
    if (!settings.hooks)
      return {
        why: 'switched-off',
        text: `Switched off by "chat.useHooks" in ${settings.hooksIn}.`,
        ...(settings.hooksIn === undefined ? {} : { by: { path: settings.hooksIn, at: ['chat.useHooks'] } }),
      }
    if (settings.locations.get(named) === false)
      return { why: 'file-not-read', text: `"chat.hookFilesLocations" switches ${named} off.` }
    const form = formOf(file)
    if ((form === 'claude' || form === 'plugin') && objectOf(value).disableAllHooks === true)
      return {
        why: 'switched-off',
        text: `Switched off by "disableAllHooks" in ${path}.`,
        by: { path, at: ['disableAllHooks'] },
      }
    if (form === 'plugin' && path.endsWith('/hooks/hooks.json') !== hasManifest(path, files))
      return { why: 'file-not-read', text: 'A plugin of this form keeps its hooks in another file.' }
    return undefined
  }
  return {
    off,
    env: (file) => pluginVariables(file, files),
    settings: {
      approved: settings.approved,
      editsPrompt: settings.editsPrompt,
      root: files.map(workspaceOf).find((one) => one !== undefined),
      agent: valuesOf(flags, '--mode', '-m').at(-1),
      agents: Object.fromEntries(files.flatMap((file) => agentName(file))),
    },
  }
}

/** The workspace folder, derived from the place of a file. */
function workspaceOf({ place, path }: ConfigurationFile): string | undefined {
  const steps = place.path.split('/').length
  return place.base === 'workspace' ? path.split('/').slice(0, -steps).join('/') : undefined
}

function pluginRoot(path: string): string {
  return path.replace(/\/(?:hooks\/)?hooks\.json$/, '')
}

function hasManifest(path: string, files: readonly ConfigurationFile[]): boolean {
  return files.some((file) => file.place.index === true && file.path.startsWith(`${pluginRoot(path)}/`))
}

/** Variables for the folder of a plugin that has its own manifest. */
function pluginVariables(
  { place, path }: ConfigurationFile,
  files: readonly ConfigurationFile[],
): Readonly<Record<string, string>> {
  if (place.scope !== 'plugin') return {}
  const folder = pluginRoot(path)
  const has = (manifest: string) => files.some((file) => file.path === `${folder}/${manifest}`)
  if (has('.plugin/plugin.json')) return { PLUGIN_ROOT: folder }
  return has('.claude-plugin/plugin.json') ? { CLAUDE_PLUGIN_ROOT: folder } : {}
}

/** The name of a custom agent: from its frontmatter, or from its file name. */
function agentName({ place, path, value }: ConfigurationFile): readonly (readonly [string, string])[] {
  if (place.scope !== 'agent') return []
  const { name } = objectOf(value)
  const file = path.split('/').at(-1) ?? path
  return [[path, typeof name === 'string' ? name : file.replace(/(?:\.agent)?\.md$/, '')]]
}

const DEFAULT_SECONDS = 30
/** Maximum of Node's timers; a larger delay expires at once. */
const LONGEST_MS = 2_147_483_647

function timeoutMs({ fields: { timeout, timeoutSec } }: FoundEntry): number {
  const seconds = [timeout, timeoutSec].find((one) => typeof one === 'number') ?? DEFAULT_SECONDS
  const ms = (seconds as number) * 1000
  return ms > LONGEST_MS ? 0 : Math.max(ms, 0)
}

// ---- Which entries run on a payload

function matcherFault(name: string, matcher: string | undefined, file: string): MatcherFault | undefined {
  if (matcher === undefined || matcher === '' || matcher === '*' || !EVENTS.includes(name)) return undefined
  const isTool = name === 'PreToolUse' || name === 'PostToolUse'
  const each = isTool ? 'for every tool' : `at every ${name}`
  return {
    message: `VS Code ignores matchers: this runs ${each}.`,
    ...(isTool ? { fix: 'Check "tool_name" in the script.' } : {}),
    severity: isShared(file) ? 'info' : 'warning',
  }
}

function plan(
  { event: name, payload, settings }: HostFiring,
  entries: readonly HookEntry[],
): readonly EntryPlan[] {
  return entries.map((entry): EntryPlan => {
    const agent = objectOf(settings.agents)[entry.file]
    if (entry.scope === 'agent' && agent !== settings.agent && agent !== valueAt(payload, 'agent_type'))
      return { run: false, why: 'not-fired', text: `it runs only in the agent ${textOfJson(agent)}` }
    // Only the shell is killed, not its children: a time-out is effective only for a program that replaces the shell.
    const ends = /^\s*exec\s/.test(entry.command)
    return {
      run: true,
      // After a tool, the turn continues at once; only the hooks wait for each other.
      waits: name !== 'PostToolUse',
      ...(ends ? {} : { outlasts: true }),
      ...(entry.copies > 1 ? { times: entry.copies } : {}),
    }
  })
}

/** Whether an event fires; activity without a payload is passed in `happening`. */
function fires({ event: name, facts: { happening } }: HostFiring): boolean {
  if (happening === undefined) return true
  const { what, result, by, text, nthInSession = 1, nothingToCompact } = happening
  if (what === 'tool-call') {
    const isCalled = result === undefined || result === 'ok' || result === 'nonzero-exit'
    if (name === 'PreToolUse') return isCalled || result === 'error' || result === 'denied-by-host'
    if (name === 'PostToolUse') return isCalled
  }
  // A chat command that the user types is not a prompt.
  const isCommand = what === 'prompt' && text !== undefined && /^\/compact\b/.test(text)
  if (name === 'SessionStart') return nthInSession <= 1
  if (name === 'UserPromptSubmit' || name === 'Stop') return !isCommand
  if (name === 'PreCompact') return by !== 'person' && nothingToCompact !== true && !isCommand
  return true
}

// ---- Shapes for completion and hovers

function shape({ scope }: Pick<ConfigurationPlace, 'scope'>): WalkedShape {
  const variables =
    scope === 'plugin' ? [{ name: 'CLAUDE_PLUGIN_ROOT', about: 'The folder of the plugin, absolute.' }] : []
  return table({ hooks: eventKeys(events, (name) => entryShape(name, variables)) }, { required: ['hooks'] })
}

function entryShape(name: string, variables: readonly Word[]): WalkedShape {
  const command = (description: string) => commandLine(description, variables)
  const seconds = timeoutMs(bareEntry(name)) / 1000
  return table(
    {
      type: kind('command', 'Runs a command: the payload is on its standard input.'),
      command: command('The command line on every system for which there is no other.'),
      windows: command('The command line on Windows.'),
      linux: command('The command line on Linux.'),
      osx: command('The command line on macOS.'),
      timeout: time('seconds', 'How long VS Code waits for it', seconds),
      timeoutSec: { ...time('seconds', 'Another name of `timeout`'), deprecated: true },
      bash: { ...command('The command line on Linux and macOS.'), deprecated: true },
      powershell: { ...command('The command line on Windows.'), deprecated: true },
      cwd: line('The folder it runs in, from the workspace.'),
      env: record('Variables of its process.'),
      matcher: unmatched('VS Code ignores matchers: the entry runs every time.'),
    },
    { required: ['type', 'command'] },
  )
}

// ---- Reading: the meaning of exit code and output

/** The result of one run, before event-specific rules. */
type Outcome =
  /** `stop`: ends the operation, and later hooks do not run. */
  | { readonly kind: 'success'; readonly output: unknown; readonly stop?: string; readonly message?: string }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'warning'; readonly message: string }

function outcomeOf(name: string, { exitCode, stdout, stderr }: Raw): Outcome {
  const message = withoutColors(stderr)
  if (exitCode === 2) return { kind: 'error', message: message }
  if (exitCode !== 0) return { kind: 'warning', message: message }
  if (stdout === '') return { kind: 'success', output: undefined }
  try {
    return answerOutcome(name, parseJson(stdout))
  } catch {
    return { kind: 'success', output: stdout }
  }
}

function answerOutcome(name: string, value: unknown): Outcome {
  if (value === null) return { kind: 'warning', message: OF_NULL }
  if (typeof value !== 'object') return { kind: 'success', output: value }
  const { hookEventName, continue: goesOn, stopReason, systemMessage, ...rest } = value as Json
  if (!isOwnName(hookEventName, name)) return { kind: 'success', output: undefined }
  const { hookSpecificOutput: own, ...others } = rest
  const output = isOwnName(objectOf(own).hookEventName, name) ? rest : others
  const stop = typeof stopReason === 'string' ? stopReason : goesOn === false ? '' : undefined
  return {
    kind: 'success',
    output,
    ...defined({ stop }),
    ...(typeof systemMessage === 'string' ? { message: systemMessage } : {}),
  }
}

/** VS Code's error for the answer `null`. */
const OF_NULL = "Cannot read properties of null (reading 'stopReason')"

// In one direction only: an answer with the name of Stop also counts at SubagentStop.
const ALSO: Readonly<Record<string, string>> = { SubagentStop: 'Stop', SubagentStart: 'SessionStart' }

function isOwnName(value: unknown, name: string): boolean {
  return typeof value !== 'string' || value === name || value === ALSO[name]
}

const ESC = '\u001B'
/** Terminal escape sequences, such as colors. */
const CONTROLS = new RegExp(
  `${ESC}(?:\\[[0-9;:?<=>]*[ -/]*[@-~]|\\][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)?|[@-Z\\\\-_])`,
  'g',
)

function withoutColors(text: string): string {
  return text.replaceAll(CONTROLS, '')
}

/** Events at which exit code 2 denies. */
const REFUSED_BY_EXIT: readonly string[] = [
  ...['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStop', 'Stop'],
]

/**
 * Events at which exit code 2 makes the agent continue with standard error as the reason; without it, it has no effect.
 */
const STOPS: readonly string[] = ['SubagentStop', 'Stop']

function readEnd(raw: Raw, record: EventRecord, { payload }: ReadContext): ReadEnd {
  const name = Object.entries(events).find(([, one]) => one.payload === record.payload)?.[0] ?? ''
  const { exitCode, signal } = raw
  const outcome = outcomeOf(name, raw)
  if (outcome.kind === 'error' && !REFUSED_BY_EXIT.includes(name))
    return crashed(`exit code 2, which decides nothing at ${name}`)
  if (outcome.kind === 'error' && STOPS.includes(name) && outcome.message === '')
    return crashed('exit code 2 with nothing on standard error')
  if (outcome.kind === 'warning' && exitCode === 0)
    return {
      kind: 'failed',
      reason: 'invalid',
      message: 'printed null; VS Code goes on as if it had not run',
    }
  if (outcome.kind === 'warning')
    return crashed(exitCode === undefined ? `was ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`)
  if (outcome.kind === 'success' && typeof outcome.output === 'string' && outcome.output === raw.stdout)
    return {
      kind: 'failed',
      reason: 'unreadable',
      message: 'printed text that is not JSON; VS Code goes on as if it had not run',
    }
  const result = exitCode === 0 && raw.stdout !== '' ? (parseJson(raw.stdout) as unknown) : undefined
  return { kind: 'verdict', verdict: verdictOf(name, outcome, payload), result }
}

function crashed(how: string): ReadEnd {
  return { kind: 'failed', reason: 'crashed', message: `${how}; VS Code goes on as if it had not run` }
}

/** The verdict of a JSON answer alone, for callers without output streams. */
function answerVerdict(name: string, json: unknown, payload: unknown): Verdict<never> | Rejected {
  if (!isOwnName(objectOf(json).hookEventName, name))
    return { rejected: `"hookEventName" is not ${name}, so VS Code drops the answer` }
  return verdictOf(name, answerOutcome(name, json), payload)
}

function verdictOf(name: string, outcome: Outcome, payload: unknown): Verdict<never> {
  if (outcome.kind === 'warning') return {}
  if (outcome.kind === 'error')
    return outcome.message === '' ? { decision: 'deny' } : { decision: 'deny', reason: outcome.message }
  const { output, stop, message } = outcome
  const contexts = contextsIn(name, output)
  return {
    ...decisionOf(name, output, payload),
    ...(contexts.length === 0 ? {} : { context: contexts }),
    ...(message === undefined ? {} : { notes: [message] }),
    ...(stop === undefined ? {} : { run: { ends: true, reason: stop } }),
  }
}

function ownOf(output: unknown): Json {
  return objectOf(objectOf(output).hookSpecificOutput)
}

/** The value as a text; falsy values are ignored, as in JavaScript. */
function wordOf(value: unknown): string | undefined {
  return value ? textOfJson(value) : undefined
}

function contextsIn(name: string, output: unknown): readonly string[] {
  if (name === 'PreCompact' || STOPS.includes(name)) return []
  const { additionalContext } = ownOf(output)
  const flat = name === 'UserPromptSubmit' ? objectOf(output).additionalContext : undefined
  const context = wordOf(additionalContext ?? flat)
  return context === undefined ? [] : [context]
}

/** Permission decisions, the weakest first. */
const DECISIONS = ['allow', 'ask', 'deny'] as const

function permissionIn(output: unknown): (typeof DECISIONS)[number] | undefined {
  return DECISIONS.find((one) => one === ownOf(output).permissionDecision)
}

function blockIn(name: string, output: unknown): { readonly reason: string | undefined } | undefined {
  const { decision, reason } = STOPS.includes(name) ? ownOf(output) : objectOf(output)
  if (decision !== 'block' || (STOPS.includes(name) && !reason)) return undefined
  return { reason: wordOf(reason) }
}

function decisionOf(name: string, output: unknown, payload: unknown): Verdict<never> {
  if (name === 'PreToolUse') {
    const { permissionDecisionReason, updatedInput } = ownOf(output)
    const decision = permissionIn(output)
    const reason = decision === undefined ? undefined : wordOf(permissionDecisionReason)
    return {
      ...defined({ decision, reason }),
      ...(isTaken(payload, updatedInput)
        ? { payload: { ...objectOf(payload), tool_input: updatedInput } as never }
        : {}),
    }
  }
  if (!REFUSED_BY_EXIT.includes(name)) return {}
  const blocked = blockIn(name, output)
  if (blocked === undefined) return {}
  return blocked.reason === undefined ? { decision: 'deny' } : { decision: 'deny', reason: blocked.reason }
}

/** Required input fields and their types, where VS Code's own tools declare them. */
const REQUIRED: Readonly<
  Record<string, Readonly<Record<string, 'string' | 'number' | 'boolean' | 'array'>>>
> = {
  apply_patch: { input: 'string', explanation: 'string' },
  create_directory: { dirPath: 'string' },
  create_file: { filePath: 'string', content: 'string' },
  create_new_jupyter_notebook: { query: 'string' },
  create_new_workspace: { query: 'string' },
  edit_notebook_file: { filePath: 'string', editType: 'string', cellId: 'string' },
  fetch_webpage: { urls: 'array', query: 'string' },
  file_search: { query: 'string' },
  github_repo: { repo: 'string', query: 'string' },
  github_text_search: { scope: 'string', query: 'string' },
  grep_search: { query: 'string', isRegexp: 'boolean' },
  insert_edit_into_file: { explanation: 'string', filePath: 'string', code: 'string' },
  install_extension: { id: 'string', name: 'string' },
  list_dir: { path: 'string' },
  manage_todo_list: { todoList: 'array' },
  memory: { command: 'string' },
  multi_replace_string_in_file: { explanation: 'string', replacements: 'array' },
  read_file: { filePath: 'string', startLine: 'number', endLine: 'number' },
  replace_string_in_file: { filePath: 'string', oldString: 'string', newString: 'string' },
  runSubagent: { prompt: 'string', description: 'string' },
  run_in_terminal: { command: 'string', explanation: 'string', goal: 'string', mode: 'string' },
  run_notebook_cell: { filePath: 'string', cellId: 'string' },
  run_vscode_command: { commandId: 'string', name: 'string' },
  semantic_search: { query: 'string' },
  test_search: { filePaths: 'array' },
  view_image: { filePath: 'string' },
}

function requiredBy(payload: unknown): readonly (readonly [string, string])[] {
  const called = textOfJson(valueAt(payload, 'tool_name'))
  return Object.hasOwn(REQUIRED, called) ? Object.entries(REQUIRED[called] ?? {}) : []
}

/** Whether an updated input replaces the model's: all required fields are present and convertible to their types. */
function isTaken(payload: unknown, updated: unknown): updated is Json {
  if (!isObject(updated)) return false
  return requiredBy(payload).every(([key, type]) => Object.hasOwn(updated, key) && fits(updated[key], type))
}

// VS Code validates a copy with converted values; the tool gets the original ones.
function fits(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value) || (typeof value === 'string' && /^\s*\[/.test(value))
  if (typeof value === 'object') return value === null
  if (type === 'number')
    return typeof value !== 'string' || (value.trim() !== '' && !Number.isNaN(Number(value)))
  if (type === 'boolean') return [true, false, 'true', 'false', 1, 0].includes(value as never)
  return true
}

/** The method that a tool calls on a value that should be a string, with the name of the variable in its code. */
const CALLED_ON: Readonly<Record<string, Readonly<Record<string, readonly [name: string, method: string]>>>> =
  {
    create_file: { filePath: ['e', 'startsWith'], content: ['t', 'startsWith'] },
    grep_search: { query: ['e', 'match'] },
    list_dir: { path: ['e', 'startsWith'] },
    read_file: { filePath: ['e', 'startsWith'] },
    replace_string_in_file: { filePath: ['e', 'startsWith'] },
    run_in_terminal: { command: ['s', 'match'] },
  }

/** The error of a call where such a value is of another type; other wrong values are passed to the tool unchanged. */
function failureWith(payload: unknown, input: Json): string | undefined {
  const called = textOfJson(valueAt(payload, 'tool_name'))
  const calls = Object.hasOwn(CALLED_ON, called) ? Object.entries(CALLED_ON[called] ?? {}) : []
  const [key, [name, method] = []] = calls.find(([one]) => typeof input[one] !== 'string') ?? []
  if (key === undefined) return undefined
  return input[key] === null
    ? `Cannot read properties of null (reading '${method}')`
    : `${name}.${method} is not a function`
}

// ---- Judgment: all answers combined

/** One run with a result; an entry that is configured twice has two. */
type Reading = { readonly index: number; readonly outcome: Outcome }

/** In execution order, up to the one that ended the sequence. */
function readingsOf({ event: name }: HostFiring, runs: readonly EntryRun[]): readonly Reading[] {
  const readings: Reading[] = []
  for (const [index, { plan: planned, finished, raw, result, failure }] of runs.entries()) {
    if (!planned.run || finished === -1) continue
    const outcome: Outcome =
      failure?.reason === 'timeout' || failure?.reason === 'aborted'
        ? { kind: 'warning', message: '' }
        : raw !== undefined
          ? outcomeOf(name, raw)
          : failure !== undefined
            ? { kind: 'warning', message: '' }
            : answerOutcome(name, result ?? {})
    for (let copy = 0; copy < (planned.times ?? 1); copy++) {
      readings.push({ index, outcome })
      if (outcome.kind === 'success' && outcome.stop !== undefined) return readings
    }
  }
  return readings
}

/** The answer that ends the operation: always the last, because no other hook runs after it. */
function endOf(readings: readonly Reading[]): { readonly index: number; readonly stop: string } | undefined {
  const last = readings.at(-1)
  if (last?.outcome.kind !== 'success' || last.outcome.stop === undefined) return undefined
  return { index: last.index, stop: last.outcome.stop }
}

const PREVENTED =
  'A hook prevented chat from continuing. Please check the GitHub Copilot Chat Hooks output channel for more details.'

/** The message to the user after a denial. */
function prevented(why: string): string {
  return why === '' ? PREVENTED : `${PREVENTED} \nError message: ${why}`
}

function numbered(lines: readonly string[]): string {
  return lines.length === 1 ? (lines[0] as string) : lines.map((one, at) => `${at + 1}. ${one}`).join('\n')
}

/** Messages for the user and output of failed hooks, combined. */
function warningsOf(readings: readonly Reading[]): readonly string[] {
  const messages = readings.flatMap(({ outcome }) =>
    outcome.kind === 'error' || !outcome.message ? [] : [outcome.message],
  )
  return messages.length === 0 ? [] : [numbered(messages)]
}

function judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement {
  const readings = readingsOf(firing, runs)
  switch (firing.event as LocalEvent) {
    case 'PreToolUse':
      return judgeTool(firing, readings)
    case 'PostToolUse':
      return judgeResult(firing, readings, runs)
    case 'UserPromptSubmit':
      return judgePrompt(firing, readings)
    case 'SessionStart':
      return judgeStart(readings, { kind: 'session', fate: 'started' })
    case 'SubagentStart':
      return judgeStart(readings, { kind: 'subagent', fate: 'started' })
    case 'Stop':
    case 'SubagentStop':
      return judgeStop(firing, readings)
    case 'PreCompact':
      return {
        verdict: {},
        effect: { operation: { kind: 'compaction', fate: 'went-on' }, model: [], run: 'goes-on' },
      }
  }
}

function inResult(event: string, text: string, request?: number): ModelText {
  return {
    text: `<${event}-context>\n${text}\n</${event}-context>`,
    where: 'in-result',
    role: 'tool',
    ...defined({ request }),
  }
}

/** The combined permission: the strongest decision, and the first hook that made it. */
function permissionOf(readings: readonly Reading[]) {
  const reasons: string[] = []
  let winner:
    | { readonly index: number; readonly decision: string; readonly reason: string | undefined }
    | undefined
  for (const { index, outcome } of readings) {
    if (outcome.kind === 'warning') continue
    const decision = outcome.kind === 'error' ? 'deny' : permissionIn(outcome.output)
    if (decision === undefined) continue
    const reason =
      outcome.kind === 'error'
        ? wordOf(outcome.message)
        : wordOf(ownOf(outcome.output).permissionDecisionReason)
    if (decision === 'deny' && reason !== undefined) reasons.push(reason)
    const rank = (one: string | undefined) => DECISIONS.indexOf(one as never)
    if (rank(decision) > rank(winner?.decision)) winner = { index, decision, reason }
  }
  return { winner, reasons }
}

function judgeTool(firing: HostFiring, readings: readonly Reading[]): Judgement {
  const { payload, facts } = firing
  const called = textOfJson(valueAt(payload, 'tool_name'))
  const original = objectOf(valueAt(payload, 'tool_input'))
  const ended = endOf(readings)
  if (ended !== undefined)
    return {
      verdict: { decision: 'deny', reason: ended.stop },
      by: ended.index,
      effect: {
        operation: { kind: 'tool', fate: 'failed', asked: false },
        model: [failedCall(`Hook PreToolUse aborted: ${ended.stop}`)],
        person: [prevented(ended.stop)],
        run: 'goes-on',
      },
    }
  const { winner, reasons } = permissionOf(readings)
  const decision = winner?.decision
  const outputs = readings.flatMap(({ index, outcome }) =>
    outcome.kind === 'success' ? [{ index, output: outcome.output }] : [],
  )
  const added = outputs.flatMap(({ output }) => contextsIn('PreToolUse', output))
  // Only the last updated input counts; where it is invalid, none does.
  const updated = outputs.findLast(({ output }) => Boolean(ownOf(output).updatedInput))
  const updatedInput = ownOf(updated?.output).updatedInput
  const isChanged = isTaken(payload, updatedInput)
  const input = isChanged ? updatedInput : original
  const warnings = warningsOf(readings)
  const contexts = added.map((one) => inResult('PreToolUse', one))
  const context = added.length === 0 ? {} : { context: added }
  if (decision === 'deny') {
    const reason = reasons.length === 0 ? undefined : reasons.join('\n')
    const reasonText =
      reasons.length === 0 ? 'denied by hook' : reasons.length === 1 ? reasons[0] : `\n${numbered(reasons)}`
    return {
      verdict: { decision, ...defined({ reason }), ...context },
      by: winner?.index,
      effect: {
        operation: { kind: 'tool', fate: 'blocked', asked: false },
        model: [
          {
            text: `Tool execution denied: ${reason ?? 'Hook denied tool execution'}`,
            where: 'result',
            role: 'tool',
          },
          ...contexts,
        ],
        person: [...warnings, prevented(`Tried to use ${called} - ${reasonText}`)],
        run: 'goes-on',
      },
    }
  }
  const isPrompted = decision === 'ask' || (decision !== 'allow' && needsAsking(firing))
  const fate = isPrompted ? fateOfAsking(facts.person) : 'ran'
  const failure = isChanged && fate === 'ran' ? failureWith(payload, input) : undefined
  const question = winner?.reason === undefined ? '' : `: ${winner.reason}`
  const person = decision === 'ask' ? [`PreToolUse hook required confirmation${question}`] : []
  const model: readonly ModelText[] =
    failure !== undefined
      ? [failedCall(failure)]
      : fate === 'blocked'
        ? [{ text: SKIPPED, where: 'result', role: 'tool' }, ...contexts]
        : facts.happening?.result === 'error'
          ? []
          : contexts
  return {
    verdict: {
      ...(winner === undefined ? {} : { decision: winner.decision as 'allow' | 'ask' }),
      ...defined({ reason: winner?.reason }),
      ...(isChanged ? { payload: { ...objectOf(payload), tool_input: updatedInput } } : {}),
      ...context,
    },
    by: winner?.index ?? (isChanged ? updated?.index : undefined),
    effect: {
      operation: { kind: 'tool', fate: failure === undefined ? fate : 'failed', input, asked: isPrompted },
      model,
      person: [...warnings, ...person],
      run: 'goes-on',
      ...(decision === undefined && !isPrompted && mayPrompt(firing, input) ? { assumed: [MAY_PROMPT] } : {}),
    },
  }
}

function failedCall(why: string): ModelText {
  return {
    text: `ERROR while calling tool: ${why}\nPlease check your input and try again.`,
    where: 'result',
    role: 'tool',
  }
}

const SKIPPED = 'The user chose to skip the tool call, they want to proceed without running it'

function fateOfAsking(person: string | undefined): Operation['fate'] {
  if (person === undefined) return 'unknown'
  return /allow|accept|yes|approve/i.test(person) ? 'ran' : 'blocked'
}

/** Tools that only read, or change VS Code's own state; they never require approval. */
const FREE: readonly string[] = [
  ...['file_search', 'get_changed_files', 'get_errors', 'get_task_output', 'get_terminal_output'],
  ...['grep_search', 'list_dir', 'manage_todo_list', 'memory', 'read_file', 'read_project_structure'],
  ...['runSubagent', 'search_subagent', 'explore_subagent', 'search_workspace_symbols', 'semantic_search'],
  ...[
    'terminal_last_command',
    'terminal_selection',
    'test_search',
    'testFailure',
    'tool_search',
    'view_image',
  ],
  ...['get_vscode_api', 'skill', 'vscode_askQuestions', 'copilot_getNotebookSummary', 'kill_terminal'],
]

/** Tools that change files: without approval, unless a setting requires it for all of them. */
const EDITING: readonly string[] = [
  ...['apply_patch', 'create_directory', 'create_file', 'edit_notebook_file', 'insert_edit_into_file'],
  ...['multi_replace_string_in_file', 'replace_string_in_file'],
]

/** Files for which the shipped program is meant to ask for approval. */
const SENSITIVE = [
  /(?:^|\/)\.(?:git|vscode)\//,
  /(?:^|\/)(?:package\.json|server\.xml|build\.rs|web\.config|\.gitattributes|\.env|Cargo\.toml|gradle\.properties)$/,
  /(?:^|\/)(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmfile\.[cm]?js|pnpm-workspace\.yaml)$/,
  /\.(?:code-workspace|csproj|fsproj|vbproj|vcxproj|proj|targets|props|gradle|gradle\.kts|lock)$/,
  /-lock\.(?:yaml|json)$/,
]

/** Whether a call that no hook decides requires approval. */
function needsAsking({ payload, facts, settings }: HostFiring): boolean {
  if (settings.approved === true || /^auto(?:Approve|pilot)$/.test(facts.permissionMode)) return false
  const called = textOfJson(valueAt(payload, 'tool_name'))
  if (FREE.includes(called)) return false
  return !EDITING.includes(called) || settings.editsPrompt === true
}

// In observed runs in code-server, such a file never required approval; the note mentions what the code intends.
const MAY_PROMPT =
  'VS Code does not ask about this file, as in the observed runs, although its code intends to'

function mayPrompt({ payload, settings }: HostFiring, input: Json): boolean {
  if (!EDITING.includes(textOfJson(valueAt(payload, 'tool_name')))) return false
  // An entry may change the folder in its payload.
  const root = settings.root ?? valueAt(payload, 'cwd')
  const path = input.filePath ?? input.dirPath
  if (typeof path !== 'string' || typeof root !== 'string') return false
  return !path.startsWith(`${root}/`) || SENSITIVE.some((one) => one.test(path))
}

/** Hooks that take longer than a model's typical response, in milliseconds: when their text is read is not known. */
const SLOW_MS = 2000
const SLOW =
  'the model reads the texts of the hooks in a later request, or never: VS Code does not wait for them'
const LATE = 'the model answers after the hooks are done, and is asked again: VS Code does not wait for them'

function judgeResult(
  { payload }: HostFiring,
  readings: readonly Reading[],
  runs: readonly EntryRun[],
): Judgement {
  const called = textOfJson(valueAt(payload, 'tool_name'))
  const kept = { kind: 'result', fate: 'kept' } as const
  const ended = endOf(readings)
  if (ended !== undefined)
    return {
      verdict: {},
      by: ended.index,
      effect: { operation: kept, model: [], person: [prevented(ended.stop)], run: 'goes-on' },
    }
  const person: string[] = []
  const modelTexts: string[] = []
  let blocked: { readonly index: number; readonly reason: string } | undefined
  for (const { index, outcome } of readings) {
    if (outcome.kind === 'error') {
      const why = `Tried to use ${called} - ${outcome.message === '' ? 'an unexpected error occurred' : outcome.message}`
      person.push(prevented(why))
      blocked ??= { index, reason: why }
    } else if (outcome.kind === 'success') {
      modelTexts.push(...contextsIn('PostToolUse', outcome.output))
      const block = blockIn('PostToolUse', outcome.output)
      if (block !== undefined) blocked ??= { index, reason: block.reason ?? 'Hook blocked tool result' }
    }
  }
  // The next model request does not wait for the hooks: at the earliest, the one after it contains their text.
  const isSlow = runs.reduce((sum, run) => sum + (run.ms ?? 0), 0) >= SLOW_MS
  const texts = [
    ...(blocked === undefined
      ? []
      : [`The PostToolUse hook blocked this tool result. Reason: ${blocked.reason}`]),
    ...modelTexts,
  ]
  return {
    verdict: {
      ...(blocked === undefined ? {} : { decision: 'deny', reason: blocked.reason }),
      ...(modelTexts.length === 0 ? {} : { context: modelTexts }),
    },
    by: blocked?.index,
    effect: {
      operation: kept,
      ...(isSlow && texts.length > 0 ? {} : { model: texts.map((one) => inResult('PostToolUse', one, 2)) }),
      person: [...person, ...warningsOf(readings)],
      run: 'goes-on',
      ...(texts.length === 0 ? {} : { assumed: [isSlow ? SLOW : LATE] }),
    },
  }
}

function judgePrompt(_firing: HostFiring, readings: readonly Reading[]): Judgement {
  const texts: string[] = []
  for (const { index, outcome } of readings) {
    const why = refusalOf(outcome)
    if (why !== undefined)
      return {
        verdict: { decision: 'deny', ...(why === '' ? {} : { reason: why }) },
        by: index,
        effect: {
          operation: { kind: 'prompt', fate: 'blocked' },
          model: [],
          person: [prevented(why)],
          run: 'ended',
        },
      }
    if (outcome.kind === 'success') texts.push(...contextsIn('UserPromptSubmit', outcome.output))
  }
  return {
    verdict: texts.length === 0 ? {} : { context: texts },
    effect: {
      operation: { kind: 'prompt', fate: 'sent' },
      model: instructions(texts),
      person: warningsOf(readings),
      run: 'goes-on',
    },
  }
}

/** Why a prompt is denied; undefined where it is not. */
function refusalOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'warning') return undefined
  if (outcome.kind === 'error') return outcome.message
  const block = blockIn('UserPromptSubmit', outcome.output)
  return outcome.stop ?? (block === undefined ? undefined : (block.reason ?? 'No reason provided'))
}

/** All texts as one, inside the user's message. */
function instructions(texts: readonly string[]): readonly ModelText[] {
  if (texts.length === 0) return []
  return [
    { text: `Additional instructions from hooks: ${texts.join('\n')}`, where: 'in-prompt', role: 'user' },
  ]
}

/** Nothing can prevent the start of a session or a subagent. */
function judgeStart(readings: readonly Reading[], operation: Operation): Judgement {
  const outputs = readings.flatMap(({ outcome }) =>
    outcome.kind === 'success' && outcome.stop === undefined ? [ownOf(outcome.output).additionalContext] : [],
  )
  // If one context is not a text, VS Code drops all of them.
  const isBroken = outputs.some((one) => Boolean(one) && typeof one !== 'string')
  const texts = isBroken ? [] : outputs.flatMap((one) => wordOf(one) ?? [])
  const unstopped = readings.filter(({ outcome }) => outcome.kind !== 'success' || outcome.stop === undefined)
  return {
    verdict: texts.length === 0 ? {} : { context: texts },
    effect: {
      operation,
      model: instructions(texts),
      person: isBroken ? [] : warningsOf(unstopped),
      run: 'goes-on',
    },
  }
}

function judgeStop({ event: name }: HostFiring, readings: readonly Reading[]): Judgement {
  // The turn of a subagent ends, and the agent that started it continues.
  const run = name === 'Stop' ? 'ended' : 'goes-on'
  const stopped = { kind: 'stop', fate: 'stopped' } as const
  const ended = endOf(readings)
  if (ended !== undefined)
    return {
      verdict: { run: { ends: true, reason: ended.stop } },
      by: ended.index,
      effect: { operation: stopped, model: [], person: [prevented(ended.stop)], run },
    }
  const blocking = readings.flatMap(({ index, outcome }) => {
    if (outcome.kind === 'warning') return []
    const reason = outcome.kind === 'error' ? wordOf(outcome.message) : blockIn(name, outcome.output)?.reason
    return reason === undefined ? [] : [{ index, reason }]
  })
  const reasons = [...new Set(blocking.map(({ reason }) => reason))]
  const warnings = warningsOf(readings)
  const [only] = reasons
  if (only === undefined)
    return { verdict: {}, effect: { operation: stopped, model: [], person: warnings, run } }
  const alone = (why: string) =>
    `You were about to complete but a hook blocked you with the following message: "${why}". Please address this requirement before completing.`
  // Several reasons are reported twice: as a list and in one line.
  const lines =
    reasons.length === 1
      ? [alone(only)]
      : [
          `You were about to complete but multiple hooks blocked you with the following messages:\n${numbered(reasons)}\n\nPlease address all of these requirements before completing.`,
          alone(reasons.join('; ')),
        ]
  return {
    verdict: { decision: 'deny', reason: reasons.join('\n') },
    by: blocking[0]?.index,
    effect: {
      operation: { kind: 'stop', fate: 'continued' },
      model: lines.map((text) => ({ text, where: 'message', role: 'user' }) as const),
      person: [...warnings, numbered(reasons)],
      run: 'goes-on',
    },
  }
}

// ---- The host

// ---- Rules for the checks

const rules: HostRules = {
  times: { keys: ['timeout', 'timeoutSec'], unit: 'seconds' },
  shell: 'sh',
  systemKeys: ['windows', 'linux', 'osx', 'bash', 'powershell'],
  entryKeys: [
    ...[
      'type',
      'command',
      'windows',
      'linux',
      'osx',
      'bash',
      'powershell',
      'cwd',
      'env',
      'timeout',
      'timeoutSec',
    ],
    // Also read by Copilot.
    ...['matcher', 'exec', 'args', 'url', 'headers', 'allowedEnvVars', 'prompt'],
  ],
  groupKeys: ['matcher', 'hooks'],
  hooksBelow: false,
  // Copilot's spelling of events, in files that Copilot reads.
  leaves: ({ at: [, name], scope }) => scope !== 'agent' && typeof name === 'string' && /^[a-z]/.test(name),
  // A variable that another reader of the same files sets is not an error.
  fills: ['workspaceFolder'],
  variables: (_name, scope) => [
    // An agent's own file has no other reader.
    ...(scope === 'agent'
      ? []
      : ['CLAUDE_PROJECT_DIR', 'COPILOT_PROJECT_DIR', 'COPILOT_HOOK_DIR', 'COPILOT_CLI']),
    ...(scope === 'plugin' ? ['CLAUDE_PLUGIN_ROOT', 'PLUGIN_ROOT', 'COPILOT_PLUGIN_ROOT'] : []),
  ],
}

const host = {
  rules,
  versions: ['1.139.1'],
  permissionModes: ['default', 'autoApprove', 'autopilot'],
  userData,
  facts: {
    headless: false,
    workspaceTrusted: true,
    hooksTrusted: true,
    permissionMode: 'default',
    flags: [],
  },
  places,
  settings,
  given,
  further,
  inOrder,
  shape,
  entries: entriesOf,
  leads,
  combine,
  timeoutMs,
  folders: () => ({}),
  matcherFault,
  missingScript: () => 'this entry does nothing: VS Code shows what the shell says, and goes on.',
  fires,
  plan,
  next,
  judge,
  process: processOf,
  newEntry,
} satisfies Host

function next(_firing: HostFiring, payload: unknown, { entry, verdict }: EntryRun): NextInSequence {
  return verdict.run?.ends === true ? { ends: `${entryText(entry)} ended the run` } : { payload }
}

function newEntry(name: string, script: string, by = ''): NewEntry {
  return {
    script: `.github/hooks/scripts/${script}`,
    file: '.github/hooks/hooks.json',
    at: ['hooks', name],
    value: { type: 'command', command: `${by}./.github/hooks/scripts/${script}` },
  }
}

function processOf(entry: HookEntry, { payload, root, home, platform }: ProcessContext): EntryProcess {
  const { cwd: own, env } = entry.fields
  const there = valueAt(payload, 'cwd')
  const cwd =
    typeof own === 'string' && own !== '' ? placed(own, root, home) : typeof there === 'string' ? there : root
  const variables = Object.entries(objectOf(env)).map(([name, value]) => [name, textOfJson(value)] as const)
  const made = {
    env: { ...entry.env, ...Object.fromEntries(variables) },
    input: JSON.stringify({ ...objectOf(payload), cwd }),
    cwd,
  }
  if (platform === 'win32')
    return {
      ...made,
      file: 'powershell.exe',
      argv: ['-ExecutionPolicy', 'Bypass', '-NoProfile', '-NoLogo', '-Command', entry.command],
    }
  return { ...made, file: '/bin/sh', argv: ['-c', entry.command] }
}

function placed(path: string, root: string, home: string): string {
  if (path.startsWith('~/')) return `${home}/${path.slice(2)}`
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path) ? path : `${root}/${path}`
}

const sequence = { run: 'sequential', sees: 'original', endsAt: 'never' } as const

export const vscode = dialect({
  id: 'vscode',
  title: 'VS Code',
  summary:
    "Entries of .github/hooks, of the user's hooks, of plugins and of Claude Code's settings that call a command.",
  source: SOURCE,
  version: '1.139.1',
  exports: 'settings',
  files: [],
  places: [],
  wins: 'both',
  order: 'by-place',
  timeoutMs: DEFAULT_SECONDS * 1000,
  signal: 'argument',
  flow: { observe: sequence, transform: sequence, veto: sequence },
  tools: {
    shell: { name: 'run_in_terminal', fields: { command: 'command' } },
    read: { name: 'read_file', fields: { path: 'filePath' } },
    write: { name: 'create_file', fields: { path: 'filePath', content: 'content' } },
    edit: {
      name: 'replace_string_in_file',
      fields: { path: 'filePath', before: 'oldString', after: 'newString' },
    },
    fetch: { name: 'fetch_webpage', fields: { url: 'urls.0' } },
    grep: { name: 'grep_search', fields: { pattern: 'query' } },
    glob: { name: 'file_search', fields: { pattern: 'query' } },
    agent: { name: 'runSubagent', fields: { task: 'prompt' } },
    todo: { name: 'manage_todo_list', fields: {} },
  },
  mcp,
  toolInputs,
  readEnd,
  host,
  events,
})
