// Cursor's hook contract: entries of hooks.json, of plugins and, if the user enables it, of Claude Code's settings,
// read and judged as in the hooks module of @cursor/sdk 1.0.32; not confirmed by a run of the program. From top to
// bottom: events, configuration, planning, reading, judgment.

import Type, { type TProperties, type TSchema } from 'typebox'
import { defined } from '../defined.ts'
import { dialect } from '../dialect.ts'
import type { ModelText, Operation, OperationKind } from '../effect.ts'
import type { EntryScope, HookEntry, JsonPath } from '../entry.ts'
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
  ProcessContext,
  Rejection,
} from '../host.ts'
import {
  bareEntry,
  commandLine,
  eventKeys,
  kind,
  line,
  matcher,
  table,
  time,
  unmatched,
  whether,
  wordsOf,
} from '../hosts/configuration.ts'
import { lastObject } from '../hosts/lastObject.ts'
import { regexAnywhere } from '../hosts/matcher.ts'
import { isMcpName, type McpNaming, mcpWords, mentionsMcp, PLAIN } from '../hosts/mcpNames.ts'
import type { HostRules } from '../hosts/rules.ts'
import { isObject, rowOf, valueAt } from '../json.ts'
import { flag, ignored, maybe, number, oneOf, openObject, text, textOrNull } from '../shapes.ts'
import { meaning, suggest, writing } from '../suggest.ts'
import { textOfJson } from '../textOfJson.ts'
import type { Raw, ReadContext, ReadEnd, Verdict } from '../verdict.ts'
import type { WalkedShape, Word } from '../walk.ts'

// ---- Tools of MCP servers

/** Names do not contain the server. */
const mcp: McpNaming = { opens: 'MCP:', servers: PLAIN, tools: PLAIN }

/** Events of MCP tools only: the name without a prefix, and the server in a field of its own. */
const bareMcp: McpNaming = { ...mcp, opens: '', stated: { server: 'mcp_server_name' } }

// ---- Events

const count = (description: string) => Type.Integer({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })

const program = <const E extends string>(name: E) => ({
  hook_event_name: Type.Literal(name, { description: 'Name of the event.' }),
  cursor_version: text('Version of Cursor.'),
  workspace_roots: texts('Folders of the workspace, absolute.'),
  user_email: textOrNull('The signed-in user; null if there is none.'),
})

const conversation = {
  conversation_id: text('Id of the conversation.'),
  generation_id: text('Id of the turn: another one for each prompt.'),
  model: text('Name of the model.'),
  model_id: maybe(text('Id of the model.')),
  model_params: maybe(openObject('Settings of the model; open because every model has its own.')),
  session_id: text('Id of the session.'),
  transcript_path: textOrNull('Path of the transcript file; null where none is kept.'),
}

const toolInput = openObject("The tool's input; open because every tool has its own.")
const parentCall = { parent_tool_call_id: maybe(text('Id of the call that started the subagent.')) }
const toolCall = {
  tool_name: text('Name of the tool: `Shell`, `Read`, `Write`, `Task`, `MCP:<tool>`.'),
  tool_input: toolInput,
  tool_use_id: text('Id of this tool call.'),
}
const cwd = { cwd: text("The agent's working directory, absolute.") }
const duration = { duration: number('How long it took, in milliseconds.') }
const sandbox = { sandbox: flag('Whether the command runs in a sandbox.') }
const attachments = {
  attachments: Type.Array(
    Type.Object(
      {
        type: oneOf('What it is.', 'file', 'rule'),
        file_path: text('Its path, absolute.'),
      },
      { description: 'One attachment.' },
    ),
    { description: 'What the user attached to the prompt.' },
  ),
}
const filePath = { file_path: text('Path of the file, absolute.') }
const edits = {
  edits: Type.Array(
    Type.Object(
      { old_string: text('What was replaced.'), new_string: text('The replacement.') },
      { description: 'One replacement.' },
    ),
    { description: 'What was changed.' },
  ),
}
const tokens = {
  input_tokens: maybe(count('Tokens that were read.')),
  output_tokens: maybe(count('Tokens that were written.')),
  cache_read_tokens: maybe(count('Tokens that were read from the cache.')),
  cache_write_tokens: maybe(count('Tokens that were written to the cache.')),
}
const subagent = {
  subagent_id: text('Id of the subagent.'),
  subagent_type: text('Type of the subagent: `generalPurpose`, `explore`, `shell` or one of your own.'),
  task: text('What the subagent is to do.'),
  parent_conversation_id: text('Id of the conversation that started it.'),
}
const branch = { git_branch: maybe(text('The branch it works on.')) }

const userMessage = { user_message: maybe(text('Text for the user.')) }
const agentMessage = { agent_message: maybe(text('Text for the model, where the answer refuses.')) }
const context = { additional_context: maybe(text('Text for the model; 10,000 characters at most.')) }
const followUp = { followup_message: maybe(text('Sent as the next prompt, so that the agent continues.')) }
const permission = (description: string) => ({
  permission: maybe(oneOf(description, 'allow', 'deny', 'ask')),
})
const yesOrNo = {
  permission: maybe(oneOf('Whether the file may be read; `ask` makes the answer invalid.', 'allow', 'deny')),
}

/** Converts an event's name to a type name. */
const titled = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** An answer: keys that are not listed are ignored. */
const answer = <P extends TProperties>(name: string, fields: P) =>
  Type.Object(fields, { title: `${titled(name)}Output`, description: `What a hook may answer to ${name}.` })

type More = Pick<EventRecord, 'semantics'> & {
  readonly lifecycle?: NonNullable<EventRecord['lifecycle']>
  readonly matches?: string
  readonly common?: EventRecord['common']
  readonly note?: string
  readonly beside?: NonNullable<EventRecord['beside']>
  readonly words?: NonNullable<EventRecord['words']>
  readonly mcp?: McpNaming
}

const SOURCE =
  'Cursor 1.0.32: the hooks module and the hooks-file validator of @cursor/sdk, and cursor.com/docs/hooks'
const shared = { session: 'session_id', root: 'workspace_roots.0' } as const
const tool = { ...shared, cwd: 'cwd', tool: 'tool_name', input: 'tool_input' } as const

const exampleProgram = {
  cursor_version: '3.4.16',
  workspace_roots: ['/srv/shop'],
  user_email: 'ada@example.com',
} as const
const exampleBase = {
  ...exampleProgram,
  conversation_id: '0d6c2f3e-5a1b-4c55-9d0c-4a7f0f2f9b11',
  generation_id: 'b7a9c1d2-1c3d-4e5f-8a9b-0c1d2e3f4a5b',
  model: 'claude-4.5-sonnet',
  session_id: '0d6c2f3e-5a1b-4c55-9d0c-4a7f0f2f9b11',
  transcript_path: null,
} as const

/** One event: its payload beside the common fields, its answer, and an example of its own payload fields. */
function cursorEvent<const E extends string, P extends TProperties, R extends TSchema>(
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
      { ...program(name), ...conversation, ...fields },
      { title: `${titled(name)}Input`, description: `Payload of ${name} hooks.` },
    ),
    result,
    verdict: (given, payload, reading) => verdictOf(name, objectOf(given), payload, reading),
    example: { ...exampleBase, hook_event_name: name, ...example } as never,
  })
}

const exampleShell = { command: 'npm test', working_directory: '/srv/shop' }
const exampleCall = {
  tool_name: 'Shell',
  tool_input: exampleShell,
  tool_use_id: 'tool_7Qm2',
  cwd: '/srv/shop',
}
const exampleSubagent = {
  subagent_id: 'a7c31',
  subagent_type: 'explore',
  task: 'Find where carts are priced.',
  parent_conversation_id: exampleBase.conversation_id,
}
const subagentWords = { fields: { subagent_id: 'agent_id', subagent_type: 'agent_type' } } as const
const veto = { semantics: 'veto' } as const
const transform = { semantics: 'transform' } as const
const observe = { semantics: 'observe' } as const

const events = {
  sessionStart: cursorEvent(
    'sessionStart',
    'Runs when a conversation begins. May add context for the model and set variables for later hooks.',
    {
      ...transform,
      lifecycle: 'session.start',
      note: 'Cursor reads `continue` and `user_message` here and does not act on them.',
    },
    {
      is_background_agent: flag('Whether it is an agent in the background.'),
      composer_mode: maybe(text('The mode it begins in: `agent`, `ask`, `edit`.')),
    },
    answer('sessionStart', {
      env: maybe(
        Type.Record(Type.String(), Type.String(), {
          description: 'Variables for all later hooks of the session; open because hooks choose the names.',
        }),
      ),
      ...context,
      continue: maybe(flag('Has no effect.')),
      ...userMessage,
    }),
    { is_background_agent: false },
  ),
  sessionEnd: cursorEvent(
    'sessionEnd',
    'Runs when a conversation ends. Its answer is not used.',
    { ...observe, lifecycle: 'session.end' },
    {
      reason: text('Why it ends: `completed`, `aborted`, `error`, `window_close`, `user_close`.'),
      duration_ms: number('How long it took, in milliseconds.'),
      is_background_agent: flag('Whether it was an agent in the background.'),
      final_status: text('The status at the end.'),
      error_message: maybe(text('What went wrong.')),
    },
    ignored,
    {
      reason: 'completed',
      duration_ms: 45_000,
      is_background_agent: false,
      final_status: 'completed',
    },
  ),
  beforeSubmitPrompt: cursorEvent(
    'beforeSubmitPrompt',
    'Runs when a prompt is sent. May hold it back or add to it.',
    { ...veto, lifecycle: 'prompt', common: { ...shared, prompt: 'prompt' } },
    {
      prompt: text('What the user wrote.'),
      ...attachments,
      composer_mode: maybe(text('The mode of the agent: `agent`, `ask`, `edit`.')),
    },
    answer('beforeSubmitPrompt', {
      continue: maybe(
        Type.Union([Type.Literal(true), Type.Literal(false)], {
          description: 'False holds the prompt back.',
        }),
      ),
      ...userMessage,
      ...context,
    }),
    { prompt: 'Make the tests pass.', attachments: [] },
  ),
  preToolUse: cursorEvent(
    'preToolUse',
    'Runs before every tool call. May deny it or change its input.',
    {
      ...veto,
      lifecycle: 'tool.before',
      common: tool,
      matches: 'tool_name',
      note: 'Cursor accepts `ask` here and does not act on it.',
    },
    { ...toolCall, ...cwd, ...parentCall },
    answer('preToolUse', {
      ...permission('`deny` keeps the tool from running; `ask` has no effect here.'),
      ...userMessage,
      ...agentMessage,
      updated_input: maybe(
        openObject('The whole input to use instead; open because every tool has its own.'),
      ),
      ...context,
    }),
    exampleCall,
  ),
  postToolUse: cursorEvent(
    'postToolUse',
    'Runs after a tool call. May add context for the model, and replace the output of an MCP tool.',
    {
      ...transform,
      lifecycle: 'tool.after',
      common: { ...tool, output: 'tool_output' },
      matches: 'tool_name',
    },
    {
      ...toolCall,
      tool_output: text("The tool's result as JSON text."),
      ...cwd,
      ...duration,
      ...parentCall,
    },
    answer('postToolUse', {
      ...context,
      updated_mcp_tool_output: maybe(
        openObject('What the model reads in place of the output of an MCP tool; open as those outputs are.'),
      ),
    }),
    { ...exampleCall, tool_output: '{"exitCode":0,"stdout":"12 passed\\n"}', duration: 5432 },
  ),
  postToolUseFailure: cursorEvent(
    'postToolUseFailure',
    'Runs after a tool call that failed, timed out or was denied. May add context for the model.',
    {
      ...observe,
      lifecycle: 'tool.failed',
      common: tool,
      words: { fields: { error_message: 'error' } },
      matches: 'tool_name',
    },
    {
      ...toolCall,
      cwd: maybe(cwd.cwd),
      ...parentCall,
      error_message: text('What went wrong.'),
      failure_type: oneOf('How it failed.', 'error', 'permission_denied', 'timeout'),
      ...duration,
      is_interrupt: flag('Whether the user interrupted it.'),
    },
    answer('postToolUseFailure', context),
    {
      ...exampleCall,
      error_message: 'Command timed out after 30s',
      failure_type: 'timeout',
      duration: 30_000,
      is_interrupt: false,
    },
  ),
  beforeShellExecution: cursorEvent(
    'beforeShellExecution',
    'Runs before a shell command. May allow it, deny it or have the user asked.',
    {
      ...veto,
      common: { ...shared, cwd: 'cwd', input: 'command' },
      beside: { event: 'preToolUse', tools: ['shell'], fields: { command: 'command' } },
      matches: 'command',
    },
    { command: text('The whole command line.'), ...cwd, ...sandbox },
    answer('beforeShellExecution', {
      ...permission('Whether the command runs.'),
      ...userMessage,
      ...agentMessage,
    }),
    { command: 'npm test', cwd: '/srv/shop', sandbox: false },
  ),
  afterShellExecution: cursorEvent(
    'afterShellExecution',
    'Runs after a shell command. Its answer is not used.',
    {
      ...observe,
      common: { ...shared, input: 'command', output: 'output', text: 'output' },
      beside: { event: 'postToolUse', tools: ['shell'], fields: { command: 'command' } },
      matches: 'command',
    },
    {
      command: text('The whole command line.'),
      output: text('What it printed.'),
      ...duration,
      ...sandbox,
    },
    ignored,
    { command: 'npm test', output: '12 passed\n', duration: 1234, sandbox: false },
  ),
  beforeMCPExecution: cursorEvent(
    'beforeMCPExecution',
    'Runs before a tool of an MCP server. May allow it, deny it or have the user asked.',
    {
      ...veto,
      common: { ...shared, tool: 'tool_name', input: 'tool_input' },
      beside: { event: 'preToolUse', tools: ['mcp'], fields: {}, asText: true },
      mcp: bareMcp,
      matches: 'tool_name',
      note: 'A matcher is matched against `MCP:` and the name of the tool.',
    },
    {
      tool_name: text('Name of the tool.'),
      tool_input: text("The tool's input as JSON text."),
      mcp_server_name: text('Name of the server.'),
      mcp_server_url: maybe(text('Address of the server.')),
      url: maybe(text('Address of the server, where it has one.')),
      command: maybe(text('Command line of the server, where it has one.')),
    },
    answer('beforeMCPExecution', {
      ...permission('Whether the tool runs.'),
      ...userMessage,
      ...agentMessage,
    }),
    {
      tool_name: 'query',
      tool_input: '{"sql":"select 1"}',
      mcp_server_name: 'postgres',
      command: 'npx -y postgres-mcp',
    },
  ),
  afterMCPExecution: cursorEvent(
    'afterMCPExecution',
    'Runs after a tool of an MCP server. Its answer is not used.',
    {
      ...observe,
      common: { ...shared, tool: 'tool_name', input: 'tool_input', output: 'result_json' },
      beside: { event: 'postToolUse', tools: ['mcp'], fields: {}, asText: true },
      mcp: bareMcp,
      matches: 'tool_name',
      note: 'A matcher is matched against `MCP:` and the name of the tool.',
    },
    {
      tool_name: text('Name of the tool.'),
      tool_input: text("The tool's input as JSON text."),
      result_json: text("The tool's result as JSON text."),
      ...duration,
      mcp_server_name: text('Name of the server.'),
    },
    ignored,
    {
      tool_name: 'query',
      tool_input: '{"sql":"select 1"}',
      result_json: '{"rows":[1]}',
      duration: 87,
      mcp_server_name: 'postgres',
    },
  ),
  beforeReadFile: cursorEvent(
    'beforeReadFile',
    'Runs before the agent reads a file. May keep it from being read.',
    {
      ...veto,
      common: { ...shared, input: 'file_path' },
      beside: { event: 'preToolUse', tools: ['read'], fields: { path: 'file_path', content: 'content' } },
      note: 'A matcher is matched against `Read`.',
    },
    { ...filePath, content: text('The content of the file.'), ...attachments },
    answer('beforeReadFile', { ...yesOrNo, ...userMessage }),
    { file_path: '/srv/shop/.env', content: 'PORT=8080\n', attachments: [] },
  ),
  beforeTabFileRead: cursorEvent(
    'beforeTabFileRead',
    'Runs before Tab, the completion in the editor, reads a file. May keep it from being read.',
    {
      ...veto,
      common: { ...shared, input: 'file_path' },
      note: 'A matcher is matched against `TabRead`.',
    },
    { ...filePath, content: text('The content of the file.') },
    answer('beforeTabFileRead', yesOrNo),
    { file_path: '/srv/shop/.env', content: 'PORT=8080\n' },
  ),
  afterFileEdit: cursorEvent(
    'afterFileEdit',
    'Runs after the agent changed a file. Its answer is not used.',
    {
      ...observe,
      common: { ...shared, input: 'file_path' },
      beside: {
        event: 'postToolUse',
        tools: ['edit', 'write'],
        fields: {
          path: 'file_path',
          before: 'edits.0.old_string',
          after: 'edits.0.new_string',
          content: 'edits.0.new_string',
        },
      },
      note: 'A matcher is matched against `Write`.',
    },
    { ...filePath, ...edits },
    ignored,
    {
      file_path: '/srv/shop/src/cart.ts',
      edits: [{ old_string: 'const total = 0', new_string: 'let total = 0' }],
    },
  ),
  afterTabFileEdit: cursorEvent(
    'afterTabFileEdit',
    'Runs after Tab, the completion in the editor, changed a file. Its answer is not used.',
    {
      ...observe,
      common: { ...shared, input: 'file_path' },
      note: 'A matcher is matched against `TabWrite`. Only the editor fires it; its edits also have range and lines.',
    },
    { ...filePath, ...edits },
    ignored,
    {
      file_path: '/srv/shop/src/cart.ts',
      edits: [{ old_string: 'const total = 0', new_string: 'let total = 0' }],
    },
  ),
  afterAgentResponse: cursorEvent(
    'afterAgentResponse',
    'Runs after a message of the model. Its answer is not used.',
    {
      ...observe,
      lifecycle: 'model.after',
      common: { ...shared, output: 'text' },
      note: 'A matcher is matched against `AgentResponse`.',
    },
    { text: text('What the model wrote.'), ...tokens },
    ignored,
    { text: 'The tests pass now.', input_tokens: 5200, output_tokens: 310 },
  ),
  afterAgentThought: cursorEvent(
    'afterAgentThought',
    'Runs after the model has thought. Its answer is not used.',
    {
      ...observe,
      common: { ...shared, output: 'text' },
      note: 'A matcher is matched against `AgentThought`.',
    },
    { text: text('What the model thought.'), duration_ms: maybe(number('How long, in milliseconds.')) },
    ignored,
    { text: 'The total is never updated.', duration_ms: 5000 },
  ),
  subagentStart: cursorEvent(
    'subagentStart',
    'Runs before a subagent starts. May keep it from starting.',
    {
      ...veto,
      lifecycle: 'subagent.before',
      words: subagentWords,
      matches: 'subagent_type',
      note: 'Cursor treats `ask` as `deny` here.',
    },
    {
      ...subagent,
      tool_call_id: text('Id of the tool call that starts it.'),
      subagent_model: maybe(text('The model it uses.')),
      is_parallel_worker: flag('Whether it runs in parallel with others.'),
      ...branch,
    },
    answer('subagentStart', {
      ...permission('Whether the subagent starts; `ask` counts as `deny`.'),
      ...userMessage,
      ...context,
    }),
    { ...exampleSubagent, tool_call_id: 'tool_9Ab4', is_parallel_worker: false },
  ),
  subagentStop: cursorEvent(
    'subagentStop',
    'Runs when a subagent has ended. May give it, or the agent, more to do.',
    {
      ...transform,
      lifecycle: 'subagent.after',
      words: subagentWords,
      matches: 'subagent_type',
      note: 'A `followup_message` counts only where `status` is `completed`, and at most as often as `loop_limit` allows.',
    },
    {
      ...subagent,
      status: oneOf('How it ended.', 'completed', 'aborted', 'error'),
      description: text('The task in a few words.'),
      duration_ms: number('How long it took, in milliseconds.'),
      summary: maybe(text('What it found.')),
      child_conversation_id: maybe(text('Id of the conversation of the subagent.')),
      message_count: count('How many messages it exchanged.'),
      tool_call_count: count('How many tools it called.'),
      error_message: maybe(text('What went wrong.')),
      modified_files: texts('Files that it changed.'),
      ...branch,
      loop_count: count('How many times a hook has made it continue.'),
      agent_transcript_path: maybe(textOrNull('Path of its transcript file.')),
    },
    answer('subagentStop', { ...followUp, ...context }),
    {
      ...exampleSubagent,
      status: 'completed',
      description: 'Find the pricing',
      duration_ms: 45_000,
      summary: 'In src/cart.ts.',
      message_count: 12,
      tool_call_count: 8,
      modified_files: [],
      loop_count: 0,
      agent_transcript_path: null,
    },
  ),
  preCompact: cursorEvent(
    'preCompact',
    'Runs before the conversation is compacted. May show the user a message.',
    { ...observe, lifecycle: 'compact.before', matches: 'trigger' },
    {
      trigger: oneOf('What triggered it.', 'auto', 'manual'),
      context_usage_percent: number('How full the context is, from 0 to 100.'),
      context_tokens: count('Tokens in the context.'),
      context_window_size: count('Tokens that fit in the context.'),
      message_count: count('How many messages there are.'),
      messages_to_compact: count('How many messages are compacted.'),
      is_first_compaction: flag('Whether it is the first of the conversation.'),
    },
    answer('preCompact', userMessage),
    {
      trigger: 'auto',
      context_usage_percent: 85,
      context_tokens: 120_000,
      context_window_size: 128_000,
      message_count: 45,
      messages_to_compact: 30,
      is_first_compaction: true,
    },
  ),
  stop: cursorEvent(
    'stop',
    'Runs when the agent has stopped. May send a next prompt, at most as often as `loop_limit` allows.',
    { ...transform, lifecycle: 'stop', note: 'A matcher is matched against `Stop`.' },
    {
      status: oneOf('How the turn ended.', 'completed', 'aborted', 'error'),
      loop_count: count('How many times a hook has made the agent continue.'),
      ...tokens,
    },
    answer('stop', followUp),
    { status: 'completed', loop_count: 0 },
  ),
  workspaceOpen: event({
    summary: 'Runs when a workspace is opened or its folders change. May name folders of plugins.',
    source: SOURCE,
    semantics: 'transform',
    // There is no conversation; such firings are identified by their workspace.
    common: { session: 'workspace_roots.0' },
    empty: 'pass',
    onFailure: 'pass',
    payload: Type.Object(program('workspaceOpen'), {
      title: 'WorkspaceOpenInput',
      description: 'Payload of workspaceOpen hooks; there is no conversation yet.',
    }),
    result: answer('workspaceOpen', { pluginPaths: maybe(texts('Folders of plugins to load.')) }),
    verdict: () => ({}),
    example: { ...exampleProgram, workspace_roots: ['/srv/shop'], hook_event_name: 'workspaceOpen' },
  }),
} as const

type CursorEvent = keyof typeof events

const EVENTS: readonly string[] = Object.keys(events)

/** Events whose answer has a `permission`. An unreadable answer denies here. */
const PERMISSION: readonly string[] = [
  'preToolUse',
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
  'beforeTabFileRead',
  'subagentStart',
]

/** Events at which an entry can deny at all. */
const REFUSABLE: readonly string[] = [...PERMISSION, 'beforeSubmitPrompt']

// ---- Tools

/** An input with further fields that are not documented. */
const known = (fields: TProperties) => Type.Object(fields, { additionalProperties: true })

/** Input shapes of the tools that hooks commonly check; all others are open. */
const toolInputs: ToolInputs = {
  Shell: known({ command: text('The command line.') }),
  Read: known({ file_path: text('The file.') }),
  Write: known({ file_path: text('The file.'), content: text('The new content of the file.') }),
}

// ---- Configuration: which files, and what in them is an entry

const jsonc = { format: 'jsonc' } as const
const enterprise = { ...jsonc, base: 'system', scope: 'managed' } as const

// Files that a team distributes from the dashboard rank between the first and the second; their location is not known.
const places: readonly ConfigurationPlace[] = [
  { ...enterprise, platform: 'linux', path: '/etc/cursor/hooks.json' },
  { ...enterprise, platform: 'darwin', path: '/Library/Application Support/Cursor/hooks.json' },
  { ...enterprise, platform: 'win32', path: 'C:/ProgramData/Cursor/hooks.json' },
  { ...jsonc, base: 'workspace', scope: 'project', path: '.cursor/hooks.json', link: 'refused' },
  { ...jsonc, base: 'home', scope: 'user', path: '.cursor/hooks.json' },
  { format: 'json', base: 'workspace', scope: 'plugin', path: '.cursor-plugin/plugin.json', index: true },
  { format: 'json', base: 'workspace', scope: 'plugin', path: '.claude-plugin/plugin.json', index: true },
  {
    format: 'json',
    base: 'home',
    scope: 'plugin',
    path: '.cursor/plugins/local/*/.cursor-plugin/plugin.json',
    index: true,
  },
]

/**
 * The setting "Include third-party Plugins, Skills, and other configs". The program does not store it in a file, so it
 * is passed with the command-line arguments.
 */
const THIRD_PARTY = 'include-third-party-configs'

const settings: readonly Word[] = [
  { name: THIRD_PARTY, about: 'Whether Cursor reads the files of Claude Code.' },
]

function isLending(flags: readonly string[]): boolean {
  return (
    flags.includes(THIRD_PARTY) ||
    flags.findLast((one) => one.startsWith(`${THIRD_PARTY}=`)) === `${THIRD_PARTY}=true`
  )
}

/** Claude Code's files, where the user has enabled them. */
function given(flags: readonly string[]): readonly ConfigurationPlace[] {
  if (!isLending(flags)) return []
  return [
    {
      format: 'json',
      base: 'workspace',
      scope: 'local',
      path: '.claude/settings.local.json',
      borrowed: true,
    },
    { format: 'json', base: 'workspace', scope: 'project', path: '.claude/settings.json', borrowed: true },
    { format: 'json', base: 'home', scope: 'user', path: '.claude/settings.json', borrowed: true },
  ]
}

function isClaudes(path: string): boolean {
  return /[/\\]\.claude[/\\]settings(?:\.local)?\.json$/.test(path)
}

/** The hooks files of plugins. */
function further(read: readonly ConfigurationFile[]): readonly ConfigurationPlace[] {
  return read
    .filter(({ path }) => path.endsWith('/.cursor-plugin/plugin.json'))
    .flatMap(({ path, value }): readonly ConfigurationPlace[] => {
      const root = path.split('/').slice(0, -2).join('/')
      const { name, hooks } = objectOf(value)
      // Where a plugin is also a plugin of Claude Code, its hooks file counts as borrowed from Claude Code, unless its
      // Cursor manifest names one.
      const isLent =
        hooks === undefined && read.some((one) => one.path === `${root}/.claude-plugin/plugin.json`)
      if (hooks !== undefined && (typeof hooks !== 'string' || hooks.includes('..'))) return []
      return [
        {
          ...jsonc,
          base: 'system',
          scope: 'plugin',
          path: `${root}/${(hooks ?? 'hooks/hooks.json').replace(/^\.?\//, '')}`,
          ...(isLent ? { borrowed: true } : {}),
          owner: typeof name === 'string' ? name : (root.split('/').at(-1) ?? 'plugin'),
          folders: { CURSOR_PLUGIN_ROOT: root, CLAUDE_PLUGIN_ROOT: root },
        },
      ]
    })
}

/** The entries that Cursor loads from a file, or why it loads none: one error makes the whole file invalid. */
function entriesOf(file: ConfigurationFile): FileEntries {
  if (isClaudes(file.path)) return { entries: claudeEntries(file.value), rejections: [] }
  const { place, value } = file
  const entries: FoundEntry[] = []
  const rejections: Rejection[] = []
  const whole = (at: JsonPath, wrong: string, more: Partial<Rejection> = {}) =>
    rejections.push({
      level: 'file',
      at: [],
      message: `${wrong}, so Cursor drops the whole file.`,
      ...(at.length === 0 ? {} : { shownAt: at }),
      ...more,
    })
  if (!isObject(value)) {
    whole([], 'The file is not an object')
    return { entries, rejections }
  }
  const { version, hooks } = value
  if (version === undefined) whole([], 'There is no "version"', { fix: 'Write "version": 1.' })
  else if (!Number.isInteger(version) || (version as number) < 1)
    whole(['version'], '"version" is not a whole number of 1 or more', { fix: 'Write "version": 1.' })
  if (hooks === undefined) return { entries, rejections }
  if (!isObject(hooks)) {
    whole(['hooks'], '"hooks" is not an object')
    return { entries, rejections }
  }
  for (const [name, list] of Object.entries(hooks)) {
    const at = ['hooks', name]
    if (!EVENTS.includes(name)) {
      const near = nearestEvent(name)
      whole(at, `Cursor has no event "${name}"`, meaning(near))
    } else if (!Array.isArray(list)) whole(at, `"${name}" is not an array`)
    if (!Array.isArray(list)) continue
    for (const [index, entry] of list.entries()) {
      const where = [...at, index]
      const wrong = entryFault(entry)
      if (wrong !== undefined && EVENTS.includes(name)) whole(where, wrong)
      if (!isObject(entry)) continue
      const found = foundEntry(name, entry, where)
      if (place.scope === 'plugin' && found.kind !== 'command')
        rejections.push({
          level: 'entry',
          at: where,
          message: 'Cursor runs only command entries from plugins, so it skips the entry.',
        })
      entries.push(runsBeside(place.scope) ? { ...found, cwd: folderOf(file.path) } : found)
    }
  }
  return { entries, rejections }
}

function foundEntry(name: string, entry: Json, at: JsonPath): FoundEntry {
  const { matcher, type, command } = entry
  return {
    event: name,
    matcher: typeof matcher === 'string' ? matcher : undefined,
    kind: typeof type === 'string' ? type : 'command',
    command: typeof command === 'string' ? command : '',
    fields: entry,
    group: {},
    at,
  }
}

/** Cursor's name for each event of Claude Code that it reads. */
const CLAUDE_EVENTS: Readonly<Record<string, CursorEvent>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  UserPromptSubmit: 'beforeSubmitPrompt',
  Stop: 'stop',
  SubagentStop: 'subagentStop',
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  PreCompact: 'preCompact',
}

function nearestEvent(name: string): string | undefined {
  return rowOf(CLAUDE_EVENTS, name) ?? suggest(name, EVENTS)
}

/** Why an entry makes Cursor reject its file; undefined where Cursor accepts it. */
function entryFault(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'An entry is not an object'
  const { type, command, prompt, timeout, matcher, failClosed, loop_limit: limit } = entry
  if (Array.isArray(entry.hooks) && command === undefined)
    return 'A group with a "hooks" array is not allowed; Cursor requires the entry itself'
  if (type !== undefined && type !== 'command' && type !== 'prompt')
    return `An entry has the unknown type ${JSON.stringify(type)}`
  if (type === 'prompt' && typeof prompt !== 'string') return 'A prompt entry has no "prompt" string'
  if (type !== 'prompt' && typeof command !== 'string') return 'An entry has no "command" string'
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0))
    return '"timeout" is not a number of seconds above 0'
  if (limit !== undefined && limit !== null && !(Number.isInteger(limit) && (limit as number) > 0))
    return '"loop_limit" is neither a whole number above 0 nor null'
  if (failClosed !== undefined && typeof failClosed !== 'boolean')
    return '"failClosed" is neither true nor false'
  if (matcher !== undefined && typeof matcher !== 'string') return '"matcher" is not a string'
  if (typeof matcher === 'string' && regexAnywhere(matcher).invalid === true)
    return `The matcher ${JSON.stringify(matcher)} is not a valid regular expression`
  return undefined
}

/** Entries in Claude Code's format, as far as Cursor has their event. */
function claudeEntries(value: unknown): readonly FoundEntry[] {
  return Object.entries(CLAUDE_EVENTS).flatMap(([name, own]) => {
    const groups = objectOf(objectOf(value).hooks)[name]
    if (!Array.isArray(groups)) return []
    return groups.flatMap((group: unknown, index) => {
      const { hooks: handlers, ...rest } = objectOf(group)
      if (!Array.isArray(handlers)) return []
      return handlers.flatMap((handler: unknown, place): readonly FoundEntry[] => {
        const fields = objectOf(handler)
        const { type = 'command', command, prompt } = fields
        if (
          type === 'command' ? typeof command !== 'string' : type !== 'prompt' || typeof prompt !== 'string'
        )
          return []
        const { matcher } = rest
        return [
          {
            event: own,
            matcher: typeof matcher === 'string' ? matcher : undefined,
            kind: type === 'prompt' ? 'prompt' : 'command',
            command: typeof command === 'string' ? command : '',
            fields,
            group: rest,
            at: ['hooks', name, index, 'hooks', place],
          },
        ]
      })
    })
  })
}

// ---- All files combined

function combine(files: readonly ConfigurationFile[], { headless, workspaceTrusted }: HostFacts): Combined {
  const off = ({ place, path }: ConfigurationFile): EntryOff | undefined => {
    // Without a user to ask, the program runs a project's hooks whether or not it trusts the folder.
    if (workspaceTrusted || headless || place.scope !== 'project' || isClaudes(path)) return undefined
    return { why: 'untrusted', text: 'Cursor does not trust this workspace, so it does not run its hooks.' }
  }
  const own = files
    .filter((file) => !isClaudes(file.path) && file.place.scope !== 'plugin' && file.place.index !== true)
    .filter((file) => file.value !== undefined && off(file) === undefined)
    .map(entriesOf)
    .filter(({ rejections }) => rejections.every(({ level }) => level !== 'file'))
    .flatMap(({ entries }) => entries.map(stepOf))
  return { off, env: () => ({}), settings: own.length === 0 ? {} : { own } }
}

const SECONDS = 60

function timeoutMs({ fields: { timeout } }: FoundEntry): number {
  return 1000 * (typeof timeout === 'number' && timeout > 0 ? timeout : SECONDS)
}

/** Entries of user and enterprise files run in the folder of their file, all others in the workspace. */
function runsBeside(scope: EntryScope): boolean {
  return scope === 'user' || scope === 'managed'
}

function folderOf(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '') || '/'
}

// ---- Which entries run on a payload

/** The fixed value that a matcher is tested against, where it is not a field of the payload. */
const FIXED: Readonly<Record<string, string>> = {
  beforeSubmitPrompt: 'UserPromptSubmit',
  beforeReadFile: 'Read',
  beforeTabFileRead: 'TabRead',
  afterFileEdit: 'Write',
  afterTabFileEdit: 'TabWrite',
  afterAgentResponse: 'AgentResponse',
  afterAgentThought: 'AgentThought',
  stop: 'Stop',
}

function isMatched(name: string): boolean {
  return Object.hasOwn(FIXED, name) || rowOf<EventRecord>(events, name)?.matches !== undefined
}

function matchedValue(name: string, payload: unknown): string | undefined {
  const path = events[name as CursorEvent].matches
  const value = path === undefined ? FIXED[name] : valueAt(payload, path)
  if (typeof value !== 'string') return undefined
  const isBare = rowOf<EventRecord>(events, name)?.mcp === bareMcp && !isMcpName(mcp, value)
  return isBare ? `${mcp.opens}${value}` : value
}

/** Replaces Claude Code's tool names with Cursor's; Glob, WebFetch and WebSearch have no counterpart. */
function ownNames(matcher: string): string {
  return matcher.replaceAll(/\bBash\b/g, 'Shell').replaceAll(/\bEdit\b/g, 'Write')
}

function matcherOf({ file, matcher }: Pick<HookEntry, 'file' | 'matcher'>) {
  return regexAnywhere(matcher === undefined || !isClaudes(file) ? matcher : ownNames(matcher))
}

const TOOL_EVENTS: readonly string[] = ['preToolUse', 'postToolUse', 'postToolUseFailure']

/** The program's tools, with the function of each. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  Shell: 'Runs a shell command.',
  Read: 'Reads a file.',
  Write: 'Writes or edits a file.',
  Grep: 'Searches in files.',
  Delete: 'Deletes a file.',
  Task: 'Starts a subagent.',
}

const TOOLS: readonly string[] = Object.keys(TOOL_WORDS)

/** Other hosts' names for tools that Cursor has. */
const FOREIGN: Readonly<Record<string, string>> = {
  Bash: 'Shell',
  Edit: 'Write',
  MultiEdit: 'Write',
  Agent: 'Task',
  run_terminal_cmd: 'Shell',
  run_in_terminal: 'Shell',
}

function matcherFault(name: string, written: string | undefined, file: string): MatcherFault | undefined {
  if (written === undefined || written === '' || written === '*') return undefined
  const matcher = isClaudes(file) ? ownNames(written) : written
  if (!EVENTS.includes(name)) return undefined
  if (!isMatched(name))
    return {
      message: `Cursor ignores matchers of ${name}: the entry runs every time.`,
      severity: 'info',
    }
  const { matches, invalid } = regexAnywhere(matcher)
  if (invalid === true) return undefined
  const values = FIXED[name] === undefined ? POSSIBLE[name] : [FIXED[name]]
  if (values !== undefined && !values.some(matches)) {
    const all = values.map((one) => `"${one}"`).join(' or ')
    return {
      message: `"${matcher}" is matched against ${all} at ${name}, so the entry never runs.`,
      fix: 'Remove the matcher.',
      severity: 'warning',
      never: `"${matcher}" does not match ${all}`,
    }
  }
  if (events[name as CursorEvent].matches === 'command' && namesTools(matcher))
    return {
      message: `Cursor matches "${matcher}" against the command line at ${name}, not against a tool name, so the entry rarely runs.`,
      fix: 'Remove the matcher, or write words of the command line.',
      severity: 'warning',
    }
  // MCP events also test matchers against tool names.
  if (/mcp__/.test(matcher) && (name.includes('MCP') || TOOL_EVENTS.includes(name)) && !TOOLS.some(matches))
    return {
      message: `"${matcher}" matches no tool: Cursor names MCP tools MCP:<tool>.`,
      ...writing(matcher.replaceAll(/mcp__\w+?__|mcp__/g, 'MCP:')),
      severity: 'warning',
    }
  if (!TOOL_EVENTS.includes(name) || mentionsMcp(mcp, matcher) || TOOLS.some(matches)) return undefined
  const alien = Object.keys(FOREIGN).find((one) => new RegExp(`\\b${one}\\b`).test(matcher))
  const near = alien === undefined ? suggest(matcher, TOOLS) : FOREIGN[alien]
  return {
    message: `"${matcher}" matches none of the tools that Cursor names: ${TOOLS.join(', ')}, MCP:<tool>.`,
    ...meaning(near),
    severity: near === undefined ? 'info' : 'warning',
  }
}

/** Whether a matcher consists only of tool names: `^Shell$`, `Bash|Edit`. */
function namesTools(matcher: string): boolean {
  const names = matcher.replaceAll(/[\^$()]|\.\*|\?:/g, '').split('|')
  return names.every((one) => TOOLS.includes(one) || Object.hasOwn(FOREIGN, one))
}

const POSSIBLE: Readonly<Record<string, readonly string[]>> = { preCompact: ['auto', 'manual'] }

function plan(
  { event: name, payload, settings: { own } }: HostFiring,
  entries: readonly HookEntry[],
): readonly EntryPlan[] {
  return entries.map((entry): EntryPlan => {
    if (isClaudes(entry.file) && Array.isArray(own) && own.includes(stepOf(entry)))
      return {
        run: false,
        why: 'duplicate',
        text: "a file of Cursor's has the same command, and that one runs",
      }
    const value = isMatched(name) ? matchedValue(name, payload) : undefined
    if (value !== undefined && !matcherOf(entry).matches(value))
      return {
        run: false,
        why: 'matcher',
        text: `the matcher "${entry.matcher}" does not match "${value}"`,
      }
    return {
      run: true,
      waits: !UNWAITED.includes(name),
      ...(entry.copies > 1 ? { times: entry.copies } : {}),
    }
  })
}

/** Events that the program does not wait for. */
const UNWAITED: readonly string[] = ['sessionStart', 'sessionEnd']

/** The value that deduplicates Claude Code's entries: the event and the command or prompt. */
function stepOf({ event: name, kind, command, fields: { prompt } }: FoundEntry | HookEntry): string {
  return `${name}:${kind === 'command' ? command : textOfJson(prompt)}`
}

/** Events that only the editor fires. */
const OF_THE_EDITOR: readonly string[] = ['beforeTabFileRead', 'afterTabFileEdit']

/** Whether an event fires; activity without a payload is passed in `happening`. */
function fires({ event: name, facts: { happening, headless } }: HostFiring): boolean {
  if (headless && OF_THE_EDITOR.includes(name)) return false
  if (happening === undefined) return true
  const { what, result } = happening
  if (what === 'tool-call') {
    if (PERMISSION.includes(name))
      return result !== 'unknown-tool' && result !== 'not-offered' && result !== 'disabled-tool'
    if (name === 'postToolUse') return result === 'ok' || result === 'nonzero-exit'
    if (name === 'postToolUseFailure') return result === 'error' || result === 'denied-by-host'
  }
  return !(what === 'compaction' && name === 'preCompact' && happening.nothingToCompact === true)
}

// ---- Shapes for completion and hovers

const VARIABLES: readonly Word[] = [
  { name: 'CURSOR_PROJECT_DIR', about: 'The folder of the project, absolute.' },
  { name: 'CLAUDE_PROJECT_DIR', about: 'The same as CURSOR_PROJECT_DIR.' },
  { name: 'CURSOR_VERSION', about: 'Version of Cursor.' },
  { name: 'CURSOR_USER_EMAIL', about: "The person's address." },
  { name: 'CURSOR_TRANSCRIPT_PATH', about: 'Path of the transcript file.' },
]
const PLUGIN_VARIABLES: readonly Word[] = [
  { name: 'CURSOR_PLUGIN_ROOT', about: 'The folder of the plugin, absolute.' },
  { name: 'CLAUDE_PLUGIN_ROOT', about: 'The same as CURSOR_PLUGIN_ROOT.' },
]

/** Events whose hooks may make the agent continue. */
const LOOPING: readonly string[] = ['stop', 'subagentStop']

function shape({ scope }: Pick<ConfigurationPlace, 'scope'>): WalkedShape {
  const isPlugin = scope === 'plugin'
  const variables = isPlugin ? [...PLUGIN_VARIABLES, ...VARIABLES] : VARIABLES
  const version: WalkedShape = {
    type: 'number',
    enum: [1],
    description: 'Version of the format: 1. Without it the whole file is dropped.',
  }
  const hooks = eventKeys(events, (name) => entryShape(name, variables, isPlugin))
  return table({ version, hooks }, { required: ['version', 'hooks'] })
}

function entryShape(name: string, variables: readonly Word[], isPlugin: boolean): WalkedShape {
  const fixed = FIXED[name]
  const values = fixed === undefined ? POSSIBLE[name] : [fixed]
  const words = TOOL_EVENTS.includes(name)
    ? [...wordsOf(TOOL_WORDS), ...mcpWords(mcp)]
    : wordsOf(
        Object.fromEntries(
          (values ?? []).map((one) => [one, 'What matchers of this event are matched against.']),
        ),
      )
  const shared = {
    matcher: isMatched(name)
      ? matcher(
          `What ${held(name)} has to match: a regular expression, matched anywhere in the text. Omitted, empty or \`*\`: everything.`,
          words,
        )
      : unmatched(`Cursor ignores matchers of ${name}.`),
    timeout: time('seconds', 'How long Cursor waits for it', timeoutMs(bareEntry(name)) / 1000),
    failClosed: whether('True: what fails or takes too long blocks.', false),
    ...(LOOPING.includes(name)
      ? {
          loop_limit: {
            anyOf: [{ type: 'number' }, { type: 'null' }],
            default: 5,
            description: 'How many times it may make the agent continue; null for no limit.',
          } satisfies WalkedShape,
        }
      : {}),
  }
  const command = table(
    {
      command: commandLine('The command line, for a shell: the payload is on its standard input.', variables),
      type: kind('command', 'Runs a command; so it does where `type` is left out.'),
      ...shared,
    },
    { required: ['command'] },
  )
  const prompt = table(
    {
      type: kind('prompt', 'Queries a model.'),
      prompt: line('The prompt.'),
      model: line('The model to use.'),
      ...shared,
    },
    { required: ['type', 'prompt'] },
  )
  return { anyOf: isPlugin ? [command] : [command, prompt] }
}

function held(name: string): string {
  const path = events[name as CursorEvent].matches
  return path === undefined ? `\`${FIXED[name]}\`` : `\`${path}\``
}

// ---- Reading: the meaning of exit code and output

function readEnd(raw: Raw, record: EventRecord, reading: ReadContext): ReadEnd {
  const name = Object.entries(events).find(([, one]) => one.payload === record.payload)?.[0] ?? ''
  const { exitCode } = raw
  const closed = isClosed(name, reading.entry)
  if (exitCode === 2) {
    // The operation has already happened and cannot be blocked.
    if (!REFUSABLE.includes(name)) return { kind: 'returned', result: undefined }
    const reason = raw.stdout.trim() || raw.stderr.trim()
    return { kind: 'verdict', verdict: { decision: 'deny', ...(reason === '' ? {} : both(reason)) } }
  }
  if (exitCode !== 0) {
    const how = exitCode === undefined ? `was ended by ${raw.signal ?? 'a signal'}` : `exit code ${exitCode}`
    return failed('crashed', how, closed)
  }
  if (raw.stdout.trim() === '') {
    if (closed) return failed('unreadable', 'printed nothing', closed)
    return { kind: 'returned', result: undefined }
  }
  // Answers to these events are ignored.
  if (record.result === ignored) return { kind: 'returned', result: undefined }
  const value = lastObject(raw.stdout)
  if (value !== undefined) return { kind: 'returned', result: value }
  return failed('unreadable', 'printed no JSON object', closed || PERMISSION.includes(name))
}

function both(reason: string): Verdict {
  return { reason, notes: [reason] }
}

function failed(reason: 'crashed' | 'unreadable', what: string, blocks: boolean): ReadEnd {
  const then = blocks ? 'Cursor blocks' : 'Cursor goes on as if it had not run'
  return { kind: 'failed', reason, message: `${what}; ${then}` }
}

/** Whether a failure of the entry blocks the operation. */
function isClosed(name: string, entry: HookEntry | undefined): boolean {
  return entry?.fields.failClosed === true && !isClaudes(entry.file) && REFUSABLE.includes(name)
}

type Json = Readonly<Record<string, unknown>>

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** The verdict of a JSON answer of the right shape. */
function verdictOf(
  name: string,
  json: Json,
  payload: unknown,
  reading: ReadContext | undefined,
): Verdict<never> {
  const own = inOwnWords(name, json, reading)
  const {
    permission: given,
    continue: goes,
    user_message: user,
    agent_message: agent,
    additional_context: added,
    followup_message: next,
  } = own
  const decision = goes === false && name === 'beforeSubmitPrompt' ? 'deny' : decisionOf(name, given)
  const rewritten = rewriteOf(name, own, payload)
  return {
    ...defined({ decision }),
    ...(PERMISSION.includes(name) && isText(agent) ? { reason: agent } : {}),
    ...(isText(user) && takes(name, 'user_message') ? { notes: [user] } : {}),
    ...(isText(added) && takes(name, 'additional_context') ? { context: [added] } : {}),
    ...(isText(next) && takes(name, 'followup_message') ? { followUps: [next] } : {}),
    ...(rewritten === undefined ? {} : { payload: rewritten as never }),
  }
}

function decisionOf(name: string, given: unknown): Verdict['decision'] {
  if (!PERMISSION.includes(name)) return undefined
  return given === 'allow' || given === 'deny' || given === 'ask' ? given : undefined
}

/** Whether an event reads this field of an answer. */
function takes(name: string, field: string): boolean {
  const { properties } = events[name as CursorEvent].result as { readonly properties?: object }
  return properties !== undefined && Object.hasOwn(properties, field)
}

function rewriteOf(name: string, json: Json, payload: unknown): unknown {
  const { updated_input: input, updated_mcp_tool_output: output } = json
  if (name === 'preToolUse' && isObject(input)) return { ...objectOf(payload), tool_input: input }
  const isMcp = isMcpName(mcp, textOfJson(valueAt(payload, 'tool_name')))
  if (name === 'postToolUse' && isMcp && isObject(output))
    return { ...objectOf(payload), tool_output: JSON.stringify(output) }
  return undefined
}

function isThirdParty(reading: ReadContext | undefined): boolean {
  const { entry, facts } = reading ?? {}
  return (entry !== undefined && isClaudes(entry.file)) || isLending(facts?.flags ?? [])
}

/** Converts answers of prompt entries and of Claude Code's hooks to Cursor's format. */
function inOwnWords(name: string, json: Json, reading: ReadContext | undefined): Json {
  if (reading?.entry?.kind === 'prompt')
    return json.ok === false ? withClaudes(name, { decision: 'block', reason: json.reason }) : {}
  return isThirdParty(reading) ? withClaudes(name, json) : json
}

/** Converts an answer in Claude Code's format to Cursor's; fields in Cursor's format take precedence. */
function withClaudes(name: string, json: Json): Json {
  const { permissionDecision, permissionDecisionReason } = objectOf(json.hookSpecificOutput)
  const reason = isText(json.reason) ? json.reason : undefined
  const blocks = json.decision === 'block'
  if (name === 'stop' || name === 'subagentStop')
    return blocks && reason !== undefined ? { followup_message: reason, ...json } : json
  if (name === 'beforeSubmitPrompt')
    return blocks ? { continue: false, ...defined({ user_message: reason }), ...json } : json
  const decision = isText(permissionDecision) ? permissionDecision : blocks ? 'deny' : undefined
  const why = isText(permissionDecisionReason) ? permissionDecisionReason : reason
  return {
    ...defined({ permission: decision }),
    ...(decision === undefined || why === undefined ? {} : { agent_message: why, user_message: why }),
    ...json,
  }
}

// ---- Judgment: all answers combined

/** One run with a result; an entry that is configured twice has two. */
type Reading = { readonly index: number; readonly entry: HookEntry; readonly verdict: Verdict }

/** In configuration order, whichever run finished first. */
function readingsOf(name: string, runs: readonly EntryRun[]): readonly Reading[] {
  return runs.flatMap((run, index): readonly Reading[] => {
    const { plan: planned, entry } = run
    if (!planned.run || run.finished === -1) return []
    const verdict = run.failure === undefined ? run.verdict : failureVerdict(name, run)
    return Array.from({ length: planned.times ?? 1 }, () => ({ index, entry, verdict }))
  })
}

/** An unreadable answer denies at events with a permission; any other failure denies where the entry says so. */
function failureVerdict(name: string, { entry, failure }: EntryRun): Verdict {
  const isInvalid = failure?.reason === 'unreadable' || failure?.reason === 'invalid'
  if ((isInvalid && PERMISSION.includes(name)) || isClosed(name, entry)) return { decision: 'deny' }
  return {}
}

const KIND: Readonly<Record<CursorEvent, OperationKind>> = {
  sessionStart: 'session',
  sessionEnd: 'end',
  beforeSubmitPrompt: 'prompt',
  preToolUse: 'tool',
  postToolUse: 'result',
  postToolUseFailure: 'result',
  beforeShellExecution: 'tool',
  afterShellExecution: 'other',
  beforeMCPExecution: 'tool',
  afterMCPExecution: 'other',
  beforeReadFile: 'tool',
  beforeTabFileRead: 'tool',
  afterFileEdit: 'other',
  afterTabFileEdit: 'other',
  afterAgentResponse: 'reply',
  afterAgentThought: 'other',
  subagentStart: 'subagent',
  subagentStop: 'stop',
  preCompact: 'compaction',
  stop: 'stop',
  workspaceOpen: 'other',
}

function judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement {
  const readings = readingsOf(firing.event, runs)
  switch (KIND[firing.event as CursorEvent]) {
    case 'tool':
      return judgeTool(firing, readings)
    case 'subagent':
      return judgeSubagent(readings)
    case 'result':
      return judgeResult(readings)
    case 'prompt':
      return judgePrompt(readings)
    case 'stop':
      return judgeStop(firing, readings)
    case 'session':
      return withContext(readings, { kind: 'session', fate: 'started' })
    case 'compaction':
      return idle({ kind: 'compaction', fate: 'went-on' }, notesOf(readings))
    case 'end':
      return { verdict: {}, effect: { operation: { kind: 'end', fate: 'ended' }, model: [], run: 'ended' } }
    case 'reply':
      return idle({ kind: 'reply', fate: 'kept' }, [])
    default:
      return idle({ kind: 'other', fate: 'went-on' }, [])
  }
}

function idle(operation: Operation, person: readonly string[]): Judgement {
  return {
    verdict: person.length === 0 ? {} : { notes: person },
    effect: { operation, model: [], person, run: 'goes-on' },
  }
}

/** Separator between the texts of several entries. */
const BETWEEN = '\n\n---\n\n'

function joined(all: readonly (string | undefined)[]): string | undefined {
  const texts = all.filter((one) => one !== undefined && one !== '')
  return texts.length === 0 ? undefined : texts.join(BETWEEN)
}

function notesOf(readings: readonly Reading[]): readonly string[] {
  const all = joined(readings.flatMap(({ verdict }) => verdict.notes ?? []))
  return all === undefined ? [] : [all]
}

const MOST_CONTEXT = 10_000

/** All contexts joined to one text. */
function contextOf(readings: readonly Reading[]): readonly ModelText[] {
  const all = joined(readings.flatMap(({ verdict }) => verdict.context ?? []))
  return all === undefined ? [] : [{ text: all.slice(0, MOST_CONTEXT), where: 'message', role: 'user' }]
}

function withContext(readings: readonly Reading[], operation: Operation): Judgement {
  const model = contextOf(readings)
  return {
    verdict: model.length === 0 ? {} : { context: model.map(({ text: one }) => one) },
    effect: { operation, model, person: [], run: 'goes-on' },
  }
}

/** The strongest decision: deny, then ask, then allow; the first of equals. */
function strongest(readings: readonly Reading[]): Reading | undefined {
  const first = (decision: Verdict['decision']) =>
    readings.find(({ verdict }) => verdict.decision === decision)
  return first('deny') ?? first('ask') ?? first('allow')
}

/** The original input of the operation. */
function inputOf(name: string, payload: unknown): Json | undefined {
  if (name === 'preToolUse') return objectOf(valueAt(payload, 'tool_input'))
  const field = name === 'beforeShellExecution' ? 'command' : 'file_path'
  const value = valueAt(payload, field)
  return name !== 'beforeMCPExecution' && isText(value) ? { [field]: value } : undefined
}

function judgeTool({ event: name, payload, facts }: HostFiring, readings: readonly Reading[]): Judgement {
  const by = strongest(readings)
  const decision = by?.verdict.decision
  const agent = joined(readings.map(({ verdict }) => verdict.reason))
  const notes = notesOf(readings)
  if (decision === 'deny')
    return {
      verdict: {
        decision,
        ...(agent === undefined && notes.length === 0 ? {} : { reason: agent ?? notes.join('') }),
        ...(notes.length === 0 ? {} : { notes }),
      },
      by: by?.index,
      effect: {
        operation: { kind: 'tool', fate: 'blocked' },
        // The text that the model reads is not known where no entry provides one.
        ...(agent === undefined ? {} : { model: [{ text: agent, where: 'result', role: 'tool' } as const] }),
        person: notes,
        run: 'goes-on',
      },
    }
  const rewritten = readings.findLast(({ verdict }) => verdict.payload !== undefined)?.verdict.payload
  const model = contextOf(readings)
  const input = rewritten === undefined ? inputOf(name, payload) : objectOf(valueAt(rewritten, 'tool_input'))
  // At preToolUse, the user is not asked.
  const asks = decision === 'ask' && name !== 'preToolUse'
  const operation: Operation = {
    kind: 'tool',
    fate: asks ? fateOfAsking(facts) : 'ran',
    ...(asks ? { asked: !facts.headless } : {}),
    ...defined({ input }),
  }
  return {
    verdict: {
      ...defined({ decision }),
      ...(asks && notes.length > 0 ? { notes } : {}),
      ...defined({ payload: rewritten }),
      ...(model.length === 0 ? {} : { context: model.map(({ text: one }) => one) }),
    },
    by: by?.index,
    effect: {
      operation,
      model,
      person: asks ? notes : [],
      run: 'goes-on',
      ...(asks && facts.headless
        ? { assumed: ['there is no person to ask, and the behavior of Cursor is unknown'] }
        : {}),
    },
  }
}

function fateOfAsking({ person, headless }: HostFacts): Operation['fate'] {
  if (person === undefined || headless) return 'unknown'
  return /allow|accept|yes|approve|run/i.test(person) ? 'ran' : 'blocked'
}

function judgeSubagent(readings: readonly Reading[]): Judgement {
  const by = strongest(readings)
  const decision = by?.verdict.decision
  // At this event the user is not asked, so `ask` denies.
  if (decision !== 'deny' && decision !== 'ask')
    return withContext(readings, { kind: 'subagent', fate: 'started' })
  const notes = notesOf(readings)
  return {
    verdict: { decision: 'deny', ...(notes.length === 0 ? {} : { reason: notes.join(''), notes }) },
    by: by?.index,
    effect: { operation: { kind: 'subagent', fate: 'blocked' }, person: notes, run: 'goes-on' },
  }
}

function judgeResult(readings: readonly Reading[]): Judgement {
  const last = readings.findLast(({ verdict }) => verdict.payload !== undefined)
  if (last === undefined) return withContext(readings, { kind: 'result', fate: 'kept' })
  const output = textOfJson(valueAt(last.verdict.payload, 'tool_output'))
  const { verdict, effect } = withContext(readings, { kind: 'result', fate: 'replaced', output })
  const instead: ModelText = { text: output, where: 'result', role: 'tool' }
  return {
    verdict: { ...verdict, payload: last.verdict.payload },
    by: last.index,
    effect: { ...effect, model: [instead, ...(effect.model ?? [])] },
  }
}

function judgePrompt(readings: readonly Reading[]): Judgement {
  const by = strongest(readings)
  if (by?.verdict.decision !== 'deny') return withContext(readings, { kind: 'prompt', fate: 'sent' })
  const person = notesOf(readings)
  return {
    verdict: { decision: 'deny', ...(person.length === 0 ? {} : { reason: person.join(''), notes: person }) },
    by: by.index,
    effect: { operation: { kind: 'prompt', fate: 'blocked' }, model: [], person, run: 'ended' },
  }
}

const LOOP_LIMIT = 5

/** How many times an entry may make the agent continue; undefined for no limit. */
function limitOf({ file, fields: { loop_limit: limit } }: HookEntry): number | undefined {
  if (isClaudes(file) || limit === null) return undefined
  return typeof limit === 'number' ? limit : LOOP_LIMIT
}

function judgeStop({ event: name, payload, facts }: HostFiring, readings: readonly Reading[]): Judgement {
  const counted = valueAt(payload, 'loop_count')
  const loops = typeof counted === 'number' ? counted : (facts.blocksInARow ?? 0)
  const active = readings.filter(({ entry }) => loops < (limitOf(entry) ?? Number.POSITIVE_INFINITY))
  const isOver = name === 'subagentStop' && valueAt(payload, 'status') !== 'completed'
  const last = isOver ? undefined : active.findLast(({ verdict }) => verdict.followUps !== undefined)
  const next = last?.verdict.followUps?.[0] ?? ''
  const context = contextOf(active)
  const model: readonly ModelText[] =
    next === '' ? context : [...context, { text: next, where: 'message', role: 'user' }]
  return {
    verdict: {
      ...(next === '' ? {} : { followUps: [next] }),
      ...(context.length === 0 ? {} : { context: context.map(({ text: one }) => one) }),
    },
    by: next === '' ? undefined : last?.index,
    effect: {
      operation: { kind: 'stop', fate: next === '' ? 'stopped' : 'continued' },
      model,
      person: [],
      // The end of a subagent does not end the run.
      run: next === '' && name === 'stop' ? 'ended' : 'goes-on',
    },
  }
}

// ---- The host

// ---- Rules for the checks

const rules: HostRules = {
  times: { keys: ['timeout'], unit: 'seconds' },
  // The user's own shell.
  shell: undefined,
  entryKeys: ['type', 'command', 'prompt', 'model', 'matcher', 'timeout', 'loop_limit', 'failClosed'],
  groupKeys: undefined,
  hooksBelow: true,
  idle: ({ event: name, fields: { loop_limit: limit } }) =>
    limit === undefined || name === 'stop' || name === 'subagentStop'
      ? undefined
      : {
          key: 'loop_limit',
          message: `"loop_limit" has no effect at ${name}: it applies to stop and subagentStop only.`,
          fix: 'Remove it.',
        },
  fills: ['workspaceFolder'],
  variables: (_name, scope) => [
    ...['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR', 'CURSOR_VERSION', 'CURSOR_USER_EMAIL'],
    'CURSOR_TRANSCRIPT_PATH',
    ...(scope === 'plugin' ? ['CURSOR_PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'] : []),
  ],
}

const host = {
  rules,
  versions: ['1.0.32'],
  permissionModes: ['default'],
  facts: {
    headless: false,
    workspaceTrusted: true,
    hooksTrusted: true,
    permissionMode: 'default',
    flags: [],
  },
  places,
  settings,
  unread: [{ base: 'workspace', path: '.cursor/hooks/hooks.json', instead: '.cursor/hooks.json' }],
  given,
  further,
  shape,
  entries: entriesOf,
  combine,
  timeoutMs,
  folders: ({ root }: { readonly root: string }) => ({ CURSOR_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
  matcherFault,
  missingScript: (name: string) =>
    REFUSABLE.includes(name)
      ? 'this entry checks nothing: Cursor goes on as if it had not run, and blocks only with "failClosed": true.'
      : 'this entry does nothing: Cursor goes on as if it had not run.',
  fires,
  plan,
  judge,
  process: processOf,
  newEntry,
  unobserved: 'Predicted from the hooks module of @cursor/sdk 1.0.32; no run of Cursor was observed.',
} satisfies Host

function newEntry(name: string, script: string, by = ''): NewEntry {
  const matcherText = TOOL_EVENTS.includes(name)
    ? matchedValue(name, events[name as CursorEvent].example)
    : undefined
  const path = `.cursor/hooks/${script}`
  return {
    script: path,
    file: '.cursor/hooks.json',
    at: ['hooks', name],
    // Entries of a project run in the workspace.
    value: { command: `${by}${path}`, ...defined({ matcher: matcherText }) },
    fresh: { version: 1 },
  }
}

function processOf(entry: HookEntry, { payload, root, platform, environment }: ProcessContext): EntryProcess {
  const variable = (name: string, field: string) => {
    const value = valueAt(payload, field)
    return isText(value) ? { [name]: value } : {}
  }
  const base = {
    env: {
      CURSOR_PROJECT_DIR: root,
      CLAUDE_PROJECT_DIR: root,
      ...variable('CURSOR_VERSION', 'cursor_version'),
      ...variable('CURSOR_USER_EMAIL', 'user_email'),
      ...variable('CURSOR_TRANSCRIPT_PATH', 'transcript_path'),
      ...entry.env,
    },
    input: JSON.stringify(payload),
    cwd: runsBeside(entry.scope) ? folderOf(entry.file) : root,
  }
  if (platform === 'win32') return { ...base, file: 'powershell', argv: ['-Command', entry.command] }
  return { ...base, file: environment.SHELL || '/bin/sh', argv: ['-lc', entry.command] }
}

const together = { run: 'parallel', sees: 'original', endsAt: 'never' } as const

export const cursor = dialect({
  id: 'cursor',
  title: 'Cursor',
  summary: 'Entries of hooks.json and of plugins that call a command or a prompt.',
  source: SOURCE,
  version: '1.0.32',
  exports: 'settings',
  files: [],
  places: [],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 60_000,
  signal: 'argument',
  flow: { observe: together, transform: together, veto: together },
  tools: {
    shell: { name: 'Shell', fields: { command: 'command' } },
    read: { name: 'Read', fields: { path: 'file_path' } },
    write: { name: 'Write', fields: { path: 'file_path', content: 'content' } },
    // The input of an edit is not known.
    edit: { name: 'Write', fields: {} },
    // The inputs of these are not known either.
    grep: { name: 'Grep', fields: {} },
    agent: { name: 'Task', fields: {} },
  },
  mcp,
  toolInputs,
  readEnd,
  host,
  events,
})
