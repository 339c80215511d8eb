// Codex's hook contract: entries of hooks.json, config.toml and plugins, read and judged as in version 0.169.0.
// From top to bottom: events, configuration, planning, reading, judgment.

import Type, { type TProperties, type TSchema } from 'typebox'
import { defined } from '../defined.ts'
import { dialect } from '../dialect.ts'
import type { ModelText, Operation, OperationKind } from '../effect.ts'
import type { HookEntry, JsonPath } from '../entry.ts'
import { type EventRecord, event, type ToolInputs } from '../eventRecord.ts'
import type { HostFacts } from '../facts.ts'
import type {
  Combined,
  Complaint,
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
  ProcessContext,
  Rejection,
} from '../host.ts'
import {
  bareEntry,
  commandLine,
  eventKeys,
  kind,
  line,
  list,
  matcher,
  record,
  table,
  time,
  unmatched,
  whether,
  wordsOf,
} from '../hosts/configuration.ts'
import { flagValues } from '../hosts/flags.ts'
import { listOrRegex, type MatcherTest } from '../hosts/matcher.ts'
import { type McpNaming, mcpWords, mentionsMcp, PLAIN } from '../hosts/mcpNames.ts'
import type { HostRules } from '../hosts/rules.ts'
import { rustRegex } from '../hosts/rustRegex.ts'
import { isObject, objectOf, rowOf, sameJson, valueAt } from '../json.ts'
import { parseJson } from '../parseJson.ts'
import { flag, ignored, maybe, oneOf, openValue, text, textOrNull } from '../shapes.ts'
import { meaning, suggest, writing } from '../suggest.ts'
import { textOfJson } from '../textOfJson.ts'
import type { Raw, ReadEnd, Rejected, Verdict } from '../verdict.ts'
import { fieldsAt, type WalkedShape, type Word } from '../walk.ts'

// ---- Events

const closed = { additionalProperties: false } as const
const oneOfOrNull = <const T extends string>(description: string, ...words: readonly T[]) =>
  maybe(Type.Union([...words.map((word) => Type.Literal(word)), Type.Null()], { description }))

const session = <const E extends string>(name: E) => ({
  session_id: text('Id of the session.'),
  transcript_path: textOrNull('Path of the transcript file, absolute; null where none is kept.'),
  cwd: text("The agent's working directory, absolute."),
  hook_event_name: Type.Literal(name, { description: 'Name of the event.' }),
})

const model = { model: text('Name of the model.') }
const mode = {
  permission_mode: oneOf(
    'The permission mode, with the values of Claude Code.',
    'default',
    'acceptEdits',
    'plan',
    'dontAsk',
    'bypassPermissions',
  ),
}
const turn = { turn_id: text('Id of the turn.') }
const subagent = {
  agent_id: maybe(text('Id of the subagent, inside one.')),
  agent_type: maybe(text('Type of the subagent, inside one.')),
}
const working = { ...model, ...mode, ...turn }
const input = openValue("The tool's input; open because every tool has its own.")
const toolCall = { tool_name: text('Name of the tool; `Bash` for every shell.'), tool_input: input }
const callId = { tool_use_id: text('Id of this tool call.') }
const trigger = { trigger: oneOf('What triggered it.', 'manual', 'auto') }
const stopping = {
  stop_hook_active: flag('True while the agent continues because of a stop hook.'),
  last_assistant_message: textOrNull("The model's last message."),
}

const systemMessage = { systemMessage: maybe(textOrNull('A warning for the user.')) }
const universal = {
  continue: maybe(flag('False ends the operation, where the event supports it.')),
  stopReason: maybe(textOrNull('Why it ends.')),
  suppressOutput: maybe(flag('Has no effect; true is refused at tool events.')),
  ...systemMessage,
}
const block = {
  decision: oneOfOrNull('`block` refuses; it needs a reason.', 'block'),
  reason: maybe(textOrNull('Why, for the model.')),
}
const context = { additionalContext: maybe(textOrNull('Text for the model, as a message of the developer.')) }

/** An answer: Codex drops it entirely if it has any other key, or a value of another type. */
const answer = <P extends TProperties>(name: string, fields: P) =>
  Type.Object(fields, {
    ...closed,
    title: `${name}Output`,
    description: `What a hook may answer to ${name}. A key that is not listed makes Codex drop the answer.`,
  })

// Codex accepts the name of any of its events here.
const eventName = oneOf(
  'Name of the event.',
  ...([
    'PreToolUse',
    'PermissionRequest',
    'PostToolUse',
    'PreCompact',
    'PostCompact',
    'SessionStart',
  ] as const),
  ...(['SessionEnd', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'Stop', 'Interrupt'] as const),
  ...(['PreModelRequest', 'PostModelRequest'] as const),
)

const specific = <P extends TProperties>(fields: P) => ({
  hookSpecificOutput: maybe(
    Type.Union(
      [
        Type.Object(
          { hookEventName: eventName, ...fields },
          { ...closed, description: 'Fields specific to this event.' },
        ),
        Type.Null(),
      ],
      { description: 'Fields specific to this event.' },
    ),
  ),
})

const decision = maybe(
  Type.Union(
    [
      Type.Object(
        {
          behavior: oneOf('Whether the call is permitted.', 'allow', 'deny'),
          message: maybe(textOrNull('Why it is denied, shown to the model.')),
          interrupt: maybe(flag('True is refused.')),
          updatedInput: maybe(openValue('Refused; open because nothing in it is read.')),
          updatedPermissions: maybe(openValue('Refused; open because nothing in it is read.')),
        },
        { ...closed, description: 'The answer to the request.' },
      ),
      Type.Null(),
    ],
    { description: 'The answer to the request.' },
  ),
)

type More = Pick<EventRecord, 'semantics'> & {
  readonly lifecycle?: NonNullable<EventRecord['lifecycle']>
  readonly matches?: string
  readonly common?: EventRecord['common']
}

const SOURCE =
  'Codex 0.169.0: the schemas in the program, developers.openai.com/codex/hooks, and runs of the program'
const shared = { session: 'session_id', cwd: 'cwd' } as const
const tool = { ...shared, tool: 'tool_name', input: 'tool_input' } as const

const exampleBase = {
  session_id: '019a8f2c-6f0e-7d21-9c53-2f4f1f6d8a10',
  transcript_path:
    '/home/ada/.codex/sessions/2026/11/21/rollout-2026-11-21T10-00-00-019a8f2c-6f0e-7d21-9c53-2f4f1f6d8a10.jsonl',
  cwd: '/srv/shop',
} as const
const exampleModel = { model: 'gpt-5.5' }
const exampleMode = { ...exampleModel, permission_mode: 'default' }
const exampleTurn = { ...exampleMode, turn_id: '019a8f2c-7001-7aa0-8f11-5a6b7c8d9e0f' }

/** One event: its payload, its answer, and an example of its own payload fields. */
function codexEvent<const E extends string, P extends TProperties, R extends TSchema>(
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
      { ...session(name), ...fields },
      { title: `${name}Input`, description: `Payload of ${name} hooks.` },
    ),
    result,
    verdict: (given, payload) => verdictOf(name, objectOf(given), payload),
    example: { ...exampleBase, hook_event_name: name, ...example } as never,
  })
}

const call = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
const exampleCallId = { tool_use_id: 'call_7Qm2' }
const veto = { semantics: 'veto' } as const
const observe = { semantics: 'observe' } as const

const events = {
  PreToolUse: codexEvent(
    'PreToolUse',
    'Runs before a tool call. May deny it, or allow it with another input.',
    { ...veto, lifecycle: 'tool.before', common: tool, matches: 'tool_name' },
    { ...working, ...subagent, ...toolCall, ...callId },
    answer('PreToolUse', {
      ...universal,
      decision: oneOfOrNull('`block` refuses; it needs a reason.', 'approve', 'block'),
      reason: maybe(textOrNull('Why, for the model.')),
      ...specific({
        permissionDecision: oneOfOrNull(
          '`deny` needs a reason, `allow` an `updatedInput`; `ask` is refused.',
          'allow',
          'deny',
          'ask',
        ),
        permissionDecisionReason: maybe(textOrNull('Why, for the model.')),
        updatedInput: maybe(
          openValue('The input to use instead, together with `allow`; open because every tool has its own.'),
        ),
        ...context,
      }),
    }),
    { ...exampleTurn, ...call, ...exampleCallId },
  ),
  PermissionRequest: codexEvent(
    'PermissionRequest',
    'Runs when a tool call needs permission. May answer in place of the user.',
    { ...veto, lifecycle: 'permission.before', common: tool, matches: 'tool_name' },
    { ...working, ...subagent, ...toolCall },
    answer('PermissionRequest', { ...universal, ...specific({ decision }) }),
    {
      ...exampleTurn,
      tool_name: 'Bash',
      tool_input: { command: 'npm publish', description: 'Publish the package' },
    },
  ),
  PostToolUse: codexEvent(
    'PostToolUse',
    'Runs after a tool call. May replace the result with a reason, and add context for the model.',
    {
      ...veto,
      lifecycle: 'tool.after',
      common: { ...tool, output: 'tool_response', text: 'tool_response' },
      matches: 'tool_name',
    },
    {
      ...working,
      ...subagent,
      ...toolCall,
      tool_response: openValue("The tool's result; open because every tool has its own."),
      ...callId,
    },
    answer('PostToolUse', {
      ...universal,
      ...block,
      ...specific({
        ...context,
        updatedMCPToolOutput: maybe(openValue('Refused; open because nothing in it is read.')),
      }),
    }),
    { ...exampleTurn, ...call, tool_response: '12 passed\n', ...exampleCallId },
  ),
  PreCompact: codexEvent(
    'PreCompact',
    'Runs before the conversation is compacted. `continue: false` ends the run.',
    { ...veto, lifecycle: 'compact.before', matches: 'trigger' },
    { ...model, ...turn, ...subagent, ...trigger },
    answer('PreCompact', universal),
    { ...exampleModel, turn_id: exampleTurn.turn_id, trigger: 'auto' },
  ),
  PostCompact: codexEvent(
    'PostCompact',
    'Runs after the conversation was compacted. `continue: false` ends the run.',
    { ...veto, lifecycle: 'compact.after', matches: 'trigger' },
    { ...model, ...turn, ...subagent, ...trigger },
    answer('PostCompact', universal),
    { ...exampleModel, turn_id: exampleTurn.turn_id, trigger: 'auto' },
  ),
  SessionStart: codexEvent(
    'SessionStart',
    'Runs when a session starts, is resumed, cleared, forked or compacted. May add context for the model.',
    { ...veto, lifecycle: 'session.start', matches: 'source' },
    {
      ...model,
      ...mode,
      source: oneOf('Why it starts.', 'startup', 'resume', 'clear', 'compact', 'fork'),
    },
    answer('SessionStart', { ...universal, ...specific(context) }),
    { ...exampleMode, source: 'startup' },
  ),
  SessionEnd: codexEvent(
    'SessionEnd',
    'Runs when a session ends. Its answer is ignored, and it has 3 seconds at most.',
    { ...observe, lifecycle: 'session.end', matches: 'reason' },
    { reason: Type.Literal('other', { description: 'Why it ends.' }) },
    ignored,
    { reason: 'other' },
  ),
  UserPromptSubmit: codexEvent(
    'UserPromptSubmit',
    'Runs when a prompt is sent. May block it or add to it.',
    { ...veto, lifecycle: 'prompt', common: { ...shared, prompt: 'prompt' } },
    { ...working, ...subagent, prompt: text('What the user wrote.') },
    answer('UserPromptSubmit', { ...universal, ...block, ...specific(context) }),
    { ...exampleTurn, prompt: 'Make the tests pass.' },
  ),
  SubagentStart: codexEvent(
    'SubagentStart',
    'Runs when a subagent starts. May add to its context.',
    { ...observe, lifecycle: 'subagent.before', matches: 'agent_type' },
    { ...working, agent_id: text('Id of the subagent.'), agent_type: text('Type of the subagent.') },
    answer('SubagentStart', { ...universal, ...specific(context) }),
    { ...exampleTurn, agent_id: 'a7c31', agent_type: 'default' },
  ),
  SubagentStop: codexEvent(
    'SubagentStop',
    'Runs when a subagent is about to stop. May keep it going.',
    { ...veto, lifecycle: 'subagent.after', matches: 'agent_type' },
    {
      ...working,
      agent_id: text('Id of the subagent.'),
      agent_type: text('Type of the subagent.'),
      agent_transcript_path: textOrNull("Path of the subagent's transcript file."),
      ...stopping,
    },
    answer('SubagentStop', { ...universal, ...block }),
    {
      ...exampleTurn,
      agent_id: 'a7c31',
      agent_type: 'default',
      agent_transcript_path: null,
      stop_hook_active: false,
      last_assistant_message: 'Found it.',
    },
  ),
  Stop: codexEvent(
    'Stop',
    'Runs when the agent is about to stop. May keep it going, any number of times.',
    { ...veto, lifecycle: 'stop' },
    { ...working, ...stopping },
    answer('Stop', { ...universal, ...block }),
    { ...exampleTurn, stop_hook_active: false, last_assistant_message: 'Done.' },
  ),
  Interrupt: codexEvent(
    'Interrupt',
    'Runs when the user interrupts the agent. Decides nothing, and has 3 seconds at most.',
    observe,
    working,
    answer('Interrupt', systemMessage),
    exampleTurn,
  ),
  PreModelRequest: codexEvent(
    'PreModelRequest',
    'Runs before each request to the model. Its answer decides nothing.',
    { ...observe, lifecycle: 'model.before' },
    { ...model, ...turn },
    ignored,
    { ...exampleModel, turn_id: exampleTurn.turn_id },
  ),
  PostModelRequest: codexEvent(
    'PostModelRequest',
    'Runs after each request to the model. Its answer decides nothing.',
    { ...observe, lifecycle: 'model.after' },
    {
      ...model,
      ...turn,
      status: text('How the request ended.'),
      error: textOrNull('What went wrong.'),
      token_usage: Type.Union(
        [
          Type.Object(
            Object.fromEntries(
              [
                'input_tokens',
                'cached_input_tokens',
                'cache_write_input_tokens',
                'output_tokens',
                'reasoning_output_tokens',
                'total_tokens',
              ].map((name) => [name, Type.Integer({ description: `${name.replaceAll('_', ' ')} used.` })]),
            ),
          ),
          Type.Null(),
        ],
        { description: 'What the request used.' },
      ),
    },
    ignored,
    {
      ...exampleModel,
      turn_id: exampleTurn.turn_id,
      status: 'completed',
      error: null,
      token_usage: {
        input_tokens: 5200,
        cached_input_tokens: 4096,
        cache_write_input_tokens: 0,
        output_tokens: 310,
        reasoning_output_tokens: 128,
        total_tokens: 5510,
      },
    },
  ),
} as const

type CodexEvent = keyof typeof events

/** The order in which Codex reads the events of a file. */
const EVENT_ORDER: readonly string[] = Object.keys(events)

// ---- Tools

/** An input with further fields that are not documented. */
const known = (fields: TProperties) => Type.Object(fields, { additionalProperties: true })

/** Input shapes of the tools that hooks commonly check; all others are open. */
const toolInputs: ToolInputs = {
  Bash: known({ command: text('The command line.') }),
  apply_patch: known({ command: text('The patch, from `*** Begin Patch` on.') }),
  view_image: known({ path: text('The file.') }),
  spawn_agent: known({ message: text('What the agent is to do.') }),
}

const toolResults: ToolInputs = {
  Bash: text('What the command printed.'),
  apply_patch: text('What was done to the files.'),
}

// ---- Configuration: which files, and what in them is an entry

const user = { base: 'home', movedBy: 'CODEX_HOME', scope: 'user' } as const
const system = { base: 'system', scope: 'managed' } as const
const NOT_STARTED = 'Codex does not start'
const tomlFile = { format: 'toml', whenBroken: NOT_STARTED } as const
const jsonFile = { format: 'json', byteOrderMark: 'refused' } as const

// Within one layer, the JSON file comes first.
const places: readonly ConfigurationPlace[] = [
  { ...system, path: '/etc/codex/requirements.toml', ...tomlFile },
  { ...system, ...jsonFile, path: '/etc/codex/hooks.json' },
  { ...system, path: '/etc/codex/config.toml', ...tomlFile },
  { ...system, path: '/etc/codex/managed_config.toml', ...tomlFile },
  { ...user, ...jsonFile, path: '.codex/hooks.json' },
  { ...user, path: '.codex/config.toml', ...tomlFile },
  { ...jsonFile, base: 'checkout', scope: 'project', path: '.codex/hooks.json' },
  { base: 'checkout', scope: 'project', path: '.codex/config.toml', ...tomlFile },
  { base: 'workspace', scope: 'plugin', path: '.codex-plugin/plugin.json', format: 'json', index: true },
  { base: 'workspace', scope: 'plugin', path: '.claude-plugin/plugin.json', format: 'json', index: true },
]

/** Configuration from `-c hooks.…` and `--profile`. */
function given(flags: readonly string[]): readonly ConfigurationPlace[] {
  const hooks = overrides(flags).filter((one) => one.startsWith('hooks.'))
  const profiles = flagValues(flags, '--profile', '-p').filter((one) => /^[\w-]+$/.test(one))
  return [
    ...profiles.map(
      (name): ConfigurationPlace => ({ ...user, path: `.codex/${name}.config.toml`, ...tomlFile }),
    ),
    ...hooks.map(
      (line, index): ConfigurationPlace => ({
        base: 'system',
        scope: 'flag',
        path: `/-c-${index + 1}`,
        format: 'toml',
        text: line,
      }),
    ),
  ]
}

function overrides(flags: readonly string[]): readonly string[] {
  return flagValues(flags, '--config', '-c')
}

/** Hook files of enabled plugins, and of the plugin whose repository is the workspace. */
function further(
  read: readonly ConfigurationFile[],
  { root }: { readonly root: string },
): readonly ConfigurationPlace[] {
  const own = read.find(({ path }) => path === `${root}/.codex-plugin/plugin.json`)
  return [
    ...enabledPlugins(read).flatMap(manifestsOf),
    ...newest(read).flatMap(pluginHooks),
    ...(own === undefined ? [] : pluginHooks(own).map((place) => ({ ...place, ...lentBy(read, own, root) }))),
  ]
}

// Where a plugin is also a plugin of Claude Code, its hooks file counts as borrowed from Claude Code, unless its Codex
// manifest names one.
function lentBy(
  read: readonly ConfigurationFile[],
  { value }: ConfigurationFile,
  root: string,
): { readonly borrowed?: true } {
  const isShared = read.some(({ path }) => path === `${root}/.claude-plugin/plugin.json`)
  return isShared && objectOf(value).hooks === undefined ? { borrowed: true } : {}
}

type PluginName = { readonly name: string; readonly market: string }

function enabledPlugins(read: readonly ConfigurationFile[]): readonly PluginName[] {
  return read.flatMap(({ value }) =>
    Object.entries(objectOf(objectOf(value).plugins)).flatMap(([key, set]) => {
      const at = key.lastIndexOf('@')
      const [name, market] = [key.slice(0, at), key.slice(at + 1)]
      const isName = [name, market].every((one) => /^[\w.-]+$/.test(one) && one !== '..')
      return isName && objectOf(set).enabled === true ? [{ name, market }] : []
    }),
  )
}

function manifestsOf({ name, market }: PluginName): readonly ConfigurationPlace[] {
  return ['.codex-plugin', '.claude-plugin'].map((folder) => ({
    ...user,
    scope: 'plugin',
    path: `.codex/plugins/cache/${market}/${name}/*/${folder}/plugin.json`,
    format: 'json',
    owner: `${name}@${market}`,
    index: true,
  }))
}

// Of several versions, the highest counts; `local` is higher than any number.
function newest(read: readonly ConfigurationFile[]): readonly ConfigurationFile[] {
  const manifests = read.filter(({ place }) => place.index === true && place.owner !== undefined)
  const byOwner = Map.groupBy(manifests, ({ place }) => place.owner)
  return [...byOwner.values()].flatMap((all) =>
    [...all]
      .sort((one, two) => versionAt(one).localeCompare(versionAt(two), 'en', { numeric: true }))
      .slice(-1),
  )
}

function versionAt({ path }: ConfigurationFile): string {
  return path.split('/').at(-3) ?? ''
}

function pluginHooks({ path, place, value }: ConfigurationFile): readonly ConfigurationPlace[] {
  const root = path.split('/').slice(0, -2).join('/')
  const named = objectOf(value).hooks
  if (typeof named === 'string' && named.includes('..')) return []
  const file = typeof named === 'string' ? named.replace(/^\.\//, '') : 'hooks/hooks.json'
  const [name = 'plugin', market] = (place.owner ?? textOfJson(objectOf(value).name ?? 'plugin')).split('@')
  const data =
    market === undefined ? undefined : `${root.split('/plugins/cache/')[0]}/plugins/data/${name}-${market}`
  return [
    {
      base: 'system',
      scope: 'plugin',
      path: `${root}/${file}`,
      ...jsonFile,
      owner: name,
      folders: {
        PLUGIN_ROOT: root,
        CLAUDE_PLUGIN_ROOT: root,
        ...(data === undefined ? {} : { PLUGIN_DATA: data, CLAUDE_PLUGIN_DATA: data }),
      },
    },
  ]
}

/** Codex takes only a path from its manifest; hooks that are inline there are ignored. */
function leads({ path, place, value }: ConfigurationFile): readonly Rejection[] {
  if (!path.endsWith('/.codex-plugin/plugin.json') || !isObject(objectOf(value).hooks)) return []
  const message = 'Codex expects the path of a file here and ignores hooks in the manifest itself.'
  const fix = 'Move them into hooks/hooks.json.'
  // An installed plugin cannot be fixed in this workspace.
  const severity = place.base === 'workspace' ? 'warning' : 'info'
  return [{ level: 'entry', at: ['hooks'], message, fix, severity }]
}

/** Events at the top level of config.toml, which has other keys there. */
function eventsAtTop(value: Readonly<Record<string, unknown>>): readonly Rejection[] {
  return EVENT_ORDER.filter((name) => typeof value[name] === 'object').map((name) => ({
    level: 'event',
    at: [name],
    message: `Codex reads events below "hooks" only, so the entries at "${name}" never run.`,
    fix: `Write hooks.${name}.`,
  }))
}

/** The entries that Codex loads from a file, or why it loads none. */
function entriesOf({ place, value, written }: ConfigurationFile, platform = ''): FileEntries {
  const entries: FoundEntry[] = []
  const rejections: Rejection[] = []
  const isToml = place.format === 'toml'
  const whole = (at: JsonPath, wrong: string) => {
    const then = isToml ? NOT_STARTED : 'Codex drops the whole file'
    rejections.push({
      level: 'file',
      at: [],
      message: `${wrong}, so ${then}.`,
      ...(at.length === 0 ? {} : { shownAt: at }),
    })
  }
  if (!isObject(value)) {
    whole([], 'The file is not an object')
    return { entries, rejections }
  }
  if (!isToml) {
    for (const key of Object.keys(value))
      if (key !== 'description' && key !== 'hooks')
        whole([key], `"${key}" is unknown here: only "description" and "hooks" are`)
    const { description } = value
    if (description !== undefined && description !== null && typeof description !== 'string')
      whole(['description'], '"description" is not a string')
  }
  if (isToml) {
    rejections.push(...eventsAtTop(value))
    for (const key of FEATURES) {
      const set = objectOf(value.features)[key]
      if (set !== undefined && typeof set !== 'boolean')
        whole(['features', key], `"features.${key}" is neither true nor false`)
    }
  }
  const { hooks } = value
  if (hooks === undefined) return { entries, rejections }
  if (!isObject(hooks)) {
    whole(['hooks'], '"hooks" is not an object')
    return { entries, rejections }
  }
  for (const [name, groups] of Object.entries(hooks)) if (!OWN_KEYS.includes(name)) readEvent(name, groups)
  return { entries: inOrder(entries), rejections }

  function readEvent(name: string, groups: unknown): void {
    const at = ['hooks', name]
    if (!EVENT_ORDER.includes(name)) {
      const near = suggest(name, EVENT_ORDER)
      rejections.push({
        level: 'event',
        at,
        message: `Codex has no event "${name}", so its entries never run.`,
        ...meaning(near),
        unknownEvent: true,
      })
    }
    const isKnown = EVENT_ORDER.includes(name)
    if (!Array.isArray(groups)) {
      if (isKnown) whole(at, `"${name}" is not an array`)
      return
    }
    for (const [index, group] of groups.entries()) readGroup(name, isKnown, group, [...at, index])
  }

  function readGroup(name: string, isKnown: boolean, group: unknown, at: JsonPath): void {
    if (!isObject(group)) {
      if (isKnown) whole(at, 'A group is not an object')
      return
    }
    const { hooks: handlers, ...rest } = group
    const { matcher } = rest
    if (isKnown && matcher !== undefined && matcher !== null && typeof matcher !== 'string')
      whole([...at, 'matcher'], '"matcher" is not a string')
    if (handlers === undefined) {
      const bare = 'type' in group || 'command' in group
      const wrong = bare ? 'An entry is outside of a "hooks" array' : 'A group has no "hooks" array'
      if (isKnown) rejections.push({ level: 'group', at, message: `${wrong}, so Codex ignores it.` })
      return
    }
    if (!Array.isArray(handlers)) {
      if (isKnown) whole([...at, 'hooks'], '"hooks" is not an array')
      return
    }
    for (const [index, handler] of handlers.entries()) {
      const where = [...at, 'hooks', index]
      const wrong = handlerFault(handler, (key) => written?.([...where, key]))
      if (isKnown && wrong !== undefined) whole(where, wrong)
      if (!isObject(handler)) continue
      const skipped = wrong === undefined ? skippedHandler(name, handler) : undefined
      if (isKnown && skipped !== undefined)
        rejections.push({ level: 'entry', at: where, message: `${skipped}, so Codex skips the entry.` })
      entries.push({
        event: name,
        matcher: typeof matcher === 'string' ? matcher : undefined,
        kind: typeof handler.type === 'string' ? handler.type : 'command',
        command: commandOf(handler, platform),
        fields: handler,
        group: rest,
        at: where,
      })
    }
  }
}

function commandOf(
  { command, commandWindows, command_windows: older }: HookEntry['fields'],
  platform: string,
): string {
  const windows = platform === 'win32' ? (commandWindows ?? older) : undefined
  return [windows, command].find((one) => typeof one === 'string') ?? ''
}

/** Keys below `hooks` that are not events. */
const OWN_KEYS: readonly string[] = ['state', 'managed_dir', 'windows_managed_dir']

function inOrder(entries: readonly FoundEntry[]): readonly FoundEntry[] {
  return [...entries].sort((one, two) => rankOf(one.event) - rankOf(two.event))
}

function rankOf(name: string): number {
  const rank = EVENT_ORDER.indexOf(name)
  return rank === -1 ? EVENT_ORDER.length : rank
}

const KINDS: readonly string[] = ['command', 'mcp_tool', 'prompt', 'agent']

/** Why a handler makes Codex reject its file; undefined where Codex accepts it. */
function handlerFault(handler: unknown, written: (key: string) => string | undefined): string | undefined {
  if (!isObject(handler)) return 'An entry is not an object'
  const { type, command, timeout, async: background, additionalContextLimit, server, tool: called } = handler
  if (type === undefined) return 'An entry has no "type"'
  if (typeof type !== 'string' || !KINDS.includes(type))
    return `An entry has the unknown type ${JSON.stringify(type)}`
  if (type === 'prompt' || type === 'agent') return undefined
  if (type === 'command' && typeof command !== 'string') return 'A command entry has no "command" string'
  if (type === 'mcp_tool' && (typeof server !== 'string' || typeof called !== 'string'))
    return 'An mcp_tool entry needs "server" and "tool"'
  if (!isCount(timeout, written('timeout'))) return '"timeout" is not a whole number of seconds'
  if (!isCount(additionalContextLimit, written('additionalContextLimit')))
    return '"additionalContextLimit" is not a whole number of tokens'
  if (background !== undefined && typeof background !== 'boolean') return '"async" is neither true nor false'
  for (const key of ['statusMessage', 'commandWindows', 'command_windows'])
    if (handler[key] !== undefined && handler[key] !== null && typeof handler[key] !== 'string')
      return `"${key}" is not a string`
  return undefined
}

// `20.0` and `2e1` are floats in Codex.
function isCount(value: unknown, written = ''): boolean {
  if (value === undefined || value === null) return true
  const isFraction = /^[+-]?\d[\d_]*(?:\.|e)/i.test(written)
  return Number.isSafeInteger(value) && (value as number) >= 0 && !isFraction
}

function skippedHandler(name: string, { type, command }: Json): string | undefined {
  if (type === 'prompt' || type === 'agent') return `Codex does not run ${type} entries`
  if (type === 'mcp_tool' && name === 'SessionEnd') return 'SessionEnd does not support mcp_tool entries'
  return type === 'command' && textOfJson(command).trim() === '' ? 'The command is empty' : undefined
}

// ---- All files combined

function combine(files: readonly ConfigurationFile[], facts: HostFacts): Combined {
  const { flags } = facts
  const read = files.filter((file) => file.place.index !== true && isObject(file.value))
  const config = read.filter(({ place }) => place.format === 'toml')
  const users = config.filter(({ place }) => place.scope === 'user')
  const projects = Object.assign({}, ...users.map(({ value }) => objectOf(objectOf(value).projects))) as Json
  const isTrusted = (file: ConfigurationFile): boolean => {
    const { trust_level: level } = objectOf(projects[folderOf(file)])
    return level === undefined ? facts.workspaceTrusted : level === 'trusted'
  }
  const counting = config.filter((file) => file.place.scope !== 'project' || isTrusted(file))
  const switchedOff = switchOf(counting, flags)
  const onlyManaged = config.some(
    ({ path, value }) =>
      path.endsWith('/requirements.toml') && objectOf(value).allow_managed_hooks_only === true,
  )
  const bypassed = flags.includes(BYPASS)
  const broken = files.find(
    (file) =>
      file.place.format === 'toml' &&
      (file.place.scope !== 'project' || isTrusted(file)) &&
      (!isObject(file.value) || isDropped(file)),
  )
  const notStarted = broken === undefined ? undefined : `${NOT_STARTED}: ${broken.path} is broken.`
  const states = config.flatMap(({ value }) =>
    Object.entries(objectOf(objectOf(objectOf(value).hooks).state)),
  )
  const off = (file: ConfigurationFile): EntryOff | undefined => {
    const { scope } = file.place
    if (notStarted !== undefined) return { why: 'file-rejected', text: notStarted }
    if (switchedOff !== undefined)
      return {
        why: 'switched-off',
        text: `Switched off by ${switchedOff.text}.`,
        ...defined({ by: switchedOff.by }),
      }
    if (scope === 'managed') return undefined
    if (onlyManaged) return { why: 'switched-off', text: 'Switched off: only managed hooks are allowed.' }
    if (scope === 'project' && !isTrusted(file))
      return { why: 'untrusted', text: 'Codex does not trust this project, so it does not read its hooks.' }
    if (!facts.hooksTrusted && !bypassed)
      return { why: 'untrusted', text: 'Codex runs it only after it is trusted with /hooks.' }
    return undefined
  }
  return {
    off,
    env: () => ({}),
    settings: {
      ...defined({ notStarted }),
      disabled: states.flatMap(([key, state]) => (objectOf(state).enabled === false ? [key] : [])),
      loaded: read.filter((file) => off(file) === undefined && !isDropped(file)).flatMap(loadedEntries),
    },
    complaints:
      notStarted === undefined && switchedOff === undefined
        ? dividedLayers(read.filter((file) => file.place.scope !== 'project' || isTrusted(file)))
        : [],
  }
}

/** One folder is one layer: hooks in both of its files run, and Codex prints a warning at startup. */
function dividedLayers(read: readonly ConfigurationFile[]): readonly Complaint[] {
  const holding = read.filter((file) => !isDropped(file) && loadedEntries(file).length > 0)
  return holding.flatMap((file): Complaint[] => {
    const beside = holding.find(({ path }) => path === file.path.replace(/\/hooks\.json$/, '/config.toml'))
    if (beside === undefined || beside === file) return []
    return [
      {
        file,
        at: ['hooks'],
        message: `config.toml beside this file has hooks too: Codex runs the hooks of both and shows a warning each time it starts.`,
        fix: 'Keep the hooks of the folder in one of the two files.',
      },
    ]
  })
}

/** The place of an entry among all loaded ones; its index in the list is the number that Codex assigns. */
type LoadedEntry = {
  readonly file: string
  readonly event: string
  readonly at: JsonPath
  readonly same: string
}

function loadedEntries(file: ConfigurationFile): readonly LoadedEntry[] {
  const { entries, rejections } = entriesOf(file)
  return entries.flatMap((entry) => {
    const { event: name, matcher, at, fields, group } = entry
    const isDroppedHere = rejections.some((one) => one.at.every((step, level) => at[level] === step))
    if (isDroppedHere || (isMatched(name) && matcherOf(matcher).invalid === true)) return []
    return [{ file: file.path, event: name, at, same: JSON.stringify([fields, group]) }]
  })
}

function isDropped(file: ConfigurationFile): boolean {
  return entriesOf(file).rejections.some(({ level }) => level === 'file')
}

function folderOf({ path }: ConfigurationFile): string {
  return path.split('/').slice(0, -2).join('/') || '/'
}

/** What switches all hooks off; the last setting counts: files first, then the command line. */
type SwitchedOff = { readonly text: string } & Pick<EntryOff, 'by'>

function switchOf(config: readonly ConfigurationFile[], flags: readonly string[]): SwitchedOff | undefined {
  let by: SwitchedOff | undefined
  for (const { path, value } of config)
    for (const key of FEATURES) {
      const set = objectOf(objectOf(value).features)[key]
      if (typeof set === 'boolean')
        by = set ? undefined : { text: `"features.${key}" in ${path}`, by: { path, at: ['features', key] } }
    }
  for (const key of FEATURES) {
    for (const line of overrides(flags)) {
      const set = new RegExp(`^features\\.${key}\\s*=\\s*(true|false)$`).exec(line)?.[1]
      if (set !== undefined) by = set === 'true' ? undefined : { text: `-c ${line}` }
    }
    if (flagValues(flags, '--enable').includes(key)) by = undefined
    if (flagValues(flags, '--disable').includes(key)) by = { text: `--disable ${key}` }
  }
  return by
}

/** The switch by its current and its former name. */
const FEATURES: readonly string[] = ['hooks', 'codex_hooks']

/** Events with a default time-out of 1 second and a maximum of 3. */
const SHORT: readonly string[] = ['SessionEnd', 'Interrupt']
const MOST_SHORT_SECONDS = 3

function timeoutMs({ event: name, fields: { timeout } }: FoundEntry): number {
  const seconds = typeof timeout === 'number' ? Math.max(timeout, 1) : SHORT.includes(name) ? 1 : 600
  return 1000 * (SHORT.includes(name) ? Math.min(seconds, MOST_SHORT_SECONDS) : seconds)
}

// ---- Which entries run on a payload

function isMatched(name: string): boolean {
  return Object.hasOwn(events, name) && events[name as CodexEvent].matches !== undefined
}

const TOOL_EVENTS: readonly string[] = ['PreToolUse', 'PermissionRequest', 'PostToolUse']

/** Other names that a matcher accepts for a tool. */
const ALIASES: Readonly<Record<string, readonly string[]>> = { apply_patch: ['Write', 'Edit'] }

function matcherOf(matcher: string | undefined): MatcherTest {
  return listOrRegex(matcher, { names: /^[A-Za-z0-9_|]*$/, separators: /\|/, regex: rustRegex })
}

const mcp: McpNaming = { opens: 'mcp__', joins: '__', servers: /^(?!.*__)[\w-]+$/, tools: PLAIN }

/** The program's tools by the names that hooks get, with the function of each. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  Bash: 'Runs a shell command; every shell of the program goes by this name.',
  apply_patch: 'Changes files by a patch.',
  Edit: 'Another name under which a matcher finds apply_patch.',
  Write: 'Another name under which a matcher finds apply_patch.',
  update_plan: 'Writes the plan.',
  view_image: 'Looks at an image.',
  web_search: 'Searches the web.',
  write_stdin: 'Writes to a command that is running.',
  spawn_agent: 'Starts a subagent.',
  send_input: 'Sends a message to a subagent.',
  wait_agent: 'Waits for a subagent.',
  close_agent: 'Ends a subagent.',
  resume_agent: 'Goes on with a subagent.',
  request_user_input: 'Asks the user.',
  get_goal: 'Reads the goal.',
  create_goal: 'Sets a goal.',
  update_goal: 'Changes the goal.',
  tool_search: 'Looks for tools that are not loaded yet.',
  image_generation: 'Makes an image.',
  imagegen: 'Makes an image.',
  list_mcp_resources: 'Lists the resources of MCP servers.',
  list_mcp_resource_templates: 'Lists the templates of resources of MCP servers.',
  read_mcp_resource: 'Reads a resource of an MCP server.',
  js_repl: 'Runs JavaScript.',
  code_mode: 'Runs code that calls tools.',
}

const TOOLS: readonly string[] = Object.keys(TOOL_WORDS)

/** Names that the model or other programs use for the shell; hooks get `Bash`. */
const SHELLS = /\b(?:exec_command|local_shell|shell_command|shell|container\.exec|unified_exec)\b/

function matcherFault(name: string, matcher: string | undefined): MatcherFault | undefined {
  if (matcher === undefined || matcher === '' || matcher === '*') return undefined
  if (!Object.hasOwn(events, name)) return undefined
  if (!isMatched(name))
    return {
      message: `Codex ignores matchers of ${name}: the entry runs every time.`,
      severity: 'info',
    }
  const { invalid, matches } = matcherOf(matcher)
  if (invalid === true)
    return {
      message: `"${matcher}" is not a valid Rust regular expression, so Codex skips the entry.`,
      fix: 'Rust has no look-ahead or look-behind; remove the matcher to match everything.',
      severity: 'warning',
    }
  if (!TOOL_EVENTS.includes(name) || TOOLS.some(matches)) return undefined
  const server = /^[\w|]+$/.test(matcher) ? matcher.split('|').find(isServerAlone) : undefined
  if (server !== undefined)
    return {
      message: `"${server}" names a server but no tool, so it matches nothing.`,
      fix: `Write "${server}__.*" for all of its tools.`,
      ...(server === matcher ? { replacement: `${server}__.*` } : {}),
      severity: 'warning',
    }
  if (mentionsMcp(mcp, matcher)) return undefined
  const never = `"${matcher}" matches no tool of Codex, so the entry never runs.`
  if (SHELLS.test(matcher))
    return { message: never, fix: 'Write "Bash" for every shell.', replacement: 'Bash', severity: 'warning' }
  if (/^[\w ]+(?:[,|][\w ]+)+$/.test(matcher) && /[, ]/.test(matcher)) {
    const list = matcher.split(/[,|]/).map((one) => one.trim())
    return {
      message: `${never} Spaces and commas make it a regular expression.`,
      ...writing(list.join('|')),
      severity: 'warning',
    }
  }
  const near = suggest(matcher, TOOLS)
  return {
    message: never,
    ...meaning(near),
    severity: near === undefined ? 'info' : 'warning',
  }
}

function isServerAlone(item: string): boolean {
  return /^mcp__(?:(?!__).)+$/.test(item)
}

function plan(
  { event: name, payload, settings }: HostFiring,
  entries: readonly HookEntry[],
): readonly EntryPlan[] {
  const disabled = Array.isArray(settings.disabled) ? settings.disabled : []
  return entries.map((entry): EntryPlan => {
    if (disabled.includes(stateKey(entry)))
      return { run: false, why: 'switched-off', text: 'it is switched off in [hooks.state]' }
    const no = (text: string): EntryPlan => ({ run: false, why: 'matcher', text })
    if (isMatched(name)) {
      const { matches, invalid } = matcherOf(entry.matcher)
      if (invalid === true) return no(`the matcher "${entry.matcher}" is not a valid Rust regular expression`)
      const values = matchedValues(name, payload)
      if (!isForAll(entry.matcher) && !values.some(matches))
        return no(
          `the matcher "${entry.matcher}" does not match ${values[0] === undefined ? 'it' : `"${values[0]}"`}`,
        )
    }
    const waits = entry.fields.async !== true || SHORT.includes(name)
    return { run: true, waits, ...(entry.copies > 1 ? { times: entry.copies } : {}) }
  })
}

function isForAll(matcher: string | undefined): boolean {
  return matcher === undefined || matcher === '' || matcher === '*'
}

function matchedValues(name: string, payload: unknown): readonly string[] {
  const path = events[name as CodexEvent].matches
  const value = path === undefined ? undefined : valueAt(payload, path)
  if (typeof value !== 'string') return []
  return [value, ...(TOOL_EVENTS.includes(name) ? (rowOf(ALIASES, value) ?? []) : [])]
}

/** The key under which config.toml stores the user's decision about an entry. */
function stateKey({ file, event: name, at }: HookEntry): string {
  return [file, name.replaceAll(/(?<=.)[A-Z]/g, '_$&').toLowerCase(), at[2], at[4]].join(':')
}

/** Whether an event fires; activity without a payload is passed in `happening`. */
function fires({ event: name, facts: { happening, permissionMode }, settings }: HostFiring): boolean {
  if (settings.notStarted !== undefined) return false
  // Where the user is never asked, no permission is requested.
  if (name === 'PermissionRequest' && permissionMode === 'never') return false
  if (happening === undefined) return true
  const { what, result } = happening
  if (what === 'tool-call') {
    if (name === 'PreToolUse')
      return result !== 'unknown-tool' && result !== 'not-offered' && result !== 'disabled-tool'
    if (name === 'PostToolUse') return result === 'ok' || result === 'nonzero-exit'
    if (name === 'PermissionRequest') return result === 'denied-by-host'
  }
  if (what === 'model-request-failed' && name === 'Stop') return happening.recovered === true
  if (what === 'compaction' && name === 'PostCompact') return happening.nothingToCompact !== true
  return true
}

// ---- Shapes for completion and hovers

const TRIGGERS = { manual: 'The person typed /compact.', auto: 'The context is full.' }
const AGENTS = {
  default: 'A subagent without a role.',
  explorer: 'A subagent that looks around.',
  worker: 'A subagent that works.',
}

/** Matcher values of events that do not concern a tool. */
const MATCHED_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SessionStart: {
    startup: 'A new session.',
    resume: 'A session is gone on with.',
    clear: 'After /clear.',
    compact: 'After the conversation was compacted.',
    fork: 'A session is branched off.',
  },
  SessionEnd: { other: 'The only reason there is.' },
  PreCompact: TRIGGERS,
  PostCompact: TRIGGERS,
  SubagentStart: AGENTS,
  SubagentStop: AGENTS,
}

const MCP_PATTERNS = mcpWords(mcp)

const PLUGIN_VARIABLES: readonly Word[] = [
  { name: 'PLUGIN_ROOT', about: 'The folder of the plugin, absolute.' },
  { name: 'PLUGIN_DATA', about: "The plugin's own folder, which stays when it is updated." },
  { name: 'CLAUDE_PLUGIN_ROOT', about: 'The same as PLUGIN_ROOT.' },
  { name: 'CLAUDE_PLUGIN_DATA', about: 'The same as PLUGIN_DATA.' },
]

function shape({ scope, format }: Pick<ConfigurationPlace, 'scope' | 'format'>): WalkedShape {
  const hooks = eventKeys(events, (name) => groupShape(name, scope === 'plugin' ? PLUGIN_VARIABLES : []))
  if (format !== 'toml') return table({ description: line('What these hooks are for.'), hooks })
  return table({
    hooks,
    features: table(
      { hooks: whether('False switches all hooks off.', true) },
      { description: 'Parts of the program that can be switched.' },
    ),
    ...(scope === 'managed'
      ? { allow_managed_hooks_only: whether('True: only managed hooks run.', false) }
      : {}),
  })
}

function groupShape(name: string, variables: readonly Word[]): WalkedShape {
  const { matches } = events[name as CodexEvent]
  const isTool = TOOL_EVENTS.includes(name)
  return table(
    {
      matcher:
        matches === undefined
          ? unmatched(`Codex ignores matchers of ${name}.`)
          : matcher(
              `What \`${matches}\` has to be. Names separated by \`|\` are compared whole; any other text is a regular ` +
                'expression of Rust that is found anywhere. Left out, empty or `*`: everything.',
              isTool ? [...wordsOf(TOOL_WORDS), ...MCP_PATTERNS] : wordsOf(MATCHED_WORDS[name] ?? {}),
            ),
      hooks: list(entryShape(name, variables), 'What runs, all at once.'),
    },
    { required: [...(isTool ? ['matcher'] : []), 'hooks'] },
  )
}

function entryShape(name: string, variables: readonly Word[]): WalkedShape {
  const limit = SHORT.includes(name) ? `; ${MOST_SHORT_SECONDS} seconds at most` : ''
  const shared = {
    timeout: time('seconds', `How long Codex waits for it${limit}`, timeoutMs(bareEntry(name)) / 1000),
    statusMessage: line('What is shown while it runs.'),
  }
  const command = table(
    {
      type: kind('command', 'Runs a command: the payload is on its standard input.'),
      command: commandLine('The command line, for a shell, in the folder of the session.', variables),
      ...shared,
      commandWindows: commandLine('The command line on Windows.', variables),
      async: whether('True: it runs in the background and decides nothing.', false),
      additionalContextLimit: {
        type: 'number',
        description: 'How many tokens of its context for the model are kept.',
      },
    },
    { required: ['type', 'command'] },
  )
  const tool = table(
    {
      type: kind('mcp_tool', 'Calls a tool of an MCP server.'),
      server: line('Name of the MCP server.'),
      tool: line('Name of its tool.'),
      input: record("The tool's input."),
      ...shared,
    },
    { required: ['type', 'server', 'tool'] },
  )
  return { anyOf: name === 'SessionEnd' ? [command] : [command, tool] }
}

// ---- Reading: the meaning of exit code and output

/** Events at which exit code 2 denies, with standard error as the reason. */
const REFUSED_BY_EXIT: readonly string[] = [
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
]

/** Events at which plain text is text for the model. */
const PLAIN_CONTEXT: readonly string[] = ['SessionStart', 'UserPromptSubmit', 'SubagentStart']

/** Events at which output must be JSON. */
const JSON_ONLY: readonly string[] = ['Stop', 'SubagentStop', 'Interrupt']

/** Events whose output is ignored. */
const IGNORED_OUTPUT: readonly string[] = ['SessionEnd', 'PreModelRequest', 'PostModelRequest']

function readEnd(raw: Raw, record: EventRecord): ReadEnd {
  const name = Object.entries(events).find(([, one]) => one.payload === record.payload)?.[0] ?? ''
  const { exitCode } = raw
  if (exitCode === 2 && REFUSED_BY_EXIT.includes(name)) {
    const reason = trimmed(raw.stderr)
    if (reason !== '') return { kind: 'verdict', verdict: { decision: 'deny', reason } }
    return crashed('exit code 2 with nothing on standard error')
  }
  if (exitCode !== 0)
    return crashed(
      exitCode === undefined ? `was ended by ${raw.signal ?? 'a signal'}` : `exit code ${exitCode}`,
    )
  const printed = trimmed(raw.stdout)
  if (printed === '' || IGNORED_OUTPUT.includes(name)) return { kind: 'returned', result: undefined }
  const value = parsed(printed)
  if (isObject(value)) return { kind: 'returned', result: withNames(value, record) }
  if (/^[{[]/.test(printed))
    return unreadable(value === undefined ? 'printed JSON that does not parse' : 'printed a JSON array')
  if (JSON_ONLY.includes(name)) return unreadable(`printed text; ${name} expects one JSON object`)
  if (PLAIN_CONTEXT.includes(name)) return { kind: 'verdict', verdict: { context: [printed] } }
  return { kind: 'returned', result: undefined }
}

// Codex also reads an array as the specific fields, in their order: `["PreToolUse", "deny", "No."]` was seen to deny.
function withNames(answer: Json, { result }: EventRecord): Json {
  const { hookSpecificOutput: own } = answer
  const names = fieldsAt(result as WalkedShape, ['hookSpecificOutput']).map(({ name }) => name)
  if (!Array.isArray(own) || own.length > names.length) return answer
  return { ...answer, hookSpecificOutput: Object.fromEntries(own.map((one, at) => [names[at], one])) }
}

function crashed(how: string): ReadEnd {
  return { kind: 'failed', reason: 'crashed', message: `${how}; Codex goes on as if it had not run` }
}

function unreadable(what: string): ReadEnd {
  return { kind: 'failed', reason: 'unreadable', message: `${what}; Codex goes on as if it had not run` }
}

// Whitespace as Rust defines it: without the byte order mark. From each end, because a pattern that ends in `+$` would
// begin anew at every character of a run of blanks.
function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && BLANK.test(text[from] as string)) from++
  while (from < to && BLANK.test(text[to - 1] as string)) to--
  return text.slice(from, to)
}

const BLANK = /[^\S\uFEFF]/

function parsed(printed: string): unknown {
  try {
    return parseJson(printed)
  } catch {
    return undefined
  }
}

type Json = Readonly<Record<string, unknown>>

/** A non-empty text, trimmed. */
function reasonOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? trimmed(value) : ''
  return text === '' ? undefined : text
}

/** The verdict of a JSON answer of the right shape, or why Codex drops it. */
function verdictOf(name: string, json: Json, payload: unknown): Verdict<never> | Rejected {
  const own = objectOf(json.hookSpecificOutput)
  const fault = answerFault(name, json, own)
  if (fault !== undefined) return { rejected: `${fault}, so Codex drops the answer` }
  const { additionalContext } = own
  return {
    ...decisionOf(name, json, own, payload),
    ...(typeof additionalContext === 'string' ? { context: [additionalContext] } : {}),
    ...(typeof json.systemMessage === 'string' ? { notes: [json.systemMessage] } : {}),
  }
}

/** The unsupported part of an answer. `continue: false` is checked first where it is supported. */
function answerFault(name: string, json: Json, own: Json): string | undefined {
  const ends = json.continue === false
  if (name === 'PreToolUse' || name === 'PermissionRequest') {
    if (ends) return '"continue: false" is not supported here'
    if (typeof json.stopReason === 'string') return '"stopReason" is not supported here'
    if (json.suppressOutput === true) return '"suppressOutput" is not supported here'
    return name === 'PreToolUse' ? toolFault(json, own) : permissionFault(objectOf(own.decision))
  }
  if (ends) return undefined
  if (name === 'PostToolUse') {
    if (json.suppressOutput === true) return '"suppressOutput" is not supported here'
    if (own.updatedMCPToolOutput !== undefined && own.updatedMCPToolOutput !== null)
      return '"updatedMCPToolOutput" is not supported'
    if (json.decision !== 'block' && typeof json.reason === 'string')
      return 'there is a reason without a decision'
  }
  if (json.decision === 'block' && reasonOf(json.reason) === undefined) return '"block" needs a reason'
  return undefined
}

function toolFault(json: Json, own: Json): string | undefined {
  const { permissionDecision, permissionDecisionReason, updatedInput } = own
  const changes = updatedInput !== undefined && updatedInput !== null
  const isNew =
    typeof permissionDecision === 'string' || typeof permissionDecisionReason === 'string' || changes
  if (!isNew) {
    if (json.decision === 'approve') return '"decision: approve" is not supported'
    if (json.decision === 'block')
      return reasonOf(json.reason) === undefined ? '"block" needs a reason' : undefined
    return typeof json.reason === 'string' ? 'there is a reason without a decision' : undefined
  }
  if (changes && permissionDecision !== 'allow') return '"updatedInput" needs "permissionDecision: allow"'
  if (permissionDecision === 'ask') return '"permissionDecision: ask" is not supported'
  if (permissionDecision === 'allow')
    return changes ? undefined : '"permissionDecision: allow" needs an "updatedInput"'
  if (permissionDecision === 'deny')
    return reasonOf(permissionDecisionReason) === undefined
      ? '"permissionDecision: deny" needs a reason'
      : undefined
  return 'there is a "permissionDecisionReason" without a decision'
}

function permissionFault({ updatedInput, updatedPermissions, interrupt }: Json): string | undefined {
  if (updatedInput !== undefined && updatedInput !== null) return '"updatedInput" is not supported here'
  if (updatedPermissions !== undefined && updatedPermissions !== null)
    return '"updatedPermissions" is not supported'
  return interrupt === true ? '"interrupt" is not supported' : undefined
}

const STOPPED = 'PostToolUse hook stopped execution'

function decisionOf(name: string, json: Json, own: Json, payload: unknown): Verdict<never> {
  const blocked = json.decision === 'block'
  const reason = reasonOf(json.reason)
  if (name === 'PreToolUse') {
    const { permissionDecision, permissionDecisionReason, updatedInput } = own
    if (permissionDecision === 'deny') return { decision: 'deny', reason: reasonOf(permissionDecisionReason) }
    if (permissionDecision === 'allow')
      return { decision: 'allow', payload: { ...objectOf(payload), tool_input: updatedInput } as never }
    return blocked ? { decision: 'deny', reason } : {}
  }
  if (name === 'PermissionRequest') {
    const { behavior, message } = objectOf(own.decision)
    if (behavior === 'allow') return { decision: 'allow' }
    return behavior === 'deny'
      ? { decision: 'deny', reason: reasonOf(message) ?? 'PermissionRequest hook denied approval' }
      : {}
  }
  if (json.continue === false) {
    const why = reasonOf(json.stopReason)
    // After a tool, this only replaces its result: the run continues.
    if (name === 'PostToolUse') return { decision: 'deny', reason: reason ?? why ?? STOPPED }
    return name === 'SubagentStart' ? {} : { run: { ends: true, reason: why } }
  }
  return blocked ? { decision: 'deny', reason } : {}
}

// ---- Judgment: all answers combined

/** One run with a result; an entry that is configured twice has two. */
type Reading = {
  readonly run: EntryRun
  readonly index: number
  readonly copy: number
  readonly verdict: Verdict
}

/** In configuration order, whichever run finished first. */
function readingsOf(runs: readonly EntryRun[]): readonly Reading[] {
  return runs.flatMap((run, index): readonly Reading[] => {
    if (!run.plan.run || run.finished === -1 || run.failure !== undefined) return []
    const { verdict } = run
    return Array.from({ length: run.plan.times ?? 1 }, (_, copy) => ({ run, index, copy, verdict }))
  })
}

const KIND: Readonly<Record<CodexEvent, OperationKind>> = {
  PreToolUse: 'tool',
  PermissionRequest: 'permission',
  PostToolUse: 'result',
  UserPromptSubmit: 'prompt',
  Stop: 'stop',
  SubagentStop: 'stop',
  SessionStart: 'session',
  SessionEnd: 'end',
  SubagentStart: 'subagent',
  PreCompact: 'compaction',
  PostCompact: 'compaction',
  Interrupt: 'other',
  PreModelRequest: 'model',
  PostModelRequest: 'reply',
}

function judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement {
  const { notStarted } = firing.settings
  if (typeof notStarted === 'string') return judgeNotStarted(firing.event, notStarted)
  const all = readingsOf(runs)
  const awaited = all.filter(({ run: { plan: planned } }) => planned.run && planned.waits)
  const background = all.filter(({ run: { plan: planned } }) => planned.run && !planned.waits)
  const judged = judgeKind(firing, awaited, background, longest(runs))
  const person = [
    ...loadWarnings(firing.event, runs),
    ...awaited.flatMap(({ verdict }) => verdict.notes ?? []),
    ...(judged.effect.person ?? []),
  ]
  return { ...judged, effect: { ...judged.effect, person } }
}

function judgeNotStarted(name: string, why: string): Judgement {
  const kind = KIND[name as CodexEvent]
  const operation =
    kind === 'prompt'
      ? ({ kind, fate: 'blocked' } as const)
      : kind === 'session'
        ? ({ kind, fate: 'ended' } as const)
        : undefined
  return {
    verdict: {},
    effect: { ...(operation && { operation }), model: [], person: [why], run: 'ended', exit: 1 },
  }
}

/** Warnings that Codex prints about entries when it loads them. */
function loadWarnings(name: string, runs: readonly EntryRun[]): readonly string[] {
  if (!SHORT.includes(name)) return []
  return runs.flatMap(({ entry: { fields, file } }) => [
    ...(fields.async === true ? [`running async ${name} hook synchronously in ${file}`] : []),
    ...(typeof fields.timeout === 'number' && fields.timeout > MOST_SHORT_SECONDS
      ? [`clamping ${name} hook timeout to ${MOST_SHORT_SECONDS}s in ${file}`]
      : []),
  ])
}

function judgeKind(
  firing: HostFiring,
  awaited: readonly Reading[],
  background: readonly Reading[],
  waitedMs: number,
): Judgement {
  switch (KIND[firing.event as CodexEvent]) {
    case 'tool':
      return judgeTool(firing, awaited, background, waitedMs)
    case 'permission':
      return judgePermission(firing, awaited)
    case 'result':
      return meanwhile(judgeResult(awaited), background, waitedMs)
    case 'prompt':
      return later(judgePrompt(awaited), background)
    case 'stop':
      return judgeStop(firing, awaited)
    case 'session':
      return later(judgeSession(awaited), doneWithin(background, waitedMs))
    case 'subagent':
      return {
        verdict: { context: awaited.flatMap(({ verdict }) => verdict.context ?? []) },
        effect: {
          operation: { kind: 'subagent', fate: 'started' },
          model: contextsOf(awaited),
          run: 'goes-on',
        },
      }
    case 'compaction':
      return judgeCompaction(firing, awaited)
    case 'end':
      return { verdict: {}, effect: { operation: { kind: 'end', fate: 'ended' }, model: [], run: 'ended' } }
    case 'model':
      return idle({ kind: 'model', fate: 'called' })
    case 'reply':
      return idle({ kind: 'reply', fate: 'kept' })
    default:
      return idle({ kind: 'other', fate: 'went-on' })
  }
}

/**
 * Adds the texts of background entries. A text that is output while Codex waits for other entries, or after a prompt
 * was accepted, is read with the second request.
 */
function later(judged: Judgement, background: readonly Reading[]): Judgement {
  const { effect } = judged
  if (effect.run === 'ended') return judged
  const texts = contextsOf(background).map((text) => ({ ...text, request: 2 }))
  return { ...judged, effect: { ...effect, model: [...(effect.model ?? []), ...texts] } }
}

const doneWithin = (background: readonly Reading[], waitedMs: number) =>
  background.filter(({ run: { ms = 0 } }) => ms < waitedMs)

/** Adds the texts of background entries that finished while Codex waited for others. */
function meanwhile(judged: Judgement, background: readonly Reading[], waitedMs: number): Judgement {
  const { effect } = judged
  if (effect.run === 'ended') return judged
  const texts = contextsOf(doneWithin(background, waitedMs))
  return { ...judged, effect: { ...effect, model: [...(effect.model ?? []), ...texts] } }
}

/** How long Codex waits for the slowest entry, in milliseconds. */
function longest(runs: readonly EntryRun[]): number {
  const awaited = runs.filter(({ plan: planned }) => planned.run && planned.waits)
  return Math.max(0, ...awaited.map(({ ms = 0 }) => ms))
}

function idle(operation: Operation): Judgement {
  return { verdict: {}, effect: { operation, model: [], run: 'goes-on' } }
}

function deniedBy(readings: readonly Reading[]): Reading | undefined {
  return readings.find(({ verdict }) => verdict.decision === 'deny')
}

function endOf(readings: readonly Reading[]): Reading | undefined {
  return readings.find(({ verdict }) => verdict.run?.ends === true)
}

/** Each text as a separate developer message. */
function contextsOf(readings: readonly Reading[]): readonly ModelText[] {
  return readings.flatMap(({ verdict, run: { entry } }) =>
    (verdict.context ?? []).map(
      (one): ModelText => ({ text: shortened(one, limitOf(entry)), where: 'message', role: 'developer' }),
    ),
  )
}

const MOST_TOKENS = 2500

function limitOf({ fields: { additionalContextLimit: limit } }: HookEntry): number {
  return typeof limit === 'number' ? limit : MOST_TOKENS
}

/** The file that a long text is saved to; the random names are left open. */
const SPILLED = `\n\nFull hook output saved to: /tmp/hook_outputs/${'…'.repeat(3)}`
/** Length of that line with real names, in tokens. */
const SPILLED_TOKENS = 36

const tokensOf = (bytes: number): number => Math.ceil(bytes / 4)

// Codex counts four bytes as one token and keeps the beginning and the end of a longer text.
function shortened(whole: string, most: number): string {
  const bytes = new TextEncoder().encode(whole)
  const tokens = tokensOf(bytes.length)
  if (tokens <= most) return whole
  const kept = Math.max(0, most - SPILLED_TOKENS) * 4
  const decoder = new TextDecoder()
  const head = decoder.decode(bytes.slice(0, Math.floor(kept / 2))).replace(/(?<!\uFFFD)\uFFFD+$/, '')
  const tail = decoder
    .decode(bytes.slice(bytes.length - (kept - Math.floor(kept / 2))))
    .replace(/^\uFFFD+/, '')
  const removed = tokensOf(bytes.length - kept)
  const lines = whole.split('\n').length - (whole.endsWith('\n') ? 1 : 0)
  return `Warning: truncated output (original token count: ${tokens})\nTotal output lines: ${lines}\n\n${head}…${removed} tokens truncated…${tail}${SPILLED}`
}

/** Tools whose input is a single text under `command`. */
const COMMAND_TOOLS: readonly string[] = ['Bash', 'apply_patch']

function judgeTool(
  { payload }: HostFiring,
  awaited: readonly Reading[],
  background: readonly Reading[],
  waitedMs: number,
): Judgement {
  const denied = deniedBy(awaited)
  const name = textOfJson(valueAt(payload, 'tool_name'))
  const given = objectOf(valueAt(payload, 'tool_input'))
  // Of several inputs, the one that finished last counts.
  const changed = awaited
    .filter(({ verdict }) => verdict.payload !== undefined)
    .reduce<Reading | undefined>(
      (last, one) => (last === undefined || one.run.finished > last.run.finished ? one : last),
      undefined,
    )
  // The request after a denied call does not wait for background entries.
  const inTime = background.filter(({ run: { ms = 0 } }) => denied === undefined || ms < waitedMs)
  const contexts = contextsOf([...awaited, ...inTime])
  const done = (operation: Operation, result: string | undefined, by: Reading | undefined): Judgement => ({
    verdict: {
      ...defined({ decision: by?.verdict.decision, reason: by?.verdict.reason }),
      ...(by === changed && by !== undefined && operation.fate === 'ran'
        ? { payload: { ...objectOf(payload), tool_input: operation.input } }
        : {}),
      ...(contexts.length === 0 ? {} : { context: contexts.map(({ text: one }) => one) }),
    },
    by: by?.index,
    effect: {
      operation,
      model: [
        ...contexts,
        ...(result === undefined ? [] : [{ text: result, where: 'result', role: 'tool' } as const]),
      ],
      run: 'goes-on',
    },
  })
  if (denied !== undefined) {
    const { reason = '' } = denied.verdict
    const what =
      typeof given.command === 'string'
        ? `Command blocked by PreToolUse hook: ${reason}. Command: ${given.command}`
        : `Tool call blocked by PreToolUse hook: ${reason}. Tool: ${name}`
    return done({ kind: 'tool', fate: 'blocked' }, what, denied)
  }
  if (changed === undefined) return done({ kind: 'tool', fate: 'ran', input: given }, undefined, undefined)
  const updated = valueAt(changed.verdict.payload, 'tool_input')
  if (!COMMAND_TOOLS.includes(name))
    return done({ kind: 'tool', fate: 'ran', input: objectOf(updated) }, undefined, changed)
  const { command } = objectOf(updated)
  if (typeof command !== 'string')
    return done(
      { kind: 'tool', fate: 'failed' },
      'hook returned updatedInput without string field `command`',
      changed,
    )
  return done({ kind: 'tool', fate: 'ran', input: { ...given, command } }, undefined, changed)
}

function judgePermission({ payload, facts }: HostFiring, awaited: readonly Reading[]): Judgement {
  const denied = deniedBy(awaited)
  const decisive = denied ?? awaited.findLast(({ verdict }) => verdict.decision === 'allow')
  if (decisive === undefined) {
    const { person, headless } = facts
    const ran = headless ? false : person === undefined ? 'unknown' : /allow|accept|yes|approve/i.test(person)
    return {
      verdict: {},
      effect: { operation: { kind: 'permission', fate: 'undecided', ran }, model: [], run: 'goes-on' },
    }
  }
  const { verdict, index } = decisive
  if (denied === undefined)
    return {
      verdict,
      by: index,
      effect: { operation: { kind: 'permission', fate: 'allowed', ran: true }, model: [], run: 'goes-on' },
    }
  const rejected = `Rejected(${JSON.stringify(verdict.reason)})`
  const output =
    valueAt(payload, 'tool_name') === 'Bash'
      ? `exec_command failed: CreateProcess { message: ${JSON.stringify(rejected)} }`
      : textOfJson(verdict.reason)
  return {
    verdict,
    by: index,
    effect: {
      operation: { kind: 'permission', fate: 'denied', ran: false },
      model: [{ text: output, where: 'result', role: 'tool' }],
      run: 'goes-on',
    },
  }
}

function judgeResult(awaited: readonly Reading[]): Judgement {
  const blocking = awaited.filter(({ verdict }) => verdict.decision === 'deny')
  const model = contextsOf(awaited)
  const [first] = blocking
  if (first === undefined)
    return {
      verdict: { context: model.map(({ text: one }) => one) },
      effect: { operation: { kind: 'result', fate: 'kept' }, model, run: 'goes-on' },
    }
  const output = shortened(blocking.map(({ verdict }) => verdict.reason).join('\n\n'), MOST_TOKENS)
  return {
    verdict: { decision: 'deny', reason: output, context: model.map(({ text: one }) => one) },
    by: first.index,
    effect: {
      operation: { kind: 'result', fate: 'replaced', output },
      model: [...model, { text: output, where: 'result', role: 'tool' }],
      run: 'goes-on',
    },
  }
}

function judgePrompt(awaited: readonly Reading[]): Judgement {
  const ending = awaited.find(({ verdict }) => verdict.decision === 'deny' || verdict.run?.ends === true)
  if (ending !== undefined) {
    const reason = ending.verdict.reason ?? ending.verdict.run?.reason
    return {
      verdict: {
        decision: 'deny',
        ...defined({ reason, run: ending.verdict.run }),
      },
      by: ending.index,
      effect: {
        operation: { kind: 'prompt', fate: 'blocked' },
        model: [],
        run: 'ended',
        exit: 0,
        ...(reason === undefined ? {} : { person: [reason] }),
      },
    }
  }
  const model = contextsOf(awaited)
  return {
    verdict: { context: model.map(({ text: one }) => one) },
    effect: { operation: { kind: 'prompt', fate: 'sent' }, model, run: 'goes-on' },
  }
}

function judgeStop(firing: HostFiring, awaited: readonly Reading[]): Judgement {
  const ending = endOf(awaited)
  const blocking = awaited.filter(({ verdict }) => verdict.decision === 'deny')
  const [first] = blocking
  if (ending !== undefined || first === undefined)
    return {
      verdict: ending === undefined ? {} : { run: ending.verdict.run },
      by: ending?.index,
      effect: { operation: { kind: 'stop', fate: 'stopped' }, model: [], run: 'ended', exit: 0 },
    }
  return {
    verdict: { decision: 'deny', reason: first.verdict.reason },
    by: first.index,
    effect: {
      operation: { kind: 'stop', fate: 'continued' },
      model: blocking.map((one) => ({
        text: `<hook_prompt hook_run_id="${xml(runId(firing, one))}">${xml(shortened(one.verdict.reason ?? '', MOST_TOKENS))}</hook_prompt>`,
        where: 'message',
        role: 'user',
      })),
      run: 'goes-on',
    },
  }
}

/** The run id that Codex assigns: based on the place of the entry among all loaded ones. */
function runId({ event: name, settings }: HostFiring, { run: { entry }, copy }: Reading): string {
  const all = (Array.isArray(settings.loaded) ? settings.loaded : []) as readonly LoadedEntry[]
  const own = all.find(({ file, at }) => file === entry.file && sameJson(at, entry.at))
  const equal = all.flatMap((one, index) =>
    one.file === entry.file && one.event === entry.event && one.same === own?.same ? [index] : [],
  )
  const label = name.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase()
  return `${label}:${equal[copy] ?? 0}:${entry.file}`
}

function xml(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function judgeSession(awaited: readonly Reading[]): Judgement {
  const ending = endOf(awaited)
  const model = contextsOf(awaited)
  if (ending !== undefined)
    return {
      verdict: { run: ending.verdict.run },
      by: ending.index,
      effect: { operation: { kind: 'session', fate: 'ended' }, model: [], run: 'ended', exit: 0 },
    }
  return {
    verdict: { context: model.map(({ text: one }) => one) },
    effect: { operation: { kind: 'session', fate: 'started' }, model, run: 'goes-on' },
  }
}

function judgeCompaction({ event: name }: HostFiring, awaited: readonly Reading[]): Judgement {
  const ending = endOf(awaited)
  if (ending === undefined) return idle({ kind: 'compaction', fate: 'went-on' })
  return {
    verdict: { run: ending.verdict.run },
    by: ending.index,
    effect: {
      operation: { kind: 'compaction', fate: name === 'PreCompact' ? 'blocked' : 'went-on' },
      model: [],
      run: 'ended',
      exit: 1,
    },
  }
}

// ---- The host

// ---- Rules for the checks

const rules: HostRules = {
  writesCompactly: true,
  times: {
    keys: ['timeout'],
    unit: 'seconds',
    most: (name) => (SHORT.includes(name) ? MOST_SHORT_SECONDS : undefined),
  },
  shell: 'bash',
  systemKeys: ['commandWindows', 'command_windows'],
  entryKeys: [
    ...['type', 'command', 'commandWindows', 'command_windows', 'timeout', 'statusMessage', 'async'],
    ...['additionalContextLimit', 'server', 'tool', 'input', 'prompt', 'model'],
  ],
  groupKeys: ['matcher', 'hooks'],
  hooksBelow: false,
  showsFailure: true,
  idle: ({ event: name, fields: { additionalContextLimit: limit } }) =>
    limit === undefined || WITH_CONTEXT.includes(name)
      ? undefined
      : {
          key: 'additionalContextLimit',
          message: `"additionalContextLimit" has no effect at ${name}: no hook gives it context.`,
          fix: 'Remove it.',
        },
  variables: (_name, scope) => [
    'CODEX_HOME',
    ...(scope === 'plugin' ? ['PLUGIN_ROOT', 'PLUGIN_DATA', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'] : []),
  ],
}

/** Events at which hooks can give the model text. */
const WITH_CONTEXT: readonly string[] = [
  ...['PreToolUse', 'PostToolUse', 'SessionStart', 'UserPromptSubmit', 'SubagentStart'],
]

const BYPASS = '--dangerously-bypass-hook-trust'

// Codex records by hash which entries the user has trusted.
function assumes({ hooksTrusted, flags }: HostFacts, { scope }: HookEntry): string | undefined {
  const asks = scope !== 'managed' && hooksTrusted && !flags.includes(BYPASS)
  return asks
    ? 'you have trusted these hooks in Codex as they are now (/hooks); it skips all others'
    : undefined
}

const host = {
  rules,
  versions: ['0.169.0'],
  permissionModes: [
    'on-request',
    'untrusted',
    'on-failure',
    'never',
    'default',
    'acceptEdits',
    'plan',
    'dontAsk',
    'bypassPermissions',
  ],
  facts: {
    headless: false,
    workspaceTrusted: true,
    hooksTrusted: true,
    permissionMode: 'on-request',
    flags: [],
  },
  places,
  given,
  further,
  shape,
  entries: entriesOf,
  leads,
  combine,
  timeoutMs,
  folders: () => ({}),
  matcherFault,
  missingScript: () => 'this entry does nothing: Codex goes on as if it had not run.',
  fires,
  plan,
  judge,
  process: processOf,
  newEntry,
  assumes,
} satisfies Host

function newEntry(name: string, script: string, by = ''): NewEntry {
  const { tool_name } = events[name as CodexEvent].example as { readonly tool_name?: string }
  // A session may run in a subfolder of the folder with its hooks, and no variable contains that folder.
  const command = `${by}"$(git rev-parse --show-toplevel 2>/dev/null || pwd)"/.codex/hooks/${script}`
  return {
    script: `.codex/hooks/${script}`,
    file: '.codex/hooks.json',
    instead: '.codex/config.toml',
    at: ['hooks', name],
    value: {
      ...(tool_name === undefined ? {} : { matcher: `^${tool_name}$` }),
      hooks: [{ type: 'command', command }],
    },
  }
}

function processOf(entry: HookEntry, { payload, platform }: ProcessContext): EntryProcess {
  const cwd = valueAt(payload, 'cwd')
  const base = {
    env: entry.env,
    input: JSON.stringify(payload),
    cwd: typeof cwd === 'string' ? cwd : undefined,
  }
  if (platform === 'win32')
    return { ...base, file: 'cmd.exe', argv: ['/C', commandOf(entry.fields, platform)] }
  return { ...base, file: '/bin/bash', argv: ['-c', entry.command] }
}

const first = { run: 'parallel', sees: 'original', endsAt: 'never' } as const

export const codex = dialect({
  id: 'codex',
  title: 'Codex',
  summary: 'Entries of hooks.json, config.toml and plugins that call a command or an MCP tool.',
  source: SOURCE,
  version: '0.169.0',
  exports: 'settings',
  files: [],
  places: [],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 600_000,
  signal: 'argument',
  flow: { observe: first, transform: first, veto: first },
  tools: {
    shell: {
      name: 'Bash',
      elsewhere: ['exec_command', 'local_shell', 'shell_command', 'shell', 'unified_exec'],
      fields: { command: 'command' },
    },
    write: { name: 'apply_patch', fields: {}, patch: 'command' },
    edit: { name: 'apply_patch', fields: {}, patch: 'command' },
    agent: { name: 'spawn_agent', fields: { task: 'message' } },
    todo: { name: 'update_plan', fields: {} },
  },
  mcp,
  toolInputs,
  toolResults,
  readEnd,
  host,
  events,
})
