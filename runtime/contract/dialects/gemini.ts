// Gemini CLI's hook contract: entries of settings.json and of extensions, read and judged as in version 0.61.0.
// From top to bottom: events, configuration, planning, reading, judgment.

import Type, { type TProperties, type TSchema } from 'typebox'
import { defined } from '../defined.ts'
import { dialect } from '../dialect.ts'
import type { ModelText, Operation, OperationKind } from '../effect.ts'
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
import { listOrRegex } from '../hosts/matcher.ts'
import { type McpNaming, mcpWords, mentionsMcp } from '../hosts/mcpNames.ts'
import type { HostRules } from '../hosts/rules.ts'
import { isObject, objectOf, rowOf, valueAt } from '../json.ts'
import { parseJson } from '../parseJson.ts'
import { flag, ignored, maybe, number, oneOf, openObject, openValue, text } from '../shapes.ts'
import { meaning, suggest, writing } from '../suggest.ts'
import { textOfJson } from '../textOfJson.ts'
import type { Raw, ReadEnd, Verdict } from '../verdict.ts'
import type { WalkedShape, Word } from '../walk.ts'

// ---- Events

const session = <const E extends string>(name: E) => ({
  session_id: text('Id of the session.'),
  transcript_path: text('Path of the transcript file, absolute; empty where none is kept.'),
  cwd: text("The agent's working directory, absolute."),
  hook_event_name: Type.Literal(name, { description: 'Name of the event.' }),
  timestamp: text('When the event fired, in ISO 8601.'),
})

const toolCall = {
  tool_name: text("Name of the tool; an MCP server's is `mcp_<server>_<tool>`."),
  tool_input: openObject("The tool's input; open because every tool has its own."),
  mcp_context: maybe(
    Type.Object(
      {
        server_name: text('Name of the MCP server.'),
        tool_name: text("The tool's name at its server."),
        command: maybe(text('What starts the server.')),
        args: maybe(Type.Array(Type.String(), { description: 'Its arguments.' })),
        cwd: maybe(text('Where it is started.')),
        url: maybe(text('Its address.')),
        tcp: maybe(text('Its address, over TCP.')),
      },
      { description: "The server, where the tool is an MCP server's." },
    ),
  ),
  original_request_name: maybe(text('The tool that the model called, if a hook requested this one instead.')),
}

const toolConfig = Type.Object(
  {
    mode: maybe(oneOf('`NONE` beats `ANY`, `ANY` beats `AUTO` of another hook.', 'AUTO', 'ANY', 'NONE')),
    allowedFunctionNames: maybe(
      Type.Array(Type.String(), { description: 'Names of tools; those of all hooks count.' }),
    ),
  },
  { description: 'What the model may choose from.' },
)

const request = Type.Object(
  {
    model: text('Name of the model.'),
    messages: Type.Array(
      Type.Object({
        role: oneOf('The author.', 'user', 'model', 'system'),
        content: text('The text; parts that are not text are left out.'),
      }),
      { description: 'The conversation.' },
    ),
    config: maybe(
      Type.Object(
        {
          temperature: maybe(number('Sampling temperature, from 0 to 2.')),
          maxOutputTokens: maybe(number('Longest answer, in tokens.')),
          topP: maybe(number('Share of the likeliest tokens to choose from, from 0 to 1.')),
          topK: maybe(number('How many of the likeliest tokens to choose from.')),
        },
        { description: 'How the model answers.' },
      ),
    ),
    toolConfig: maybe(toolConfig),
  },
  { description: 'The request to the model.' },
)

const candidate = Type.Object({
  content: Type.Object(
    {
      role: Type.Literal('model', { description: 'Always the model.' }),
      parts: Type.Array(Type.String(), { description: 'The texts; calls of tools are left out.' }),
    },
    { description: 'The message of the model.' },
  ),
  finishReason: maybe(text('Why it ends here: `STOP`, `MAX_TOKENS`, `SAFETY`, `RECITATION` or `OTHER`.')),
  index: maybe(number('How many candidates come before it.')),
  safetyRatings: maybe(
    Type.Array(
      Type.Object({
        category: text('What is rated.'),
        probability: text('How likely it is harmful.'),
      }),
      { description: 'How the text is rated.' },
    ),
  ),
})

const response = Type.Object(
  {
    text: maybe(text('All texts together.')),
    candidates: Type.Array(candidate, { description: 'The candidate answers; the first one is used.' }),
    usageMetadata: maybe(
      Type.Object(
        {
          promptTokenCount: maybe(number('Tokens of the request.')),
          candidatesTokenCount: maybe(number('Tokens of the answer.')),
          totalTokenCount: maybe(number('Tokens of both together.')),
        },
        { description: 'Tokens used.' },
      ),
    ),
  },
  { description: "The model's answer, or one piece of it." },
)

const message = {
  systemMessage: maybe(text('Text for the user.')),
  suppressOutput: maybe(flag('Keeps the message out of the log.')),
}
const end = {
  continue: maybe(flag('False ends the run.')),
  stopReason: maybe(text('Why it ends.')),
}
const common = {
  ...end,
  ...message,
}
const block = {
  decision: maybe(oneOf('`deny` and `block` refuse.', 'allow', 'approve', 'deny', 'block')),
  reason: maybe(text('Why.')),
}
const additionalContext = maybe(text('Text for the model; `<` and `>` are escaped.'))

/** An answer. Gemini CLI reads the fields that it knows and checks neither types nor the event's name. */
const answer = <P extends TProperties>(name: string, fields: P) =>
  Type.Object(fields, {
    title: `${name}Output`,
    description: `What a hook may answer to ${name}.`,
  })

const specific = <P extends TProperties>(fields: P) => ({
  hookSpecificOutput: maybe(
    Type.Object(
      { hookEventName: maybe(openValue('Name of the event; open because it is not checked.')), ...fields },
      { description: 'Fields specific to this event.' },
    ),
  ),
})

type More = Pick<EventRecord, 'semantics'> & {
  readonly lifecycle?: NonNullable<EventRecord['lifecycle']>
  readonly matches?: string
  readonly common?: EventRecord['common']
  readonly words?: NonNullable<EventRecord['words']>
}

const SOURCE =
  'Gemini CLI 0.61.0: docs/hooks in the program, its package @google/gemini-cli-core, and runs of the program'
const shared = { session: 'session_id', cwd: 'cwd' } as const
const tool = { ...shared, tool: 'tool_name', input: 'tool_input' } as const
const conversation = { ...shared, messages: 'llm_request.messages' } as const

const exampleBase = {
  session_id: '6cccaf9e-c681-4f2d-ae8e-d4dffc4a811e',
  transcript_path: '/home/ada/.gemini/tmp/shop/chats/session-2026-11-21T10-00-6cccaf9e.jsonl',
  cwd: '/srv/shop',
  timestamp: '2026-11-21T10:00:00.000Z',
} as const

/** One event: its payload, its answer, and an example of its own payload fields. */
function geminiEvent<const E extends string, P extends TProperties, R extends TSchema>(
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
    readEnd: (raw, { payload }) => readEnd(name, raw, payload),
    verdict: (given, payload) => verdictOf(name, objectOf(given), payload) as Verdict<never>,
    example: { ...exampleBase, hook_event_name: name, ...example } as never,
  })
}

const veto = { semantics: 'veto' } as const
const observe = { semantics: 'observe' } as const
const call = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'npm test', description: 'Run the tests' },
}
const exampleRequest = {
  llm_request: {
    model: 'gemini-2.5-flash',
    messages: [{ role: 'user', content: 'Make the tests pass.' }],
    config: { temperature: 1, topP: 0.95, topK: 64 },
  },
}

const events = {
  SessionStart: geminiEvent(
    'SessionStart',
    'Runs when a session starts, is resumed or cleared. May add context for the model.',
    { ...observe, lifecycle: 'session.start', matches: 'source' },
    { source: oneOf('Why it starts.', 'startup', 'resume', 'clear') },
    answer('SessionStart', { ...message, ...specific({ additionalContext }) }),
    { source: 'startup' },
  ),
  SessionEnd: geminiEvent(
    'SessionEnd',
    'Runs when a session ends or is cleared; Gemini CLI waits for it. Its answer decides nothing.',
    { ...observe, lifecycle: 'session.end', matches: 'reason' },
    { reason: oneOf('Why it ends.', 'exit', 'clear', 'logout', 'prompt_input_exit', 'other') },
    answer('SessionEnd', message),
    { reason: 'exit' },
  ),
  BeforeAgent: geminiEvent(
    'BeforeAgent',
    'Runs when a prompt is sent, also one that an AfterAgent hook has sent. May block it or add to it.',
    { ...veto, lifecycle: 'prompt', common: { ...shared, prompt: 'prompt' } },
    { prompt: text('What the user wrote.') },
    answer('BeforeAgent', { ...common, ...block, ...specific({ additionalContext }) }),
    { prompt: 'Make the tests pass.' },
  ),
  AfterAgent: geminiEvent(
    'AfterAgent',
    'Runs when the agent is about to stop. May make it continue with a reason, any number of times.',
    {
      ...veto,
      lifecycle: 'stop',
      common: { ...shared, prompt: 'prompt', output: 'prompt_response' },
      words: { fields: { prompt_response: 'last_assistant_message' } },
    },
    {
      prompt: text('The prompt of the agent.'),
      prompt_response: text('Its answer; `[no response text]` if it has no text.'),
      stop_hook_active: flag('True while the agent continues because of an AfterAgent hook.'),
    },
    answer('AfterAgent', {
      ...common,
      ...block,
      ...specific({
        clearContext: maybe(flag('True makes the model forget the conversation so far.')),
      }),
    }),
    { prompt: 'Make the tests pass.', prompt_response: 'Done.', stop_hook_active: false },
  ),
  BeforeModel: geminiEvent(
    'BeforeModel',
    'Runs before each request to the model. May change it, or block it and answer in its place.',
    { ...veto, lifecycle: 'model.before', common: conversation },
    { llm_request: request },
    answer('BeforeModel', {
      ...common,
      ...block,
      ...specific({
        llm_request: maybe(Type.Partial(request, { description: 'What of the request is to change.' })),
        llm_response: maybe(response),
      }),
    }),
    exampleRequest,
  ),
  BeforeToolSelection: geminiEvent(
    'BeforeToolSelection',
    'Runs before each request to the model. May limit the tools that the model can choose from.',
    { semantics: 'transform', common: conversation },
    { llm_request: request },
    answer('BeforeToolSelection', {
      ...specific({
        toolConfig: maybe(toolConfig),
      }),
    }),
    exampleRequest,
  ),
  AfterModel: geminiEvent(
    'AfterModel',
    "Runs after each piece of the model's answer. May replace its text, or end the run.",
    { ...veto, lifecycle: 'model.after', common: { ...conversation, output: 'llm_response' } },
    { llm_request: request, llm_response: response },
    answer('AfterModel', {
      ...common,
      ...block,
      ...specific({ llm_response: maybe(response) }),
    }),
    {
      ...exampleRequest,
      llm_response: {
        text: 'Done.',
        candidates: [{ content: { role: 'model', parts: ['Done.'] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 812, candidatesTokenCount: 3, totalTokenCount: 815 },
      },
    },
  ),
  BeforeTool: geminiEvent(
    'BeforeTool',
    'Runs before a tool call. May deny it, have the user asked, or replace its input.',
    { ...veto, lifecycle: 'tool.before', common: tool, matches: 'tool_name' },
    toolCall,
    answer('BeforeTool', {
      ...common,
      decision: maybe(
        oneOf('`deny` and `block` refuse, `ask` asks the user.', 'allow', 'approve', 'deny', 'block', 'ask'),
      ),
      reason: maybe(text('Why, for the model.')),
      ...specific({
        tool_input: maybe(openObject('The whole input to use instead; open because every tool has its own.')),
      }),
    }),
    call,
  ),
  AfterTool: geminiEvent(
    'AfterTool',
    'Runs after a tool call. May replace the result with a reason or with the result of another tool, or add to it.',
    {
      ...veto,
      lifecycle: 'tool.after',
      common: { ...tool, output: 'tool_response', text: 'tool_response.llmContent' },
      matches: 'tool_name',
    },
    {
      ...toolCall,
      tool_response: Type.Object(
        {
          llmContent: openValue('What the model gets; open because a tool may give texts, images and files.'),
          returnDisplay: openValue('What the user sees; open because every tool has its own.'),
          error: maybe(openValue('What went wrong; open because every tool has its own.')),
        },
        { description: "The tool's result." },
      ),
    },
    answer('AfterTool', {
      ...common,
      ...block,
      ...specific({
        additionalContext,
        tailToolCallRequest: maybe(
          Type.Object(
            {
              name: text('The tool to call.'),
              args: openObject('Its input; open because every tool has its own.'),
            },
            { description: 'A call whose result takes the place of this one.' },
          ),
        ),
      }),
    }),
    { ...call, tool_response: { llmContent: 'Output: 12 passed', returnDisplay: '12 passed' } },
  ),
  Notification: geminiEvent(
    'Notification',
    'Runs when the user is asked whether a tool may run. Its answer decides nothing.',
    {
      ...observe,
      lifecycle: 'notification',
      words: { values: { notification_type: { ToolPermission: 'permission_prompt' } } },
    },
    {
      notification_type: Type.Literal('ToolPermission', { description: 'What it is about.' }),
      message: text('The message.'),
      details: openObject('Details of the request; open because every kind of tool has its own.'),
    },
    answer('Notification', message),
    {
      notification_type: 'ToolPermission',
      message: 'Tool Confirm Shell Command requires execution',
      details: {
        type: 'exec',
        title: 'Confirm Shell Command',
        command: 'npm publish',
        rootCommand: 'npm',
      },
    },
  ),
  PreCompress: geminiEvent(
    'PreCompress',
    'Runs before each request to the model, where the conversation may be compressed. Its answer decides nothing.',
    { ...observe, lifecycle: 'compact.before', matches: 'trigger' },
    { trigger: oneOf('What triggered it.', 'manual', 'auto') },
    ignored,
    { trigger: 'auto' },
  ),
} as const

type GeminiEvent = keyof typeof events

const EVENT_NAMES: readonly string[] = Object.keys(events)

// ---- Tools

/** An input with further fields that are not documented. */
const known = (fields: TProperties) => Type.Object(fields, { additionalProperties: true })

const filePath = text('The file.')

/** Input shapes of the tools that hooks commonly check; all others are open. */
const toolInputs: ToolInputs = {
  run_shell_command: known({
    command: text('The command line.'),
    description: maybe(text('What the command does, in a few words.')),
    dir_path: maybe(text('The folder that it runs in.')),
    is_background: maybe(flag('True runs it in the background.')),
  }),
  read_file: known({ file_path: filePath }),
  write_file: known({ file_path: filePath, content: text('The new content of the file.') }),
  replace: known({
    file_path: filePath,
    old_string: text('The text to replace.'),
    new_string: text('The replacement.'),
    instruction: maybe(text('What the change is for.')),
  }),
  invoke_agent: known({ agent_name: text('Name of the agent.'), prompt: text('What it is to do.') }),
}

// ---- Configuration: which files, and what in them is an entry

const TITLE = 'Gemini CLI'
const NOT_STARTED = `${TITLE} does not start`

const settingsFile = { format: 'commented', byteOrderMark: 'refused', whenBroken: NOT_STARTED } as const
const inHome = { base: 'home', homeIn: 'GEMINI_CLI_HOME' } as const
const SYSTEM_FOLDERS = {
  linux: '/etc/gemini-cli',
  darwin: '/Library/Application Support/GeminiCli',
  win32: 'C:/ProgramData/gemini-cli',
} as const

const systemFiles = (name: string, namedBy: string): readonly ConfigurationPlace[] =>
  Object.entries(SYSTEM_FOLDERS).map(([platform, folder]) => ({
    ...settingsFile,
    base: 'system',
    scope: 'managed',
    path: `${folder}/${name}`,
    namedBy,
    platform,
  }))

const EXTENSIONS = '.gemini/extensions'

const places: readonly ConfigurationPlace[] = [
  { ...inHome, scope: 'user', path: '.gemini/trustedFolders.json', format: 'commented', index: true },
  {
    ...inHome,
    scope: 'plugin',
    path: `${EXTENSIONS}/extension-enablement.json`,
    format: 'json',
    index: true,
  },
  // Hooks of all settings files are combined in this order; a single value is taken from the last file that sets it.
  ...systemFiles('system-defaults.json', 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH'),
  { ...settingsFile, ...inHome, scope: 'user', path: '.gemini/settings.json' },
  { ...settingsFile, base: 'workspace', scope: 'project', path: '.gemini/settings.json' },
  ...systemFiles('settings.json', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH'),
  { ...inHome, scope: 'plugin', path: `${EXTENSIONS}/*/gemini-extension.json`, format: 'json', index: true },
  {
    ...inHome,
    scope: 'plugin',
    path: `${EXTENSIONS}/*/.gemini-extension-install.json`,
    format: 'json',
    index: true,
  },
  { base: 'workspace', scope: 'plugin', path: 'gemini-extension.json', format: 'json', index: true },
]

/** The hooks file of each extension: in its folder, or in the target of its link. */
function further(
  read: readonly ConfigurationFile[],
  { root }: { readonly root: string },
): readonly ConfigurationPlace[] {
  const links = new Map(
    read.flatMap(({ path, value }) => {
      const { type, source } = objectOf(value)
      const isLink = path.endsWith('/.gemini-extension-install.json') && type === 'link'
      return isLink && typeof source === 'string' ? [[folderOf(path), source] as const] : []
    }),
  )
  const linked = [...links.values()].map(
    (source): ConfigurationPlace => ({
      base: 'system',
      scope: 'plugin',
      path: `${source}/gemini-extension.json`,
      format: 'json',
      owner: source,
      index: true,
    }),
  )
  const manifests = read.filter(
    ({ path, place }) => place.index === true && path.endsWith('/gemini-extension.json'),
  )
  return [
    ...linked,
    ...manifests.flatMap(({ path, value }): readonly ConfigurationPlace[] => {
      const folder = folderOf(path)
      const { name } = objectOf(value)
      if (typeof name !== 'string' || links.has(folder)) return []
      return [
        {
          base: 'system',
          scope: 'plugin',
          path: `${folder}/hooks/hooks.json`,
          format: 'json',
          byteOrderMark: 'refused',
          owner: name,
          folders: { extensionPath: folder, workspacePath: root },
        },
      ]
    }),
  ]
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

/** Keys below `hooks` that are not events. */
const OWN_KEYS: readonly string[] = ['enabled', 'disabled', 'notifications']

/** Settings that appear to disable hooks but do not. */
function deadSwitches(value: Json): readonly Rejection[] {
  const { enabled } = objectOf(value.hooksConfig)
  const { enableHooks } = objectOf(value.tools)
  const dead = (at: JsonPath, message: string, fix: string): Rejection => ({
    ...{ level: 'event', at, message, fix, severity: 'warning' },
  })
  return [
    ...(typeof enabled === 'string' && /^(?:false|no|off|0)$/i.test(enabled)
      ? [
          dead(
            ['hooksConfig', 'enabled'],
            `"hooksConfig.enabled" is a string here, and ${TITLE} treats every string as true: it switches nothing off.`,
            'Write true or false without quotes.',
          ),
        ]
      : []),
    ...(enableHooks === false
      ? [
          dead(
            ['tools', 'enableHooks'],
            `${TITLE} no longer reads "enableHooks" below "tools": it switches nothing off.`,
            'Write "enabled": false below "hooksConfig".',
          ),
        ]
      : []),
  ]
}

/** The entries that Gemini CLI loads from a file, or why it loads none. */
function entriesOf({ place, value }: ConfigurationFile): FileEntries {
  const entries: FoundEntry[] = []
  const rejections: Rejection[] = []
  const isExtension = place.scope === 'plugin'
  const reject = (level: Rejection['level'], at: JsonPath, message: string, more: Partial<Rejection> = {}) =>
    rejections.push({ level, at, message, ...more })
  if (!isObject(value)) {
    const then = isExtension ? `${TITLE} ignores the file` : NOT_STARTED
    reject('file', [], `The file is not an object, so ${then}.`)
    return { entries, rejections }
  }
  const { hooks, env } = value
  if (!isExtension) rejections.push(...deadSwitches(value))
  if (!isExtension && isObject(env) && Object.keys(env).length > 0 && isObject(hooks))
    reject('event', ['env'], `${TITLE} does not read "env" here, so no hook gets these variables.`, {
      fix: 'Write them below "env" of an entry, or in .gemini/.env.',
      severity: 'warning',
    })
  if (!isObject(hooks)) {
    if (isExtension) reject('file', [], `There is no "hooks" object, so ${TITLE} ignores the file.`)
    else if (hooks !== undefined)
      reject(
        'file',
        [],
        `"hooks" is not an object, so it replaces the hooks of the files that ${TITLE} reads before it.`,
        { shownAt: ['hooks'] },
      )
    return { entries, rejections }
  }
  for (const [name, groups] of Object.entries(hooks))
    if (!OWN_KEYS.includes(name)) readEvent(name, groups)
    else if (groups === false || (Array.isArray(groups) && groups.length > 0))
      reject(
        'event',
        ['hooks', name],
        `${TITLE} no longer reads "${name}" below "hooks": it switches nothing off.`,
        {
          fix: `Write it below "hooksConfig".`,
          severity: 'warning',
        },
      )
  return { entries, rejections }

  function readEvent(name: string, groups: unknown): void {
    const at = ['hooks', name]
    const isKnown = EVENT_NAMES.includes(name)
    if (!isKnown) {
      const near = rowOf(OTHERS, name) ?? suggest(name, EVENT_NAMES)
      reject('event', at, `${TITLE} has no event "${name}", so its entries never run.`, {
        ...meaning(near),
        unknownEvent: true,
      })
    }
    if (Array.isArray(groups)) {
      for (const [index, group] of groups.entries()) readGroup(name, isKnown, group, [...at, index])
      return
    }
    // In settings, a single group in place of a list counts as a list of one.
    if (!isExtension) readGroup(name, isKnown, groups, at)
    else if (isKnown) reject('event', at, `"${name}" is not an array, so ${TITLE} ignores it.`)
  }

  function readGroup(name: string, isKnown: boolean, group: unknown, at: JsonPath): void {
    if (!isObject(group) || !Array.isArray(group.hooks)) {
      const bare = isObject(group) && ('type' in group || 'command' in group)
      const wrong = bare ? 'An entry is outside of a "hooks" array' : 'A group has no "hooks" array'
      if (isKnown) reject('group', at, `${wrong}, so ${TITLE} ignores it.`)
      return
    }
    const { hooks: handlers, ...rest } = group
    const { matcher } = rest
    // Matchers are evaluated anew at each event: that evaluation fails, not the reading of the file.
    if (isKnown && breaksEvent(name, matcher))
      reject(
        'event',
        [...at, 'matcher'],
        `A matcher is not a string, so ${TITLE} runs no hook of ${name} at all.`,
      )
    for (const [index, handler] of handlers.entries()) {
      const where = [...at, 'hooks', index]
      const wrong = handlerFault(handler)
      if (isKnown && wrong !== undefined) reject('entry', where, `${wrong}, so ${TITLE} skips the entry.`)
      if (!isObject(handler)) continue
      entries.push({
        event: name,
        matcher: typeof matcher === 'string' ? matcher : undefined,
        kind: handler.type === 'plugin' ? 'command' : textOfJson(handler.type ?? 'command'),
        command: typeof handler.command === 'string' ? hydrated(handler.command, place) : '',
        ...(typeof handler.command === 'string' ? { written: handler.command } : {}),
        fields: handler,
        group: rest,
        at: where,
      })
    }
  }
}

/** Events of other agents, mapped to Gemini CLI's names. */
const OTHERS: Readonly<Record<string, GeminiEvent>> = {
  PreToolUse: 'BeforeTool',
  PostToolUse: 'AfterTool',
  UserPromptSubmit: 'BeforeAgent',
  Stop: 'AfterAgent',
  SubagentStop: 'AfterAgent',
  PreCompact: 'PreCompress',
}

/** A matcher that is not a text makes the evaluation of matchers fail, at events that have matchers. */
function breaksEvent(name: string, matcher: unknown): boolean {
  return isMatched(name) && Boolean(matcher) && typeof matcher !== 'string'
}

/** Why Gemini CLI does not run a handler; undefined where it does. */
function handlerFault(handler: unknown): string | undefined {
  if (!isObject(handler)) return 'An entry is not an object'
  const { type, command } = handler
  if (type === 'runtime') return 'An entry of type "runtime" can only be created by a program'
  // The type "plugin" is still accepted and runs as a command.
  if (type !== 'command' && type !== 'plugin')
    return type === undefined
      ? 'An entry has no "type"'
      : `An entry has the unknown type ${JSON.stringify(type)}`
  return typeof command === 'string' && command !== '' ? undefined : 'An entry has no "command" string'
}

/** Substitutes an extension's variables in a command of its hooks. */
function hydrated(command: string, { folders }: ConfigurationPlace): string {
  if (folders === undefined) return command
  const known: Readonly<Record<string, string>> = { ...folders, '/': '/', pathSeparator: '/' }
  return command.replaceAll(/\$\{(.*?)\}/g, (whole, key: string) => rowOf(known, key) ?? whole)
}

// ---- All files combined

/** Why the program does not start, and its exit code. */
type NotStarted = { readonly text: string; readonly exit: number }

/** The program's exit codes for invalid configuration and for a folder that is not trusted. */
const [BROKEN, UNTRUSTED] = [52, 55]

function combine(files: readonly ConfigurationFile[], facts: HostFacts): Combined {
  const settings = files.filter(({ place }) => place.index !== true && place.scope !== 'plugin')
  const isTrusted = isFolderTrusted(files, settings, facts)
  const skipsTrust = facts.flags.includes('--skip-trust')
  const counting = settings.filter(({ place }) => isTrusted || place.scope !== 'project')
  const broken = settings.find(({ value }) => !isObject(value))
  const notStarted: NotStarted | undefined =
    broken !== undefined
      ? { text: `${NOT_STARTED}: ${broken.path} is broken.`, exit: BROKEN }
      : !isTrusted && facts.headless && !skipsTrust
        ? { text: `${NOT_STARTED} in a folder that it does not trust.`, exit: UNTRUSTED }
        : undefined
  const switchedOff = lastStated(counting, 'hooksConfig.enabled')
  const isOff = switchedOff !== undefined && switchedOff.value !== null && !switchedOff.value
  const off = (file: ConfigurationFile): EntryOff | undefined => {
    const isExtension = file.place.scope === 'plugin'
    if (notStarted !== undefined)
      return { why: broken === undefined ? 'untrusted' : 'file-rejected', text: notStarted.text }
    if (isOff)
      return {
        why: 'switched-off',
        text: `Switched off by "hooksConfig.enabled" in ${switchedOff.path}.`,
        by: { path: switchedOff.path, at: ['hooksConfig', 'enabled'] },
      }
    if (isExtension) return extensionOff(file, files, facts)
    if (!isTrusted && (file.place.scope === 'project' || !skipsTrust))
      return { why: 'untrusted', text: `${TITLE} does not trust this folder, so it ignores its hooks.` }
    const over = counting
      .slice(counting.indexOf(file) + 1)
      .find(({ value }) => isObject(value) && value.hooks !== undefined && !isObject(value.hooks))
    return over === undefined
      ? undefined
      : { why: 'file-rejected', text: `"hooks" in ${over.path} is not an object and replaces these.` }
  }
  const disabled = new Set(counting.flatMap(({ value }) => listOf(valueAt(value, 'hooksConfig.disabled'))))
  return {
    off,
    env: () => ({}),
    settings: {
      notStarted,
      disabled: [...disabled],
      unmatchable: files
        .filter((file) => file.place.index !== true && off(file) === undefined)
        .flatMap((file) => entriesOf(file).entries)
        .filter((entry) => breaksEvent(entry.event, entry.group.matcher) && !disabled.has(nameOf(entry)))
        .map((entry) => entry.event),
    },
  }
}

/** The last file that sets a value, and the value. */
function lastStated(
  files: readonly ConfigurationFile[],
  key: string,
): { readonly path: string; readonly value: unknown } | undefined {
  const stated = files.flatMap(({ path, value }) => {
    const one = valueAt(value, key)
    return one === undefined ? [] : [{ path, value: one }]
  })
  return stated.at(-1)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

/** Where the user has decided about neither the folder nor one above it, the facts determine it. */
function isFolderTrusted(
  files: readonly ConfigurationFile[],
  settings: readonly ConfigurationFile[],
  facts: HostFacts,
): boolean {
  const own = settings.filter(({ place }) => place.scope !== 'project')
  if (lastStated(own, 'security.folderTrust.enabled')?.value === false) return true
  const project = settings.find(({ place }) => place.scope === 'project')
  const rules = files.find(({ path }) => path.endsWith('/trustedFolders.json'))
  if (project === undefined || rules === undefined) return facts.workspaceTrusted
  const root = folderOf(folderOf(project.path))
  const [rule] = Object.entries(objectOf(rules.value))
    .filter(([path, level]) => isWithin(root, level === 'TRUST_PARENT' ? folderOf(path) : path))
    .toSorted(([one], [two]) => two.length - one.length)
  return rule === undefined ? facts.workspaceTrusted : rule[1] !== 'DO_NOT_TRUST'
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** Why an extension is off: by the command line, else by its last rule that matches this folder. */
function extensionOff(
  { place: { owner = '', folders } }: ConfigurationFile,
  files: readonly ConfigurationFile[],
  { flags }: HostFacts,
): EntryOff | undefined {
  const chosen = [...flagValues(flags, '--extensions', '-e')].flatMap((one) => one.toLowerCase().split(','))
  const off = (by: string): EntryOff => ({ why: 'switched-off', text: `The extension is off by ${by}.` })
  if (chosen.length > 0) return chosen.includes(owner.toLowerCase()) ? undefined : off('the command line')
  const rules = files.find(({ path }) => path.endsWith('/extension-enablement.json'))
  const here = `${folders?.workspacePath ?? ''}/`
  let isOn = true
  for (const rule of listOf(objectOf(objectOf(rules?.value)[owner]).overrides)) {
    if (typeof rule !== 'string') continue
    const path = rule.replace(/^!/, '')
    const isHere = path.endsWith('/*') ? isWithin(here, path.slice(0, -1)) : here === path
    if (isHere) isOn = !rule.startsWith('!')
  }
  return isOn ? undefined : off('extension-enablement.json')
}

const MOST_MS = 2 ** 31 - 1

/** The time-out as Node's timers interpret it: a value that is not a valid number of milliseconds expires at once. */
function timeoutMs({ fields: { timeout } }: Pick<FoundEntry, 'fields'>): number {
  const ms = Number(
    typeof timeout === 'object' && timeout !== null ? textOfJson(timeout) : (timeout ?? 60_000),
  )
  return ms >= 1 && ms <= MOST_MS ? Math.trunc(ms) : 1
}

/** Approximate time in milliseconds that a small script needs to start. */
const START_MS = 20

// A hook with a time-out below its start time may or may not begin before it expires: a race.
function assumes(_facts: HostFacts, entry: HookEntry): string | undefined {
  const ms = timeoutMs(entry)
  if (ms >= START_MS) return undefined
  const given = `"timeout": ${JSON.stringify(entry.fields.timeout)}`
  return `${entryText(entry)} times out before it does anything (${given}, in milliseconds); rarely it gets further`
}

// ---- Which entries run on a payload

function isMatched(name: string): boolean {
  return Object.hasOwn(events, name) && events[name as GeminiEvent].matches !== undefined
}

const TOOL_EVENTS: readonly string[] = ['BeforeTool', 'AfterTool']

/** Matcher values of events that do not concern a tool. */
const TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'clear'],
  SessionEnd: ['exit', 'clear', 'logout', 'prompt_input_exit', 'other'],
  PreCompress: ['manual', 'auto'],
}

/** Longer names are shortened, and other characters are replaced. */
const mcp: McpNaming = {
  opens: 'mcp_',
  joins: '_',
  servers: /^[\w.-]+$/,
  tools: /^[\w.-]+$/,
  longest: 63,
  stated: { server: 'mcp_context.server_name', tool: 'mcp_context.tool_name' },
}

/** The program's tools, with the function of each. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  run_shell_command: 'Runs a shell command.',
  write_file: 'Writes a whole file.',
  replace: 'Replaces text in a file.',
  read_file: 'Reads a file.',
  read_many_files: 'Reads several files.',
  list_directory: 'Lists a folder.',
  glob: 'Finds files by a pattern.',
  grep_search: 'Searches in files.',
  search_file_content: 'The older name of grep_search.',
  web_fetch: 'Fetches a web page.',
  google_web_search: 'Searches the web.',
  write_todos: 'Writes the list of tasks.',
  ask_user: 'Asks the user.',
  save_memory: 'Remembers a fact.',
  activate_skill: 'Uses a skill.',
  get_internal_docs: "Reads the program's own documentation.",
  enter_plan_mode: 'Enters plan mode.',
  exit_plan_mode: 'Presents a plan and leaves plan mode.',
  update_topic: 'States the topic of the session.',
  complete_task: 'Ends the work of a subagent.',
  invoke_agent: 'Starts a subagent.',
  read_mcp_resource: 'Reads a resource of an MCP server.',
  list_mcp_resources: 'Lists the resources of MCP servers.',
  tracker_create_task: 'Adds a task.',
  tracker_update_task: 'Changes a task.',
  tracker_get_task: 'Reads a task.',
  tracker_list_tasks: 'Lists the tasks.',
  tracker_add_dependency: 'Makes a task wait for another.',
  tracker_visualize: 'Draws the tasks.',
  codebase_investigator: 'Starts the subagent that looks around.',
}

const TOOLS: readonly string[] = Object.keys(TOOL_WORDS)

/** Tools of other agents, mapped to Gemini CLI's names. */
const OTHER_TOOLS: Readonly<Record<string, string>> = {
  Bash: 'run_shell_command',
  Shell: 'run_shell_command',
  Write: 'write_file',
  Edit: 'replace',
  MultiEdit: 'replace',
  Read: 'read_file',
  Grep: 'grep_search',
  Glob: 'glob',
  WebFetch: 'web_fetch',
  WebSearch: 'google_web_search',
  TodoWrite: 'write_todos',
}

/** Whether a matcher matches a value. Surrounding whitespace in the matcher is ignored. */
function isMatch(name: string, matcher: string | undefined, value: string): boolean {
  const wanted = (matcher ?? '').trim()
  if (wanted === '' || wanted === '*') return true
  if (!TOOL_EVENTS.includes(name)) return wanted === value
  const { matches, invalid } = listOrRegex(wanted, { names: NEVER, separators: NEVER })
  return invalid === true ? wanted === value : matches(value)
}

/** Matches nothing: no matcher is a list of names. */
const NEVER = /(?!)/

function matcherFault(name: string, matcher: string | undefined): MatcherFault | undefined {
  const wanted = (matcher ?? '').trim()
  if (wanted === '' || wanted === '*' || !Object.hasOwn(events, name)) return undefined
  if (!isMatched(name))
    return {
      message: `${TITLE} ignores matchers of ${name}: the entry runs every time.`,
      severity: 'info',
    }
  const values = TRIGGERS[name] ?? TOOLS
  if (values.some((value) => isMatch(name, matcher, value))) return undefined
  if (TRIGGERS[name] !== undefined)
    return {
      message: `"${matcher}" is not one of ${values.join(', ')}, so the entry never runs: ${TITLE} compares the whole word.`,
      fix: 'Write one of these words in a separate entry, or remove the matcher.',
      severity: 'warning',
      never: 'matches nothing',
    }
  if (/mcp__/.test(wanted)) {
    const corrected = wanted.replaceAll(/mcp__(?:(\w+?)__)?/g, (_, server) =>
      server === undefined ? 'mcp_' : `mcp_${server}_`,
    )
    return {
      message: `"${matcher}" matches no tool: ${TITLE} names MCP tools mcp_<server>_<tool>.`,
      ...writing(corrected),
      severity: 'warning',
    }
  }
  if (mentionsMcp(mcp, wanted) || wanted.includes('discovered_tool_')) return undefined
  const never = `"${matcher}" matches no tool of ${TITLE}, so the entry never runs.`
  const list = wanted.split(/\s*[,|]\s*/)
  const known = list.map((one) => rowOf(OTHER_TOOLS, one) ?? (TOOLS.includes(one) ? one : undefined))
  if (known.every((one) => one !== undefined))
    return { message: never, ...writing([...new Set(known)].join('|')), severity: 'warning' }
  if (listOrRegex(wanted, { names: NEVER, separators: NEVER }).invalid === true)
    return {
      message: `"${matcher}" is not a valid regular expression, so ${TITLE} compares it literally: the entry never runs.`,
      fix: 'Remove the matcher, or write only "*", to match everything.',
      severity: 'warning',
    }
  const near = suggest(wanted, TOOLS)
  return {
    message: never,
    ...meaning(near),
    severity: near === undefined ? 'info' : 'warning',
  }
}

/** The name of an entry, in messages and in the setting that disables it. */
function nameOf({ fields: { name, type }, command }: Pick<FoundEntry, 'fields' | 'command'>): string {
  if (typeof name === 'string' && name !== '') return name
  return type === 'command' ? command : 'unknown-hook'
}

/** Entries with the same key run once. */
function keyOf({ fields: { name, type }, command }: HookEntry): string {
  return `${typeof name === 'string' ? name : ''}:${type === 'command' ? command : ''}`
}

function plan(
  { event: name, payload, settings, facts }: HostFiring,
  entries: readonly HookEntry[],
): readonly EntryPlan[] {
  const value = matchedValue(name, payload)
  const seen = new Set<string>()
  const pieces = name === 'AfterModel' ? facts.happening?.chunks : undefined
  return entries.map((entry): EntryPlan => {
    if (listOf(settings.disabled).includes(nameOf(entry)))
      return { run: false, why: 'switched-off', text: 'it is switched off in "hooksConfig.disabled"' }
    if (listOf(settings.unmatchable).includes(name))
      return {
        run: false,
        why: 'matcher',
        text: 'a matcher of this event is not a string, so no hook of it runs',
      }
    if (value !== undefined && !isMatch(name, entry.matcher, value))
      return { run: false, why: 'matcher', text: `the matcher "${entry.matcher}" does not match "${value}"` }
    const ms = timeoutMs(entry)
    const key = keyOf(entry)
    if (seen.has(key))
      return { run: false, why: 'duplicate', text: 'an entry with this name and command runs already' }
    seen.add(key)
    // No process starts within a millisecond.
    if (ms === 1)
      return {
        run: false,
        why: 'condition',
        text: `its time-out of ${textOfJson(entry.fields.timeout)} stops it before it starts`,
      }
    return { run: true, waits: true, ...defined({ times: pieces }) }
  })
}

/** The value that matchers are tested against; undefined where they are ignored. */
function matchedValue(name: string, payload: unknown): string | undefined {
  const path = Object.hasOwn(events, name) ? events[name as GeminiEvent].matches : undefined
  const value = path === undefined ? undefined : valueAt(payload, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A single group with `sequential: true` makes all entries run in sequence. */
function inSequence(_: HostFiring, entries: readonly HookEntry[]): boolean {
  return entries.some(({ group }) => group.sequential === true)
}

/** At three events, a hook's changes to the payload are passed to the next one. */
function next({ event: name }: HostFiring, payload: unknown, run: EntryRun): NextInSequence {
  const specific = outputOf(run)?.hookSpecificOutput
  const path = FED[name]
  // The answer of a failed program counts, but is not passed on.
  if (path === undefined || !specific || run.raw?.exitCode !== 0) return { payload }
  if (typeof specific !== 'object') return { ends: BROKEN_ANSWER }
  const given = objectOf(payload)
  const { additionalContext: context, [path]: changed } = specific as Json
  if (name === 'BeforeAgent')
    return {
      payload:
        typeof context === 'string'
          ? { ...given, prompt: `${textOfJson(given.prompt)}\n\n${context}` }
          : payload,
    }
  return {
    payload: changed ? { ...given, [path]: { ...objectOf(given[path]), ...(changed as Json) } } : payload,
  }
}

/** The payload field that is passed on with changes. */
const FED: Readonly<Record<string, string>> = {
  BeforeAgent: 'prompt',
  BeforeModel: 'llm_request',
  BeforeTool: 'tool_input',
}

const BROKEN_ANSWER = '"hookSpecificOutput" of an answer is not an object'

/** Whether an event fires; activity without a payload is passed in `happening`. */
function fires({ event: name, facts: { happening, headless }, settings }: HostFiring): boolean {
  if (settings.notStarted !== undefined) return false
  if (happening === undefined) return true
  const { what, result } = happening
  if (what === 'tool-call') {
    if (name === 'BeforeTool')
      return result !== 'unknown-tool' && result !== 'not-offered' && result !== 'disabled-tool'
    if (name === 'AfterTool') return result === 'ok' || result === 'nonzero-exit' || result === 'error'
    if (name === 'Notification') return !headless
  }
  if (what === 'model-request-failed' && happening.recovered !== true)
    return name !== 'AfterModel' && name !== 'AfterAgent' && name !== 'SessionEnd'
  return true
}

// ---- Shapes for completion and hovers

const TRIGGER_WORDS: Readonly<Record<string, string>> = {
  startup: 'A new session.',
  resume: 'A session is gone on with.',
  clear: 'After /clear.',
  exit: 'The program ends.',
  logout: 'The person logged out.',
  prompt_input_exit: 'The person left at the prompt.',
  other: 'Any other reason.',
  manual: 'The person typed /compress.',
  auto: 'The context is full.',
}

const MCP_PATTERNS = mcpWords(mcp)

const VARIABLES: readonly Word[] = [
  {
    name: 'GEMINI_PROJECT_DIR',
    about: 'The folder of the project, absolute; quoted by the program where needed.',
  },
  { name: 'GEMINI_CWD', about: 'The working directory of the session.' },
  { name: 'GEMINI_SESSION_ID', about: 'Id of the session.' },
  { name: 'GEMINI_PLANS_DIR', about: 'The folder of plans.' },
  { name: 'CLAUDE_PROJECT_DIR', about: 'The same as GEMINI_PROJECT_DIR.' },
]
const EXTENSION_VARIABLES: readonly Word[] = [
  { name: 'extensionPath', about: 'The folder of the extension, absolute; in braces only.' },
  { name: 'workspacePath', about: 'The folder of the project, absolute; in braces only.' },
  { name: 'pathSeparator', about: "The system's separator of paths; in braces only." },
]

function shape({ scope }: Pick<ConfigurationPlace, 'scope'>): WalkedShape {
  const isExtension = scope === 'plugin'
  const variables = isExtension ? [...EXTENSION_VARIABLES, ...VARIABLES] : VARIABLES
  const hooks = eventKeys(events, (name) => groupShape(name, variables))
  if (isExtension) return table({ hooks })
  return table({
    hooks,
    hooksConfig: table(
      {
        enabled: whether('False switches all hooks off.', true),
        disabled: list(line('Name of an entry, or its command.'), 'Entries that are switched off.'),
        notifications: whether('False: nothing is shown while hooks run.', true),
      },
      { description: 'What holds for all hooks.' },
    ),
  })
}

function groupShape(name: string, variables: readonly Word[]): WalkedShape {
  const isTool = TOOL_EVENTS.includes(name)
  const values = Object.fromEntries((TRIGGERS[name] ?? []).map((one) => [one, TRIGGER_WORDS[one] ?? one]))
  return table(
    {
      matcher: !isMatched(name)
        ? unmatched(`${TITLE} ignores matchers of ${name}.`)
        : isTool
          ? matcher(
              'What `tool_name` has to match: a regular expression, matched anywhere in the text. Omitted, empty or `*`: everything.',
              [...wordsOf(TOOL_WORDS), ...MCP_PATTERNS],
            )
          : matcher('One word, compared whole. Left out, empty or `*`: everything.', wordsOf(values)),
      sequential: whether('True: all entries of the event run one after the other.', false),
      hooks: list(entryShape(name, variables), 'What runs.'),
    },
    { required: [...(isTool ? ['matcher'] : []), 'hooks'] },
  )
}

function entryShape(name: string, variables: readonly Word[]): WalkedShape {
  return table(
    {
      type: kind('command', 'Runs a command: the payload is on its standard input.'),
      command: commandLine('The command line, for a shell.', variables),
      name: line('What it is called in messages, and where it is switched off.'),
      description: line('What it is for.'),
      timeout: time('milliseconds', `How long ${TITLE} waits for it`, timeoutMs(bareEntry(name))),
      env: record('Variables of its process.'),
    },
    { required: ['type', 'command'] },
  )
}

// ---- Reading: the meaning of exit code and output

type Json = Readonly<Record<string, unknown>>

/**
 * Standard output, or standard error where it is empty, is parsed as JSON whatever the exit code; for other text, the
 * exit code determines whether it denies.
 */
function readEnd(name: string, raw: Raw, payload: unknown): ReadEnd {
  const { exitCode } = raw
  const text = raw.stdout.trim() || raw.stderr.trim()
  const output = text === '' ? undefined : outputIn(text, exitCode ?? 0)
  if (output !== undefined)
    return { kind: 'verdict', result: output, verdict: verdictOf(name, output, payload) }
  if (exitCode === 0) return { kind: 'returned', result: undefined }
  const how = exitCode === undefined ? `was ended by ${raw.signal ?? 'a signal'}` : `exit code ${exitCode}`
  const what = text === '' ? 'nothing printed' : 'no object printed'
  return {
    kind: 'failed',
    reason: 'crashed',
    message: `${how} with ${what}; ${TITLE} goes on as if it had not run`,
  }
}

function outputIn(text: string, exitCode: number): Json | undefined {
  try {
    const value: unknown = parseJson(text)
    // A JSON string that contains JSON is parsed again.
    const inner: unknown = typeof value === 'string' ? parseJson(value) : value
    return typeof inner === 'object' && inner !== null ? (inner as Json) : undefined
  } catch {
    if (exitCode === 0) return { decision: 'allow', systemMessage: text }
    if (exitCode === 1) return { decision: 'allow', systemMessage: `Warning: ${text}` }
    return { decision: 'deny', reason: text }
  }
}

/** Events at which an answer may deny, and at which it may end the run. */
const REFUSES: readonly string[] = ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'BeforeModel']
const ENDS: readonly string[] = [...REFUSES, 'AfterModel']
const TAKES_CONTEXT: readonly string[] = ['SessionStart', 'BeforeAgent', 'AfterTool']

/** The verdict of a single answer. */
function verdictOf(name: string, output: Json, payload: unknown): Verdict {
  const own = objectOf(output.hookSpecificOutput)
  const isRefused = REFUSES.includes(name) && isBlocking(output)
  const asks = name === 'BeforeTool' && output.decision === 'ask'
  const ends = ENDS.includes(name) && output.continue === false
  const { systemMessage } = output
  const changed = ends || isRefused ? undefined : changedPayload(name, own, payload)
  return {
    ...(isRefused ? { decision: 'deny', reason: reasonOf(output) } : asks ? { decision: 'ask' } : {}),
    ...(ends ? { run: { ends: true, reason: reasonOf(output) } } : {}),
    ...defined({ payload: changed }),
    ...(TAKES_CONTEXT.includes(name) && typeof own.additionalContext === 'string'
      ? { context: [own.additionalContext] }
      : {}),
    ...(systemMessage ? { notes: [textOfJson(systemMessage)] } : {}),
  }
}

function isBlocking({ decision }: Json): boolean {
  return decision === 'block' || decision === 'deny'
}

function reasonOf({ stopReason, reason }: Json): string {
  return textOfJson(stopReason || reason || 'No reason provided')
}

function changedPayload(name: string, own: Json, payload: unknown): Json | undefined {
  const given = objectOf(payload)
  if (name === 'BeforeTool' && isObject(own.tool_input)) return { ...given, tool_input: own.tool_input }
  if (name === 'BeforeModel' && isObject(own.llm_request))
    return { ...given, llm_request: { ...objectOf(given.llm_request), ...own.llm_request } }
  if (name === 'BeforeToolSelection' && isObject(own.toolConfig))
    return { ...given, llm_request: { ...objectOf(given.llm_request), toolConfig: own.toolConfig } }
  if (name === 'AfterModel' && replacement(own) !== undefined)
    return { ...given, llm_response: own.llm_response }
  return undefined
}

/** The answer of a run, where it gave one. */
function outputOf({ result, finished }: EntryRun): Json | undefined {
  return finished === -1 || typeof result !== 'object' || result === null ? undefined : (result as Json)
}

// ---- Judgment: all answers combined

const KIND: Readonly<Record<GeminiEvent, OperationKind>> = {
  SessionStart: 'session',
  SessionEnd: 'end',
  BeforeAgent: 'prompt',
  AfterAgent: 'stop',
  BeforeModel: 'model',
  BeforeToolSelection: 'tools',
  AfterModel: 'reply',
  BeforeTool: 'tool',
  AfterTool: 'result',
  Notification: 'other',
  PreCompress: 'compaction',
}

/** All answers of one firing merged, in configuration order, whichever run finished first. */
type Merged = {
  readonly output: Json
  readonly own: Json
  /** The first run that denies, ends the run or changes something. */
  readonly by: (decides: (output: Json) => boolean) => number | undefined
}

function merged(name: string, runs: readonly EntryRun[]): Merged {
  const answered = runs.flatMap((run, index) => {
    const output = outputOf(run)
    return output === undefined ? [] : [{ output, index }]
  })
  const outputs = answered.map(({ output }) => output)
  const output =
    name === 'BeforeModel' || name === 'AfterModel'
      ? replaced(outputs)
      : name === 'BeforeToolSelection'
        ? { hookSpecificOutput: selected(outputs) }
        : joined(outputs)
  return {
    output,
    own: objectOf(output.hookSpecificOutput),
    by: (decides) => answered.find((one) => decides(one.output))?.index,
  }
}

/** Later fields overwrite earlier ones. */
function replaced(outputs: readonly Json[]): Json {
  const own = outputs.map(({ hookSpecificOutput }) => hookSpecificOutput)
  return Object.assign({}, ...outputs, { hookSpecificOutput: Object.assign({}, ...own) }) as Json
}

/** The strictest mode, and the tools of all answers; no tools where the mode allows none. */
function selected(outputs: readonly Json[]): Json {
  const configs = outputs.flatMap((output) => {
    const config = valueAt(output, 'hookSpecificOutput.toolConfig')
    return isObject(config) ? [config] : []
  })
  if (configs.length === 0) return {}
  const mode = ['NONE', 'ANY'].find((one) => configs.some((config) => config.mode === one)) ?? 'AUTO'
  const names = configs.flatMap(({ allowedFunctionNames: all }) => (Array.isArray(all) ? all : []))
  const allowedFunctionNames = mode === 'NONE' ? [] : [...new Set(names)].sort()
  return { toolConfig: { mode, ...(allowedFunctionNames.length === 0 ? {} : { allowedFunctionNames }) } }
}

/** Any denial denies, any end ends the run, and texts are joined; of other fields the last value counts. */
function joined(outputs: readonly Json[]): Json {
  // The program throws on a value that is not an object here, and then ignores all answers.
  if (outputs.some(({ hookSpecificOutput: own }) => own && typeof own !== 'object')) return {}
  const lines = (key: string, of: readonly Json[] = outputs): string | undefined => {
    const all = of.flatMap((output) => (output[key] ? [output[key]] : []))
    return all.length === 0 ? undefined : all.map(textOfJson).join('\n')
  }
  const ending = outputs.filter((output) => output.continue === false)
  const own = Object.assign({}, ...outputs.map((output) => output.hookSpecificOutput)) as Json
  const contexts = outputs.flatMap(({ hookSpecificOutput }) => {
    const context = (hookSpecificOutput as Json | null | undefined)?.additionalContext
    return typeof context === 'string' ? [context] : []
  })
  const clears = outputs.some((output) => valueAt(output, 'hookSpecificOutput.clearContext') === true)
  const decision = outputs.some(isBlocking)
    ? 'deny'
    : outputs.some((output) => output.decision === 'ask')
      ? 'ask'
      : 'allow'
  return {
    continue: ending.length === 0,
    decision,
    stopReason: lines('stopReason', ending),
    reason: lines('reason'),
    systemMessage: lines('systemMessage'),
    hookSpecificOutput: {
      ...own,
      clearContext: clears,
      ...(contexts.length === 0 ? {} : { additionalContext: contexts.join('\n') }),
    },
  }
}

/** Text for the model in Gemini CLI's wrapping; undefined where there is none. */
function contextIn({ additionalContext: context }: Json): string | undefined {
  if (typeof context !== 'string' || context === '') return undefined
  return `<hook_context>${context.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</hook_context>`
}

function judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement {
  const notStarted = firing.settings.notStarted as NotStarted | undefined
  if (notStarted !== undefined)
    return {
      verdict: {},
      effect: { model: [], person: [notStarted.text], run: 'ended', exit: notStarted.exit },
    }
  const all = merged(firing.event, runs)
  const judged = judgeKind(firing, all)
  const person = [...messages(firing, runs, all), ...(judged.effect.person ?? [])]
  return {
    ...judged,
    verdict: { ...judged.verdict, ...(person.length === 0 ? {} : { notes: person }) },
    effect: { ...judged.effect, person },
  }
}

/** Hook messages that the user sees at any event. In headless mode, messages of hooks are shown only at the start. */
function messages(
  { event: name, facts: { headless } }: HostFiring,
  runs: readonly EntryRun[],
  { output }: Merged,
): readonly string[] {
  const failed = runs.filter(
    ({ finished, raw, failure }) => finished !== -1 && (failure !== undefined || raw?.exitCode !== 0),
  )
  const names = failed.map(({ entry }) => nameOf(entry)).join(', ')
  const shownTexts = headless
    ? name === 'SessionStart' && output.systemMessage
      ? [textOfJson(output.systemMessage)]
      : []
    : runs.flatMap(({ finished, verdict }) => (finished === -1 ? [] : (verdict.notes ?? [])))
  const warning = `Hook(s) [${names}] failed for event ${name}. Press F12 to see the debug drawer for more details.`
  return [...(failed.length === 0 ? [] : [warning]), ...shownTexts]
}

function judgeKind(firing: HostFiring, all: Merged): Judgement {
  switch (KIND[firing.event as GeminiEvent]) {
    case 'session':
      return judgeSession(firing, all)
    case 'prompt':
      return judgePrompt(all)
    case 'stop':
      return judgeStop(all)
    case 'model':
      return judgeRequest(firing, all)
    case 'reply':
      return judgeReply(firing, all)
    case 'tool':
      return judgeTool(firing, all)
    case 'result':
      return judgeResult(firing, all)
    case 'end':
      return {
        ...idle({ kind: 'end', fate: 'ended' }),
        effect: { operation: { kind: 'end', fate: 'ended' }, model: [], run: 'ended' },
      }
    case 'tools':
      return judgeTools(firing, all)
    case 'compaction':
      return idle({ kind: 'compaction', fate: 'went-on' })
    default:
      return idle({ kind: 'other', fate: 'went-on' })
  }
}

function idle(operation: Operation): Judgement {
  return { verdict: {}, effect: { operation, model: [], run: 'goes-on' } }
}

/** The model is restricted to these tools, but the program runs any tool that it calls. */
function judgeTools({ event: name, payload }: HostFiring, { own, by }: Merged): Judgement {
  const changed = changedPayload(name, own, payload)
  const { toolConfig: input } = own
  if (changed === undefined || !isObject(input)) return idle({ kind: 'tools', fate: 'went-on' })
  return {
    verdict: { payload: changed },
    by: by(({ hookSpecificOutput }) => isObject(objectOf(hookSpecificOutput).toolConfig)),
    effect: { operation: { kind: 'tools', fate: 'went-on', input }, model: [], run: 'goes-on' },
  }
}

const ends = (output: Json): boolean => output.continue === false

function judgeSession({ facts: { headless } }: HostFiring, { own }: Merged): Judgement {
  const context = contextIn(own)
  const operation = { kind: 'session', fate: 'started' } as const
  if (context === undefined) return idle(operation)
  return {
    verdict: { context: [context] },
    effect: {
      operation,
      model: [{ text: context, where: headless ? 'in-prompt' : 'message', role: 'user' }],
      run: 'goes-on',
    },
  }
}

/** The message to the user when hooks end or block the agent: their own message, else the reason. */
function notice(how: 'stopped' | 'blocked', output: Json): string {
  const { systemMessage } = output
  const own = typeof systemMessage === 'string' ? systemMessage.trim() : ''
  return `Agent execution ${how}: ${own || reasonOf(output)}`
}

function judgePrompt({ output, own, by }: Merged): Judgement {
  if (ends(output) || isBlocking(output)) {
    const stops = ends(output)
    const reason = reasonOf(output)
    return {
      verdict: { decision: 'deny', reason, ...(stops ? { run: { ends: true, reason } } : {}) },
      by: by(stops ? ends : isBlocking),
      effect: {
        operation: { kind: 'prompt', fate: 'blocked' },
        model: [],
        run: 'ended',
        exit: 0,
        person: [notice(stops ? 'stopped' : 'blocked', output)],
      },
    }
  }
  const context = contextIn(own)
  return {
    verdict: context === undefined ? {} : { context: [context] },
    effect: {
      operation: { kind: 'prompt', fate: 'sent' },
      model: context === undefined ? [] : [{ text: context, where: 'message', role: 'user' }],
      run: 'goes-on',
    },
  }
}

function judgeStop({ output, by }: Merged): Judgement {
  const stopped = { kind: 'stop', fate: 'stopped' } as const
  const reason = reasonOf(output)
  if (ends(output))
    return {
      verdict: { run: { ends: true, reason } },
      by: by(ends),
      effect: { operation: stopped, model: [], run: 'ended', exit: 0, person: [notice('stopped', output)] },
    }
  if (!isBlocking(output))
    return { verdict: {}, effect: { operation: stopped, model: [], run: 'ended', exit: 0 } }
  return {
    verdict: { decision: 'deny', reason },
    by: by(isBlocking),
    effect: {
      operation: { kind: 'stop', fate: 'continued' },
      model: [{ text: reason, where: 'message', role: 'user' }],
      run: 'goes-on',
      person: [notice('blocked', output)],
    },
  }
}

/** The text of a model response that a hook provides; undefined where the program cannot read it. */
function textOf(answered: unknown): string | undefined {
  const candidates = isObject(answered) ? answered.candidates : undefined
  if (!Array.isArray(candidates)) return undefined
  const texts = candidates.map((one) => {
    const parts = valueAt(one, 'content.parts')
    return Array.isArray(parts) ? parts.filter(Boolean).map(textOfJson).join('') : undefined
  })
  return texts.includes(undefined) ? undefined : (texts[0] ?? '')
}

function judgeRequest({ payload }: HostFiring, { output, own, by }: Merged): Judgement {
  const reason = reasonOf(output)
  const notCalled = { kind: 'model', fate: 'not-called' } as const
  const over = { model: [], run: 'ended', exit: 0 } as const
  if (ends(output))
    return {
      verdict: { decision: 'deny', reason, run: { ends: true, reason } },
      by: by(ends),
      effect: { ...over, operation: notCalled, person: [`Agent execution stopped: ${reason}`] },
    }
  const synthetic = own.llm_response ? textOf(own.llm_response) : ''
  // An unreadable response in place of the model's cancels the denial.
  if (isBlocking(output) && synthetic !== undefined)
    return {
      verdict: { decision: 'deny', reason, ...(synthetic === '' ? {} : { answer: own.llm_response }) },
      by: by(isBlocking),
      effect: {
        ...over,
        operation: { ...notCalled, ...(synthetic === '' ? {} : { output: synthetic }) },
        person: [`Agent execution blocked: ${reason}`],
      },
    }
  const changed = isBlocking(output) ? undefined : changedPayload('BeforeModel', own, payload)
  return {
    verdict: defined({ payload: changed }),
    effect: {
      operation: { kind: 'model', fate: 'called' },
      model: changed === undefined ? [] : changedMessages(payload, own.llm_request),
      run: 'goes-on',
    },
  }
}

/** The texts that a hook changed or added in a request, without those of the model itself. */
function changedMessages(payload: unknown, changed: unknown): readonly ModelText[] {
  const before = valueAt(payload, 'llm_request.messages')
  const after = objectOf(changed).messages
  if (!Array.isArray(after)) return []
  return after.flatMap((one, index): readonly ModelText[] => {
    const { role, content } = objectOf(one)
    const known = Array.isArray(before) ? objectOf(before[index]).content : undefined
    return role !== 'user' || content === known
      ? []
      : [{ text: textOfJson(content), where: 'message', role: 'user' }]
  })
}

/** The text that replaces a chunk of the model's response; undefined where it is kept. */
function replacement(own: Json): string | undefined {
  const [first] = listOf(valueAt(own, 'llm_response.candidates'))
  const parts = valueAt(first, 'content.parts')
  return Array.isArray(parts) && parts.length > 0 ? textOf(own.llm_response) : undefined
}

function judgeReply({ payload }: HostFiring, { output, own, by }: Merged): Judgement {
  const reason = reasonOf(output)
  if (ends(output))
    return {
      verdict: { run: { ends: true, reason } },
      by: by(ends),
      effect: { model: [], run: 'ended', exit: 0, person: [`Agent execution stopped: ${reason}`] },
    }
  // A denial keeps the reply as well: its reason becomes a warning.
  if (isBlocking(output))
    return {
      verdict: {},
      effect: {
        operation: { kind: 'reply', fate: 'kept' },
        model: [],
        run: 'goes-on',
        person: [`Agent execution blocked: ${reason}`],
      },
    }
  const instead = replacement(own)
  if (instead === undefined) return idle({ kind: 'reply', fate: 'kept' })
  // A tool call in a chunk without text is lost with the chunk, and then the run has nothing to continue with.
  const piece = valueAt(payload, 'llm_response.candidates.0')
  const wasCall =
    textOf(valueAt(payload, 'llm_response')) === '' && valueAt(piece, 'finishReason') !== undefined
  return {
    verdict: { payload: { ...objectOf(payload), llm_response: own.llm_response } },
    by: by((one) => replacement(objectOf(one.hookSpecificOutput)) !== undefined),
    effect: {
      operation: { kind: 'reply', fate: 'replaced', output: instead },
      model: [],
      ...(wasCall ? { run: 'ended', exit: 0 } : { run: 'goes-on' }),
    },
  }
}

const CHANGED = '[System] Tool input parameters were modified by a hook before execution.'

function judgeTool({ payload, facts }: HostFiring, { output, own, by }: Merged): Judgement {
  const reason = reasonOf(output)
  const blocked = { kind: 'tool', fate: 'blocked' } as const
  if (ends(output))
    return {
      verdict: { decision: 'deny', reason, run: { ends: true, reason } },
      by: by(ends),
      effect: {
        operation: blocked,
        model: [],
        run: 'ended',
        exit: 0,
        person: [`Agent execution stopped: Agent execution stopped by hook: ${reason}`],
      },
    }
  if (isBlocking(output))
    return {
      verdict: { decision: 'deny', reason },
      by: by(isBlocking),
      effect: {
        operation: blocked,
        model: [{ text: `Tool execution blocked: ${reason}`, where: 'result', role: 'tool' }],
        run: 'goes-on',
      },
    }
  const changed = changedPayload('BeforeTool', own, payload)
  const input = objectOf((changed ?? objectOf(payload)).tool_input)
  const changing = by((one) => isObject(valueAt(one, 'hookSpecificOutput.tool_input')))
  const wrong =
    changed === undefined ? undefined : inputFault(textOfJson(valueAt(payload, 'tool_name')), input)
  if (wrong !== undefined)
    return {
      verdict: { payload: changed },
      by: changing,
      effect: {
        operation: { kind: 'tool', fate: 'failed' },
        model: [
          {
            text: `Tool parameter modification by hook failed validation: ${wrong}`,
            where: 'result',
            role: 'tool',
          },
        ],
        run: 'goes-on',
      },
    }
  if (output.decision === 'ask') {
    const asking = by((one) => one.decision === 'ask')
    const { headless, person } = facts
    const verdict = { decision: 'ask', ...defined({ payload: changed }) } as const
    // Without a user to answer, the program exits without waiting.
    if (headless)
      return {
        verdict,
        by: asking,
        effect: { operation: { ...blocked, asked: true }, model: [], run: 'ended', exit: 0 },
      }
    const allows = person === undefined ? undefined : /allow|accept|yes|approve/i.test(person)
    const fate = allows === undefined ? 'unknown' : allows ? 'ran' : 'blocked'
    return {
      verdict,
      by: asking,
      effect: {
        operation: { kind: 'tool', fate, asked: true, ...(fate === 'ran' ? { input } : {}) },
        run: allows === undefined ? 'unknown' : 'goes-on',
      },
    }
  }
  return {
    verdict: defined({ payload: changed }),
    ...(changed === undefined ? {} : { by: changing }),
    effect: {
      operation: { kind: 'tool', fate: 'ran', input },
      model: changed === undefined ? [] : [{ text: CHANGED, where: 'in-result', role: 'tool' }],
      run: 'goes-on',
    },
  }
}

type Parameters = { readonly required: readonly string[]; readonly types: Readonly<Record<string, string>> }

/** Input parameters of the program's tools, as far as hooks are likely to get them wrong. */
const PARAMETERS: Readonly<Record<string, Parameters>> = {
  run_shell_command: {
    required: ['command'],
    types: {
      command: 'string',
      description: 'string',
      dir_path: 'string',
      is_background: 'boolean',
      delay_ms: 'integer',
    },
  },
  write_file: { required: ['file_path', 'content'], types: { file_path: 'string', content: 'string' } },
  replace: {
    required: ['file_path', 'instruction', 'old_string', 'new_string'],
    types: {
      file_path: 'string',
      instruction: 'string',
      old_string: 'string',
      new_string: 'string',
      allow_multiple: 'boolean',
    },
  },
  read_file: {
    required: ['file_path'],
    types: { file_path: 'string', start_line: 'integer', end_line: 'integer' },
  },
  list_directory: { required: ['dir_path'], types: { dir_path: 'string' } },
  glob: { required: ['pattern'], types: { pattern: 'string', dir_path: 'string' } },
  grep_search: { required: ['pattern'], types: { pattern: 'string', dir_path: 'string' } },
  google_web_search: { required: ['query'], types: { query: 'string' } },
  web_fetch: { required: ['prompt'], types: { prompt: 'string' } },
}

/** What is wrong with an input from a hook, in the program's wording; undefined where it is accepted. */
function inputFault(name: string, input: Json): string | undefined {
  const known = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined
  if (known === undefined) return undefined
  const missing = known.required.find((key) => input[key] === undefined)
  if (missing !== undefined) return `params must have required property '${missing}'`
  const wrong = Object.entries(known.types).find(
    ([key, type]) => input[key] !== undefined && !isOf(type, input[key]),
  )
  if (wrong !== undefined) return `params/${wrong[0]} must be ${wrong[1]}`
  if (name === 'run_shell_command' && textOfJson(input.command).trim() === '')
    return 'Command cannot be empty.'
  if (name === 'write_file' && input.file_path === '') return 'Missing or empty "file_path"'
  const isUnnamed = (name === 'read_file' || name === 'replace') && textOfJson(input.file_path).trim() === ''
  return isUnnamed ? "The 'file_path' parameter must be non-empty." : undefined
}

function isOf(type: string, value: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function judgeResult({ payload }: HostFiring, { output, own, by }: Merged): Judgement {
  const reason = reasonOf(output)
  if (ends(output))
    return {
      verdict: { run: { ends: true, reason } },
      by: by(ends),
      effect: {
        operation: { kind: 'result', fate: 'replaced', output: reason },
        model: [],
        run: 'ended',
        exit: 0,
        person: [`Agent execution stopped: ${reason}`],
      },
    }
  if (isBlocking(output))
    return {
      verdict: { decision: 'deny', reason },
      by: by(isBlocking),
      effect: {
        operation: { kind: 'result', fate: 'replaced', output: reason },
        model: [{ text: reason, where: 'result', role: 'tool' }],
        run: 'goes-on',
      },
    }
  const tail = own.tailToolCallRequest
  if (isObject(tail))
    return {
      verdict: {},
      by: by((one) => isObject(valueAt(one, 'hookSpecificOutput.tailToolCallRequest'))),
      effect: {
        // The other tool's result is not known before it runs: its call stands for it.
        operation: {
          kind: 'result',
          fate: 'replaced',
          output: `(the result of ${textOfJson(tail.name)} ${JSON.stringify(tail.args ?? {})})`,
        },
        model: [],
        run: 'goes-on',
      },
    }
  // For a failed result, the model gets only the error, without the added context.
  const hasFailed = valueAt(payload, 'tool_response.error') !== undefined
  const context = hasFailed ? undefined : contextIn(own)
  return {
    verdict: context === undefined ? {} : { context: [context] },
    effect: {
      operation: { kind: 'result', fate: 'kept' },
      model: context === undefined ? [] : [{ text: context, where: 'in-result', role: 'tool' }],
      run: 'goes-on',
    },
  }
}

// ---- The host

/** The consequence of a missing script: the shell's error message and exit code 127 deny. */
const MISSING: Readonly<Record<string, string>> = {
  BeforeTool: 'every matching tool call is denied.',
  AfterTool: 'every matching tool result is replaced by the error.',
  BeforeAgent: 'every prompt is blocked.',
  AfterAgent: 'the agent is continued each time it stops and never ends.',
  BeforeModel: 'every request to the model is blocked.',
}

// ---- Rules for the checks

const rules: HostRules = {
  writesCompactly: true,
  times: { keys: ['timeout'], unit: 'milliseconds' },
  shell: 'bash',
  entryKeys: ['type', 'command', 'name', 'description', 'timeout', 'env'],
  groupKeys: ['matcher', 'sequential', 'hooks'],
  hooksBelow: true,
  filledIn: VARIABLES.map(({ name }) => name),
  variables: (_name, scope) => [
    ...VARIABLES.map(({ name }) => name),
    // Substituted in commands of extensions; in other files the shell gets the name unchanged.
    ...(scope === 'plugin' ? ['extensionPath', 'workspacePath'] : []),
  ],
}

const host = {
  rules,
  versions: ['0.61.0'],
  permissionModes: ['default', 'auto_edit', 'plan', 'yolo'],
  facts: {
    headless: false,
    workspaceTrusted: true,
    hooksTrusted: true,
    permissionMode: 'default',
    flags: [],
  },
  places,
  unread: [
    ...['.gemini/hooks.json', '.gemini/hooks/hooks.json'].map(
      (path) => ({ base: 'workspace', path, instead: '.gemini/settings.json' }) as const,
    ),
    {
      base: 'workspace',
      path: '.gemini/extensions/*/hooks/hooks.json',
      instead: '.gemini/settings.json, or install the extension',
    },
    ...['hooks.json', 'gemini-extension.json'].flatMap((name) => {
      const own = { beside: 'gemini-extension.json', instead: "the extension's hooks/hooks.json" }
      return [
        { base: 'home', path: `${EXTENSIONS}/*/${name}`, ...own },
        { base: 'workspace', path: name, ...own },
      ] as const
    }),
  ],
  further,
  shape,
  entries: entriesOf,
  combine,
  timeoutMs,
  assumes,
  folders: ({ root }: { readonly root: string }) => ({
    GEMINI_PROJECT_DIR: root,
    GEMINI_CWD: root,
    CLAUDE_PROJECT_DIR: root,
  }),
  matcherFault,
  missingScript: (name: string) =>
    MISSING[name] ?? `this entry does nothing: ${TITLE} goes on as if it had not run.`,
  fires,
  plan,
  inSequence,
  next,
  judge,
  process: processOf,
  newEntry,
  saysNothing: '{}',
} satisfies Host

function newEntry(name: string, script: string, by = ''): NewEntry {
  const matcherText = TOOL_EVENTS.includes(name)
    ? matchedValue(name, events[name as GeminiEvent].example)
    : undefined
  // Gemini CLI quotes the folder itself where necessary; quotes in the command would break that.
  const command = `${by}$GEMINI_PROJECT_DIR/.gemini/hooks/${script}`
  return {
    script: `.gemini/hooks/${script}`,
    file: '.gemini/settings.json',
    at: ['hooks', name],
    value: { ...defined({ matcher: matcherText }), hooks: [{ type: 'command', command }] },
  }
}

function processOf(entry: HookEntry, { payload, root, home, platform }: ProcessContext): EntryProcess {
  const given = valueAt(payload, 'cwd')
  const cwd = typeof given === 'string' && given !== '' ? given : root
  const session = textOfJson(valueAt(payload, 'session_id') ?? '')
  const plans = `${home}/.gemini/tmp/${cwd.split('/').at(-1)}/${session}/plans`
  const known: Readonly<Record<string, string>> = {
    GEMINI_PROJECT_DIR: cwd,
    GEMINI_PLANS_DIR: plans,
    GEMINI_CWD: cwd,
    GEMINI_SESSION_ID: session,
    CLAUDE_PROJECT_DIR: cwd,
  }
  const own = Object.entries(objectOf(entry.fields.env)).map(([key, value]) => [key, textOfJson(value)])
  const base = {
    env: { ...known, ...(Object.fromEntries(own) as Readonly<Record<string, string>>) },
    input: JSON.stringify(payload),
    cwd,
  }
  const isWindows = platform === 'win32'
  const command = Object.entries(known).reduce(
    (line, [key, value]) =>
      line.replaceAll(`$${key}`, () => (isWindows ? powershellWord(value) : shellWord(value))),
    entry.command,
  )
  if (!isWindows) return { ...base, file: 'bash', argv: ['-c', command] }
  return {
    ...base,
    file: 'powershell.exe',
    argv: [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      `${command}; if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }`,
    ],
  }
}

function shellWord(value: string): string {
  return /^[\w@%+./-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

function powershellWord(value: string): string {
  return /^[\w.-]*$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`
}

const together = { run: 'parallel', sees: 'original', endsAt: 'never' } as const

export const gemini = dialect({
  id: 'gemini',
  title: TITLE,
  summary: 'Entries of settings.json and of extensions that call a command.',
  source: SOURCE,
  version: '0.61.0',
  exports: 'settings',
  files: [],
  places: [],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 60_000,
  signal: 'argument',
  flow: { observe: together, transform: together, veto: together },
  tools: {
    shell: { name: 'run_shell_command', fields: { command: 'command' } },
    read: { name: 'read_file', fields: { path: 'file_path' } },
    write: { name: 'write_file', fields: { path: 'file_path', content: 'content' } },
    edit: { name: 'replace', fields: { path: 'file_path', before: 'old_string', after: 'new_string' } },
    fetch: { name: 'web_fetch', fields: {} },
    grep: {
      name: 'grep_search',
      also: ['search_file_content'],
      fields: { pattern: 'pattern', folder: 'dir_path' },
    },
    glob: { name: 'glob', fields: { pattern: 'pattern', folder: 'dir_path' } },
    search: { name: 'google_web_search', fields: { query: 'query' } },
    agent: { name: 'invoke_agent', fields: { task: 'prompt' } },
    todo: { name: 'write_todos', fields: {} },
  },
  mcp,
  toolInputs,
  host,
  events,
})
