// GitHub Copilot CLI's hook contract: entries of hooks files and settings files, read and judged as in version 1.0.102:
// events, configuration, planning, reading, judgment. The spelling of an event in the file selects the payload:
// Copilot's own for `preToolUse`, Claude Code's for `PreToolUse`. Each spelling of an event has its own record here.

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
  list,
  matcher,
  record,
  table,
  time,
  unmatched,
  whether,
  wordsOf,
} from '../hosts/configuration.ts'
import { anchoredRegex, type MatcherTest } from '../hosts/matcher.ts'
import { type McpNaming, mcpWords, mentionsMcp, PLAIN } from '../hosts/mcpNames.ts'
import { printedAnswer } from '../hosts/printedAnswer.ts'
import type { HostRules } from '../hosts/rules.ts'
import { isObject, rowOf, valueAt } from '../json.ts'
import { parseJson } from '../parseJson.ts'
import { flag, ignored, maybe, oneOf, openValue, text } from '../shapes.ts'
import { meaning, suggest, writing } from '../suggest.ts'
import { textOfJson } from '../textOfJson.ts'
import type { ToolNames } from '../tools.ts'
import type { Raw, ReadContext, ReadEnd, Verdict } from '../verdict.ts'
import type { WalkedShape, Word } from '../walk.ts'

// ---- Tools

/** An input with further fields that are not documented. */
const known = (fields: TProperties) => Type.Object(fields, { additionalProperties: true })

const path = text('The file.')
const shell = known({
  command: text('The command line.'),
  description: maybe(text('What the command does, in a few words.')),
  mode: maybe(text('Whether it is waited for.')),
  shellId: maybe(text('Id of the shell.')),
})
const view = known({ path })
const create = known({ path, file_text: text('The new content of the file.') })
const edit = known({
  path,
  old_str: text('The text to replace.'),
  new_str: maybe(text('The replacement.')),
})
const fetch = known({ url: text('The address.') })

/** Input shapes of the tools that hooks commonly check, by both of their names; all others are open. */
const toolInputs: ToolInputs = {
  bash: shell,
  view,
  create,
  edit,
  web_fetch: fetch,
  task: known({ prompt: text('What the agent is to do.'), agent_type: text('Type of the agent.') }),
}

/** The same by Claude Code's names. */
const foreignInputs: ToolInputs = {
  Bash: shell,
  Read: view,
  Write: create,
  Edit: edit,
  WebFetch: fetch,
  Agent: known({ prompt: text('What the agent is to do.'), agent_type: text('Type of the agent.') }),
}

const tools: ToolNames = {
  shell: { name: 'bash', fields: { command: 'command' } },
  read: { name: 'view', fields: { path: 'path' } },
  write: { name: 'create', fields: { path: 'path', content: 'file_text' } },
  edit: { name: 'edit', fields: { path: 'path', before: 'old_str', after: 'new_str' } },
  fetch: { name: 'web_fetch', fields: { url: 'url' } },
  grep: { name: 'grep', also: ['rg'], fields: { pattern: 'pattern' } },
  glob: { name: 'glob', fields: { pattern: 'pattern' } },
  search: { name: 'web_search', fields: {} },
  agent: { name: 'task', fields: { task: 'prompt' } },
  todo: { name: 'update_todo', fields: {} },
}

/** The same tools by Claude Code's names; their inputs are still Copilot's own. */
const foreignTools: ToolNames = {
  shell: { name: 'Bash', fields: { command: 'command' } },
  read: { name: 'Read', fields: { path: 'path' } },
  write: { name: 'Write', fields: { path: 'path', content: 'file_text' } },
  edit: { name: 'Edit', fields: { path: 'path', before: 'old_str', after: 'new_str' } },
  fetch: { name: 'WebFetch', fields: { url: 'url' } },
  grep: { name: 'Grep', fields: { pattern: 'pattern' } },
  glob: { name: 'Glob', fields: { pattern: 'pattern' } },
  search: { name: 'WebSearch', fields: {} },
  agent: { name: 'Agent', fields: { task: 'prompt' } },
  todo: { name: 'TodoWrite', fields: {} },
}

/** Names begin with the server; none of the program's own tools contains a hyphen. */
const mcp: McpNaming = { opens: '', joins: '-', servers: PLAIN, tools: PLAIN }

// ---- Events

const CWD = { cwd: text('The root of the project, absolute.') }

/** Common payload fields of events in Copilot's spelling. */
const own = {
  sessionId: text('Id of the session.'),
  timestamp: Type.Integer({ description: 'When the event occurred, in milliseconds since 1970.' }),
  ...CWD,
}

/** Common payload fields of events in Claude Code's spelling. */
const foreign = <const E extends string>(name: E) => ({
  hook_event_name: Type.Literal(name, { description: 'Name of the event.' }),
  session_id: text('Id of the session.'),
  timestamp: text('When the event occurred, in the form of ISO 8601.'),
  ...CWD,
})

const source = oneOf('Why it starts.', 'startup', 'resume', 'new')
const ending = oneOf('Why it ends.', 'complete', 'error', 'abort', 'timeout', 'user_exit')
const trigger = { trigger: oneOf('What triggered it.', 'manual', 'auto') }
const input = openValue("The tool's input; open because every tool has its own.")
const error = Type.Object(
  {
    message: text('What went wrong.'),
    name: text('Name of the error.'),
    stack: maybe(text('Where it came from.')),
  },
  { description: 'The error.' },
)
const errorContext = oneOf('Where it happened.', 'model_call', 'tool_execution', 'system', 'user_input')
const recoverable = { recoverable: flag('Whether the agent can continue.') }
const notified = oneOf(
  'What it is about.',
  'shell_completed',
  'shell_detached_completed',
  'agent_completed',
  'agent_idle',
  'permission_prompt',
  'elicitation_dialog',
)
const notification = {
  message: text('The message.'),
  title: maybe(text('Its title.')),
  notification_type: notified,
}
const stopActive = { stop_hook_active: flag('True while the agent continues because of a hook.') }
const toolCall = { toolName: text('Name of the tool: bash, view, create, edit.'), toolArgs: input }
const foreignCall = {
  tool_name: text("Name of the tool in Claude Code's words: Bash, Read, Write, Edit."),
  tool_input: openValue("The tool's input with Copilot's own keys; open because every tool has its own."),
}
const RESULT_TYPES = ['success', 'failure', 'rejected', 'denied', 'timeout'] as const
const failure = { error: text('What went wrong.') }
const transcript = { transcriptPath: text('Path of the transcript file, absolute.') }
const foreignTranscript = { transcript_path: text('Path of the transcript file, absolute.') }
/** This payload has Copilot's spelling whatever the spelling of the event. */
const permission = {
  hookName: Type.Literal('permissionRequest', { description: 'Name of the event.' }),
  ...own,
  toolName: toolCall.toolName,
  toolInput: openValue("The tool's input; open because every tool has its own."),
  permissionSuggestions: maybe(
    Type.Array(openValue('Open because no field of it is documented.'), {
      description: 'Rules that a person could be offered.',
    }),
  ),
}

/** The type name of an event: both spellings need distinct ones. */
function titled(name: string): string {
  return /^[A-Z]/.test(name) ? name : `Copilot${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

const answer = <P extends TProperties>(name: string, fields: P) =>
  Type.Object(fields, {
    title: `${titled(name)}Output`,
    description: `What a hook may answer to ${name}. Other keys are ignored.`,
  })
const context = { additionalContext: maybe(text('Text for the model.')) }
const hold = {
  decision: maybe(oneOf('`block` refuses; it needs a reason.', 'block', 'allow')),
  reason: maybe(text('Why.')),
}
const toolDecision = {
  permissionDecision: maybe(oneOf('Whether the tool runs.', 'allow', 'deny', 'ask')),
  permissionDecisionReason: maybe(text('Why, for the model.')),
}
const modifiedArgs = {
  modifiedArgs: maybe(openValue('The whole input to use instead; open because every tool has its own.')),
}
const modifiedResult = {
  modifiedResult: maybe(
    Type.Object(
      {
        resultType: maybe(oneOf('What the call counts as.', ...RESULT_TYPES)),
        textResultForLlm: text('What the model reads.'),
      },
      { description: "Replaces the tool's result." },
    ),
  ),
}
const permissionAnswer = {
  behavior: maybe(oneOf('Whether the call is permitted.', 'allow', 'deny')),
  message: maybe(text('Why it is denied, for the model.')),
  interrupt: maybe(flag('With a denial: the run ends.')),
}

const SOURCE =
  'Copilot CLI 1.0.102: docs.github.com/copilot/reference/hooks-reference, and runs of the program'

/** Claude Code's spelling of each event, mapped to Copilot's. */
const PASCAL = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PermissionRequest: 'permissionRequest',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  Stop: 'agentStop',
  SubagentStop: 'subagentStop',
  ErrorOccurred: 'errorOccurred',
  PreCompact: 'preCompact',
  Notification: 'notification',
} as const

type More = Pick<EventRecord, 'semantics' | 'summary'> &
  Partial<
    Pick<
      EventRecord,
      'lifecycle' | 'respells' | 'matches' | 'common' | 'flow' | 'tools' | 'toolInputs' | 'words'
    >
  >

function recordOf<P extends TProperties, R extends TSchema>(
  name: string,
  more: More,
  fields: P,
  result: R,
  example: object,
) {
  return event({
    source: SOURCE,
    common: {},
    empty: 'pass',
    onFailure: 'pass',
    ...more,
    payload: Type.Object(fields, {
      title: `${titled(name)}Input`,
      description: `Payload of ${name} hooks.`,
    }),
    result,
    verdict: (given, payload, reading) =>
      verdictOf(name, normalised(reading?.entry?.event ?? name, objectOf(given)), payload, 0),
    example: example as never,
  })
}

const exampleOwn = { sessionId: '6b1c9f52-0f5e-4a55-9d3c-2f1f6d8a1077', timestamp: 1_795_300_000_000 }
const exampleForeign = { session_id: exampleOwn.sessionId, timestamp: '2026-11-21T22:26:40.000Z' }
const exampleCwd = { cwd: '/srv/shop' }
const exampleTranscript = '/home/ada/.copilot/session-state/6b1c9f52-0f5e-4a55-9d3c-2f1f6d8a1077/events.jsonl'

/** An event in Copilot's spelling. */
function camel<P extends TProperties, R extends TSchema>(
  name: string,
  more: More,
  fields: P,
  result: R,
  example: object,
) {
  const common = { session: 'sessionId', cwd: 'cwd', ...more.common }
  return recordOf(name, { ...more, common }, { ...own, ...fields }, result, {
    ...exampleOwn,
    ...exampleCwd,
    ...example,
  })
}

/** The same event in Claude Code's spelling. The lifecycle is that of the first spelling. */
function pascal<const E extends keyof typeof PASCAL, P extends TProperties, R extends TSchema>(
  name: E,
  more: More,
  fields: P,
  result: R,
  example: object,
) {
  const { lifecycle: _, ...rest } = more
  const common = { session: 'session_id', cwd: 'cwd', ...more.common }
  const summary = `${more.summary} Its payload uses the names of Claude Code.`
  const pascalMore = {
    ...rest,
    respells: PASCAL[name],
    summary,
    common,
    tools: foreignTools,
    toolInputs: foreignInputs,
  }
  return recordOf(name, pascalMore, { ...foreign(name), ...fields }, result, {
    hook_event_name: name,
    ...exampleForeign,
    ...exampleCwd,
    ...example,
  })
}

const call = { toolName: 'bash', toolArgs: { command: 'npm test', description: 'Run the tests' } }
const foreignExample = { tool_name: 'Bash', tool_input: call.toolArgs }
const resultText = '12 passed\n<shellId: 0 completed with exit code 0>'
const tool = { tool: 'toolName', input: 'toolArgs' } as const
const foreignTool = { tool: 'tool_name', input: 'tool_input' } as const
const byTool = { matches: 'toolName', common: tool } as const
const byForeignTool = { matches: 'tool_name', common: foreignTool } as const
const veto = { semantics: 'veto' } as const
const observe = { semantics: 'observe' } as const
/** Each hook gets the payload as changed by the previous one. */
const chained = { flow: { sees: 'previous' } } as const

const SESSION_START = {
  ...veto,
  lifecycle: 'session.start',
  words: { values: { source: { new: 'startup' } } },
  summary: 'Runs when a session starts. May add context for the model.',
} as const
const SESSION_END = {
  ...observe,
  lifecycle: 'session.end',
  summary: 'Runs when a session ends. Its answer is ignored.',
} as const
const PROMPT = {
  ...veto,
  lifecycle: 'prompt',
  summary: 'Runs when a prompt is sent. May block it, change it or add to it.',
  common: { prompt: 'prompt' },
} as const
const PRE_TOOL = {
  ...veto,
  ...chained,
  lifecycle: 'tool.before',
  summary:
    'Runs before a tool call. May deny it, require confirmation, or change its input. A hook that fails denies it, and the first that does not let it pass is the last to run.',
} as const
const PERMISSION = {
  ...veto,
  lifecycle: 'permission.before',
  summary:
    'Runs before the rules for a tool call are evaluated, except for tools that only read. May answer in place of the user. Of several answers the last one counts; a hook that fails denies the call.',
} as const
const POST_TOOL = {
  ...veto,
  ...chained,
  lifecycle: 'tool.after',
  summary:
    'Runs after a tool call that worked, including a command that failed. May replace its result, or add context for the model.',
} as const
const FAILURE = {
  ...observe,
  lifecycle: 'tool.failed',
  summary:
    'Runs after a tool call that could not be made. May add context for the model: with exit code 2, the text on standard error.',
} as const
const STOP = {
  ...veto,
  lifecycle: 'stop',
  summary: 'Runs when the agent is about to stop. May keep it going, eight times in a row at most.',
} as const
const SUBAGENT_START = {
  ...observe,
  lifecycle: 'subagent.before',
  words: { fields: { agentName: 'agent_type' } },
  summary: 'Runs when a subagent starts. May add to its context.',
} as const
const SUBAGENT_STOP = {
  ...veto,
  lifecycle: 'subagent.after',
  words: {
    fields: { agentName: 'agent_type', agent_name: 'agent_type', response: 'last_assistant_message' },
  },
  summary: 'Runs when a subagent is about to stop. May keep it going or change its response.',
} as const
const ERROR = {
  ...observe,
  lifecycle: 'error',
  summary: 'Runs when something went wrong. Its answer is ignored.',
} as const
const COMPACT = {
  ...observe,
  lifecycle: 'compact.before',
  summary: 'Runs before the conversation is compacted. Its answer is ignored.',
  matches: 'trigger',
} as const
const NOTIFICATION = {
  ...observe,
  lifecycle: 'notification',
  summary: 'Runs alongside a notification to the user, without delaying it. May add context for the model.',
  matches: 'notification_type',
} as const

const preToolAnswer = answer('PreToolUse', {
  ...toolDecision,
  ...modifiedArgs,
  ...context,
  hookSpecificOutput: maybe(
    Type.Object(
      {
        hookEventName: maybe(text('Name of the event; it is not checked.')),
        ...toolDecision,
        updatedInput: maybe(
          openValue('The whole input to use instead; open because every tool has its own.'),
        ),
        ...context,
      },
      { description: 'The same in the form of Claude Code; it takes precedence over the fields beside it.' },
    ),
  ),
})

const events = {
  sessionStart: camel(
    'sessionStart',
    SESSION_START,
    { source, initialPrompt: maybe(text('The first prompt.')) },
    answer('sessionStart', context),
    { source: 'new', initialPrompt: 'Make the tests pass.' },
  ),
  SessionStart: pascal(
    'SessionStart',
    SESSION_START,
    { source, initial_prompt: maybe(text('The first prompt.')) },
    answer('SessionStart', context),
    { source: 'new', initial_prompt: 'Make the tests pass.' },
  ),
  sessionEnd: camel('sessionEnd', SESSION_END, { reason: ending }, ignored, { reason: 'complete' }),
  SessionEnd: pascal('SessionEnd', SESSION_END, { reason: ending }, ignored, { reason: 'complete' }),
  userPromptSubmitted: camel(
    'userPromptSubmitted',
    PROMPT,
    { prompt: text('What the user wrote.') },
    answer('userPromptSubmitted', {
      ...hold,
      modifiedPrompt: maybe(text('The prompt to send instead.')),
      ...context,
    }),
    { prompt: 'Make the tests pass.' },
  ),
  UserPromptSubmit: pascal(
    'UserPromptSubmit',
    PROMPT,
    { prompt: text('What the user wrote.') },
    answer('UserPromptSubmit', {
      ...hold,
      modifiedPrompt: maybe(text('The prompt to send instead.')),
      ...context,
    }),
    { prompt: 'Make the tests pass.' },
  ),
  userPromptTransformed: camel(
    'userPromptTransformed',
    {
      ...veto,
      summary: 'Runs when Copilot has converted a prompt to the text for the model. May change that text.',
    },
    { prompt: text('What the user wrote.'), transformedPrompt: text('The text for the model.') },
    answer('userPromptTransformed', {
      modifiedTransformedPrompt: maybe(
        Type.String({ minLength: 1, description: 'The text for the model instead.' }),
      ),
    }),
    { prompt: 'Make the tests pass.', transformedPrompt: 'Make the tests pass.' },
  ),
  preToolUse: camel(
    'preToolUse',
    { ...PRE_TOOL, ...byTool },
    toolCall,
    answer('preToolUse', { ...toolDecision, ...modifiedArgs, ...context }),
    call,
  ),
  PreToolUse: pascal(
    'PreToolUse',
    { ...PRE_TOOL, ...byForeignTool },
    foreignCall,
    preToolAnswer,
    foreignExample,
  ),
  permissionRequest: recordOf(
    'permissionRequest',
    {
      ...PERMISSION,
      matches: 'toolName',
      common: { session: 'sessionId', cwd: 'cwd', tool: 'toolName', input: 'toolInput' },
    },
    permission,
    answer('permissionRequest', permissionAnswer),
    {
      hookName: 'permissionRequest',
      ...exampleOwn,
      ...exampleCwd,
      toolName: 'bash',
      toolInput: { command: 'npm publish' },
      permissionSuggestions: [],
    },
  ),
  PermissionRequest: recordOf(
    'PermissionRequest',
    {
      ...veto,
      respells: 'permissionRequest',
      summary: `${PERMISSION.summary} Its payload uses Copilot's own names; its matcher may use those of Claude Code.`,
      matches: 'toolName',
      common: { session: 'sessionId', cwd: 'cwd', tool: 'toolName', input: 'toolInput' },
    },
    permission,
    answer('PermissionRequest', permissionAnswer),
    {
      hookName: 'permissionRequest',
      ...exampleOwn,
      ...exampleCwd,
      toolName: 'bash',
      toolInput: { command: 'npm publish' },
      permissionSuggestions: [],
    },
  ),
  postToolUse: camel(
    'postToolUse',
    {
      ...POST_TOOL,
      ...byTool,
      common: { ...tool, output: 'toolResult', text: 'toolResult.textResultForLlm' },
    },
    {
      ...toolCall,
      toolResult: Type.Object(
        {
          resultType: oneOf('What the call counts as.', ...RESULT_TYPES),
          textResultForLlm: text('What the model reads.'),
        },
        { description: "The tool's result." },
      ),
    },
    answer('postToolUse', { ...hold, ...modifiedResult, ...context }),
    { ...call, toolResult: { resultType: 'success', textResultForLlm: resultText } },
  ),
  PostToolUse: pascal(
    'PostToolUse',
    {
      ...POST_TOOL,
      ...byForeignTool,
      common: { ...foreignTool, output: 'tool_result', text: 'tool_result.text_result_for_llm' },
    },
    {
      ...foreignCall,
      tool_result: Type.Object(
        {
          result_type: oneOf('What the call counts as.', ...RESULT_TYPES),
          text_result_for_llm: text('What the model reads.'),
        },
        { description: "The tool's result." },
      ),
    },
    answer('PostToolUse', { ...hold, ...modifiedResult, ...context }),
    { ...foreignExample, tool_result: { result_type: 'success', text_result_for_llm: resultText } },
  ),
  postToolUseFailure: camel(
    'postToolUseFailure',
    { ...FAILURE, common: tool },
    { ...toolCall, ...failure },
    answer('postToolUseFailure', context),
    { toolName: 'view', toolArgs: { path: '/srv/shop/gone.txt' }, error: 'Path does not exist' },
  ),
  PostToolUseFailure: pascal(
    'PostToolUseFailure',
    { ...FAILURE, common: foreignTool },
    { ...foreignCall, ...failure },
    answer('PostToolUseFailure', context),
    { tool_name: 'Read', tool_input: { path: '/srv/shop/gone.txt' }, error: 'Path does not exist' },
  ),
  agentStop: camel(
    'agentStop',
    STOP,
    { ...transcript, stopReason: text('Why it stops.'), ...stopActive },
    answer('agentStop', hold),
    { transcriptPath: exampleTranscript, stopReason: 'end_turn', stop_hook_active: false },
  ),
  Stop: pascal(
    'Stop',
    STOP,
    { ...foreignTranscript, stop_reason: text('Why it stops.'), ...stopActive },
    answer('Stop', hold),
    { transcript_path: exampleTranscript, stop_reason: 'end_turn', stop_hook_active: false },
  ),
  subagentStart: camel(
    'subagentStart',
    { ...SUBAGENT_START, matches: 'agentName' },
    {
      ...transcript,
      agentName: text('Name of the subagent.'),
      agentDisplayName: maybe(text('Its display name.')),
      agentDescription: maybe(text('What it is for.')),
    },
    answer('subagentStart', context),
    { transcriptPath: exampleTranscript, agentName: 'explore' },
  ),
  subagentStop: camel(
    'subagentStop',
    SUBAGENT_STOP,
    {
      ...transcript,
      agentId: text('Id of the subagent.'),
      agentType: text('Type of the subagent.'),
      agentName: text('Name of the subagent.'),
      agentDisplayName: maybe(text('Its display name.')),
      response: text('Its response.'),
      stopReason: text('Why it stops.'),
    },
    answer('subagentStop', { ...hold, modifiedResponse: maybe(text('The response to use instead.')) }),
    {
      transcriptPath: exampleTranscript,
      agentId: 'agent-1',
      agentType: 'explore',
      agentName: 'explore',
      response: 'Found it.',
      stopReason: 'end_turn',
    },
  ),
  SubagentStop: pascal(
    'SubagentStop',
    SUBAGENT_STOP,
    {
      ...foreignTranscript,
      agent_id: text('Id of the subagent.'),
      agent_type: text('Type of the subagent.'),
      agent_name: text('Name of the subagent.'),
      agent_display_name: maybe(text('Its display name.')),
      last_assistant_message: text('Its response.'),
      stop_reason: text('Why it stops.'),
    },
    answer('SubagentStop', { ...hold, modifiedResponse: maybe(text('The response to use instead.')) }),
    {
      transcript_path: exampleTranscript,
      agent_id: 'agent-1',
      agent_type: 'explore',
      agent_name: 'explore',
      last_assistant_message: 'Found it.',
      stop_reason: 'end_turn',
    },
  ),
  errorOccurred: camel('errorOccurred', ERROR, { error, errorContext, ...recoverable }, ignored, {
    error: { message: 'bad request', name: 'Error' },
    errorContext: 'model_call',
    recoverable: true,
  }),
  ErrorOccurred: pascal(
    'ErrorOccurred',
    ERROR,
    { error, error_context: errorContext, ...recoverable },
    ignored,
    {
      error: { message: 'bad request', name: 'Error' },
      error_context: 'model_call',
      recoverable: true,
    },
  ),
  preCompact: camel(
    'preCompact',
    COMPACT,
    { ...transcript, ...trigger, customInstructions: text('What the user asked to keep.') },
    ignored,
    { transcriptPath: exampleTranscript, trigger: 'auto', customInstructions: '' },
  ),
  PreCompact: pascal(
    'PreCompact',
    COMPACT,
    { ...foreignTranscript, ...trigger, custom_instructions: text('What the user asked to keep.') },
    ignored,
    { transcript_path: exampleTranscript, trigger: 'auto', custom_instructions: '' },
  ),
  notification: camel(
    'notification',
    NOTIFICATION,
    {
      ...notification,
      hook_event_name: Type.Literal('Notification', { description: 'Name of the event, here as well.' }),
    },
    answer('notification', context),
    {
      message: 'Run command: npm publish',
      title: 'Permission needed',
      hook_event_name: 'Notification',
      notification_type: 'permission_prompt',
    },
  ),
  Notification: pascal('Notification', NOTIFICATION, notification, answer('Notification', context), {
    message: 'Run command: npm publish',
    title: 'Permission needed',
    notification_type: 'permission_prompt',
  }),
} as const

type CopilotEvent = keyof typeof events

function baseOf(name: string): string {
  return rowOf(PASCAL, name) ?? name
}

// ---- Configuration: which files, and what in them is an entry

const strictJson = { format: 'json', byteOrderMark: 'refused' } as const
const policy = { base: 'system', scope: 'managed', format: 'json' } as const
const user = { base: 'home', movedBy: 'COPILOT_HOME', scope: 'user', format: 'json' } as const
// Where the program's own list trusts the folder, the top of the checkout is used instead of the workspace.
const project = [
  { base: 'repository', scope: 'project', ...strictJson },
  { base: 'workspace', scope: 'project', ...strictJson },
] as const

/** Files that are read only for hooks. In a settings file, one invalid entry disables all of them. */
const HOOK_FOLDERS = /(?:^|\/)(?:hooks\/(?:[^/]+\/)*[^/]+|policy\.d\/[^/]+|hooks)\.json$/

const places: readonly ConfigurationPlace[] = [
  { ...policy, path: '/etc/github-copilot/managed-settings.json', index: true },
  { ...policy, ...strictJson, path: '/etc/github-copilot/policy.d/*.json' },
  {
    ...policy,
    ...strictJson,
    path: 'C:/ProgramData/GitHub/Copilot/policy.d/*.json',
    platform: 'win32',
  },
  { ...user, path: '.copilot/config.json', index: true, format: 'jsonc' },
  { ...user, ...strictJson, path: '.copilot/hooks/**/*.json' },
  { ...user, path: '.copilot/settings.json', format: 'jsonc' },
  ...[
    '.github/hooks/**/*.json',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.github/copilot/settings.json',
    '.github/copilot/settings.local.json',
  ].flatMap((path) => project.map((one): ConfigurationPlace => ({ ...one, path, ...localScope(path) }))),
  // These tell whether the workspace is the repository of a plugin.
  ...['plugin.json', '.github/plugin/plugin.json'].map(
    (path): ConfigurationPlace => ({ base: 'workspace', scope: 'plugin', format: 'json', path, index: true }),
  ),
]

function localScope(path: string): Partial<ConfigurationPlace> {
  return {
    ...(path.endsWith('.local.json') ? { scope: 'local' } : {}),
    ...(path.startsWith('.claude/') ? { borrowed: true } : {}),
  }
}

/** Plugins whose folders are given on the command line. */
function given(flags: readonly string[]): readonly ConfigurationPlace[] {
  return valuesOf(flags, '--plugin-dir').flatMap((folder) =>
    folder.startsWith('/')
      ? ['plugin.json', '.claude-plugin/plugin.json', '.github/plugin/plugin.json'].map(
          (path): ConfigurationPlace => ({
            base: 'system',
            scope: 'plugin',
            format: 'json',
            path: `${folder.replace(/\/+$/, '')}/${path}`,
            owner: folder.split('/').filter(Boolean).at(-1) ?? 'plugin',
            index: true,
          }),
        )
      : [],
  )
}

function valuesOf(flags: readonly string[], name: string): readonly string[] {
  return flags.flatMap((one, index) => {
    if (one.startsWith(`${name}=`)) return [one.slice(name.length + 1)]
    const next = flags[index + 1]
    return one === name && next !== undefined ? [next] : []
  })
}

/** The hooks file of each plugin: the one named by its manifest, else `hooks.json`, else `hooks/hooks.json`. */
function further(read: readonly ConfigurationFile[]): readonly ConfigurationPlace[] {
  return read.flatMap((manifest) => {
    if (manifest.place.scope !== 'plugin' || manifest.place.index !== true) return []
    const root = manifest.path.replace(/\/(?:\.claude-plugin\/|\.github\/plugin\/)?plugin\.json$/, '')
    const { hooks, name } = objectOf(manifest.value)
    if (typeof hooks === 'string' && hooks.includes('..')) return []
    // Other programs also use a file with this name.
    if (manifest.place.base === 'workspace' && typeof name !== 'string') return []
    const owner = manifest.place.owner ?? (typeof name === 'string' ? name : 'plugin')
    const file = (path: string): ConfigurationPlace => ({
      base: 'system',
      scope: 'plugin',
      format: 'json',
      path: `${root}/${path.replace(/^\.\//, '')}`,
      owner,
      folders: { PLUGIN_ROOT: root, COPILOT_PLUGIN_ROOT: root, CLAUDE_PLUGIN_ROOT: root },
    })
    if (typeof hooks === 'string') return [file(hooks)]
    return [file('hooks.json'), file('hooks/hooks.json')]
  })
}

/**
 * Within a folder of hooks files, the last file by name runs first, and each folder runs before its subfolders. Of a
 * plugin's two files, only the one at the top is read.
 */
function inOrder<F extends ConfigurationFile>(found: readonly F[]): readonly F[] {
  const tops = new Set(found.map(({ place, path }) => `${place.folders?.PLUGIN_ROOT} ${path}`))
  const files = found.filter(({ place: { folders }, path }) => {
    const root = folders?.PLUGIN_ROOT
    return path !== `${root}/hooks/hooks.json` || !tops.has(`${root} ${root}/hooks.json`)
  })
  return [...Map.groupBy(files, ({ place }) => place)].flatMap(([{ path }, own]) =>
    path.includes('/**/') ? own.toSorted((one, two) => byDepth(one.path, two.path)) : own,
  )
}

function byDepth(one: string, two: string): number {
  const [mine, other] = [one.split('/'), two.split('/')]
  if (mine.length !== other.length) return mine.length - other.length
  const at = mine.findIndex((step, index) => step !== other[index])
  return at === -1 || (mine[at] as string) > (other[at] as string) ? -1 : 1
}

function isSettings({
  path,
  place: { scope },
}: {
  readonly path: string
  readonly place: Pick<ConfigurationPlace, 'scope'>
}): boolean {
  return scope !== 'plugin' && !HOOK_FOLDERS.test(path)
}

/** The entries that Copilot loads from a file, or why it loads none. */
function entriesOf(file: ConfigurationFile, platform: string): FileEntries {
  const { value } = file
  const isStrict = isSettings(file)
  const entries: FoundEntry[] = []
  const rejections: Rejection[] = []
  const whole = (at: JsonPath, wrong: string) =>
    rejections.push({
      level: 'file',
      at: [],
      message: `${wrong}, so Copilot drops ${isStrict ? 'all hooks of the file' : 'the whole file'}.`,
      ...(at.length === 0 ? {} : { shownAt: at }),
    })
  const found = { entries, rejections }
  if (!isObject(value)) {
    whole([], 'The file is not an object')
    return found
  }
  const { version, disableAllHooks, hooks } = value
  if (!isStrict && version !== undefined && version !== 1) whole(['version'], '"version" is not 1')
  if (disableAllHooks !== undefined && typeof disableAllHooks !== 'boolean')
    whole(['disableAllHooks'], '"disableAllHooks" is neither true nor false')
  if (hooks === undefined) {
    if (!isStrict) whole([], 'There is no "hooks"')
    return found
  }
  if (!isObject(hooks)) {
    whole(['hooks'], '"hooks" is not an object')
    return found
  }
  for (const [name, list] of Object.entries(hooks)) readEvent(name, list)
  // Within one file, entries in Copilot's spelling run first, whatever their order.
  const isPascal = (one: FoundEntry) => Number(Object.hasOwn(PASCAL, one.event))
  return { entries: entries.toSorted((one, two) => isPascal(one) - isPascal(two)), rejections }

  function readEvent(name: string, list: unknown): void {
    const at = ['hooks', name]
    const isKnown = Object.hasOwn(events, name)
    // Claude Code has further events, and its files may contain them: that Copilot ignores them is not an error.
    if (!isKnown && file.path.includes('/.claude/')) return
    if (!isKnown) {
      const near = suggest(name, Object.keys(events))
      rejections.push({
        level: 'event',
        at,
        message: `Copilot has no event "${name}", so its entries never run.`,
        ...meaning(near),
        unknownEvent: true,
        // An event of VS Code, which reads the file as well.
        ...(name === 'SubagentStart' ? { severity: 'info' as const } : {}),
      })
    }
    if (!Array.isArray(list)) {
      const wrong = `"${name}" is not an array`
      // Below one of Claude Code's names, Copilot only looks for entries.
      if (isKnown && Object.hasOwn(PASCAL, name))
        rejections.push({ level: 'event', at, message: `${wrong}, so Copilot ignores it.` })
      else if (isKnown) whole(at, wrong)
      return
    }
    for (const [index, one] of list.entries()) {
      const where = [...at, index]
      if (isObject(one) && Array.isArray(one.hooks)) {
        const { hooks: inner, ...group } = one
        for (const [place, handler] of inner.entries())
          readEntry(name, isKnown, handler, group, [...where, 'hooks', place])
      } else readEntry(name, isKnown, one, {}, where)
    }
  }

  function readEntry(name: string, isKnown: boolean, given: unknown, group: Json, at: JsonPath): void {
    const fields = objectOf(given)
    const ofGroup = typeof group.matcher === 'string' ? group.matcher : undefined
    const matcher = fields.matcher === undefined ? ofGroup : fields.matcher
    const wrong = entryFault(name, given) ?? matcherWrong(name, matcher)
    const skipped = wrong ?? patternWrong(name, matcher)
    if (isKnown && wrong !== undefined && isStrict) whole(at, wrong)
    else if (isKnown && skipped !== undefined)
      rejections.push({
        level: 'entry',
        at,
        message: `${skipped}, so Copilot skips the entry.`,
        // The entry is meant for the editor, which reads the same files.
        ...(wrong === NO_COMMAND && isForEditor(fields) ? { severity: 'info' } : {}),
      })
    if (!isObject(given)) return
    const { exec, args, cwd } = fields
    entries.push({
      event: name,
      matcher: typeof matcher === 'string' ? matcher : undefined,
      kind: typeof fields.type === 'string' ? fields.type : 'command',
      command: commandOf(fields, platform),
      ...(typeof exec === 'string' ? { args: listOf(args).map(String) } : {}),
      fields,
      group,
      at,
      ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
    })
  }
}

/** The command that runs on a platform: `command` applies to all; outside Windows, PowerShell runs only `powershell`. */
function commandOf({ bash, command, powershell, exec }: Json, platform: string): string {
  const lines = platform === 'win32' ? [powershell, command, bash] : [bash, command, powershell]
  return [exec, ...lines].find((one) => typeof one === 'string') ?? ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Events whose hooks are guards: their URLs must not be plain `http`. */
const GUARDS: readonly string[] = ['preToolUse', 'permissionRequest']

/** Why Copilot rejects an entry; undefined where it accepts it. */
function entryFault(name: string, given: unknown): string | undefined {
  if (!isObject(given)) return 'An entry is not an object'
  const { type, env, url } = given
  if (type !== undefined && type !== 'command' && type !== 'http' && type !== 'prompt')
    return `An entry has the unknown type ${JSON.stringify(type)}`
  if (type === 'prompt')
    return baseOf(name) === 'sessionStart' ? undefined : `${name} does not support prompt entries`
  if (type === 'http') {
    if (typeof url !== 'string') return 'An http entry has no "url" string'
    if (!/^https?:\/\//.test(url)) return '"url" is not an http or https URL'
    if (url.startsWith('http:') && GUARDS.includes(baseOf(name)))
      return `${name} does not support plain http URLs`
  } else {
    const wrong = commandFault(given)
    if (wrong !== undefined) return wrong
  }
  for (const key of ['timeoutSec', 'timeout'])
    if (given[key] !== undefined && !(typeof given[key] === 'number' && (given[key] as number) > 0))
      return `"${key}" is not a number of seconds above 0`
  if (env !== undefined && !(isObject(env) && Object.values(env).every((one) => typeof one === 'string')))
    return '"env" has values that are not strings'
  return undefined
}

const SHELL_KEYS = ['bash', 'powershell', 'command'] as const

function commandFault(given: Json): string | undefined {
  const { exec, cwd } = given
  for (const key of [...SHELL_KEYS, 'exec'])
    if (given[key] !== undefined && typeof given[key] !== 'string') return `"${key}" is not a string`
  if (cwd !== undefined && typeof cwd !== 'string') return '"cwd" is not a string'
  const beside = SHELL_KEYS.find((key) => given[key] !== undefined)
  if (exec !== undefined && beside !== undefined) return `"exec" and "${beside}" are both set`
  return exec === undefined && beside === undefined ? NO_COMMAND : undefined
}

const NO_COMMAND = 'An entry has no command'

function isForEditor(fields: Json): boolean {
  return ['windows', 'linux', 'osx'].some((key) => typeof fields[key] === 'string' && fields[key] !== '')
}

function matcherWrong(name: string, matcher: unknown): string | undefined {
  if (matcher === undefined || !isMatched(name)) return undefined
  if (typeof matcher !== 'string') return '"matcher" is not a string'
  return matcher === '' ? 'The matcher is empty' : undefined
}

/** An invalid regular expression disables only its entry, even in a settings file. */
function patternWrong(name: string, matcher: unknown): string | undefined {
  const isBad = typeof matcher === 'string' && isMatched(name) && matcherOf(name, matcher).invalid === true
  return isBad ? `The matcher "${matcher}" is not a valid regular expression` : undefined
}

// ---- All files combined

function combine(files: readonly ConfigurationFile[], facts: HostFacts): Combined {
  const { flags } = facts
  const listed = files.flatMap(({ path, value }) => {
    const { trustedFolders, trusted_folders: older } = objectOf(value)
    return path.endsWith('/config.json') ? [...listOf(trustedFolders), ...listOf(older)] : []
  })
  const isTrusted = (file: ConfigurationFile): boolean =>
    facts.workspaceTrusted ||
    flags.includes('--trust-folder') ||
    listed.some((folder) => typeof folder === 'string' && isBelow(file.path, folder))
  const onlyManaged = files.some(
    ({ path, value }) =>
      path.endsWith('/managed-settings.json') && objectOf(value).allowManagedHooksOnly === true,
  )
  const atTop = files.some(({ place: { base } }) => base === 'repository')
  const isOfProject = ({ place: { scope } }: ConfigurationFile) => scope === 'project' || scope === 'local'
  const counts = ({ place: { base } }: ConfigurationFile): boolean =>
    base === 'repository' ? !flags.includes('--trust-folder') : !atTop || flags.includes('--trust-folder')
  const isOff = (file: ConfigurationFile): boolean => objectOf(file.value).disableAllHooks === true
  const switched = files.find(
    (file) => isOfProject(file) && isSettings(file) && isOff(file) && isTrusted(file) && counts(file),
  )
  const off = (file: ConfigurationFile): EntryOff | undefined => {
    const by = ({ path }: ConfigurationFile) => ({ path, at: ['disableAllHooks'] })
    if (isOff(file))
      return { why: 'switched-off', text: 'Switched off by "disableAllHooks" in this file.', by: by(file) }
    if (file.place.scope === 'managed') return undefined
    if (onlyManaged) return { why: 'switched-off', text: 'Switched off: only managed hooks are allowed.' }
    if (switched !== undefined)
      return {
        why: 'switched-off',
        text: `Switched off by "disableAllHooks" in ${switched.path}.`,
        by: by(switched),
      }
    if (!isOfProject(file)) return undefined
    if (!isTrusted(file))
      return { why: 'untrusted', text: 'Copilot does not trust this folder, so it does not read its hooks.' }
    if (counts(file)) return undefined
    return {
      why: 'file-not-read',
      text:
        file.place.base === 'repository'
          ? 'Not read: --trust-folder makes the workspace itself the root.'
          : 'Not read: the top of the git checkout has hooks, and Copilot reads those alone.',
    }
  }
  return { off, env: () => ({}), settings: {} }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

const DEFAULT_SECONDS = 30

function timeoutMs({ fields: { timeoutSec, timeout } }: FoundEntry): number {
  const seconds = [timeoutSec, timeout].find((one) => typeof one === 'number' && one > 0)
  return 1000 * (typeof seconds === 'number' ? seconds : DEFAULT_SECONDS)
}

// ---- Which entries run on a payload

/** Claude Code's name of each tool. */
const FOREIGN_TOOLS: Readonly<Record<string, string>> = {
  bash: 'Bash',
  powershell: 'Bash',
  view: 'Read',
  create: 'Write',
  edit: 'Edit',
  str_replace_editor: 'Edit',
  apply_patch: 'Edit',
  grep: 'Grep',
  rg: 'Grep',
  glob: 'Glob',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
  ask_user: 'AskUserQuestion',
  update_todo: 'TodoWrite',
  task: 'Agent',
}

/** The program's tools, with the function of each. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  bash: 'Runs a shell command.',
  powershell: 'Runs a PowerShell command.',
  view: 'Reads a file or a folder.',
  create: 'Makes a file.',
  edit: 'Replaces text in a file.',
  str_replace_editor: 'Replaces text in a file.',
  apply_patch: 'Changes files by a patch.',
  grep: 'Searches in files.',
  rg: 'Searches in files.',
  glob: 'Finds files by a pattern.',
  web_fetch: 'Fetches a web page.',
  web_search: 'Searches the web.',
  ask_user: 'Asks the user.',
  update_todo: 'Writes the list of tasks.',
  task: 'Starts a subagent.',
  read_bash: 'Reads the output of a command that is running.',
  write_bash: 'Writes to a command that is running.',
  stop_bash: 'Ends a command.',
  list_bash: 'Lists the commands that are running.',
  skill: 'Uses a skill.',
  sql: "Queries the session's database.",
  session_store_sql: 'Queries the database of past sessions.',
  read_agent: 'Reads what a subagent came to.',
  list_agents: 'Lists the subagents.',
  write_agent: 'Sends a message to a subagent.',
  report_intent: 'States what it is about to do.',
  store_memory: 'Remembers a fact.',
  exit_plan_mode: 'Presents a plan and leaves plan mode.',
  fetch_copilot_cli_documentation: "Reads the program's own documentation.",
}

const TOOLS: readonly string[] = Object.keys(TOOL_WORDS)

/** Copilot's own names of a tool, given Claude Code's: `Edit` is what three of its tools are called there. */
function ownTools(name: string): readonly string[] {
  const own = Object.keys(FOREIGN_TOOLS).filter((one) => FOREIGN_TOOLS[one] === name)
  return own.length > 0 ? own : [name]
}

/** The first of them. */
function ownTool(name: string): string {
  return ownTools(name)[0] ?? name
}

function isMatched(name: string): boolean {
  return Object.hasOwn(events, name) && events[name as CopilotEvent].matches !== undefined
}

const TOOL_EVENTS: readonly string[] = ['preToolUse', 'permissionRequest', 'postToolUse']

const ALL: MatcherTest = { matches: () => true }

/** The test of a matcher: at tool events, against the tool's own name. */
function matcherOf(name: string, matcher: string): MatcherTest {
  if (!Object.hasOwn(PASCAL, name)) return anchoredRegex(matcher)
  if (!TOOL_EVENTS.includes(baseOf(name))) return anchoredRegex(matcher)
  const plain = matcher.trim()
  if (plain === '*' || plain === '**') return ALL
  if (/^[\w|-]*$/.test(plain)) {
    const names = plain.split('|')
    return {
      matches: (tool) =>
        names.includes(tool) ||
        names.includes(rowOf(FOREIGN_TOOLS, tool) ?? tool) ||
        (tool === 'task' && names.includes('Task')),
    }
  }
  const pattern = anchoredRegex(plain)
  return { ...pattern, matches: (tool) => pattern.matches(rowOf(FOREIGN_TOOLS, tool) ?? tool) }
}

function matcherFault(name: string, matcher: string | undefined): MatcherFault | undefined {
  if (matcher === undefined || !Object.hasOwn(events, name)) return undefined
  if (!isMatched(name))
    return {
      message: `Copilot ignores matchers of ${name}: the entry runs every time.`,
      severity: 'info',
    }
  const { matches, invalid } = matcherOf(name, matcher)
  // An invalid matcher disables the entry, which is reported where the entry is read.
  if (invalid === true || matcher === '') return undefined
  if (!TOOL_EVENTS.includes(baseOf(name)) || TOOLS.some(matches) || mentionsMcp(mcp, matcher))
    return undefined
  const never = `"${matcher}" matches no tool of Copilot, so the entry never runs.`
  const isPascal = Object.hasOwn(PASCAL, name)
  if (/^[\w ]+(?:[,|][\w ]+)+$/.test(matcher) && /[, ]/.test(matcher)) {
    const list = matcher.split(/[,|]/).map((one) => one.trim())
    return {
      message: `${never} Spaces and commas make it a regular expression.`,
      ...writing(list.join('|')),
      severity: 'warning',
    }
  }
  const foreignNames = Object.values(FOREIGN_TOOLS)
  if (!isPascal && foreignNames.some((one) => anchoredRegex(matcher).matches(one))) {
    const own = [
      ...new Set(foreignNames.filter((one) => anchoredRegex(matcher).matches(one)).flatMap(ownTools)),
    ]
    return {
      message: `${never} ${name} is matched against Copilot's own tool names.`,
      ...writing(own.join('|')),
      severity: 'warning',
    }
  }
  const near = suggest(matcher, isPascal ? [...TOOLS, ...foreignNames] : TOOLS)
  return {
    message: never,
    ...meaning(near),
    severity: near === undefined ? 'info' : 'warning',
  }
}

function plan({ event: name, payload }: HostFiring, entries: readonly HookEntry[]): readonly EntryPlan[] {
  const values = matchedValues(name, payload)
  return entries.map((entry): EntryPlan => {
    const { matcher, event: spelled } = entry
    const isOpen = matcher === undefined || !isMatched(spelled)
    if (!isOpen && !values.some(matcherOf(spelled, matcher).matches))
      return {
        run: false,
        why: 'matcher',
        text: `the matcher "${matcher}" does not match ${values.map((one) => `"${one}"`).join(' or ') || 'it'}`,
      }
    const waits = baseOf(name) !== 'notification'
    return { run: true, waits, ...(entry.copies > 1 ? { times: entry.copies } : {}) }
  })
}

/** What a matcher is tested against: for a tool, each of Copilot's own names that it may have. */
function matchedValues(name: string, payload: unknown): readonly string[] {
  const path = events[name as CopilotEvent].matches
  const value = path === undefined ? undefined : valueAt(payload, path)
  if (typeof value !== 'string') return []
  return TOOL_EVENTS.includes(baseOf(name)) ? ownTools(value) : [value]
}

/** Tools that never need permission. */
const READING: readonly string[] = ['view', 'grep', 'rg', 'glob']

const FAILED_CALLS: readonly unknown[] = ['error', 'unknown-tool', 'disabled-tool', 'not-offered']

/** Whether an event fires; activity without a payload is passed in `happening`. */
function fires({ event: name, facts: { happening } }: HostFiring): boolean {
  if (happening === undefined) return true
  const { what, result, tool: called = '' } = happening
  const base = baseOf(name)
  if (what === 'tool-call') {
    if (base === 'postToolUseFailure') return FAILED_CALLS.includes(result)
    if (base === 'postToolUse') return result === 'ok' || result === 'nonzero-exit' || result === undefined
    if (base === 'permissionRequest') return !FAILED_CALLS.includes(result) && !READING.includes(called)
  }
  if (what === 'model-request-failed') {
    if (base === 'agentStop') return happening.recovered === true
    if (base === 'errorOccurred') return true
  }
  if (what === 'compaction' && base === 'preCompact') return happening.nothingToCompact !== true
  return true
}

// ---- Shapes for completion and hovers

const MATCHED_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  preCompact: { manual: 'The person typed /compact.', auto: 'The context is full.' },
  notification: {
    shell_completed: 'A command in the background ended.',
    shell_detached_completed: 'A detached command ended.',
    agent_completed: 'A subagent ended.',
    agent_idle: 'A subagent waits.',
    permission_prompt: 'Permission is requested.',
    elicitation_dialog: 'An MCP server requests input.',
  },
}

/** Claude Code's tool names, which matchers of its events may use. */
const FOREIGN_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  [...new Set(Object.values(FOREIGN_TOOLS))].map((name) => [name, TOOL_WORDS[ownTool(name)] ?? name]),
)

const VARIABLES: readonly Word[] = [
  { name: 'COPILOT_PROJECT_DIR', about: 'The folder of the project, absolute.' },
  { name: 'CLAUDE_PROJECT_DIR', about: 'The same as COPILOT_PROJECT_DIR.' },
  { name: 'COPILOT_CLI', about: '"1".' },
]
const HOOK_DIR: Word = {
  name: 'COPILOT_HOOK_DIR',
  about: 'The folder of the hooks file or of the plugin, absolute.',
}
const PLUGIN_VARIABLES: readonly Word[] = [
  { name: 'PLUGIN_ROOT', about: 'The folder of the plugin, absolute.' },
  { name: 'COPILOT_PLUGIN_ROOT', about: 'The same as PLUGIN_ROOT.' },
  { name: 'CLAUDE_PLUGIN_ROOT', about: 'The same as PLUGIN_ROOT.' },
]

function shape({ path, scope }: Pick<ConfigurationPlace, 'path' | 'scope'>): WalkedShape {
  const isInline = isSettings({ path, place: { scope } })
  const variables = [
    ...(scope === 'plugin' ? PLUGIN_VARIABLES : []),
    ...VARIABLES,
    ...(isInline ? [] : [HOOK_DIR]),
  ]
  const hooks = eventKeys(events, (name) => entryShape(name, variables))
  const disableAllHooks = whether('True switches the hooks of this file off.', false)
  if (isInline) return table({ hooks, disableAllHooks })
  const version: WalkedShape = { type: 'number', enum: [1], description: 'Version of the format: 1.' }
  return table({ version, hooks, disableAllHooks }, { required: ['version', 'hooks'] })
}

function entryShape(name: string, variables: readonly Word[]): WalkedShape {
  const base = baseOf(name)
  const isForeign = base !== name
  const words = TOOL_EVENTS.includes(base)
    ? isForeign
      ? FOREIGN_WORDS
      : TOOL_WORDS
    : (MATCHED_WORDS[base] ?? {})
  const shared = {
    timeoutSec: time('seconds', 'How long Copilot waits for it', timeoutMs(bareEntry(name)) / 1000),
    matcher: isMatched(name)
      ? matcher(
          'What the event is about: a regular expression that has to take in the whole text' +
            `${isForeign ? ", or Claude Code's names separated by `|`" : ''}. Left out: everything.`,
          [...wordsOf(words), ...(TOOL_EVENTS.includes(base) ? mcpWords(mcp) : [])],
        )
      : unmatched(`Copilot ignores matchers of ${name}.`),
    timeout: { ...time('seconds', 'Another name of `timeoutSec`'), deprecated: true },
  }
  const command = table(
    {
      type: kind('command', 'Runs a command: the payload is on its standard input.'),
      command: commandLine('The command line on every system.', variables),
      bash: commandLine('The command line for bash, on Linux and macOS.', variables),
      powershell: commandLine('The command line for PowerShell, on Windows.', variables),
      ...shared,
      cwd: line('The folder it runs in, from the project.'),
      env: record('Variables of its process.'),
      exec: line('A program that is started without a shell, in place of a command line.'),
      args: list(line('An argument.'), 'Arguments of `exec`.'),
    },
    { required: ['type', 'command'] },
  )
  const http = table(
    {
      type: kind('http', 'Sends the payload to an address.'),
      url: line('The address; the payload is the body of a POST.', { format: 'uri' }),
      headers: record('Headers of the request.'),
      allowedEnvVars: list(line('Name of a variable.'), 'Variables that headers may use.'),
      ...shared,
    },
    { required: ['type', 'url'] },
  )
  const prompt = table(
    {
      type: kind('prompt', 'Sends a prompt when a new session starts.'),
      prompt: line('The prompt.'),
    },
    { required: ['type', 'prompt'] },
  )
  return { anyOf: base === 'sessionStart' ? [command, http, prompt] : [command, http] }
}

// ---- Reading: the meaning of exit code and output

type Json = Readonly<Record<string, unknown>>

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

function readEnd(raw: Raw, record: EventRecord, { payload, entry }: ReadContext): ReadEnd {
  const name = Object.entries(events).find(([, one]) => one.payload === record.payload)?.[0] ?? ''
  const { exitCode } = raw
  const base = baseOf(name)
  const then = GUARDS.includes(base) ? 'Copilot denies the call' : 'Copilot goes on as if it had not run'
  if (exitCode !== 0 && exitCode !== 2) {
    const how = exitCode === undefined ? `was ended by ${raw.signal ?? 'a signal'}` : `exit code ${exitCode}`
    return { kind: 'failed', reason: 'crashed', message: `${how}; ${then}` }
  }
  const printed = printedAnswer(withoutProgress(raw.stdout))
  const value = printed.kind === 'object' || printed.kind === 'value' ? printed.value : undefined
  if (exitCode === 0 && (printed.kind === 'text' || printed.kind === 'broken')) {
    const what = printed.kind === 'text' ? 'printed text, not JSON' : 'printed JSON that does not parse'
    const so = base === 'permissionRequest' ? 'Copilot denies the call' : 'Copilot ignores it'
    return { kind: 'failed', reason: 'unreadable', message: `${what}; ${so}` }
  }
  // The entry's spelling determines the format of the answer; changes apply to the payload that was fired.
  const spelled = entry?.event ?? name
  const verdict = verdictOf(name, normalised(spelled, objectOf(value)), payload, exitCode, spelled)
  const warning = exitCode === 2 && !SILENT_REFUSALS.includes(base) ? raw.stderr.trim() : ''
  return {
    kind: 'verdict',
    verdict: { ...verdict, ...(warning === '' ? {} : { notes: [`! ${warning}`] }) },
    ...defined({ result: value }),
  }
}

/** Events at which standard error of exit code 2 is not shown as a warning to the user. */
const SILENT_REFUSALS: readonly string[] = ['preToolUse', 'permissionRequest', 'postToolUseFailure']

/** Standard output without progress lines. */
function withoutProgress(stdout: string): string {
  return stdout
    .split('\n')
    .filter((line) => {
      // A failed attempt to parse takes a thousand times as long as this look at the first character.
      if (!line.trimStart().startsWith('{')) return true
      try {
        return objectOf(parseJson(line)).type !== 'progress'
      } catch {
        return true
      }
    })
    .join('\n')
}

/** Converts Claude Code's answer format to the flat one, where it is read: only at PreToolUse, and ignoring null. */
function normalised(name: string, json: Json): Json {
  if (name !== 'PreToolUse' || !isObject(json.hookSpecificOutput)) return json
  const nested = json.hookSpecificOutput
  const taken = NESTED.flatMap(([key, as]) => {
    const value = nested[key]
    return value === undefined || value === null ? [] : [[as, value] as const]
  })
  return { ...json, ...Object.fromEntries(taken) }
}

const NESTED = [
  ['permissionDecision', 'permissionDecision'],
  ['permissionDecisionReason', 'permissionDecisionReason'],
  ['additionalContext', 'additionalContext'],
  ['updatedInput', 'modifiedArgs'],
] as const

/** The verdict of a single answer. */
function verdictOf(
  name: string,
  json: Json,
  payload: unknown,
  exitCode: number,
  spelled = name,
): Verdict<never> {
  const given = objectOf(payload)
  switch (baseOf(name)) {
    case 'preToolUse':
      return toolVerdict(name, json, given, exitCode, spelled) as Verdict<never>
    case 'permissionRequest': {
      const behavior = exitCode === 2 ? 'deny' : behaviorOf(json)
      if (behavior === undefined) return {}
      if (behavior === 'allow') return { decision: 'allow' }
      const reason = messageOf(json) ?? NO_MESSAGE
      return {
        decision: 'deny',
        reason,
        ...(json.interrupt === true ? { run: { ends: true, reason } } : {}),
      }
    }
    case 'postToolUse': {
      const reason = blockReason(json)
      const changed = changedResult(json)
      const key = name === 'PostToolUse' ? 'tool_result' : 'toolResult'
      const inner = name === 'PostToolUse' ? 'text_result_for_llm' : 'textResultForLlm'
      return {
        ...(reason === undefined ? {} : { decision: 'deny', reason }),
        ...(changed === undefined
          ? {}
          : { payload: { ...given, [key]: { ...objectOf(given[key]), [inner]: changed } } as never }),
        ...textContext(json),
      }
    }
    case 'userPromptSubmitted': {
      const reason = blockReason(json)
      return {
        ...(reason === undefined ? {} : { decision: 'deny', reason }),
        ...(typeof json.modifiedPrompt === 'string'
          ? { payload: { ...given, prompt: json.modifiedPrompt } as never }
          : {}),
        ...textContext(json),
      }
    }
    case 'userPromptTransformed':
      return typeof json.modifiedTransformedPrompt === 'string' && json.modifiedTransformedPrompt !== ''
        ? { payload: { ...given, transformedPrompt: json.modifiedTransformedPrompt } as never }
        : {}
    case 'agentStop':
    case 'subagentStop': {
      const reason = blockReason(json)
      return reason === undefined || reason === '' ? {} : { decision: 'deny', reason }
    }
    default:
      return textContext(json)
  }
}

const REFUSED = 'hook exited with code 2'
const NO_REASON = 'No reason provided'
const NO_MESSAGE = 'Permission denied by hook.'

function toolVerdict(name: string, json: Json, given: Json, exitCode: number, spelled: string): Verdict {
  const { permissionDecision, permissionDecisionReason: why, additionalContext: context } = json
  const decision = exitCode === 2 ? 'deny' : permissionDecision
  const decides = decision === 'allow' || decision === 'deny' || decision === 'ask'
  const hasReason =
    why !== undefined && why !== null && !(exitCode === 2 && (why === '' || hasOwnForm(spelled, json)))
  const reason = hasReason ? textOfJson(why) : undefined
  const added = context === undefined || context === '' ? undefined : writtenOut(context)
  const key = name === 'PreToolUse' ? 'tool_input' : 'toolArgs'
  return {
    ...(decides ? { decision } : {}),
    ...(decides && decision !== 'allow' ? { reason: reason ?? (exitCode === 2 ? REFUSED : NO_REASON) } : {}),
    ...('modifiedArgs' in json ? { payload: { ...given, [key]: json.modifiedArgs } } : {}),
    ...(added === undefined ? {} : { context: [added] }),
  }
}

/** With exit code 2, a reason is read from the flat format only. */
function hasOwnForm(name: string, json: Json): boolean {
  return name === 'PreToolUse' && isObject(json.hookSpecificOutput)
}

function writtenOut(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function behaviorOf({ behavior }: Json): 'allow' | 'deny' | undefined {
  return behavior === 'allow' || behavior === 'deny' ? behavior : undefined
}

function messageOf({ message }: Json): string | undefined {
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** A denial counts only with a `reason`, which may be empty. */
function blockReason({ decision, reason }: Json): string | undefined {
  return decision === 'block' && typeof reason === 'string' ? reason : undefined
}

/** The text that replaces a result; a value that is not a text counts as empty. */
function changedResult({ modifiedResult: changed }: Json): string | undefined {
  if (!isObject(changed) || changed.textResultForLlm === undefined) return undefined
  return typeof changed.textResultForLlm === 'string' ? changed.textResultForLlm : ''
}

function textContext({ additionalContext: context }: Json): Pick<Verdict, 'context'> {
  return typeof context === 'string' && context !== '' ? { context: [context] } : {}
}

// ---- Judgment: all answers combined

/** One run with a result; an entry that is configured twice has two. */
type Reading = {
  readonly run: EntryRun
  readonly index: number
  readonly exitCode: number
  /** The answer in the flat format; empty where there is none or it is ignored. */
  readonly json: Json
}

/** The runs in sequence, up to the one that ends the firing. */
function readingsOf(firing: HostFiring, runs: readonly EntryRun[]): readonly Reading[] {
  const readings: Reading[] = []
  for (const [index, run] of runs.entries()) {
    if (!run.plan.run || run.finished === -1) continue
    const counts = run.failure === undefined
    const json = counts ? normalised(run.entry.event, objectOf(run.result)) : {}
    const one = { run, index, json, exitCode: run.raw?.exitCode ?? 0 }
    const last = ends(firing, run)
    for (let copy = 0; copy < (last ? 1 : (run.plan.times ?? 1)); copy++) readings.push(one)
    if (last) break
  }
  return readings
}

/** A call is denied where a guard hook fails, except by a time-out and, before a tool, by unreadable output. */
function isBrokenGuard(base: string, { failure }: EntryRun): boolean {
  if (failure === undefined || failure.reason === 'timeout' || failure.reason === 'aborted') return false
  return base === 'permissionRequest' || (base === 'preToolUse' && failure.reason !== 'unreadable')
}

/** A changed payload is passed to the next entry; some answers end the sequence. */
function next(firing: HostFiring, payload: unknown, run: EntryRun): NextInSequence {
  if (ends(firing, run)) return { ends: `${entryText(run.entry)} was the last that Copilot CLI starts` }
  const isChained = firing.record.flow?.sees === 'previous'
  return { payload: isChained ? (run.verdict.payload ?? payload) : payload }
}

/** Whether no further entry is started. */
function ends({ event: name }: Pick<HostFiring, 'event'>, run: EntryRun): boolean {
  const base = baseOf(name)
  const { decision } = run.verdict
  if (isBrokenGuard(base, run)) return true
  if (base === 'preToolUse') return decision === 'deny' || decision === 'ask'
  return base === 'postToolUse' && decision === 'deny'
}

function judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement {
  const readings = readingsOf(firing, runs)
  const judged = judgeKind(firing, readings)
  const warned = readings.flatMap(({ run }) => run.verdict.notes ?? [])
  return { ...judged, effect: { ...judged.effect, person: [...warned, ...(judged.effect.person ?? [])] } }
}

function judgeKind(firing: HostFiring, readings: readonly Reading[]): Judgement {
  switch (baseOf(firing.event)) {
    case 'preToolUse':
      return judgeTool(firing, readings)
    case 'permissionRequest':
      return judgePermission(firing, readings)
    case 'postToolUse':
      return judgeResult(firing, readings)
    case 'postToolUseFailure':
      return judgeFailure(firing, readings)
    case 'userPromptSubmitted':
      return judgePrompt(firing, readings)
    case 'userPromptTransformed':
      return judgeTransformed(readings)
    case 'agentStop':
    case 'subagentStop':
      return judgeStop(firing, readings)
    case 'sessionStart':
      return judgeSession(readings)
    case 'sessionEnd':
      return { verdict: {}, effect: { operation: { kind: 'end', fate: 'ended' }, model: [], run: 'ended' } }
    case 'subagentStart':
      return idle({ kind: 'subagent', fate: 'started' }, modelTexts(contextsOf(readings), 'in-prompt'))
    case 'preCompact':
      return idle({ kind: 'compaction', fate: 'went-on' })
    case 'notification':
      return idle({ kind: 'other', fate: 'went-on' }, modelTexts(contextsOf(readings), 'message'))
    default:
      return idle({ kind: 'other', fate: 'went-on' })
  }
}

function idle(operation: Operation, model: readonly ModelText[] = []): Judgement {
  return {
    verdict: model.length === 0 ? {} : { context: model.map((one) => one.text) },
    effect: { operation, model, run: 'goes-on' },
  }
}

/** All texts as one message, separated by blank lines. */
function modelTexts(texts: readonly string[], where: ModelText['where']): readonly ModelText[] {
  return texts.length === 0 ? [] : [{ text: texts.join('\n\n'), where, role: 'user' }]
}

function contextsOf(readings: readonly Reading[]): readonly string[] {
  return readings.flatMap(({ run: { verdict } }) => verdict.context ?? [])
}

/** The program's exit code, where no user is present to continue with. */
function exitOf({ headless }: HostFacts, exit: number): { readonly exit?: number } {
  return headless ? { exit } : {}
}

/** The text that the model gets instead of a call's result; the user sees it as well. */
function refused(
  operation: Operation,
  verdict: Verdict,
  by: number,
  what: string,
  more: readonly ModelText[],
) {
  return {
    verdict,
    by,
    effect: {
      operation,
      model: [{ text: what, where: 'result', role: 'tool' } as const, ...more],
      person: [what],
      run: 'goes-on',
    },
  } satisfies Judgement
}

function judgeTool(firing: HostFiring, readings: readonly Reading[]): Judgement {
  const { event: name, payload, facts } = firing
  const contexts = contextsOf(readings)
  const more: readonly ModelText[] =
    contexts.length === 0
      ? []
      : [
          {
            text: `Additional context from preToolUse hook:\n${contexts.join('\n\n')}`,
            where: 'message',
            role: 'user',
          },
        ]
  const beside = contexts.length === 0 ? {} : { context: contexts }
  const key = name === 'PreToolUse' ? 'tool_input' : 'toolArgs'
  const last = readings.at(-1)
  const blocked = { kind: 'tool', fate: 'blocked' } as const
  if (last !== undefined && isBrokenGuard('preToolUse', last.run)) {
    const reason = `Denied by preToolUse hook from "${sourceOf(last.run.entry, payload)}" (hook errored)`
    return refused(blocked, { decision: 'deny', reason, ...beside }, last.index, reason, more)
  }
  const { decision, reason = NO_REASON } = last?.run.verdict ?? {}
  if (last !== undefined && decision === 'deny')
    return refused(
      blocked,
      { decision, reason, ...beside },
      last.index,
      `Denied by preToolUse hook: ${reason}`,
      more,
    )
  const changed = readings.findLast(({ run }) => run.verdict.payload !== undefined)
  const given = valueAt(changed?.run.verdict.payload ?? payload, key)
  if (last !== undefined && decision === 'ask') {
    const what = `Denied by preToolUse hook (unable to ask user for confirmation): ${reason}`
    if (facts.headless) return refused(blocked, { decision, reason, ...beside }, last.index, what, more)
    const agreed = agrees(facts)
    return {
      verdict: { decision, reason, ...beside },
      by: last.index,
      effect: {
        operation: {
          kind: 'tool',
          fate: agreed === undefined ? 'unknown' : agreed ? 'ran' : 'blocked',
          asked: true,
        },
        ...(agreed === true ? { model: more } : {}),
        run: 'goes-on',
      },
    }
  }
  const allowed = readings.find(({ run }) => run.verdict.decision === 'allow')
  const read = asInput(given)
  const verdict: Verdict = {
    ...(allowed === undefined ? {} : { decision: 'allow' }),
    ...(changed === undefined ? {} : { payload: changed.run.verdict.payload }),
    ...beside,
  }
  const by = (changed ?? allowed)?.index
  const fault = changed === undefined ? undefined : inputFault(calledTool(payload), read)
  if (fault !== undefined)
    return {
      verdict,
      by,
      effect: {
        operation: { kind: 'tool', fate: 'failed' },
        model: [{ text: `Invalid input: ${fault}`, where: 'result', role: 'tool' }, ...more],
        run: 'goes-on',
      },
    }
  const { fate, prompts } =
    allowed === undefined ? fateByRules(firing, read) : ({ fate: 'ran', prompts: false } as const)
  return {
    verdict,
    by,
    effect: {
      operation: {
        kind: 'tool',
        fate,
        ...(prompts ? { asked: true } : {}),
        ...(fate === 'ran' && isObject(read) ? { input: read } : {}),
      },
      model: more,
      run: 'goes-on',
    },
  }
}

/** Copilot's name for the file of an entry: relative to the root of the project. */
function sourceOf({ file, scope }: HookEntry, payload: unknown): string {
  if (isSettings({ path: file, place: { scope } }))
    return scope === 'user' ? 'global settings' : 'repo settings'
  const root = valueAt(payload, 'cwd')
  return typeof root === 'string' && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
}

function calledTool(payload: unknown): string {
  return ownTool(textOfJson(valueAt(payload, 'toolName') ?? valueAt(payload, 'tool_name') ?? ''))
}

/** Whether a user who is asked agrees; undefined where it is not known. */
function agrees({ person }: HostFacts): boolean | undefined {
  return person === undefined ? undefined : /allow|accept|yes|approve/i.test(person)
}

/** Arguments may be JSON text. */
function asInput(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return parseJson(given)
  } catch {
    return undefined
  }
}

/** Required input fields of each tool. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  bash: ['command'],
  view: ['path'],
  create: ['path', 'file_text'],
  edit: ['path'],
  grep: ['pattern'],
  glob: ['pattern'],
}

/** Why the tool rejects an input, in the program's wording; undefined where it accepts it, as far as is known. */
function inputFault(name: string, given: unknown): string | undefined {
  if (given === undefined) return 'expected value at line 1 column 1'
  if (!isObject(given)) {
    const type = given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given
    return `Expected JSON object but got ${type}`
  }
  const keys = new Set([...(rowOf(REQUIRED, name) ?? []), ...TEXTS])
  const wrong = [...keys].flatMap((key) => {
    const value = given[key]
    if (typeof value === 'string') return []
    if (value === undefined) return rowOf(REQUIRED, name)?.includes(key) ? [`"${key}": Required`] : []
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
    return [`"${key}": Expected string, received ${type}`]
  })
  if (wrong.length < 2) return wrong[0]
  return `Multiple validation errors:\n${wrong.map((one) => `- ${one}`).join('\n')}`
}

/** Fields that are strings in every tool that has them. */
const TEXTS: readonly string[] = ['command', 'description', 'path', 'file_text', 'pattern']

type ByRules = { readonly fate: 'ran' | 'blocked' | 'unknown'; readonly prompts: boolean }

/** The fate of a call that no hook decides; where it is not granted, the user is asked. */
function fateByRules({ payload, facts }: HostFiring, given: unknown): ByRules {
  if (isGranted(facts, calledTool(payload), given)) return { fate: 'ran', prompts: false }
  if (facts.headless) return { fate: 'blocked', prompts: false }
  const agreed = agrees(facts)
  return { fate: agreed === undefined ? 'unknown' : agreed ? 'ran' : 'blocked', prompts: true }
}

const GRANT_ALL: readonly string[] = ['--allow-all-tools', '--allow-all', '--yolo']
/** Tools that change or run something; the others never need permission. */
const PROMPTING_TOOLS: readonly string[] = [
  ...['bash', 'powershell', 'create', 'edit', 'str_replace_editor', 'apply_patch', 'web_fetch'],
]
/** Read-only commands; they need no permission. */
const LOOKING =
  /^(?:echo|ls|pwd|cat|head|tail|wc|date|whoami|which|grep|find|du|df|stat|file|printenv|uname|true|git (?:status|log|diff|show|branch))(?:\s|$)/

function isGranted(
  { permissionMode, flags, allowedTools = [] }: HostFacts,
  name: string,
  given: unknown,
): boolean {
  if (/^allow-all/.test(permissionMode) || flags.some((one) => GRANT_ALL.includes(one))) return true
  if (!PROMPTING_TOOLS.includes(name) && TOOLS.includes(name)) return true
  const { command } = objectOf(given)
  const isShell = name === 'bash' || name === 'powershell'
  if (isShell && typeof command === 'string' && !/[>;&|`$]/.test(command) && LOOKING.test(command.trim()))
    return true
  const kinds = isShell ? ['shell', name] : name === 'web_fetch' ? ['url', name] : ['write', name]
  return allowedTools.some((rule) => {
    const [, kind = rule, inner] = /^([\w-]+)\((.*)\)$/.exec(rule) ?? []
    if (!kinds.includes(kind)) return false
    if (inner === undefined) return true
    const wanted = inner.replace(/:?\*$/, '').trim()
    return typeof command === 'string' && (command === wanted || command.startsWith(`${wanted} `))
  })
}

function judgePermission({ payload, facts }: HostFiring, readings: readonly Reading[]): Judgement {
  const last = readings.at(-1)
  const denied = { kind: 'permission', fate: 'denied', ran: false } as const
  const prefix = 'Permission denied by a PermissionRequest hook: '
  if (last !== undefined && isBrokenGuard('permissionRequest', last.run)) {
    const reason = 'Permission request hook failed'
    return refused(denied, { decision: 'deny', reason }, last.index, prefix + reason, [])
  }
  // The last value of each field counts, whichever entry it comes from.
  let behavior: { readonly is: 'allow' | 'deny'; readonly by: number } | undefined
  let message: string | undefined
  let interrupts = false
  for (const { json, exitCode, index } of readings) {
    const decision = exitCode === 2 ? 'deny' : behaviorOf(json)
    if (decision !== undefined) behavior = { is: decision, by: index }
    else if (json.behavior !== undefined) behavior = undefined
    if (json.message !== undefined) message = messageOf(json)
    if (json.interrupt !== undefined) interrupts = json.interrupt === true
  }
  if (behavior === undefined) {
    const input = valueAt(payload, 'toolInput')
    const granted = isGranted(facts, calledTool(payload), input)
    const ran = granted || (facts.headless ? false : (agrees(facts) ?? 'unknown'))
    const prompt = granted || facts.headless ? {} : { asked: true }
    return {
      verdict: {},
      effect: {
        operation: { kind: 'permission', fate: 'undecided', ran, ...prompt },
        model: [],
        run: 'goes-on',
      },
    }
  }
  if (behavior.is === 'allow')
    return {
      verdict: { decision: 'allow' },
      by: behavior.by,
      effect: { operation: { kind: 'permission', fate: 'allowed', ran: true }, model: [], run: 'goes-on' },
    }
  const reason = message ?? NO_MESSAGE
  if (!interrupts) return refused(denied, { decision: 'deny', reason }, behavior.by, prefix + reason, [])
  return {
    verdict: { decision: 'deny', reason, run: { ends: true, reason } },
    by: behavior.by,
    effect: { operation: denied, model: [], person: [prefix + reason], run: 'ended', ...exitOf(facts, 0) },
  }
}

function judgeResult({ event: name, payload }: HostFiring, readings: readonly Reading[]): Judgement {
  const last = readings.at(-1)
  if (last?.run.verdict.decision === 'deny') {
    const output = `Tool result blocked: ${last.run.verdict.reason ?? ''}`
    return refused({ kind: 'result', fate: 'replaced', output }, last.run.verdict, last.index, output, [])
  }
  const contexts = contextsOf(readings)
  const added: readonly ModelText[] =
    contexts.length === 0
      ? []
      : [
          {
            text: guidance(calledTool(payload), 'succeeded', 'postToolUse', contexts),
            where: 'in-result',
            role: 'tool',
          },
        ]
  const beside = contexts.length === 0 ? {} : { context: contexts }
  const changed = readings.findLast(({ json }) => changedResult(json) !== undefined)
  const output = changed === undefined ? undefined : changedResult(changed.json)
  const path = name === 'PostToolUse' ? 'tool_result.text_result_for_llm' : 'toolResult.textResultForLlm'
  if (changed === undefined || output === undefined || output === valueAt(payload, path))
    return {
      verdict: beside,
      effect: { operation: { kind: 'result', fate: 'kept' }, model: added, run: 'goes-on' },
    }
  return {
    verdict: { payload: changed.run.verdict.payload, ...beside },
    by: changed.index,
    effect: {
      operation: { kind: 'result', fate: 'replaced', output },
      model: [{ text: output, where: 'result', role: 'tool' }, ...added],
      run: 'goes-on',
    },
  }
}

function guidance(name: string, how: string, by: string, texts: readonly string[]): string {
  const whole = texts.join('\n\n').slice(0, MOST_GUIDANCE)
  return `Tool "${name}" ${how}. Additional guidance from ${by} hooks:\n${whole}`
}

/** Longer text is truncated silently. */
const MOST_GUIDANCE = 10_240

function judgeFailure({ payload }: HostFiring, readings: readonly Reading[]): Judgement {
  const texts = readings.flatMap(({ run, exitCode }) => {
    if (exitCode !== 2) return run.verdict.context ?? []
    const stderr = run.raw?.stderr.trim() ?? ''
    return stderr === '' ? [] : [stderr]
  })
  const kept = { kind: 'result', fate: 'kept' } as const
  if (texts.length === 0) return idle(kept)
  const whole = guidance(calledTool(payload), 'failed', 'postToolUseFailure', texts)
  return idle(kept, modelTexts([whole], 'message'))
}

function judgePrompt({ facts }: HostFiring, readings: readonly Reading[]): Judgement {
  let blocked: { readonly reason: string; readonly by: number } | undefined
  let prompt: { readonly text: string; readonly by: number } | undefined
  let context: string | undefined
  for (const { json, index } of readings) {
    const reason = blockReason(json)
    if (reason !== undefined) blocked = { reason, by: index }
    else if (json.decision !== undefined && json.decision !== 'block') blocked = undefined
    const { modifiedPrompt: modified } = json
    if (modified !== undefined)
      prompt = typeof modified === 'string' ? { text: modified.trim(), by: index } : undefined
    if (json.additionalContext !== undefined) context = promptContext(json.additionalContext)
  }
  if (blocked !== undefined) {
    const { reason, by } = blocked
    return {
      verdict: { decision: 'deny', reason },
      by,
      effect: {
        operation: { kind: 'prompt', fate: 'blocked' },
        model: [],
        person: reason === '' ? [] : [`! ${reason}`],
        run: 'ended',
        ...exitOf(facts, 1),
      },
    }
  }
  const model: readonly ModelText[] =
    context === undefined
      ? []
      : [
          {
            text: `<system_reminder>\n${context}\n</system_reminder>`,
            where: 'in-prompt',
            role: 'user',
          },
        ]
  return {
    verdict: {
      ...(prompt === undefined ? {} : { payload: { prompt: prompt.text } }),
      ...(context === undefined ? {} : { context: [context] }),
    },
    by: prompt?.by,
    effect: {
      operation: {
        kind: 'prompt',
        fate: 'sent',
        ...(prompt === undefined ? {} : { input: { prompt: prompt.text } }),
      },
      model,
      run: 'goes-on',
    },
  }
}

/** The text that is added to the prompt; undefined where there is none. */
function promptContext(value: unknown): string | undefined {
  if (value === null) return undefined
  const whole = (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim()
  return whole === '' ? undefined : whole
}

function judgeTransformed(readings: readonly Reading[]): Judgement {
  const changed = readings.findLast(({ run }) => run.verdict.payload !== undefined)
  const prompt = valueAt(changed?.run.verdict.payload, 'transformedPrompt')
  return {
    verdict: changed === undefined ? {} : { payload: changed.run.verdict.payload },
    by: changed?.index,
    effect: {
      operation: { kind: 'prompt', fate: 'sent', ...(changed === undefined ? {} : { input: { prompt } }) },
      model: [],
      run: 'goes-on',
    },
  }
}

/** Maximum number of consecutive times that hooks can prevent the end of a turn. */
const MOST_CONTINUATIONS = 8

function judgeStop({ facts }: HostFiring, readings: readonly Reading[]): Judgement {
  let blocks: number | undefined
  let reason: string | undefined
  for (const { json, index } of readings) {
    if (json.decision !== undefined) blocks = json.decision === 'block' ? index : undefined
    if (json.reason !== undefined) reason = typeof json.reason === 'string' ? json.reason : undefined
  }
  const capped = (facts.blocksInARow ?? 0) >= MOST_CONTINUATIONS
  if (capped || blocks === undefined || reason === undefined || reason === '')
    return {
      verdict: {},
      effect: {
        operation: { kind: 'stop', fate: 'stopped' },
        model: [],
        run: 'ended',
        ...exitOf(facts, 0),
      },
    }
  return {
    verdict: { decision: 'deny', reason },
    by: blocks,
    effect: {
      operation: { kind: 'stop', fate: 'continued' },
      model: [{ text: reason, where: 'message', role: 'user' }],
      run: 'goes-on',
    },
  }
}

/** Texts are joined; a value that is not a text replaces everything before it. */
function judgeSession(readings: readonly Reading[]): Judgement {
  let whole: unknown
  for (const { additionalContext: context } of readings.map(({ json }) => json)) {
    if (context === undefined || context === '') continue
    whole = typeof whole === 'string' && typeof context === 'string' ? `${whole}\n\n${context}` : context
  }
  return idle(
    { kind: 'session', fate: 'started' },
    modelTexts(whole === undefined ? [] : [writtenOut(whole)], 'message'),
  )
}

// ---- Translation of an event to its other spelling

/** Payload keys whose names in the two spellings differ in more than letter case. */
const OTHER_KEYS: readonly (readonly [own: string, foreign: string])[] = [
  ['toolArgs', 'tool_input'],
  ['response', 'last_assistant_message'],
]

function respell(payload: unknown, _from: string, to: string): unknown {
  // A permission request has Copilot's spelling under either name.
  if (!isObject(payload) || baseOf(to) === 'permissionRequest') return payload
  return Object.hasOwn(PASCAL, to) ? inForeignWords(payload, to) : inOwnWords(payload, to)
}

function inForeignWords(payload: Json, name: string): Json {
  const fields = Object.entries(payload).map(([key, value]): readonly [string, unknown] => {
    if (key === 'timestamp') return [key, typeof value === 'number' ? isoOf(value) : value]
    if (key === 'toolName') return ['tool_name', foreignName(value)]
    if (key === 'toolResult') return ['tool_result', withKeys(value, snake)]
    return [OTHER_KEYS.find(([own]) => own === key)?.[1] ?? snake(key), value]
  })
  return { hook_event_name: name, ...Object.fromEntries(fields) }
}

function inOwnWords(payload: Json, name: string): Json {
  const fields = Object.entries(payload).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    // Two fields have the same name in both.
    if (key === 'hook_event_name') return name === 'notification' ? [[key, value]] : []
    if (key === 'stop_hook_active' || key === 'notification_type') return [[key, value]]
    if (key === 'timestamp') return [[key, typeof value === 'string' ? (millisOf(value) ?? value) : value]]
    if (key === 'tool_name') return [['toolName', typeof value === 'string' ? ownTool(value) : value]]
    if (key === 'tool_result') return [['toolResult', withKeys(value, camelOf)]]
    return [[OTHER_KEYS.find(([, foreignKey]) => foreignKey === key)?.[0] ?? camelOf(key), value]]
  })
  return Object.fromEntries(fields)
}

function withKeys(value: unknown, keyOf: (key: string) => string): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [keyOf(key), inner]))
}

function foreignName(name: unknown): unknown {
  return typeof name === 'string' ? (rowOf(FOREIGN_TOOLS, name) ?? name) : name
}

const snake = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelOf = (key: string) => key.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())

function isoOf(millis: number): string {
  const date = new Date(millis)
  return Number.isNaN(date.getTime()) ? String(millis) : date.toISOString()
}

function millisOf(iso: string): number | undefined {
  const millis = Date.parse(iso)
  return Number.isNaN(millis) ? undefined : millis
}

// ---- The host

// ---- Rules for the checks

const rules: HostRules = {
  writesCompactly: true,
  times: { keys: ['timeoutSec', 'timeout'], unit: 'seconds' },
  shell: 'bash',
  systemKeys: ['bash', 'powershell'],
  entryKeys: [
    ...['type', 'bash', 'powershell', 'command', 'exec', 'args', 'cwd', 'env', 'timeoutSec', 'timeout'],
    ...['matcher', 'url', 'headers', 'allowedEnvVars', 'prompt'],
    // Also read by VS Code.
    ...['windows', 'linux', 'osx'],
  ],
  groupKeys: ['matcher', 'hooks'],
  hooksBelow: true,
  makesExecutable: true,
  progress: true,
  idle({ fields: { type, url, env } }) {
    const host =
      type === 'http' && typeof url === 'string'
        ? /^https?:\/\/(\[[^\]]*\]|[^/:]+)/.exec(url)?.[1]
        : undefined
    if (host !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host))
      return {
        key: 'url',
        message: `Copilot does not call local addresses, so the entry does nothing.`,
        fix: 'Run a command that calls it, or set COPILOT_HOOK_ALLOW_LOCALHOST=1 in the environment of Copilot.',
      }
    const [name] =
      Object.entries(objectOf(env)).find(([, value]) => /\$(?:\{?[A-Za-z_]\w*)/.test(textOfJson(value))) ?? []
    return name === undefined
      ? undefined
      : {
          key: 'env',
          below: name,
          message: `Copilot passes "${name}" as written: it does not expand variables in "env".`,
          fix: 'Set it in the command.',
        }
  },
  variables: (_name, scope) => [
    ...['COPILOT_PROJECT_DIR', 'COPILOT_HOOK_DIR', 'CLAUDE_PROJECT_DIR', 'COPILOT_CLI'],
    ...(scope === 'plugin'
      ? [
          'PLUGIN_ROOT',
          'COPILOT_PLUGIN_ROOT',
          'CLAUDE_PLUGIN_ROOT',
          'COPILOT_PLUGIN_DATA',
          'CLAUDE_PLUGIN_DATA',
        ]
      : []),
  ],
}

const host = {
  rules,
  versions: ['1.0.102'],
  permissionModes: ['default', 'allow-all-tools'],
  facts: {
    headless: false,
    workspaceTrusted: true,
    hooksTrusted: true,
    permissionMode: 'default',
    flags: [],
  },
  places,
  unread: [
    ...[
      '.github/hooks.json',
      '.github/hooks/**/*.jsonc',
      '.copilot/hooks/*.json',
      '.agents/hooks/*.json',
    ].map((path) => ({ base: 'workspace', path, instead: '.github/hooks/<name>.json' }) as const),
    { base: 'home', path: '.github/hooks/*.json', instead: '~/.copilot/hooks/<name>.json' },
    // Of a plugin's two files, only the one at the top is read.
    {
      base: 'workspace',
      path: 'hooks/hooks.json',
      beside: ['../plugin.json', '../hooks.json'],
      instead: 'hooks.json',
    },
  ],
  given,
  further,
  inOrder,
  shape,
  entries: entriesOf,
  combine,
  timeoutMs,
  folders: ({ root }: { readonly root: string }) => ({
    COPILOT_PROJECT_DIR: root,
    CLAUDE_PROJECT_DIR: root,
  }),
  matcherFault,
  missingScript: (name: string) =>
    GUARDS.includes(baseOf(name))
      ? 'Copilot denies every call that this entry matches.'
      : 'this entry does nothing: Copilot goes on as if it had not run.',
  fires,
  plan,
  next,
  respell,
  judge,
  process: processOf,
  newEntry,
} satisfies Host

/** Events that VS Code answers in the same format. */
const SHARED_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'SubagentStart',
  'SubagentStop',
  'Stop',
]

// VS Code also reads .github/hooks, but not its subfolders, so entries that it cannot read are placed in one.
function newEntry(name: string, script: string, by = ''): NewEntry {
  const shared = SHARED_EVENTS.includes(name)
  return {
    script: `.github/hooks/${script}`,
    file: shared ? '.github/hooks/hookbench.json' : '.github/hooks/copilot/hookbench.json',
    fresh: { version: 1 },
    at: ['hooks', name],
    value: { type: 'command', command: `${by}./.github/hooks/${script}` },
  }
}

function processOf(entry: HookEntry, { payload, root, platform }: ProcessContext): EntryProcess {
  const { fields, file, scope, args } = entry
  const { cwd, env } = fields
  const given = valueAt(payload, 'cwd')
  const folder = typeof given === 'string' ? given : root
  const top = entry.env.PLUGIN_ROOT ?? folder
  const isInline = isSettings({ path: file, place: { scope } })
  const base = {
    env: {
      COPILOT_CLI: '1',
      COPILOT_PROJECT_DIR: folder,
      CLAUDE_PROJECT_DIR: folder,
      ...(isInline
        ? {}
        : { COPILOT_HOOK_DIR: entry.env.PLUGIN_ROOT ?? file.slice(0, file.lastIndexOf('/')) }),
      ...entry.env,
      ...(isObject(env) ? (env as Record<string, string>) : {}),
    },
    input: JSON.stringify(payload),
    cwd: typeof cwd === 'string' ? (cwd.startsWith('/') ? cwd : `${top}/${cwd}`) : top,
  }
  if (args !== undefined) return { ...base, file: entry.command, argv: args }
  const { bash, command, powershell } = fields
  const isWindows = platform === 'win32'
  const shell = isWindows ? (powershell ?? command) : (bash ?? command)
  if (!isWindows && typeof shell === 'string')
    return { ...base, file: '/bin/bash', argv: ['--norc', '--noprofile', '-c', shell] }
  return {
    ...base,
    file: isWindows ? 'powershell' : 'pwsh',
    argv: ['-NoProfile', '-Command', typeof shell === 'string' ? shell : entry.command],
  }
}

const first = { run: 'sequential', sees: 'original', endsAt: 'never' } as const

export const copilot = dialect({
  id: 'copilot',
  title: 'Copilot CLI',
  summary: 'Entries of hooks files, settings files and plugins that call a command, an address or a prompt.',
  source: SOURCE,
  version: '1.0.102',
  exports: 'settings',
  files: [],
  places: [],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 30_000,
  signal: 'argument',
  flow: { observe: first, transform: first, veto: first },
  tools,
  mcp,
  toolInputs,
  readEnd,
  host,
  events,
})
