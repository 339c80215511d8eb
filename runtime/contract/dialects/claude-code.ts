// Claude Code's hook contract: entries of settings files, plugins and frontmatter, read and judged as in version
// 2.1.330, and as in 2.1.197 where that differs. From top to bottom: events, configuration, planning, reading,
// judgment.

import Type, { type TProperties } from 'typebox'
import { defined } from '../defined.ts'
import { dialect } from '../dialect.ts'
import type { ModelText, Operation, OperationKind } from '../effect.ts'
import type { HookEntry, JsonPath } from '../entry.ts'
import { type EventRecord, event, type ToolInputs } from '../eventRecord.ts'
import type {
  Combined,
  ConfigurationFile,
  ConfigurationPlace,
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
  choice,
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
import { boundedTest, listOrRegex, type MatcherTest } from '../hosts/matcher.ts'
import { isMcpName, isServerAlone, type McpNaming, mcpWords, PLAIN } from '../hosts/mcpNames.ts'
import {
  conditionCovers,
  coversNothing,
  isSeveralRules,
  permissionRule,
  ruleCovers,
} from '../hosts/permissionRule.ts'
import { printedAnswer } from '../hosts/printedAnswer.ts'
import type { HostRules } from '../hosts/rules.ts'
import { isObject, objectOf, rowOf, valueAt } from '../json.ts'
import { oncePer } from '../oncePer.ts'
import { flag, maybe, number, oneOf, openObject, openValue, text } from '../shapes.ts'
import { meaning, suggest } from '../suggest.ts'
import { textOfJson } from '../textOfJson.ts'
import type { Raw, ReadContext, ReadEnd, Verdict } from '../verdict.ts'
import type { WalkedShape, Word } from '../walk.ts'

// ---- Events

const base = <const E extends string>(name: E) => ({
  session_id: text('Id of the session.'),
  transcript_path: text('Path of the transcript file, absolute.'),
  cwd: text("The agent's working directory, absolute."),
  hook_event_name: Type.Literal(name, { description: 'Name of the event.' }),
  prompt_id: maybe(text('Id of the prompt that is being worked on.')),
  permission_mode: maybe(
    oneOf('The permission mode.', 'default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'),
  ),
  scratchpad_dir: maybe(
    text('Folder for temporary files of the session. Not documented; present in some sessions only.'),
  ),
  agent_id: maybe(text('Id of the subagent, inside one.')),
  agent_type: maybe(text('Type of the agent.')),
  effort: maybe(
    Type.Object({ level: text('The effort level.') }, { description: 'How much effort the model makes.' }),
  ),
})

const input = openValue("The tool's input; open because every tool has its own.")
const mcpServer = maybe(
  Type.Object(
    { name: text('Name of the server.'), source: text('Where it is configured.') },
    { description: 'The MCP server that the tool comes from.' },
  ),
)
const toolCall = {
  tool_name: text('Name of the tool.'),
  tool_input: input,
  tool_use_id: text('Id of this tool call.'),
  mcp_server: mcpServer,
}
const backgroundTasks = maybe(
  Type.Array(openObject('A task; open because every type has its own fields.'), {
    description: 'Tasks in the background.',
  }),
)
const sessionCrons = maybe(
  Type.Array(openObject('A scheduled prompt; open because its fields vary by version.'), {
    description: 'Prompts scheduled for the session.',
  }),
)

const context = maybe(text('Text for the model.'))

/** The answer of an event: the common fields, and the event's own under `hookSpecificOutput`. */
const answer = <const E extends string, P extends TProperties>(name: E, title: string, specific: P) =>
  Type.Object(
    {
      continue: maybe(flag('False ends the run.')),
      stopReason: maybe(text('Why the run ends.')),
      suppressOutput: maybe(flag('True keeps the output out of the transcript.')),
      systemMessage: maybe(text('A warning for the user.')),
      terminalSequence: maybe(text('An escape sequence for the terminal.')),
      decision: maybe(oneOf('`block` refuses, where the event can refuse.', 'approve', 'block')),
      reason: maybe(text('Why, for the model.')),
      async: maybe(flag('True as the first output lets the hook continue in the background.')),
      asyncTimeout: maybe(number('Milliseconds the hook may run in the background.')),
      hookSpecificOutput: maybe(
        Type.Object(
          { hookEventName: Type.Literal(name, { description: 'Name of the event.' }), ...specific },
          { description: 'Fields specific to this event.' },
        ),
      ),
    },
    { title, description: `What a hook may answer to ${name}.` },
  )

type More = Pick<EventRecord, 'semantics'> & {
  readonly lifecycle?: NonNullable<EventRecord['lifecycle']>
  readonly matches?: string
  readonly common?: EventRecord['common']
  readonly note?: string
}

const SOURCE =
  'Claude Code 2.1.330: agent SDK 0.3.330 `sdk.d.ts`, code.claude.com/docs/en/hooks, and runs of the program'
const shared = { session: 'session_id', cwd: 'cwd' } as const
const tool = { ...shared, tool: 'tool_name', input: 'tool_input' } as const

const exampleBase = {
  session_id: '5f0c1a7e-8f9d-4f5e-9a55-6b1f0a7a2c11',
  transcript_path: '/home/ada/.claude/projects/-srv-shop/5f0c1a7e-8f9d-4f5e-9a55-6b1f0a7a2c11.jsonl',
  cwd: '/srv/shop',
} as const

/** One event: its own payload fields, its own answer fields, and an example of its own payload fields. */
function claudeEvent<const E extends string, P extends TProperties, S extends TProperties>(
  name: E,
  summary: string,
  more: More,
  fields: P,
  specific: S,
  example: object,
) {
  const payload = Type.Object(
    { ...base(name), ...fields },
    { title: `${name}Input`, description: `Payload of ${name} hooks.` },
  )
  return event({
    summary,
    source: SOURCE,
    common: shared,
    empty: 'pass',
    onFailure: 'pass',
    ...more,
    payload,
    result: answer(name, `${name}Output`, specific),
    verdict: (result, given, reading) => verdictOf(name, result, given, reading),
    example: { ...exampleBase, hook_event_name: name, ...example } as never,
  })
}

const bash = { command: 'npm test', description: 'Run the tests' }
const call = { tool_name: 'Bash', tool_input: bash, tool_use_id: 'toolu_01A' }

const veto = { semantics: 'veto' } as const
const observe = { semantics: 'observe' } as const

const stopFields = {
  stop_hook_active: flag('True while the agent continues because of a stop hook.'),
  last_assistant_message: maybe(text("The model's last message.")),
  background_tasks: backgroundTasks,
  session_crons: sessionCrons,
}

const modelSwitch = {
  from_model: text('The model before.'),
  to_model: text('The model after.'),
  requested_model: Type.Union([Type.String(), Type.Null()], { description: 'The requested model.' }),
  source: text('The source of the switch: command, picker, sdk, auto or resume.'),
  context_tokens: number('Size of the context, in tokens.'),
  prompt_cache_warm: flag('Whether the prompt cache is warm.'),
  cache_ttl: text('How long the cache lives: 5m or 1h.'),
  estimated_cache_write_usd: number('Cost of rewriting the cache, in US dollars.'),
  pricing: text('Where the price comes from: configured, catalog or default.'),
}

const switchExample = {
  from_model: 'claude-sonnet-4-5',
  to_model: 'claude-opus-4-5',
  requested_model: 'opus',
  source: 'command',
  context_tokens: 12000,
  prompt_cache_warm: true,
  cache_ttl: '5m',
  estimated_cache_write_usd: 0.04,
  pricing: 'catalog',
}

const events = {
  PreToolUse: claudeEvent(
    'PreToolUse',
    'Runs before a tool call. May allow, deny or ask about it, and change its input.',
    { ...veto, lifecycle: 'tool.before', common: tool, matches: 'tool_name' },
    toolCall,
    {
      permissionDecision: maybe(oneOf('The decision about the call.', 'allow', 'deny', 'ask', 'defer')),
      permissionDecisionReason: maybe(text('Why; for a denial, shown to the model.')),
      updatedInput: maybe(openObject('The whole input to use instead; open because every tool has its own.')),
      additionalContext: context,
    },
    call,
  ),
  PermissionRequest: claudeEvent(
    'PermissionRequest',
    'Runs when a tool call needs permission. May answer in place of the user.',
    { ...veto, lifecycle: 'permission.before', common: tool, matches: 'tool_name' },
    {
      tool_name: toolCall.tool_name,
      tool_input: toolCall.tool_input,
      mcp_server: mcpServer,
      permission_suggestions: maybe(
        Type.Array(openObject('A change of permissions; open because every type has its own fields.'), {
          description: 'What the user would be offered.',
        }),
      ),
    },
    {
      decision: Type.Object(
        {
          behavior: oneOf('Whether the call is permitted.', 'allow', 'deny'),
          message: maybe(text('Why it is denied, shown to the model.')),
          interrupt: maybe(flag('True ends the run with the denial.')),
          updatedInput: maybe(
            openObject('The whole input to use instead; open because every tool has its own.'),
          ),
          updatedPermissions: maybe(
            Type.Array(openObject('A change of permissions; open because every type has its own fields.'), {
              description: 'Permissions to change.',
            }),
          ),
        },
        { description: 'The answer to the request.' },
      ),
    },
    { tool_name: 'Bash', tool_input: { command: 'rm -r build', description: 'Remove the build' } },
  ),
  PermissionDenied: claudeEvent(
    'PermissionDenied',
    'Runs when the host has denied a tool call on its own.',
    { ...observe, common: tool, matches: 'tool_name' },
    { ...toolCall, reason: text('Why it was denied.') },
    { retry: maybe(flag('True lets the model try again.')) },
    { ...call, reason: 'Not allowed in this mode.' },
  ),
  PostToolUse: claudeEvent(
    'PostToolUse',
    'Runs after a tool call that succeeded. May add context for the model and replace the result.',
    { ...veto, lifecycle: 'tool.after', common: { ...tool, output: 'tool_response' }, matches: 'tool_name' },
    {
      ...toolCall,
      tool_response: openValue("The tool's result; open because every tool has its own."),
      duration_ms: maybe(number('How long the tool took, in milliseconds.')),
    },
    {
      additionalContext: context,
      classifierContext: maybe(text('Text for the permission classifier.')),
      updatedToolOutput: maybe(
        openValue("What takes the place of the tool's result; open because every tool has its own."),
      ),
      updatedMCPToolOutput: maybe(
        openValue("What takes the place of an MCP tool's result; open because every tool has its own."),
      ),
    },
    {
      ...call,
      tool_response: { stdout: '12 passed', stderr: '', interrupted: false, isImage: false },
      duration_ms: 840,
    },
  ),
  PostToolUseFailure: claudeEvent(
    'PostToolUseFailure',
    'Runs after a tool call that failed. May add context for the model.',
    { ...observe, lifecycle: 'tool.failed', common: tool, matches: 'tool_name' },
    {
      ...toolCall,
      error: text('What went wrong.'),
      is_interrupt: maybe(flag('Whether the user interrupted it.')),
      duration_ms: maybe(number('How long the tool took, in milliseconds.')),
    },
    { additionalContext: context },
    { ...call, error: 'Exit code 1', is_interrupt: false, duration_ms: 610 },
  ),
  PostToolBatch: claudeEvent(
    'PostToolBatch',
    'Runs when all tool calls of one model answer are done.',
    veto,
    {
      tool_calls: Type.Array(
        Type.Object(
          {
            tool_name: toolCall.tool_name,
            tool_input: toolCall.tool_input,
            tool_use_id: toolCall.tool_use_id,
            tool_response: maybe(openValue("The tool's result; open because every tool has its own.")),
          },
          { description: 'One call.' },
        ),
        { description: 'The calls and their results.' },
      ),
    },
    { additionalContext: context },
    { tool_calls: [{ ...call, tool_response: '12 passed' }] },
  ),
  UserPromptSubmit: claudeEvent(
    'UserPromptSubmit',
    'Runs when a prompt is sent. May block it or add to it.',
    { ...veto, lifecycle: 'prompt', common: { ...shared, prompt: 'prompt' } },
    {
      prompt: text('What the user wrote.'),
      source: maybe(text('Where the prompt comes from.')),
      session_title: maybe(text('Title of the session.')),
    },
    {
      additionalContext: context,
      sessionTitle: maybe(text('A title for the session.')),
      suppressOriginalPrompt: maybe(flag('True hides the prompt from the message about a block.')),
    },
    { prompt: 'Make the tests pass.' },
  ),
  UserPromptExpansion: claudeEvent(
    'UserPromptExpansion',
    'Runs when a slash command or an MCP prompt is expanded. May block it or add to it.',
    { ...veto, common: { ...shared, prompt: 'prompt' }, matches: 'command_name' },
    {
      expansion_type: text('What is expanded: slash_command or mcp_prompt.'),
      command_name: text('Name of the command.'),
      command_args: text('The text after it.'),
      command_source: maybe(text('Where the command comes from.')),
      prompt: text('What was written.'),
    },
    { additionalContext: context, suppressOriginalPrompt: maybe(flag('True hides the prompt.')) },
    { expansion_type: 'slash_command', command_name: 'review', command_args: '', prompt: '/review' },
  ),
  SessionStart: claudeEvent(
    'SessionStart',
    'Runs when a session starts, is resumed, cleared or compacted. May add context for the model.',
    { ...observe, lifecycle: 'session.start', matches: 'source' },
    {
      source: text('Why it starts: startup, resume, clear, compact or fork.'),
      model: maybe(text('The model of the session.')),
      session_title: maybe(text('Title of the session.')),
      seconds_since_last_response: maybe(number('Seconds since the last answer, when resumed.')),
      context_tokens: maybe(number('Size of the context, in tokens, when resumed.')),
      prompt_cache_likely_expired: maybe(flag('Whether the prompt cache has likely expired.')),
      estimated_cache_write_usd: maybe(number('Cost of rewriting the cache, in US dollars.')),
    },
    {
      additionalContext: context,
      initialUserMessage: maybe(text('A prompt that is sent before the user writes one.')),
      sessionTitle: maybe(text('A title for the session.')),
      watchPaths: maybe(Type.Array(Type.String(), { description: 'Files to watch for FileChanged.' })),
      reloadSkills: maybe(flag('True reads the skills again.')),
    },
    { source: 'startup' },
  ),
  SessionEnd: claudeEvent(
    'SessionEnd',
    'Runs when a session ends. Its answer is ignored.',
    { ...observe, lifecycle: 'session.end', matches: 'reason' },
    { reason: text('Why it ends: clear, resume, logout, prompt_input_exit or other.') },
    {},
    { reason: 'other' },
  ),
  Setup: claudeEvent(
    'Setup',
    'Runs when Claude Code is set up in a folder.',
    { ...observe, matches: 'trigger' },
    { trigger: text('Why: init or maintenance.') },
    { additionalContext: context },
    { trigger: 'init' },
  ),
  Stop: claudeEvent(
    'Stop',
    'Runs when the agent is about to stop. May keep it going.',
    { ...veto, lifecycle: 'stop' },
    stopFields,
    { additionalContext: context },
    { stop_hook_active: false, last_assistant_message: 'Done.', background_tasks: [], session_crons: [] },
  ),
  StopFailure: claudeEvent(
    'StopFailure',
    'Runs when a turn ends because the model could not be reached. Its answer is ignored.',
    { ...observe, matches: 'error' },
    {
      error: text('What kind of error it was.'),
      error_details: maybe(text('The error in words.')),
      last_assistant_message: maybe(text("The model's last message.")),
    },
    {},
    { error: 'rate_limit' },
  ),
  SubagentStart: claudeEvent(
    'SubagentStart',
    'Runs when a subagent starts. May add to its context.',
    { ...observe, lifecycle: 'subagent.before', matches: 'agent_type' },
    { agent_id: text('Id of the subagent.'), agent_type: text('Type of the subagent.') },
    { additionalContext: context },
    { agent_id: 'a7c31', agent_type: 'Explore' },
  ),
  SubagentStop: claudeEvent(
    'SubagentStop',
    'Runs when a subagent is about to stop. May keep it going.',
    { ...veto, lifecycle: 'subagent.after', matches: 'agent_type' },
    {
      ...stopFields,
      agent_id: text('Id of the subagent.'),
      agent_type: text('Type of the subagent.'),
      agent_transcript_path: text("Path of the subagent's transcript file."),
    },
    { additionalContext: context },
    {
      stop_hook_active: false,
      agent_id: 'a7c31',
      agent_type: 'Explore',
      agent_transcript_path: '/home/ada/.claude/projects/-srv-shop/agent-a7c31.jsonl',
      last_assistant_message: 'Found it.',
    },
  ),
  PreCompact: claudeEvent(
    'PreCompact',
    'Runs before the conversation is compacted. May refuse it; plain text becomes instructions.',
    { ...veto, lifecycle: 'compact.before', matches: 'trigger' },
    {
      trigger: text('What triggered it: manual or auto.'),
      custom_instructions: Type.Union([Type.String(), Type.Null()], {
        description: 'What the user wrote after /compact.',
      }),
    },
    {},
    { trigger: 'manual', custom_instructions: null },
  ),
  PostCompact: claudeEvent(
    'PostCompact',
    'Runs after the conversation was compacted.',
    { ...observe, lifecycle: 'compact.after', matches: 'trigger' },
    { trigger: text('What triggered it: manual or auto.'), compact_summary: text('What was kept.') },
    {},
    { trigger: 'manual', compact_summary: 'The tests were made to pass.' },
  ),
  Notification: claudeEvent(
    'Notification',
    'Runs when the user is notified.',
    { ...observe, lifecycle: 'notification', matches: 'notification_type' },
    {
      message: text('The message shown to the user.'),
      title: maybe(text('Its title.')),
      notification_type: text('What it is about.'),
    },
    { additionalContext: context },
    { message: 'Claude needs your permission to use Bash', notification_type: 'permission_prompt' },
  ),
  PreModelSwitch: claudeEvent(
    'PreModelSwitch',
    'Runs before the model is switched. May refuse it.',
    { ...veto, matches: 'source' },
    modelSwitch,
    {
      permissionDecision: maybe(oneOf('The decision about the switch.', 'allow', 'deny', 'ask')),
      permissionDecisionReason: maybe(text('Why.')),
    },
    switchExample,
  ),
  PostModelSwitch: claudeEvent(
    'PostModelSwitch',
    'Runs after the model was switched. May add context for the model.',
    { ...observe, matches: 'source' },
    modelSwitch,
    { additionalContext: context },
    switchExample,
  ),
  TeammateIdle: claudeEvent(
    'TeammateIdle',
    'Runs when a teammate is about to be idle. Exit code 2 keeps it working.',
    veto,
    {
      teammate_name: text('Name of the teammate.'),
      team_name: maybe(text('Name of the team.')),
    },
    {},
    { teammate_name: 'reviewer' },
  ),
  TaskCreated: claudeEvent(
    'TaskCreated',
    'Runs when a task is created. Exit code 2 refuses it.',
    veto,
    {
      task_id: text('Id of the task.'),
      task_subject: text('What it is about.'),
      task_description: maybe(text('What is to be done.')),
      teammate_name: maybe(text('The teammate who owns the task.')),
      team_name: maybe(text('Name of the team.')),
    },
    {},
    { task_id: '1', task_subject: 'Make the tests pass' },
  ),
  TaskCompleted: claudeEvent(
    'TaskCompleted',
    'Runs when a task is about to be completed. Exit code 2 refuses it.',
    veto,
    {
      task_id: text('Id of the task.'),
      task_subject: text('What it is about.'),
      task_description: maybe(text('What was to be done.')),
      teammate_name: maybe(text('The teammate who owns the task.')),
      team_name: maybe(text('Name of the team.')),
    },
    {},
    { task_id: '1', task_subject: 'Make the tests pass' },
  ),
  Elicitation: claudeEvent(
    'Elicitation',
    'Runs when an MCP server requests input from the user. May answer in place of the user.',
    { ...veto, matches: 'mcp_server_name' },
    {
      mcp_server_name: text('Name of the server.'),
      message: text('The message to the user.'),
      mode: maybe(text('The mode: form or url.')),
      url: maybe(text('The address to open.')),
      elicitation_id: maybe(text('Id of the request.')),
      requested_schema: maybe(openObject('A JSON Schema; open because the server writes it.')),
    },
    {
      action: maybe(oneOf('The answer.', 'accept', 'decline', 'cancel')),
      content: maybe(openObject('The answer; open because the server defines its shape.')),
    },
    { mcp_server_name: 'jira', message: 'Which project?' },
  ),
  ElicitationResult: claudeEvent(
    'ElicitationResult',
    'Runs when the user has answered an MCP server. May change the answer.',
    { ...veto, matches: 'mcp_server_name' },
    {
      mcp_server_name: text('Name of the server.'),
      elicitation_id: maybe(text('Id of the request.')),
      mode: maybe(text('The mode: form or url.')),
      action: text('The answer: accept, decline or cancel.'),
      content: maybe(openObject('The answer; open because the server defines its shape.')),
    },
    {
      action: maybe(oneOf('The answer.', 'accept', 'decline', 'cancel')),
      content: maybe(openObject('The answer; open because the server defines its shape.')),
    },
    { mcp_server_name: 'jira', action: 'accept', content: { project: 'SHOP' } },
  ),
  ConfigChange: claudeEvent(
    'ConfigChange',
    'Runs when a configuration file changes. May refuse the change.',
    { ...veto, matches: 'source' },
    {
      source: text(
        'Which settings: user_settings, project_settings, local_settings, policy_settings or skills.',
      ),
      file_path: maybe(text('The file.')),
    },
    {},
    { source: 'project_settings', file_path: '/srv/shop/.claude/settings.json' },
  ),
  InstructionsLoaded: claudeEvent(
    'InstructionsLoaded',
    'Runs when a file of instructions is loaded. Its answer is ignored.',
    { ...observe, matches: 'load_reason' },
    {
      file_path: text('The file.'),
      memory_type: text('The scope: User, Project, Local or Managed.'),
      load_reason: text('Why it is loaded.'),
      globs: maybe(Type.Array(Type.String(), { description: 'The patterns that led to it.' })),
      trigger_file_path: maybe(text('The file that led to it.')),
      parent_file_path: maybe(text('The file that includes it.')),
    },
    {},
    { file_path: '/srv/shop/CLAUDE.md', memory_type: 'Project', load_reason: 'session_start' },
  ),
  WorktreeCreate: claudeEvent(
    'WorktreeCreate',
    'Runs instead of the creation of a worktree. Prints its path; any exit code other than 0 is a failure.',
    veto,
    { name: text('Name of the worktree.') },
    { worktreePath: maybe(text('Path of the worktree.')) },
    { name: 'feature-a' },
  ),
  WorktreeRemove: claudeEvent(
    'WorktreeRemove',
    'Runs when a worktree is removed.',
    observe,
    { worktree_path: text('Path of the worktree.') },
    {},
    { worktree_path: '/srv/shop-feature-a' },
  ),
  CwdChanged: claudeEvent(
    'CwdChanged',
    'Runs when the working directory changes.',
    observe,
    { old_cwd: text('The folder before.'), new_cwd: text('The folder after.') },
    { watchPaths: maybe(Type.Array(Type.String(), { description: 'Files to watch for FileChanged.' })) },
    { old_cwd: '/srv/shop', new_cwd: '/srv/shop/api' },
  ),
  FileChanged: claudeEvent(
    'FileChanged',
    'Runs when a watched file changes. The matcher lists the names of the files to watch.',
    { ...observe, matches: 'file_path' },
    { file_path: text('The file.'), event: text('What happened: change, add or unlink.') },
    { watchPaths: maybe(Type.Array(Type.String(), { description: 'Files to watch.' })) },
    { file_path: '/srv/shop/.env', event: 'change' },
  ),
  DirectoryAdded: claudeEvent(
    'DirectoryAdded',
    'Runs when a folder is added to the session.',
    { ...observe, matches: 'source' },
    {
      directory: text('The folder.'),
      source: text('How it was added: slash_command or register_repo_root.'),
    },
    {},
    { directory: '/srv/lib', source: 'slash_command' },
  ),
  MessageDisplay: claudeEvent(
    'MessageDisplay',
    'Runs when a message of the model is shown. May change what is shown.',
    observe,
    {
      turn_id: text('Id of the turn.'),
      message_id: text('Id of the message.'),
      index: number('Counts the pieces of the message, from 0.'),
      final: flag('Whether it is the last piece.'),
      delta: text('The piece.'),
    },
    { displayContent: maybe(text('The text to show instead.')) },
    { turn_id: 'turn-1', message_id: 'message-1', index: 0, final: true, delta: 'Done.' },
  ),
} as const

type ClaudeEvent = keyof typeof events

// ---- Tools

const shellCommand = text('The command line.')
const filePath = text('The file, absolute.')

/** Input shapes of the tools that hooks commonly check; all others are open. */
const toolInputs: ToolInputs = {
  Bash: Type.Object({
    command: shellCommand,
    timeout: maybe(number('Milliseconds until it is stopped.')),
    description: maybe(text('What the command does, in a few words.')),
    run_in_background: maybe(flag('True runs it in the background.')),
    dangerouslyDisableSandbox: maybe(flag('True runs it outside of the sandbox.')),
  }),
  Read: Type.Object({
    file_path: filePath,
    offset: maybe(number('The first line to read.')),
    limit: maybe(number('How many lines to read.')),
    pages: maybe(text('The pages of a PDF: 1-5.')),
  }),
  Write: Type.Object({ file_path: filePath, content: text('The new content of the file.') }),
  Edit: Type.Object({
    file_path: filePath,
    old_string: text('The text to replace.'),
    new_string: text('The replacement.'),
    replace_all: maybe(flag('True replaces it everywhere.')),
  }),
  MultiEdit: Type.Object({
    file_path: filePath,
    edits: Type.Array(
      Type.Object(
        {
          old_string: text('The text to replace.'),
          new_string: text('The replacement.'),
          replace_all: maybe(flag('True replaces it everywhere.')),
        },
        { description: 'One replacement.' },
      ),
      { description: 'The replacements, in order.' },
    ),
  }),
  NotebookEdit: Type.Object({
    notebook_path: text('The notebook, absolute.'),
    cell_id: maybe(text('Id of the cell.')),
    new_source: text('The new content of the cell.'),
    cell_type: maybe(oneOf('Kind of the cell.', 'code', 'markdown')),
    edit_mode: maybe(oneOf('What is done to the cell.', 'replace', 'insert', 'delete')),
  }),
  Glob: Type.Object({
    pattern: text('The pattern of the paths.'),
    path: maybe(text('The folder to look in.')),
  }),
  Grep: Type.Object({
    pattern: text('The regular expression.'),
    path: maybe(text('The file or folder to look in.')),
    glob: maybe(text('The pattern of the paths to look in.')),
    type: maybe(text('The type of files to look in: js, py.')),
    output_mode: maybe(
      oneOf('What is found: lines, paths or counts.', 'content', 'files_with_matches', 'count'),
    ),
    '-A': maybe(number('Lines to show after each match.')),
    '-B': maybe(number('Lines to show before each match.')),
    '-C': maybe(number('Lines to show around each match.')),
    context: maybe(number('Lines to show around each match.')),
    '-n': maybe(flag('True shows line numbers.')),
    '-i': maybe(flag('True ignores the case.')),
    '-o': maybe(flag('True shows the matches alone.')),
    head_limit: maybe(number('How many results to show.')),
    offset: maybe(number('How many results to skip.')),
    multiline: maybe(flag('True lets a match span lines.')),
  }),
  WebFetch: Type.Object({ url: text('The address.'), prompt: text('What to look for in the page.') }),
  WebSearch: Type.Object({
    query: text('What to search for.'),
    allowed_domains: maybe(Type.Array(Type.String(), { description: 'Results from these sites only.' })),
    blocked_domains: maybe(Type.Array(Type.String(), { description: 'No results from these sites.' })),
  }),
}

const resultOf = (fields: TProperties) => Type.Object(fields, { additionalProperties: true })

/** Results of the tools that hooks commonly check, as they were observed; each may have more fields. */
const toolResults: ToolInputs = {
  Bash: resultOf({
    stdout: text('What the command printed on standard output.'),
    stderr: text('What it printed on standard error.'),
    interrupted: flag('Whether it was interrupted.'),
    isImage: flag('Whether the output is an image.'),
    noOutputExpected: maybe(flag('Whether such a command usually prints nothing.')),
    backgroundTaskId: maybe(text('Id of the task, where it runs in the background.')),
    persistedOutputPath: maybe(text('The file with the whole output, where it is long.')),
    persistedOutputSize: maybe(number('The size of that file in bytes.')),
  }),
  Write: resultOf({
    type: text('Whether the file was created or changed.'),
    filePath,
    content: text('The new content of the file.'),
  }),
  Edit: resultOf({
    filePath,
    oldString: text('The text that was replaced.'),
    newString: text('The replacement.'),
  }),
}

// ---- Configuration: which files, and what in them is an entry

const MANAGED: readonly (readonly [platform: string, folder: string])[] = [
  ['linux', '/etc/claude-code'],
  ['darwin', '/Library/Application Support/ClaudeCode'],
  ['win32', 'C:/Program Files/ClaudeCode'],
]

const user = { base: 'home', movedBy: 'CLAUDE_CONFIG_DIR' } as const

const places: readonly ConfigurationPlace[] = [
  ...MANAGED.flatMap(([platform, folder]) =>
    ['managed-settings.json', 'managed-settings.d/*.json'].map(
      (file): ConfigurationPlace => ({
        scope: 'managed',
        base: 'system',
        path: `${folder}/${file}`,
        format: 'json',
        platform,
      }),
    ),
  ),
  { ...user, scope: 'user', path: '.claude/settings.json', format: 'json' },
  { scope: 'project', base: 'workspace', path: '.claude/settings.json', format: 'json' },
  { scope: 'local', base: 'workspace', path: '.claude/settings.local.json', format: 'json' },
  { scope: 'local', base: 'repository', path: '.claude/settings.local.json', format: 'json' },
  // These tell which plugins are installed, and whether the workspace is the repository of one.
  { ...user, scope: 'user', path: '.claude/plugins/installed_plugins.json', format: 'json', index: true },
  { ...user, scope: 'user', path: '.claude/plugins/known_marketplaces.json', format: 'json', index: true },
  ...['', 'plugins/*/'].map(
    (folder): ConfigurationPlace => ({
      scope: 'plugin',
      base: 'workspace',
      path: `${folder}.claude-plugin/plugin.json`,
      format: 'json',
      index: true,
    }),
  ),
  {
    scope: 'plugin',
    base: 'workspace',
    path: '.claude-plugin/marketplace.json',
    format: 'json',
    index: true,
  },
  ...(['workspace', 'home'] as const).flatMap((at): ConfigurationPlace[] => {
    const where = at === 'home' ? user : { base: at }
    return [
      { ...where, scope: 'skill', path: '.claude/skills/*/SKILL.md', format: 'frontmatter' },
      { ...where, scope: 'command', path: '.claude/commands/**/*.md', format: 'frontmatter' },
      { ...where, scope: 'agent', path: '.claude/agents/**/*.md', format: 'frontmatter' },
    ]
  }),
]

/** Files and folders that `--settings` and `--plugin-dir` name. */
function given(flags: readonly string[]): readonly ConfigurationPlace[] {
  return flags.flatMap((flag, index): readonly ConfigurationPlace[] => {
    const [name, joined] = flag.startsWith('--') ? flag.split(/=(.*)/s) : []
    const value = joined ?? flags[index + 1]
    if (value === undefined) return []
    if (name === '--plugin-dir') return pluginFiles(value, value.split('/').at(-1) ?? value)
    if (name !== '--settings') return []
    const place = { scope: 'flag', base: 'system', format: 'json' } as const
    return value.trim().startsWith('{')
      ? [{ ...place, path: '/--settings', text: value }]
      : [{ ...place, path: value }]
  })
}

/** Hook files of enabled plugins, and of plugins whose repository is the workspace. */
function further(
  read: readonly ConfigurationFile[],
  { root }: { readonly root: string },
): readonly ConfigurationPlace[] {
  return [...enabledPlugins(read, root), ...ownPlugins(read, root), ...manifestHooks(read)]
}

function enabledPlugins(read: readonly ConfigurationFile[], root: string): readonly ConfigurationPlace[] {
  const enabled = new Map<string, unknown>()
  for (const file of inOrder(read))
    for (const [name, on] of Object.entries(objectAt(file.value, 'enabledPlugins'))) enabled.set(name, on)
  const installed = objectAt(fileNamed(read, 'installed_plugins.json')?.value, 'plugins')
  const marketplaces = fileNamed(read, 'known_marketplaces.json')?.value
  return [...enabled].flatMap(([name, on]) => {
    if (on !== true) return []
    const at = name.lastIndexOf('@')
    const plugin = name.slice(0, at)
    const market = objectAt(marketplaces, name.slice(at + 1))
    const location = market.installLocation
    if (valueAt(market, 'source.source') === 'directory' && typeof location === 'string') {
      const known = read.find(({ path }) => path === `${location}/.claude-plugin/marketplace.json`)
      if (known === undefined) return [marketplaceFile(`${location}/.claude-plugin/marketplace.json`)]
      return folderOf(known.value, plugin, location).flatMap((folder) => pluginFiles(folder, plugin))
    }
    const rows = installed[name]
    if (!Array.isArray(rows)) return []
    return rows.flatMap((row) => {
      if (!isObject(row) || typeof row.installPath !== 'string') return []
      const here = row.scope === 'user' || row.projectPath === root
      return here ? pluginFiles(row.installPath, plugin) : []
    })
  })
}

function marketplaceFile(path: string): ConfigurationPlace {
  return { scope: 'plugin', base: 'system', path, format: 'json', index: true }
}

// The folder that a marketplace lists for a plugin, where it is a local one.
function folderOf(marketplace: unknown, plugin: string, location: string): readonly string[] {
  const rows = valueAt(marketplace, 'plugins')
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) =>
    isObject(row) &&
    row.name === plugin &&
    typeof row.source === 'string' &&
    row.source.startsWith('./') &&
    !row.source.includes('..')
      ? [`${location}/${row.source.slice(2)}`.replace(/\/$/, '')]
      : [],
  )
}

// The workspace is the repository of one or several plugins, open for development.
function ownPlugins(read: readonly ConfigurationFile[], root: string): readonly ConfigurationPlace[] {
  const manifests = read.filter(({ path, place }) => place.index === true && path.endsWith(MANIFEST))
  const own = manifests.flatMap((manifest) => ownFiles(manifest, manifest.path.slice(0, -MANIFEST.length)))
  const listed = valueAt(
    read.find(({ path }) => path === `${root}/.claude-plugin/marketplace.json`)?.value,
    'plugins',
  )
  if (!Array.isArray(listed)) return own
  const more = listed.flatMap((row) => {
    const name = nameIn(row)
    if (!isObject(row) || name === undefined || typeof row.source !== 'string') return []
    if (!/^\.\/[^.]/.test(row.source) || row.source.includes('..')) return []
    return pluginFiles(`${root}/${row.source.slice(2)}`.replace(/\/$/, ''), name)
  })
  return [...more, ...own]
}

// The manifest shows that there is a plugin; a hooks file that it names counts as well.
function ownFiles(manifest: ConfigurationFile, root: string): readonly ConfigurationPlace[] {
  const files = pluginFiles(root, nameIn(manifest.value) ?? 'plugin')
  return [...files, ...manifestHooks(files.map((place) => ({ ...manifest, place })).slice(-1))]
}

function nameIn(value: unknown): string | undefined {
  return isObject(value) && typeof value.name === 'string' ? value.name : undefined
}

const MANIFEST = '/.claude-plugin/plugin.json'

function pluginFiles(folder: string, owner: string): readonly ConfigurationPlace[] {
  const folders = { CLAUDE_PLUGIN_ROOT: folder }
  const place = { scope: 'plugin', base: 'system', format: 'json', owner, folders } as const
  return [
    { ...place, path: `${folder}/hooks/hooks.json` },
    { ...place, path: `${folder}${MANIFEST}` },
  ]
}

// A manifest may name a hooks file in addition to the default one; inline hooks are in the manifest itself.
function manifestHooks(read: readonly ConfigurationFile[]): readonly ConfigurationPlace[] {
  return read.flatMap(({ path, place, value }) => {
    const root = path.endsWith(MANIFEST) ? place.folders?.CLAUDE_PLUGIN_ROOT : undefined
    const named = isObject(value) ? value.hooks : undefined
    if (root === undefined || typeof named !== 'string' || named.includes('..')) return []
    return [{ ...place, path: `${root}/${named.replace(/^\.\//, '')}` }]
  })
}

const KINDS = ['command', 'prompt', 'agent', 'http', 'mcp_tool'] as const

/** Events at which one invalid entry or group makes Claude Code drop the whole file. */
const STRICT: readonly string[] = ['PreToolUse', 'PermissionRequest']

// Cached with the value, in which a file may have thousands: which files are dropped is computed from them as well, and
// an editor reads their commands.
function entriesOf({ place: { scope }, value }: ConfigurationFile): FileEntries {
  if (!isObject(value)) return readEntries(scope, value)
  const known = entriesByScope(value)
  const found = known.get(scope) ?? readEntries(scope, value)
  known.set(scope, found)
  return found
}

const entriesByScope = oncePer((_: object) => new Map<ConfigurationFile['place']['scope'], FileEntries>())

/** What an error in a file that is no settings file costs. */
const DROPPED: Readonly<Partial<Record<ConfigurationFile['place']['scope'], string>>> = {
  plugin: 'the whole plugin',
  agent: 'all hooks of this file',
  skill: 'all hooks of this file',
  command: 'all hooks of this file',
}

function readEntries(scope: ConfigurationFile['place']['scope'], value: unknown): FileEntries {
  const entries: FoundEntry[] = []
  const rejections: Rejection[] = []
  const dropped = DROPPED[scope] ?? 'the whole file, permissions included'
  let isWhole = true
  // One error is enough to drop a file.
  const whole = (at: JsonPath, wrong: string) => {
    if (!isWhole) return
    isWhole = false
    rejections.push({
      level: 'file',
      at: [],
      message: `${wrong}, so Claude Code drops ${dropped}.`,
      ...(at.length === 0 ? {} : { shownAt: at }),
    })
  }
  if (!isObject(value)) {
    whole([], 'The file is not an object')
    return { entries, rejections }
  }
  if (scope === 'plugin' && STRICT.some((name) => name in value)) {
    whole([], 'Events are at the top level, not below "hooks"')
    return { entries, rejections }
  }
  if (scope !== 'plugin') {
    const { permissions, model, disableAllHooks } = value
    if (disableAllHooks !== undefined && typeof disableAllHooks !== 'boolean')
      whole(['disableAllHooks'], '"disableAllHooks" is neither true nor false')
    if (isObject(permissions) && permissions.allow !== undefined && !Array.isArray(permissions.allow))
      whole(['permissions', 'allow'], '"permissions.allow" is not an array')
    if (model !== undefined && typeof model !== 'string') whole(['model'], '"model" is not a string')
  }
  const { hooks } = value
  if (scope === 'skill' && value.context === 'fork' && isObject(hooks)) {
    rejections.push({
      level: 'file',
      at: [],
      shownAt: ['hooks'],
      message: 'Claude Code does not run the hooks of a skill with "context: fork".',
      fix: 'Move them to a settings file, or remove "context: fork".',
      severity: 'warning',
    })
    return { entries, rejections }
  }
  const agent = scope === 'agent' ? value.name : undefined
  // A plugin's manifest may contain the path of its hooks file.
  if (hooks === undefined || (typeof hooks === 'string' && scope === 'plugin')) return { entries, rejections }
  if (!isObject(hooks)) {
    whole(['hooks'], '"hooks" is not an object')
    return { entries, rejections }
  }
  for (const [name, groups] of Object.entries(hooks)) {
    const at = ['hooks', name]
    const known = Object.hasOwn(events, name)
    if (!known) {
      const near = suggest(name, Object.keys(events))
      rejections.push({
        level: 'event',
        at,
        message: `Claude Code has no event "${name}", so its entries never run.`,
        ...meaning(near),
        unknownEvent: true,
      })
    } else if ((scope === 'skill' || scope === 'command') && OF_A_SESSION.includes(name))
      rejections.push({
        level: 'event',
        at,
        message: `Claude Code never fires ${name} for hooks of a ${scope}, so its entries never run.`,
        fix: 'Move it to a settings file.',
        severity: 'warning',
      })
    const drop = (level: 'event' | 'group' | 'entry', where: JsonPath, wrong: string) => {
      if (STRICT.includes(name)) whole(where, wrong)
      else rejections.push({ level, at: where, message: `${wrong}, so Claude Code ignores this ${level}.` })
    }
    if (!Array.isArray(groups)) {
      if (known) drop('event', at, `"${name}" is not an array`)
      continue
    }
    for (const [groupIndex, group] of groups.entries())
      readGroup(name, group, [...at, groupIndex], known ? drop : () => {})
  }
  return { entries, rejections }

  function readGroup(
    name: string,
    group: unknown,
    at: JsonPath,
    drop: (level: 'group' | 'entry', at: JsonPath, wrong: string) => void,
  ): void {
    if (!isObject(group)) {
      drop('group', at, 'A group is not an object')
      return
    }
    const { hooks: handlers, ...rest } = group
    const { matcher } = rest
    if (!Array.isArray(handlers)) {
      const bare = 'type' in group || 'command' in group
      drop('group', at, bare ? 'An entry is outside of a "hooks" array' : 'A group has no "hooks" array')
      return
    }
    if (matcher !== undefined && typeof matcher !== 'string')
      drop('group', [...at, 'matcher'], `"matcher" is ${matcher === null ? 'null' : 'not a string'}`)
    for (const [index, handler] of handlers.entries()) {
      const where = [...at, 'hooks', index]
      const wrong = handlerFault(handler)
      if (wrong !== undefined) drop('entry', where, wrong)
      if (!isObject(handler)) continue
      entries.push({
        event: name,
        matcher: typeof matcher === 'string' ? matcher : undefined,
        kind: typeof handler.type === 'string' ? handler.type : 'command',
        command: typeof handler.command === 'string' ? handler.command : '',
        ...(isTexts(handler.args) ? { args: handler.args } : {}),
        fields: handler,
        group: rest,
        at: where,
        ...(typeof agent === 'string' ? { owner: agent } : {}),
      })
    }
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Why Claude Code rejects a handler; undefined where it accepts it. */
function handlerFault(handler: unknown): string | undefined {
  if (!isObject(handler)) return 'An entry is not an object'
  const { type, command, timeout, shell, onFailure, url, prompt, server, tool: called, args } = handler
  if (type === undefined) return 'An entry has no "type"'
  if (!KINDS.some((kind) => kind === type)) return `An entry has the unknown type ${JSON.stringify(type)}`
  if (type === 'command' && typeof command !== 'string') return 'A command entry has no "command" string'
  if (type === 'http' && typeof url !== 'string') return 'An http entry has no "url"'
  if ((type === 'prompt' || type === 'agent') && typeof prompt !== 'string')
    return `A ${type} entry has no "prompt"`
  if (type === 'mcp_tool' && (typeof server !== 'string' || typeof called !== 'string'))
    return 'An mcp_tool entry needs "server" and "tool"'
  if (args !== undefined && !isTexts(args)) return '"args" is not an array of strings'
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0))
    return '"timeout" is not a number of seconds above 0'
  if (shell !== undefined && shell !== 'bash' && shell !== 'powershell')
    return '"shell" is neither "bash" nor "powershell"'
  if (onFailure !== undefined && onFailure !== 'continue' && onFailure !== 'block')
    return '"onFailure" is neither "continue" nor "block"'
  for (const key of ['once', 'async', 'asyncRewake', 'continueOnBlock'])
    if (handler[key] !== undefined && typeof handler[key] !== 'boolean')
      return `"${key}" is neither true nor false`
  for (const key of ['if', 'statusMessage', 'model'])
    if (handler[key] !== undefined && typeof handler[key] !== 'string') return `"${key}" is not a string`
  return undefined
}

/** A skill is loaded after its session has started, and its hooks do not run at the session's end. */
const OF_A_SESSION: readonly string[] = ['SessionStart', 'SessionEnd']

// ---- All files combined

const PRECEDENCE = ['user', 'project', 'local', 'flag', 'managed'] as const

/** Settings files in order of increasing precedence. */
function inOrder(files: readonly ConfigurationFile[]): readonly ConfigurationFile[] {
  return PRECEDENCE.flatMap((scope) =>
    files.filter(({ place, value }) => place.scope === scope && place.index !== true && isObject(value)),
  )
}

function fileNamed(files: readonly ConfigurationFile[], name: string): ConfigurationFile | undefined {
  return files.find(({ path }) => path.endsWith(`/${name}`))
}

function objectAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const found = isObject(value) ? value[key] : undefined
  return isObject(found) ? found : {}
}

const IN_PLUGIN = { base: 'workspace', instead: 'hooks/hooks.json' } as const

const UNTRUSTED_AGENT = 'Claude Code does not trust this workspace, so it runs no hooks of its agents.'

function combine(
  files: readonly ConfigurationFile[],
  { flags, workspaceTrusted }: Parameters<Host['combine']>[1],
): Combined {
  const ordered = inOrder(files).filter((file) => !isDropped(file))
  const managed = ordered.filter(({ place }) => place.scope === 'managed')
  const last = (key: string, among = ordered) =>
    among.findLast(({ value }) => isObject(value) && value[key] !== undefined)
  const saying = (key: string, among = ordered): unknown => objectOf(last(key, among)?.value)[key]
  const disabled = saying('disableAllHooks') === true
  const disabledBy = last('disableAllHooks')
  const onlyManaged = saying('allowManagedHooksOnly', managed) === true
  const strict = saying('strictPluginOnlyCustomization', managed)
  const onlyPlugins = strict === true || (Array.isArray(strict) && strict.includes('hooks'))
  const sources = sourcesOfFlags(flags)
  const env: Record<string, string> = {}
  for (const { value } of ordered)
    for (const [name, set] of Object.entries(objectAt(value, 'env'))) env[name] = textOfJson(set)
  const rules = (kind: 'allow' | 'deny') =>
    ordered.flatMap(({ value }) => {
      const list = objectAt(value, 'permissions')[kind]
      return Array.isArray(list) ? list.filter((rule) => typeof rule === 'string') : []
    })
  return {
    off({ place: { scope, base } }) {
      const off = (why: string) => ({ why: 'switched-off' as const, text: why })
      if (flags.includes('--bare')) return off('Switched off by --bare.')
      if (flags.includes('--safe-mode') && scope !== 'managed') return off('Switched off by --safe-mode.')
      if (sources !== undefined && isSettingsScope(scope) && !sources.includes(scope))
        return { why: 'file-not-read', text: 'Its file is not among --setting-sources.' }
      if (disabled && (scope !== 'managed' || disabledBy?.place.scope === 'managed'))
        return {
          ...off(`Switched off by "disableAllHooks" in ${disabledBy?.path ?? 'a settings file'}.`),
          ...(disabledBy && { by: { path: disabledBy.path, at: ['disableAllHooks'] } }),
        }
      if (onlyManaged && scope !== 'managed')
        return off('Switched off: managed settings allow managed hooks only.')
      if (onlyPlugins && scope !== 'plugin' && scope !== 'managed')
        return off('Switched off: managed settings allow hooks of plugins only.')
      if (scope === 'agent' && base === 'workspace' && !workspaceTrusted)
        return { why: 'untrusted', text: UNTRUSTED_AGENT }
      return undefined
    },
    env: () => env,
    settings: { allow: rules('allow'), deny: rules('deny') },
  }
}

function isSettingsScope(scope: string): boolean {
  return scope === 'user' || scope === 'project' || scope === 'local'
}

function sourcesOfFlags(flags: readonly string[]): readonly string[] | undefined {
  const at = flags.indexOf('--setting-sources')
  const given =
    at === -1 ? flags.find((one) => one.startsWith('--setting-sources='))?.split('=')[1] : flags[at + 1]
  return given?.split(',').map((one) => one.trim())
}

function isDropped(file: ConfigurationFile): boolean {
  return entriesOf(file).rejections.some(({ level }) => level === 'file')
}

const SECONDS: Readonly<Record<string, number>> = { prompt: 30, agent: 60 }

function timeoutMs({ event: name, kind, fields }: FoundEntry): number {
  if (typeof fields.timeout === 'number') return fields.timeout * 1000
  if (name === 'SessionEnd') return 1500
  if (kind === 'command' && name === 'UserPromptSubmit') return 30_000
  if (kind === 'command' && name === 'MessageDisplay') return 10_000
  if (kind === 'command' && fields.async === true) return 15_000
  return (rowOf(SECONDS, kind) ?? 600) * 1000
}

// ---- Which entries run on a payload

/** Events at which the matcher is ignored. */
const UNMATCHED: readonly string[] = Object.entries(events).flatMap(([name, { matches }]) =>
  matches === undefined ? [name] : [],
)

const LIST = { names: /^[A-Za-z0-9_ ,|-]*$/, separators: /[|,]/ }
const BAR_LIST = { names: /^[^()[\]{}^$*+?\\]*$/, separators: /\|/ }

/** Other names that matchers accept for a tool: a former one, and that of the tool whose command it runs. */
const ALIASES: Readonly<Record<string, readonly string[]>> = { Agent: ['Task'], Monitor: ['Bash'] }

const TOOL_EVENTS: readonly string[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
]

function matcherOf(name: string, matcher: string | undefined): MatcherTest {
  return listOrRegex(matcher, name === 'FileChanged' || name === 'StopFailure' ? BAR_LIST : LIST)
}

/** The server is the part before the first two underscores; the names of a plugin's servers exist in no other host. */
const mcp: McpNaming = {
  opens: 'mcp__',
  joins: '__',
  servers: /^(?!plugin_)(?!.*__)[\w-]+$/,
  tools: PLAIN,
  stated: { server: 'mcp_server.name' },
}

/** The program's tools by name, with the function of each. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  Bash: 'Runs a shell command.',
  Edit: 'Replaces text in a file.',
  Write: 'Writes a whole file.',
  Read: 'Reads a file.',
  MultiEdit: 'Made several replacements in one file, in older versions.',
  NotebookEdit: 'Edits a cell of a notebook.',
  Glob: 'Finds files by a pattern.',
  Grep: 'Searches in files.',
  WebFetch: 'Fetches a web page.',
  WebSearch: 'Searches the web.',
  Agent: 'Starts a subagent.',
  Task: 'The older name of Agent; a matcher may still use it.',
  Skill: 'Uses a skill.',
  AskUserQuestion: 'Asks the user a question.',
  ExitPlanMode: 'Presents a plan and leaves plan mode.',
  EnterPlanMode: 'Enters plan mode.',
  TodoWrite: 'Writes the list of tasks.',
  PowerShell: 'Runs a PowerShell command.',
  BashOutput: 'Reads the output of a command in the background.',
  KillShell: 'Ends a command in the background.',
  KillBash: 'The older name of KillShell.',
  Monitor: 'Follows the output of a command in the background.',
  LSP: 'Queries a language server.',
  NotebookRead: 'Reads a notebook, in older versions.',
  LS: 'Lists a folder, in older versions.',
  ToolSearch: 'Looks for tools that are not loaded yet.',
  ListMcpResourcesTool: 'Lists the resources of MCP servers.',
  ReadMcpResourceTool: 'Reads a resource of an MCP server.',
  TaskCreate: 'Adds a task to the list.',
  TaskGet: 'Reads a task of the list.',
  TaskList: 'Lists the tasks.',
  TaskUpdate: 'Changes a task of the list.',
  TaskOutput: 'Reads the output of a task in the background.',
  TaskStop: 'Ends a task in the background.',
  TodoRead: 'Reads the list of tasks, in older versions.',
  SlashCommand: 'Runs a slash command, in older versions.',
  SendMessage: 'Sends a message to a teammate.',
  SendUserMessage: 'Sends a message to the user.',
  EnterWorktree: 'Continues in a separate git worktree.',
  ExitWorktree: 'Leaves the git worktree.',
  TeamCreate: 'Makes a team of agents.',
  TeamDelete: 'Dissolves a team of agents.',
  CronCreate: 'Schedules a prompt.',
  CronDelete: 'Removes a scheduled prompt.',
  CronList: 'Lists the scheduled prompts.',
  StructuredOutput: 'Returns the final answer in the requested shape.',
}

const TOOLS: readonly string[] = Object.keys(TOOL_WORDS)

function matcherFault(name: string, matcher: string | undefined): MatcherFault | undefined {
  if (matcher === undefined || matcher === '' || matcher === '*') return undefined
  if (!Object.hasOwn(events, name)) return undefined
  if (UNMATCHED.includes(name))
    return {
      message: `Claude Code ignores matchers of ${name}: the entry runs every time.`,
      severity: 'info',
    }
  const { invalid, matches } = matcherOf(name, matcher)
  if (invalid === true) {
    const never = `"${matcher}" is not a valid regular expression`
    const fault = { message: `${never}, so the entry never runs.`, severity: 'warning', never } as const
    return {
      ...fault,
      fix: 'Remove the matcher, or write "*", to match everything.',
      ...(TOOL_EVENTS.includes(name) && asCondition(matcher)),
    }
  }
  if (!TOOL_EVENTS.includes(name)) return undefined
  return LIST.names.test(matcher) ? listFault(matcher) : ruleFault(matcher, matches)
}

/** What to write for a permission rule in place of a matcher. */
function asCondition(matcher: string): Pick<MatcherFault, 'fix' | 'replacement' | 'condition'> | undefined {
  const written = permissionRule(matcher)
  if (written?.content === undefined || !TOOLS.includes(written.tool)) return undefined
  if (isSeveralRules(written, TOOLS)) return undefined
  const fix = `Write "${written.tool}" as the matcher and "${matcher}" as "if" of the entry.`
  return { fix, replacement: written.tool, condition: matcher }
}

function ruleFault(matcher: string, matches: (tool: string) => boolean): MatcherFault | undefined {
  if (TOOLS.some(matches) || /mcp/i.test(matcher)) return undefined
  const never = `"${matcher}" matches no tool`
  const moved = asCondition(matcher)
  if (moved !== undefined)
    return {
      message: `"${matcher}" is read as a regular expression and matches no tool, so the entry never runs.`,
      ...moved,
      severity: 'warning',
      never,
    }
  const message = `${never} of Claude Code, so the entry never runs.`
  // These characters cannot occur in a tool's name.
  if (/[/;]|(?<!\(\?<?)!/.test(matcher))
    return {
      message,
      fix: 'Write tool names, or a regular expression without slashes; "^(?!Write$)" matches all but one.',
      severity: 'warning',
      never,
    }
  const inOtherCase = TOOLS.filter(boundedTest(new RegExp(matcher, 'i')))
  if (inOtherCase.length > 0)
    return {
      message: `${message} Matchers are case-sensitive.`,
      ...meaning(inOtherCase.slice(0, 4).join('|')),
      severity: 'warning',
      never,
    }
  return { message, severity: 'info' }
}

// The list with each unknown name corrected; empty where one of them cannot be corrected.
function correctedList(matcher: string): { readonly replacement?: string } {
  const words = matcher.split(LIST.separators).flatMap((item) => item.trim() || [])
  const corrected = words.map((word) =>
    TOOLS.includes(word) || isMcpName(mcp, word) ? word : suggest(word, TOOLS),
  )
  return corrected.every((one) => one !== undefined) ? { replacement: [...new Set(corrected)].join('|') } : {}
}

function listFault(matcher: string): MatcherFault | undefined {
  const items = matcher.split(LIST.separators).flatMap((item) => item.trim() || [])
  const server = items.find((item) => isServerAlone(mcp, item))
  if (server !== undefined)
    return {
      message: `"${server}" names a server but no tool, so it matches nothing.`,
      fix: `Write "${server}__.*" for all of its tools.`,
      ...(items.length > 1 ? {} : { replacement: `${server}__.*` }),
      severity: 'warning',
      ...(items.length > 1 ? {} : { never: `"${server}" names a server but no tool` }),
    }
  const unknown = items.filter((item) => !TOOLS.includes(item) && !isMcpName(mcp, item))
  const [first] = unknown
  if (first === undefined) return undefined
  const near = suggest(first, TOOLS)
  const isAll = unknown.length === items.length
  // In a list with other matching names, an unknown name may be an older tool or a tool of another program.
  if (!isAll && (near === undefined || items.includes(near) || near.toLowerCase() !== first.toLowerCase()))
    return {
      message: `Claude Code has no tool "${first}", so it matches nothing.`,
      part: first,
      severity: 'info',
    }
  return {
    message: `Claude Code has no tool "${first}", so ${isAll ? 'the entry never runs' : 'it matches nothing'}.`,
    ...(isAll ? {} : { part: first }),
    ...(isAll && near !== undefined ? { never: `Claude Code has no tool "${first}"` } : {}),
    ...(near === undefined ? {} : { fix: `Did you mean "${near}"?`, ...correctedList(matcher) }),
    severity: near === undefined ? 'info' : 'warning',
  }
}

function plan(
  { event: name, payload, facts }: HostFiring,
  entries: readonly HookEntry[],
): readonly EntryPlan[] {
  const first = new Map<string, number>()
  return entries.map((entry, index): EntryPlan => {
    const alone = planAlone(name, payload, entry)
    if (!alone.run) return alone
    const key = sameAs(entry)
    const before = first.get(key)
    if (before !== undefined)
      return { run: false, why: 'duplicate', text: 'another entry has the same command, which runs once' }
    first.set(key, index)
    return { ...alone, waits: !isBackground(entry, facts.headless) }
  })
}

function planAlone(name: string, payload: unknown, entry: HookEntry): EntryPlan {
  const no = (why: 'matcher' | 'condition' | 'not-fired', because: string): EntryPlan => ({
    run: false,
    why,
    text: because,
  })
  if (!takesKind(name, entry.kind))
    return no('not-fired', `Claude Code does not run ${entry.kind} entries at ${name}`)
  if (!UNMATCHED.includes(name)) {
    const { matches, invalid } = matcherOf(name, entry.matcher)
    const value = matchedValue(name, payload)
    const values =
      value === undefined ? [] : [value, ...(TOOL_EVENTS.includes(name) ? (rowOf(ALIASES, value) ?? []) : [])]
    if (invalid === true)
      return no('matcher', `the matcher "${entry.matcher}" is not a valid regular expression`)
    if (!values.some(matches) && entry.matcher !== undefined && entry.matcher !== '' && entry.matcher !== '*')
      return no(
        'matcher',
        `the matcher "${entry.matcher}" does not match ${value === undefined ? 'it' : `"${value}"`}`,
      )
  }
  const condition = entry.fields.if
  let assumed: string | undefined
  if (typeof condition === 'string' && condition.trim() !== '') {
    if (!TOOL_EVENTS.includes(name)) return no('condition', '"if" holds for tool events only')
    const rule = permissionRule(condition)
    if (rule === undefined)
      return no('condition', `"${condition}" is not a permission rule, so it never holds`)
    const call = callOf(payload)
    const isWholeServer = isMcpName(mcp, rule.tool) && rule.tool !== call.tool
    const covers = conditionCovers(rule, call)
    if (isWholeServer || covers === false) return no('condition', `"${condition}" does not cover this call`)
    if (covers === undefined)
      assumed = `"${condition}" covers this call: it cannot be evaluated, and then the entry runs`
  }
  if (entry.scope === 'skill' || entry.scope === 'command')
    return no('not-fired', `it runs only after the ${entry.scope} was used in the session`)
  if (entry.scope === 'agent' && valueAt(payload, 'agent_type') !== entry.owner)
    return no('not-fired', 'it runs only inside its subagent')
  if (entry.scope !== 'plugin' && /\$\{?CLAUDE_PLUGIN_ROOT/.test(entry.command))
    return {
      run: false,
      why: 'file-rejected',
      text: 'CLAUDE_PLUGIN_ROOT is set for plugins only, so it is not started',
    }
  return { run: true, waits: true, ...defined({ assumed }) }
}

/** Events at which entries of kind `prompt` and `agent` run: a model gives the answer. */
const ASKS_MODEL: readonly string[] = [
  ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionRequest'],
  ...['PermissionDenied', 'Stop', 'SubagentStop', 'TaskCreated', 'TaskCompleted', 'TeammateIdle'],
  ...['UserPromptSubmit', 'UserPromptExpansion'],
]

/** Whether an event runs entries of a kind. Other kinds load, but are skipped or fail each time. */
function takesKind(name: string, kind: string): boolean {
  if (kind === 'prompt' || kind === 'agent') return ASKS_MODEL.includes(name)
  return kind !== 'http' || (name !== 'SessionStart' && name !== 'Setup')
}

function matchedValue(name: string, payload: unknown): string | undefined {
  const path = Object.hasOwn(events, name) ? events[name as ClaudeEvent].matches : undefined
  const value = path === undefined ? undefined : valueAt(payload, path)
  if (typeof value !== 'string') return undefined
  return name === 'FileChanged' ? (value.split('/').at(-1) ?? value) : value
}

function callOf(payload: unknown) {
  const cwd = valueAt(payload, 'cwd')
  return {
    tool: textOfJson(valueAt(payload, 'tool_name')),
    input: valueAt(payload, 'tool_input'),
    cwd: typeof cwd === 'string' ? cwd : undefined,
  }
}

/** An entry whose matcher fits `Bash` but not `Monitor` gets a command that Monitor runs as a call of Bash. */
function payloadFor({ event, matcher }: HookEntry, payload: unknown): unknown {
  const input = valueAt(payload, 'tool_input')
  if (valueAt(payload, 'tool_name') !== 'Monitor' || !isObject(payload) || !isObject(input)) return payload
  const { matches } = matcherOf(event, matcher)
  if (!TOOL_EVENTS.includes(event) || !matcher || matches('Monitor') || !matches('Bash')) return payload
  const { command, description } = input
  return { ...payload, tool_name: 'Bash', tool_input: defined({ command, description }) }
}

// Duplicates are removed across all settings files, but separately for each plugin, skill and agent.
function sameAs({ scope, owner, kind, command, args, fields }: HookEntry): string {
  const group =
    scope === 'plugin' || scope === 'skill' || scope === 'agent' || scope === 'command'
      ? `${scope} ${owner}`
      : ''
  const { if: condition, url, prompt, server, tool: called } = fields
  return JSON.stringify([group, kind, command, args, condition, url, prompt, server, called])
}

function isBackground({ fields }: HookEntry, _headless: boolean): boolean {
  return fields.async === true || fields.asyncRewake === true
}

/** Whether an event fires; activity without a payload is passed in `happening`. */
function fires({ event: name, payload, facts, settings }: HostFiring): boolean {
  const { happening, headless, version } = facts
  const deny = Array.isArray(settings.deny) ? settings.deny : []
  const called = happening?.tool ?? valueAt(payload, 'tool_name')
  if (name === 'PreToolUse' && deny.includes(called)) return false
  if (name === 'PermissionRequest' && headless && isOld(version)) return false
  if (happening === undefined) return true
  const { what, result, tool, input } = happening
  if (what === 'tool-call') {
    if (CALL_EVENTS.includes(name) && tool === 'Bash' && hasControl(valueAt(input, 'command'))) return false
    if (name === 'PreToolUse')
      return result !== 'unknown-tool' && result !== 'not-offered' && result !== 'disabled-tool'
    if (name === 'PostToolUse') return result === 'ok'
    if (name === 'PostToolUseFailure') return result === 'nonzero-exit' || result === 'error'
    if (name === 'PermissionRequest') return result === 'denied-by-host'
  }
  if (what === 'model-request-failed')
    return name === 'Stop' ? happening.recovered === true : name !== 'StopFailure'
  if (what === 'compaction' && name === 'PostCompact') return happening.nothingToCompact !== true
  return true
}

const CALL_EVENTS: readonly string[] = [
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
]

/** Whether Claude Code refuses this command of Bash before any hook: one with a control character but tab and newline. */
function hasControl(command: unknown): boolean {
  return typeof command === 'string' && /(?![\t\n])\p{Cc}/u.test(command)
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major < 2 || (major === 2 && minor === 1 && patch < 330)
}

// ---- Shapes for completion and hovers

const MCP_PATTERNS = mcpWords(mcp, 'The name of the server alone matches nothing.')

/** Matcher values of events that do not concern a tool. */
const MATCHED_WORDS: Readonly<Partial<Record<ClaudeEvent, Readonly<Record<string, string>>>>> = {
  SessionStart: {
    startup: 'A new session.',
    resume: 'A session is gone on with.',
    clear: 'After /clear.',
    compact: 'After the conversation was compacted.',
    fork: 'A session is branched off.',
  },
  SessionEnd: {
    clear: 'The session was cleared.',
    resume: 'Another session is gone on with.',
    logout: 'The person logged out.',
    prompt_input_exit: 'The person left at the prompt.',
    other: 'Any other reason.',
  },
  Setup: { init: 'The first time in a folder.', maintenance: 'From time to time.' },
  PreCompact: { manual: 'The person typed /compact.', auto: 'The context is full.' },
  PostCompact: { manual: 'The person typed /compact.', auto: 'The context was full.' },
  Notification: {
    permission_prompt: 'Permission is requested.',
    idle_prompt: 'The agent waits for the user.',
    auth_success: 'The person logged in.',
    elicitation_dialog: 'An MCP server requests input.',
  },
  SubagentStart: {
    'general-purpose': 'The subagent for everything.',
    Explore: 'The subagent that looks around.',
    Plan: 'The subagent that plans.',
  },
  SubagentStop: {
    'general-purpose': 'The subagent for everything.',
    Explore: 'The subagent that looks around.',
    Plan: 'The subagent that plans.',
  },
  StopFailure: {
    rate_limit: 'Too many requests.',
    overloaded: 'The service is overloaded.',
    authentication_failed: 'The login does not count.',
    billing_error: 'The account cannot pay.',
    invalid_request: 'The request was refused.',
    model_not_found: 'There is no such model.',
    max_output_tokens: 'The answer was too long.',
    server_error: 'The service failed.',
    unknown: 'Any other error.',
  },
  ConfigChange: {
    user_settings: "The person's settings.",
    project_settings: "The project's settings.",
    local_settings: "The person's settings for this project.",
    policy_settings: 'Managed settings; their change cannot be refused.',
    skills: 'A skill.',
  },
  PreModelSwitch: {
    command: 'By /model.',
    picker: 'In the list of models.',
    sdk: 'By a program.',
  },
  PostModelSwitch: {
    command: 'By /model.',
    picker: 'In the list of models.',
    sdk: 'By a program.',
    auto: 'By itself.',
    resume: 'With a session that is gone on with.',
  },
  InstructionsLoaded: {
    session_start: 'At the start of the session.',
    nested_traversal: 'In a folder below.',
    path_glob_match: 'For files that a pattern names.',
    include: 'Named by another file.',
    compact: 'After the conversation was compacted.',
  },
  DirectoryAdded: {
    slash_command: 'By /add-dir.',
    register_repo_root: 'By the top of a repository.',
  },
  FileChanged: {
    '.env': 'A file of this name; the list of names is what is watched.',
    '.envrc': 'A file of this name; the list of names is what is watched.',
  },
}

const PROJECT_VARIABLES: readonly Word[] = [
  { name: 'CLAUDE_PROJECT_DIR', about: 'The folder of the project, absolute.' },
]
const PLUGIN_VARIABLES: readonly Word[] = [
  { name: 'CLAUDE_PLUGIN_ROOT', about: 'The folder of the plugin, absolute.' },
  { name: 'CLAUDE_PLUGIN_DATA', about: "The plugin's own folder, which stays when it is updated." },
]
const OTHER_VARIABLES: readonly Word[] = [
  { name: 'CLAUDE_CODE_SESSION_ID', about: 'Id of the session.' },
  { name: 'CLAUDE_CODE_ENTRYPOINT', about: 'How Claude Code was started: cli, sdk-ts and others.' },
  { name: 'CLAUDE_CODE_REMOTE', about: '"true" where Claude Code runs on the web.' },
]
const ENV_FILE: Word = {
  name: 'CLAUDE_ENV_FILE',
  about: 'A file: the `export` lines that are added to it hold for the shell commands that follow.',
}
const ENV_FILE_EVENTS: readonly string[] = ['SessionStart', 'Setup', 'CwdChanged', 'FileChanged']

function shape({ scope, path }: Pick<ConfigurationPlace, 'scope' | 'path'>): WalkedShape {
  const hooks = eventKeys(events, (name) => groupShape(name, scope === 'plugin'))
  if (scope === 'skill' || scope === 'agent' || scope === 'command') return table({ hooks })
  if (scope === 'plugin')
    return path.endsWith('/plugin.json')
      ? table({ hooks })
      : table({ description: line('What these hooks are for; shown in the list of hooks.'), hooks })
  return table({
    hooks,
    disableAllHooks: whether('True switches all hooks off that are not managed.', false),
    ...(scope === 'managed'
      ? { allowManagedHooksOnly: whether('True: only managed hooks run.', false) }
      : {}),
    env: record('Variables for every process that Claude Code starts, including hooks.'),
  })
}

function groupShape(name: string, isPlugin: boolean): WalkedShape {
  const entries = list(entryShape(name, isPlugin), 'What runs, all at once.')
  const { matches } = events[name as ClaudeEvent]
  return table(
    {
      ...(matches === undefined
        ? {
            matcher: unmatched(`Claude Code ignores matchers of ${name}.`),
          }
        : { matcher: matcherShape(name, matches) }),
      hooks: entries,
    },
    { required: [...(TOOL_EVENTS.includes(name) ? ['matcher'] : []), 'hooks'] },
  )
}

function matcherShape(name: string, field: string): WalkedShape {
  const separators = name === 'FileChanged' || name === 'StopFailure' ? '`|`' : '`|` or `,`'
  return matcher(
    `What \`${field}\` has to be. Names separated by ${separators} are compared whole; ` +
      'any other text is a regular expression, matched anywhere in the text. Omitted, empty or `*`: everything.',
    TOOL_EVENTS.includes(name)
      ? [...wordsOf(TOOL_WORDS), ...MCP_PATTERNS]
      : wordsOf(MATCHED_WORDS[name as ClaudeEvent] ?? {}),
  )
}

function entryShape(name: string, isPlugin: boolean): WalkedShape {
  const variables = [
    ...(isPlugin ? PLUGIN_VARIABLES : []),
    ...PROJECT_VARIABLES,
    ...(ENV_FILE_EVENTS.includes(name) ? [ENV_FILE] : []),
    ...OTHER_VARIABLES,
  ]
  const seconds = (of: string) => timeoutMs(bareEntry(name, of)) / 1000
  const shared = (of: string) => ({
    timeout: time('seconds', 'How long Claude Code waits for it', seconds(of)),
    ...(TOOL_EVENTS.includes(name)
      ? {
          if: line(
            'A permission rule: it runs only on calls that the rule covers, such as `Bash(git *)` or `Edit(*.ts)`.',
          ),
        }
      : {}),
    statusMessage: line('What is shown while it runs.'),
    once: whether('True: it runs once in a session, then no more.', false),
  })
  const onFailure = choice(
    'What a crash, a time-out or an unreadable answer counts as.',
    wordsOf({ continue: 'As if it had not run.', block: 'As a refusal.' }),
    'continue',
  )
  const kinds: readonly WalkedShape[] = [
    table(
      {
        type: kind('command', 'Runs a command: the payload is on its standard input.'),
        command: commandLine(
          'The command line, for a shell; with `args` the program alone, without a shell.',
          variables,
        ),
        args: list(
          commandLine('An argument.', variables),
          'Arguments: the program is started without a shell.',
        ),
        ...shared('command'),
        shell: choice(
          'The shell that gets the command.',
          wordsOf({
            bash: 'The shell of the system, `/bin/sh`, which need not be bash.',
            powershell: 'PowerShell.',
          }),
        ),
        async: whether('True: it runs in the background and decides nothing.', false),
        asyncRewake: whether(
          'True: it runs in the background, and with exit code 2 its standard error wakes the model.',
          false,
        ),
        onFailure,
      },
      { required: ['type', 'command'] },
    ),
    table(
      {
        type: kind('http', 'Sends the payload to an address.'),
        url: line('The address; the payload is the body of a POST.', { format: 'uri' }),
        headers: record('Headers of the request; `$NAME` stands for a variable of `allowedEnvVars`.'),
        allowedEnvVars: list(line('Name of a variable.'), 'Variables that headers may use.'),
        ...shared('http'),
        onFailure,
      },
      { required: ['type', 'url'] },
    ),
    table(
      {
        type: kind('mcp_tool', 'Calls a tool of an MCP server.'),
        server: line('Name of the MCP server.'),
        tool: line('Name of its tool.'),
        input: record(
          "The tool's input; a path such as `tool_input.file_path` in a dollar sign's braces stands for a field of the payload.",
        ),
        ...shared('mcp_tool'),
        onFailure,
      },
      { required: ['type', 'server', 'tool'] },
    ),
    table(
      {
        type: kind(
          'prompt',
          'Queries a model, which answers `{ "ok": true }` or `{ "ok": false, "reason": … }`.',
        ),
        prompt: line('The prompt; `$ARGUMENTS` stands for the payload.'),
        model: line('The model to use; default: a small, fast one.'),
        continueOnBlock: whether('True: a refusal does not end the turn.', false),
        ...shared('prompt'),
      },
      { required: ['type', 'prompt'] },
    ),
    table(
      {
        type: kind('agent', 'Lets a subagent with tools decide.'),
        prompt: line('The prompt; `$ARGUMENTS` stands for the payload.'),
        model: line('The model of the subagent.'),
        ...shared('agent'),
      },
      { required: ['type', 'prompt'] },
    ),
  ]
  return { anyOf: kinds.filter(({ properties }) => takesKind(name, String(properties?.type?.const))) }
}

// ---- Reading: the meaning of exit code and output

const NO_STDERR = 'No stderr output'

/** Events at which plain text on standard output with exit code 0 is text for the model. */
const PLAIN_CONTEXT: readonly string[] = [
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SessionStart',
  'PostModelSwitch',
]

/** Events at which exit code 2 denies; at the others it only reports an error. */
const REFUSED_BY_EXIT: readonly string[] = [
  'PreToolUse',
  'PostToolBatch',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'PreModelSwitch',
  'ConfigChange',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'Elicitation',
  'ElicitationResult',
  'PostToolUse',
  'PostToolUseFailure',
]

const GONE = 'its script appears to be missing; Claude Code goes on as if it had not run'

/**
 * Whether exit code 2 is attributed to a missing script: nothing was printed, and standard error says so. Only at the
 * events that a failure never blocks, and at UserPromptSubmit for hooks of plugins.
 */
function isGone(name: string, raw: Raw, entry: HookEntry | undefined): boolean {
  const isForgiven =
    NEVER_BLOCKED_BY_FAILURE.includes(name) || (name === 'UserPromptSubmit' && entry?.scope === 'plugin')
  return isForgiven && raw.stdout.trim() === '' && /no such file|can't open/i.test(raw.stderr)
}

const NO_OWN_PART = 'the event has no "hookSpecificOutput", so Claude Code drops the answer'

// Whether the answer has `hookSpecificOutput` at an event that has none.
function hasPartOfNone(name: string, record: EventRecord, answered: Json): boolean {
  const own = (record.result as WalkedShape).properties?.hookSpecificOutput
  const hasNone = Object.keys(own?.properties ?? {}).every((key) => key === 'hookEventName')
  return hasNone && Object.hasOwn(answered, 'hookSpecificOutput') && !isForOtherEvent(name, answered)
}

function readEnd(raw: Raw, record: EventRecord, reading: ReadContext): ReadEnd {
  const name = eventOf(record)
  // The hook itself creates the worktree, so a nonzero exit code is a failure whatever it printed.
  if (name === 'WorktreeCreate' && raw.exitCode !== undefined && raw.exitCode !== 0)
    return { kind: 'verdict', verdict: { decision: 'deny', reason: stderrOf(raw) } }
  const printed = printedAnswer(raw.stdout)
  if (printed.kind === 'object')
    return hasPartOfNone(name, record, printed.value)
      ? { kind: 'failed', reason: 'invalid', message: NO_OWN_PART }
      : { kind: 'returned', result: printed.value }
  if (raw.exitCode === 2 && isGone(name, raw, reading.entry))
    return { kind: 'failed', reason: 'crashed', message: GONE }
  if (raw.exitCode === 2 && REFUSED_BY_EXIT.includes(name))
    return { kind: 'verdict', verdict: { decision: 'deny', reason: stderrOf(raw) } }
  // Output that does not end like an object is text, whatever it begins with.
  if (printed.kind === 'broken' && raw.stdout.trimEnd().endsWith('}'))
    return {
      kind: 'failed',
      reason: 'unreadable',
      message: `printed JSON that does not parse: ${printed.why}`,
    }
  if (raw.exitCode !== 0) {
    const how =
      raw.exitCode === undefined ? `was ended by ${raw.signal ?? 'a signal'}` : `exit code ${raw.exitCode}`
    return { kind: 'failed', reason: 'crashed', message: `${how}; Claude Code goes on as if it had not run` }
  }
  const plain = raw.stdout.replace(/^\uFEFF/, '').trim()
  if (plain !== '' && PLAIN_CONTEXT.includes(name)) return { kind: 'verdict', verdict: { context: [plain] } }
  return { kind: 'returned', result: undefined }
}

function eventOf(record: EventRecord): string {
  const found = Object.entries(events).find(([, one]) => one.payload === record.payload)
  return found?.[0] ?? ''
}

function stderrOf(raw: Raw | undefined): string {
  const text = raw?.stderr ?? ''
  return text.trim() === '' ? NO_STDERR : text
}

/** Events that honor a top-level `decision: "block"`. */
const BLOCKED_BY_JSON: readonly string[] = [
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'ConfigChange',
]

type Json = Readonly<Record<string, unknown>>

/** The verdict of a JSON answer. */
function verdictOf(
  name: string,
  result: unknown,
  payload: unknown,
  reading: ReadContext | undefined,
): Verdict<never> {
  const json = objectOf(result)
  const own = objectOf(json.hookSpecificOutput)
  const stated = decisionOf(name, json, own)
  const refused = reading?.raw?.exitCode === 2 && REFUSED_BY_EXIT.includes(name) && stated.decision !== 'deny'
  const decided = refused ? { decision: 'deny' as const, reason: stderrOf(reading?.raw) } : stated
  const rewritten = rewriteOf(name, own, payload)
  return {
    ...defined({ decision: decided.decision, reason: decided.reason }),
    ...(rewritten === undefined ? {} : { payload: rewritten as never }),
    ...(typeof own.additionalContext === 'string' && own.additionalContext !== ''
      ? { context: [own.additionalContext] }
      : {}),
    ...(typeof json.systemMessage === 'string' ? { notes: [json.systemMessage] } : {}),
    ...(json.continue === false && !GOES_ON.includes(name)
      ? { run: { ends: true, reason: textOf(json.stopReason) } }
      : {}),
  }
}

/** Events at which `continue: false` has no effect. */
const GOES_ON: readonly string[] = ['SessionStart', 'TaskCreated']

type Decided = Pick<Verdict, 'decision' | 'reason'>

function decisionOf(name: string, json: Json, own: Json): Decided {
  if (name === 'PreToolUse' || name === 'PreModelSwitch') {
    const { permissionDecision } = own
    const reason = textOf(own.permissionDecisionReason)
    // The former spelling still denies, even beside the current one.
    if (permissionDecision === 'deny') return { decision: 'deny', reason: reason ?? textOf(json.reason) }
    if (json.decision === 'block') return { decision: 'deny', reason: textOf(json.reason) }
    if (typeof permissionDecision === 'string')
      return { decision: permissionDecision as Decided['decision'], reason }
    return json.decision === 'approve' ? { decision: 'allow', reason: textOf(json.reason) } : {}
  }
  if (name === 'PermissionRequest') {
    const { behavior, message } = objectOf(own.decision)
    if (behavior === 'allow') return { decision: 'allow' }
    return behavior === 'deny' ? { decision: 'deny', reason: textOf(message) } : {}
  }
  if (BLOCKED_BY_JSON.includes(name) && json.decision === 'block')
    return { decision: 'deny', reason: textOf(json.reason) }
  return {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function rewriteOf(name: string, own: Json, payload: unknown): unknown {
  const given = objectOf(payload)
  const changed = name === 'PermissionRequest' ? objectOf(own.decision).updatedInput : own.updatedInput
  if ((name === 'PreToolUse' || name === 'PermissionRequest') && isObject(changed))
    return { ...given, tool_input: changed }
  if (name !== 'PostToolUse') return undefined
  const mcp = isMcpTool(given) ? own.updatedMCPToolOutput : undefined
  const output = own.updatedToolOutput ?? mcp
  return output === undefined || !fitsResult(given.tool_name, output)
    ? undefined
    : { ...given, tool_response: output }
}

/** Keys that a replaced result must have, for tools whose results are objects of a fixed shape. */
const RESULT_KEYS: Readonly<Record<string, readonly string[]>> = {
  Bash: ['stdout', 'stderr', 'interrupted'],
  Read: ['type', 'file'],
  Write: ['type', 'filePath', 'content', 'structuredPatch'],
  Edit: ['filePath', 'oldString', 'newString', 'structuredPatch'],
  Agent: ['status', 'agentId', 'content'],
}

function fitsResult(name: unknown, output: unknown): boolean {
  const keys = typeof name === 'string' ? rowOf(RESULT_KEYS, name) : undefined
  return keys === undefined || (isObject(output) && keys.every((key) => Object.hasOwn(output, key)))
}

// ---- Judgment: all answers combined

/** One run with a result, and the parts that its texts are made of. */
type Reading = {
  readonly run: EntryRun
  readonly index: number
  readonly verdict: Verdict
  /** The denial as the model reads it, and whether it comes from the hook's JSON output. */
  readonly refusal?: { readonly text: string; readonly isJson: boolean }
  readonly json: Json
  readonly own: Json
}

function readingsOf({ event: name }: HostFiring, runs: readonly EntryRun[]): readonly Reading[] {
  return runs
    .map((run, index) => ({ run, index }))
    .filter(({ run }) => run.plan.run && run.finished !== -1 && run.failure?.reason !== 'aborted')
    .sort((one, two) => one.run.finished - two.run.finished)
    .map(({ run, index }): Reading => {
      const output = run.failure === undefined ? objectOf(run.result) : {}
      const ownDecision = decisionOf(name, output, objectOf(output.hookSpecificOutput)).decision
      const isBlocked = run.failure === undefined && ownDecision !== 'deny' && blocksByExit(name, run)
      const json = isBlocked ? {} : output
      const own = objectOf(json.hookSpecificOutput)
      const verdict = isBlocked
        ? { ...blockedByFailure(stderrOf(run.raw)), ...(run.verdict.run && { run: run.verdict.run }) }
        : run.failure === undefined
          ? run.verdict
          : failureVerdict(name, run)
      const isJson =
        verdict.decision === 'deny' &&
        (run.failure === undefined ? ownDecision === 'deny' : blocksForOtherEvent(name, run.result))
      const refusal =
        verdict.decision !== 'deny'
          ? undefined
          : isJson
            ? { text: verdict.reason ?? 'Blocked by hook', isJson }
            : { text: `[${commandOf(run)}]: ${verdict.reason ?? NO_STDERR}`, isJson }
      return { run, index, verdict, json, own, ...defined({ refusal }) }
    })
}

/** Events at which `onFailure` has no effect, and at which a missing script does not keep the agent from stopping. */
const NEVER_BLOCKED_BY_FAILURE: readonly string[] = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle']

function mayBlockByFailure(name: string, { entry, plan: planned }: EntryRun): boolean {
  const counts = planned.run && planned.waits && !NEVER_BLOCKED_BY_FAILURE.includes(name)
  return entry.fields.onFailure === 'block' && counts
}

/** A failing exit code takes precedence over an answer that does not itself deny. */
function blocksByExit(name: string, run: EntryRun): boolean {
  const { exitCode } = run.raw ?? {}
  return exitCode !== undefined && exitCode !== 0 && exitCode !== 2 && mayBlockByFailure(name, run)
}

function blockedByFailure(why: string): Verdict {
  return { decision: 'deny', reason: `failed; blocking because onFailure is "block"\n${why}` }
}

function failureVerdict(name: string, run: EntryRun): Verdict {
  const { failure, raw, result } = run
  if (blocksForOtherEvent(name, result)) return { decision: 'deny', reason: textOf(objectOf(result).reason) }
  if (raw?.exitCode === 2 && REFUSED_BY_EXIT.includes(name) && !isGone(name, raw, run.entry)) {
    if (!isForOtherEvent(name, result)) return { decision: 'deny', reason: stderrOf(raw) }
    // At all other events, an answer for another event cancels the exit code.
    if (name === 'PreToolUse' || name === 'PreCompact')
      return { decision: 'deny', reason: 'blocked (exit 2); its output could not be processed' }
  }
  if (failure === undefined || !mayBlockByFailure(name, run)) return {}
  // At events where exit code 2 denies nothing, it is not a failure either.
  if (failure.reason === 'crashed' && raw?.exitCode === 2) return {}
  if (failure.reason === 'timeout')
    return { decision: 'deny', reason: 'timed out; blocking because onFailure is "block"' }
  const why = failure.reason === 'crashed' ? stderrOf(raw) : rejectionText(name, result, failure.message)
  return blockedByFailure(why)
}

/** Whether `hookSpecificOutput` names another event. */
function isForOtherEvent(name: string, result: unknown): boolean {
  const { hookEventName: named } = objectOf(objectOf(result).hookSpecificOutput)
  return typeof named === 'string' && named !== name && Object.hasOwn(events, named)
}

/** Events at which `decision: "block"` counts even then. */
const BLOCKED_BY_OTHERS: readonly string[] = ['PreToolUse', ...BLOCKED_BY_JSON]

function blocksForOtherEvent(name: string, result: unknown): boolean {
  return (
    BLOCKED_BY_OTHERS.includes(name) && objectOf(result).decision === 'block' && isForOtherEvent(name, result)
  )
}

// An answer for another event is quoted in the message.
function rejectionText(name: string, result: unknown, message: string): string {
  const { hookEventName: named } = objectOf(objectOf(result).hookSpecificOutput)
  if (!isForOtherEvent(name, result)) return message
  const printed = JSON.stringify(result, undefined, 2)
  return `Failed to run: Hook returned incorrect event name: expected '${name}' but got '${textOfJson(named)}'. Full stdout: ${printed}`
}

function commandOf({ entry: { command, args, kind, fields } }: EntryRun): string {
  if (kind === 'http') return textOfJson(fields.url)
  return [command, ...(args ?? [])].join(' ')
}

function reminder(body: string): string {
  return `<system-reminder>\n${body}\n</system-reminder>`
}

const KIND: Readonly<Partial<Record<ClaudeEvent, OperationKind>>> = {
  PreToolUse: 'tool',
  PermissionRequest: 'permission',
  PostToolUse: 'result',
  PostToolUseFailure: 'result',
  UserPromptSubmit: 'prompt',
  UserPromptExpansion: 'prompt',
  Stop: 'stop',
  SubagentStop: 'stop',
  SessionStart: 'session',
  SessionEnd: 'end',
  SubagentStart: 'subagent',
  PreCompact: 'compaction',
  PostCompact: 'compaction',
}

function judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement {
  const all = readingsOf(firing, runs)
  const awaited = all.filter(({ run }) => run.plan.run && run.plan.waits)
  const background = all.filter(({ run }) => run.plan.run && !run.plan.waits)
  const judged = withMeanwhile(firing, judgeKind(firing, awaited, background), all)
  const person = awaited.flatMap(({ verdict }) => verdict.notes ?? [])
  return { ...judged, effect: { ...judged.effect, person: [...person, ...(judged.effect.person ?? [])] } }
}

function judgeKind(
  firing: HostFiring,
  awaited: readonly Reading[],
  background: readonly Reading[],
): Judgement {
  switch (KIND[firing.event as ClaudeEvent]) {
    case 'tool':
      return judgeTool(firing, awaited, background)
    case 'permission':
      return judgePermission(firing, awaited)
    case 'result':
      return judgeResult(firing, awaited)
    case 'prompt':
      return judgePrompt(firing, awaited)
    case 'stop':
      return judgeStop(firing, awaited)
    case 'session':
    case 'subagent':
      return judgeStart(firing, awaited)
    case 'compaction':
      return judgeCompaction(firing, awaited)
    case 'end':
      return { verdict: {}, effect: { operation: { kind: 'end', fate: 'ended' }, model: [], run: 'ended' } }
    default:
      return judgeOther(firing, awaited)
  }
}

/** Events after which the next request includes the text of background entries that have finished by then. */
const BACKGROUND_TEXTS: Readonly<Record<string, Pick<ModelText, 'where' | 'role'>>> = {
  PostToolUse: { where: 'in-result', role: 'tool' },
  PostToolUseFailure: { where: 'in-result', role: 'tool' },
  PostToolBatch: { where: 'in-result', role: 'tool' },
  SessionStart: { where: 'message', role: 'user' },
}

/** Adds the text that background entries returned while Claude Code waited for others; plain text is not included. */
function withMeanwhile({ event: name }: HostFiring, judged: Judgement, all: readonly Reading[]): Judgement {
  const place = BACKGROUND_TEXTS[name]
  if (place === undefined || judged.effect.run === 'ended') return judged
  const waits = ({ run }: Reading) => run.plan.run && run.plan.waits
  const waitedMs = Math.max(0, ...all.filter(waits).map(({ run: { ms = 0 } }) => ms))
  const early = all.filter(
    (one) => one.run.plan.run && !waits(one) && one.run.result !== undefined && (one.run.ms ?? 0) < waitedMs,
  )
  const texts = early.flatMap(({ verdict: { notes = [], context = [] } }) => [...notes, ...context])
  const model = texts.map((one): ModelText => ({ text: reminder(one), ...place }))
  return { ...judged, effect: { ...judged.effect, model: [...(judged.effect.model ?? []), ...model] } }
}

const RANK = { allow: 1, ask: 2, defer: 3, deny: 4, stop: 0 } as const

/** The strongest decision, and the run whose reason is quoted: for `ask` the first to finish, otherwise the last. */
function strongest(readings: readonly Reading[]): Reading | undefined {
  let best: Reading | undefined
  for (const one of readings) {
    const { decision } = one.verdict
    if (decision === undefined) continue
    const more = best === undefined ? 1 : RANK[decision] - RANK[best.verdict.decision ?? 'stop']
    if (more > 0 || (more === 0 && decision !== 'ask')) best = one
  }
  return best
}

function endOf(readings: readonly Reading[]): Verdict['run'] {
  return readings.find(({ verdict }) => verdict.run?.ends === true)?.verdict.run
}

function contextsOf(readings: readonly Reading[]): readonly string[] {
  return readings.flatMap(({ verdict }) => verdict.context ?? [])
}

function tag({ event: name, payload }: HostFiring): string {
  const called = valueAt(payload, 'tool_name')
  return TOOL_EVENTS.includes(name) && typeof called === 'string' ? `${name}:${called}` : name
}

function judgeTool(
  firing: HostFiring,
  awaited: readonly Reading[],
  background: readonly Reading[],
): Judgement {
  const { facts, payload } = firing
  const winner = strongest(awaited)
  const decision = winner?.verdict.decision
  const ends = endOf(awaited)
  const contexts = contextsOf(awaited)
  const name = tag(firing)
  // A hook without a decision may change the input just like one whose decision wins.
  const changed = awaited.findLast(
    ({ verdict }) =>
      verdict.payload !== undefined && (verdict.decision === undefined || verdict.decision === decision),
  )
  const given = objectAt(changed?.verdict.payload ?? payload, 'tool_input')
  const model: ModelText[] = []
  const assumed: string[] = []
  let operation: Operation
  let run: 'goes-on' | 'ended' | 'unknown' = ends === undefined ? 'goes-on' : 'ended'
  if (decision === 'deny') {
    const { refusal } = winner as Reading
    const body = refusal?.text ?? 'Blocked by hook'
    const bare = refusal?.isJson === true && isOld(facts.version)
    model.push({ text: bare ? body : `${name} hook error: ${body}`, where: 'result', role: 'tool' })
    operation = { kind: 'tool', fate: 'blocked' }
  } else if (decision === 'defer') {
    operation = { kind: 'tool', fate: facts.headless ? 'blocked' : 'deferred' }
    run = 'ended'
  } else if (decision === 'ask') {
    if (facts.headless) {
      const reason = winner?.verdict.reason ?? `Hook ${name} asked for confirmation for this tool`
      model.push({ text: reason, where: 'result', role: 'tool' })
      operation = { kind: 'tool', fate: 'blocked', asked: false }
      run = 'goes-on'
    } else operation = { kind: 'tool', fate: fateOfAsking(facts.person), asked: true }
  } else if (changed !== undefined && inputFault(payload, given) !== undefined) {
    model.push({ text: rejectedRewrite(firing, given), where: 'result', role: 'tool' })
    operation = { kind: 'tool', fate: 'failed' }
  } else {
    const known = decision === 'allow' ? true : granted(firing, given)
    if (known === undefined) {
      assumed.push(assumedGrant(firing))
      operation = { kind: 'tool', fate: 'ran', input: given }
    } else if (known || !facts.headless) {
      operation = {
        kind: 'tool',
        fate: known ? 'ran' : fateOfAsking(facts.person),
        input: given,
        asked: !known,
      }
    } else {
      // The host has already denied the call itself, so the run continues.
      operation = { kind: 'tool', fate: 'blocked' }
      run = 'goes-on'
    }
  }
  if (contexts.length > 0)
    model.push({
      text: reminder(`${name} hook additional context: ${contexts.join('\n')}`),
      where: 'message',
      role: 'user',
    })
  // Beside another message it is a separate message; on its own it is inserted into the result.
  const place =
    contexts.length > 0
      ? ({ where: 'message', role: 'user' } as const)
      : ({ where: 'in-result', role: 'tool' } as const)
  for (const { verdict } of background)
    for (const one of [...(verdict.notes ?? []), ...(verdict.context ?? [])])
      model.push({ text: reminder(one), ...place })
  const failed = awaited.filter(({ run: { failure } }) => failure !== undefined)
  const person = failed.some(({ run: { failure } }) => failure?.reason === 'timeout')
    ? ["A hook didn't answer in time, so it didn't check this action."]
    : failed.some(({ run: { failure, raw } }) => failure?.reason !== 'crashed' || raw?.exitCode === 127)
      ? ["A hook gave no usable answer, so it didn't check this action."]
      : []
  return {
    verdict: {
      ...defined({ decision, reason: winner?.verdict.reason }),
      ...(changed === undefined || operation.fate === 'blocked' ? {} : { payload: changed.verdict.payload }),
      ...(contexts.length === 0 ? {} : { context: contexts }),
      ...defined({ run: ends }),
    },
    by: winner?.index,
    effect: {
      operation,
      model,
      run,
      ...(run === 'ended' ? { exit: 0 } : {}),
      ...(person.length === 0 ? {} : { person }),
      ...(assumed.length === 0 ? {} : { assumed }),
    },
  }
}

/** Required input fields, for the tools with known inputs. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command'],
  Read: ['file_path'],
  Write: ['file_path', 'content'],
  Edit: ['file_path', 'old_string', 'new_string'],
  Glob: ['pattern'],
  Grep: ['pattern'],
  WebFetch: ['url', 'prompt'],
  WebSearch: ['query'],
  Agent: ['description', 'prompt'],
  Task: ['description', 'prompt'],
}

/** Why a tool rejects an input, in the host's wording; undefined where it accepts it. */
function inputFault(payload: unknown, given: Json): string | undefined {
  const required = rowOf(REQUIRED, textOfJson(valueAt(payload, 'tool_name'))) ?? []
  const wrong = required.flatMap((key) => {
    if (given[key] === undefined) return [`The required parameter \`${key}\` is missing`]
    if (typeof given[key] === 'string') return []
    return [
      `The parameter \`${key}\` type is expected as \`string\` but provided as \`${typeof given[key]}\``,
    ]
  })
  if (wrong.length === 0) return undefined
  return `failed due to the following ${wrong.length > 1 ? 'issues' : 'issue'}:\n${wrong.join('\n')}`
}

function rejectedRewrite({ event: name, payload }: HostFiring, given: Json): string {
  const called = textOfJson(valueAt(payload, 'tool_name'))
  return `${name} hook for ${called} returned updatedInput that failed schema validation: ${called} ${inputFault(payload, given)}\nThe tool input from the model was valid; the hook's rewrite of it was not.`
}

function fateOfAsking(person: string | undefined): Operation['fate'] {
  if (person === undefined) return 'unknown'
  return /allow|accept|yes|approve/i.test(person) ? 'ran' : 'blocked'
}

/** Tools that need no permission. */
const FREE: readonly string[] = [
  'Read',
  'Glob',
  'Grep',
  'LS',
  'Agent',
  'Task',
  'TodoWrite',
  'Skill',
  'ToolSearch',
]
const EDITING: readonly string[] = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit']
/** Read-only commands, recognized by their first word. */
const LOOKING =
  /^(?:echo|ls|cat|pwd|head|tail|wc|which|whoami|date|true|grep|rg|find|stat|file|git (?:status|log|diff|show|branch))\b/

// Names the rules of the same tool that do not cover the call, for which the user would be asked.
function assumedGrant({ payload, settings }: HostFiring): string {
  const tool = textOfJson(valueAt(payload, 'tool_name') ?? 'this call')
  const rules = Array.isArray(settings.allow) ? settings.allow : []
  const near = rules.filter((rule) => typeof rule === 'string' && permissionRule(rule)?.tool === tool)
  if (near.length === 0) return `your permission rules allow ${tool}`
  const named = near.map((rule) => JSON.stringify(rule)).join(', ')
  return `you allow this call of ${tool}, which ${named} in your permission rules ${near.length === 1 ? 'does' : 'do'} not cover`
}

/** Whether a call needs no permission; undefined where neither rules nor facts determine it. */
function granted({ payload, facts, settings }: HostFiring, given: Json): boolean | undefined {
  const called = { ...callOf(payload), input: given }
  const covers = (rule: unknown) => {
    const parts = typeof rule === 'string' ? permissionRule(rule) : undefined
    return parts === undefined ? false : ruleCovers(parts, called)
  }
  const denied = Array.isArray(settings.deny) ? settings.deny.map(covers) : []
  if (denied.includes(true)) return false
  if (denied.includes(undefined)) return undefined
  const mode = facts.permissionMode
  if (mode === 'bypassPermissions') return true
  if (FREE.includes(called.tool)) return true
  if (mode === 'acceptEdits' && EDITING.includes(called.tool)) return true
  if (facts.allowedTools?.some(covers) === true) return true
  if (facts.workspaceTrusted && Array.isArray(settings.allow) && settings.allow.some(covers)) return true
  const { command } = given
  if (
    called.tool === 'Bash' &&
    typeof command === 'string' &&
    LOOKING.test(command) &&
    !/[;&|<>`$]/.test(command)
  )
    return true
  return facts.allowedTools === undefined ? undefined : false
}

function judgePermission(firing: HostFiring, awaited: readonly Reading[]): Judgement {
  const { facts } = firing
  const decisive = awaited.find(
    ({ verdict, refusal }) => verdict.decision === 'allow' || refusal !== undefined,
  )
  if (decisive === undefined) {
    const ran = facts.headless
      ? false
      : facts.person === undefined
        ? 'unknown'
        : fateOfAsking(facts.person) === 'ran'
    return {
      verdict: {},
      effect: { operation: { kind: 'permission', fate: 'undecided', ran }, model: [], run: 'goes-on' },
    }
  }
  const { verdict, own, index } = decisive
  const given = objectAt(verdict.payload, 'tool_input')
  if (verdict.payload !== undefined && inputFault(firing.payload, given) !== undefined) {
    const model: readonly ModelText[] = [
      { text: rejectedRewrite(firing, given), where: 'result', role: 'tool' },
    ]
    const operation = { kind: 'permission', fate: 'denied', ran: false } as const
    return { verdict: {}, by: index, effect: { operation, model, run: 'goes-on' } }
  }
  if (verdict.decision === 'allow')
    return {
      verdict,
      by: index,
      effect: { operation: { kind: 'permission', fate: 'allowed', ran: true }, model: [], run: 'goes-on' },
    }
  const interrupts = objectOf(own.decision).interrupt === true
  const reason =
    decisive.refusal?.isJson === false
      ? decisive.refusal.text
      : (verdict.reason ?? 'Permission denied by hook')
  return {
    verdict: { ...verdict, reason, ...(interrupts ? { run: { ends: true } } : {}) },
    by: index,
    effect: {
      operation: { kind: 'permission', fate: 'denied', ran: false },
      model: [{ text: reason, where: 'result', role: 'tool' }],
      run: interrupts ? 'ended' : 'goes-on',
      ...(interrupts ? { exit: 1 } : {}),
    },
  }
}

function judgeResult(firing: HostFiring, awaited: readonly Reading[]): Judgement {
  const name = tag(firing)
  const ends = firing.event === 'PostToolUse' ? endOf(awaited) : undefined
  const replaced = awaited.findLast(({ verdict }) => verdict.payload !== undefined)
  const output =
    replaced === undefined
      ? undefined
      : shownResult(valueAt(replaced.verdict.payload, 'tool_response'), isMcpTool(firing.payload))
  const model: ModelText[] = []
  if (output !== undefined) model.push({ text: output, where: 'result', role: 'tool' })
  for (const { refusal, run } of awaited)
    if (refusal !== undefined)
      model.push({ text: reminder(blockingError(name, run, refusal)), where: 'in-result', role: 'tool' })
  for (const one of contextsOf(awaited))
    model.push({
      text: reminder(`${name} hook additional context: ${one}`),
      where: 'in-result',
      role: 'tool',
    })
  const refused = awaited.find(({ refusal }) => refusal !== undefined)
  return {
    verdict: {
      ...(refused === undefined ? {} : { decision: 'deny' as const, reason: refused.verdict.reason }),
      ...(replaced === undefined ? {} : { payload: replaced.verdict.payload }),
      context: contextsOf(awaited),
      ...defined({ run: ends }),
    },
    by: (refused ?? replaced)?.index,
    effect: {
      operation:
        output === undefined
          ? { kind: 'result', fate: 'kept' }
          : { kind: 'result', fate: 'replaced', output },
      model,
      run: ends === undefined ? 'goes-on' : 'ended',
      ...(ends === undefined ? {} : { exit: 0 }),
    },
  }
}

function blockingError(
  name: string,
  run: EntryRun,
  { text: reason, isJson }: NonNullable<Reading['refusal']>,
): string {
  const { statusMessage } = run.entry.fields
  const label = isJson && typeof statusMessage === 'string' ? statusMessage : commandOf(run)
  return `${name} hook blocking error from command: "${label}": ${reason}`
}

function isMcpTool(payload: unknown): boolean {
  return isMcpName(mcp, textOfJson(valueAt(payload, 'tool_name')))
}

// A tool's result as the model reads it: for Bash, its output. The shape of an MCP tool's result is not known.
function shownResult(result: unknown, ofMcp: boolean): string {
  if (typeof result === 'string') return result
  if (Array.isArray(result)) return result.map((part) => textOfJson(objectOf(part).text ?? '')).join('\n')
  if (ofMcp) return JSON.stringify(result)
  const { stdout, stderr, content, file } = objectOf(result)
  if (typeof stdout === 'string')
    return [stdout, typeof stderr === 'string' ? stderr : ''].filter((one) => one !== '').join('\n')
  if (typeof content === 'string') return content
  const inner = objectOf(file).content
  return typeof inner === 'string' ? inner : JSON.stringify(result)
}

function judgePrompt(firing: HostFiring, awaited: readonly Reading[]): Judgement {
  const { event: name, payload } = firing
  const blocking = awaited.find(({ refusal }) => refusal !== undefined)
  const ends = endOf(awaited)
  if (blocking !== undefined || ends !== undefined) {
    const reason = blocking?.refusal?.text ?? ends?.reason ?? 'Blocked by hook'
    const prompt = textOfJson(valueAt(payload, 'prompt'))
    const hidden = blocking?.own.suppressOriginalPrompt === true
    return {
      verdict: {
        ...(blocking === undefined ? {} : { decision: 'deny' as const }),
        reason,
        ...defined({ run: ends }),
      },
      by: blocking?.index,
      effect: {
        operation: { kind: 'prompt', fate: 'blocked' },
        model: [],
        run: 'ended',
        exit: 0,
        person: [
          blocking === undefined
            ? `Operation stopped by hook${ends?.reason === undefined ? '' : `: ${ends.reason}`}`
            : `${name} operation blocked by hook:\n${reason}${hidden ? '' : `\n\nOriginal prompt: ${prompt}`}`,
        ],
      },
    }
  }
  const model = awaited.flatMap(({ verdict, run }): ModelText[] =>
    (verdict.context ?? []).map((one) => ({
      text: reminder(
        run.result === undefined ? `${name} hook success: ${one}` : `${name} hook additional context: ${one}`,
      ),
      where: 'message',
      role: 'user',
    })),
  )
  return {
    verdict: { context: contextsOf(awaited) },
    effect: { operation: { kind: 'prompt', fate: 'sent' }, model, run: 'goes-on' },
  }
}

/** After this many consecutive continuations, the host stops anyway. */
const MOST_CONTINUATIONS = 8

function judgeStop(firing: HostFiring, awaited: readonly Reading[]): Judgement {
  const { event: name, facts } = firing
  const ends = endOf(awaited)
  const blocking = awaited.filter(({ refusal }) => refusal !== undefined)
  const contexts = contextsOf(awaited)
  const capped = (facts.blocksInARow ?? 0) >= MOST_CONTINUATIONS
  const [first] = blocking
  if (ends !== undefined || capped || (first === undefined && contexts.length === 0)) {
    return {
      verdict: defined({ run: ends }),
      effect: { operation: { kind: 'stop', fate: 'stopped' }, model: [], run: 'ended', exit: 0 },
    }
  }
  const model: ModelText[] = [
    ...blocking.flatMap(({ run, refusal }): ModelText[] =>
      refusal?.isJson === true
        ? [{ text: reminder(blockingError(name, run, refusal)), where: 'message', role: 'user' }]
        : [],
    ),
    ...blocking.map(
      ({ refusal }): ModelText => ({
        text: `Stop hook feedback:\n${refusal?.text}`,
        where: 'message',
        role: 'user',
      }),
    ),
    ...contexts.map(
      (one): ModelText => ({
        text: reminder(`${name} hook additional context: ${one}`),
        where: 'message',
        role: 'user',
      }),
    ),
  ]
  return {
    verdict: {
      ...(first === undefined ? {} : { decision: 'deny' as const, reason: first.verdict.reason }),
      context: contexts,
    },
    by: first?.index,
    effect: { operation: { kind: 'stop', fate: 'continued' }, model, run: 'goes-on' },
  }
}

function judgeStart(firing: HostFiring, awaited: readonly Reading[]): Judgement {
  const { event: name, payload } = firing
  const plain = awaited.filter(({ run }) => run.result === undefined)
  const contexts = contextsOf(awaited.filter(({ run }) => run.result !== undefined))
  const source = valueAt(payload, name === 'SessionStart' ? 'source' : 'agent_type')
  const model: ModelText[] = contextsOf(plain).map((one) => ({
    text: reminder(`${name}:${textOfJson(source)} hook success: ${one}`),
    where: 'message',
    role: 'user',
  }))
  if (contexts.length > 0)
    model.push({
      text: reminder(`${name} hook additional context: ${contexts.join('\n')}`),
      where: 'message',
      role: 'user',
    })
  for (const { own } of awaited) {
    const first = textOf(own.initialUserMessage)
    if (first !== undefined) model.push({ text: first, where: 'message', role: 'user' })
  }
  return {
    verdict: { context: contextsOf(awaited) },
    effect: {
      operation: { kind: name === 'SessionStart' ? 'session' : 'subagent', fate: 'started' },
      model,
      run: 'goes-on',
    },
  }
}

function judgeCompaction({ event: name }: HostFiring, awaited: readonly Reading[]): Judgement {
  const blocking = name === 'PreCompact' ? awaited.find(({ refusal }) => refusal !== undefined) : undefined
  return {
    verdict: blocking === undefined ? {} : { decision: 'deny', reason: blocking.verdict.reason },
    by: blocking?.index,
    effect: {
      operation: { kind: 'compaction', fate: blocking === undefined ? 'went-on' : 'blocked' },
      // At this event, even `continue: false` does not end the session.
      ...(name === 'PreCompact' ? { run: 'goes-on' as const } : {}),
    },
  }
}

function judgeOther(firing: HostFiring, awaited: readonly Reading[]): Judgement {
  const { event: name } = firing
  const blocking = awaited.find(({ refusal }) => refusal !== undefined)
  const isBatch = name === 'PostToolBatch'
  const ends = endOf(awaited) ?? (isBatch && blocking ? { ends: true } : undefined)
  const contexts = contextsOf(awaited)
  return {
    verdict: {
      ...(blocking === undefined ? {} : { decision: 'deny' as const, reason: blocking.verdict.reason }),
      context: contexts,
      ...defined({ run: ends }),
    },
    by: blocking?.index,
    effect: {
      operation: { kind: 'other', fate: name === 'WorktreeCreate' && blocking ? 'failed' : 'went-on' },
      model: contexts.map((one) => ({
        text: reminder(`${name} hook additional context: ${one}`),
        ...(isBatch
          ? ({ where: 'in-result', role: 'tool' } as const)
          : ({ where: 'message', role: 'user' } as const)),
      })),
      run: ends === undefined ? 'goes-on' : 'ended',
      ...(ends === undefined ? {} : { exit: 0 }),
    },
  }
}

// ---- The host

// ---- Rules for the checks

const KEYS = ['type', 'if', 'timeout', 'statusMessage', 'once', 'async', 'asyncRewake', 'onFailure'] as const

/** Events at which hooks have `CLAUDE_ENV_FILE`. */
const WITH_ENV_FILE: readonly string[] = ['SessionStart', 'Setup', 'CwdChanged', 'FileChanged']

const rules: HostRules = {
  writesCompactly: true,
  times: {
    keys: ['timeout'],
    unit: 'seconds',
    together: (name) =>
      name === 'SessionEnd'
        ? { seconds: 1.5, raisedBy: 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS' }
        : undefined,
  },
  shell: 'sh',
  entryKeys: [
    ...KEYS,
    ...['command', 'args', 'shell', 'prompt', 'model', 'continueOnBlock', 'url', 'headers', 'allowedEnvVars'],
    ...['server', 'tool', 'input'],
  ],
  groupKeys: ['matcher', 'hooks'],
  hooksBelow: true,
  required: ['CLAUDE_PLUGIN_ROOT'],
  words: {
    SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
    SessionEnd: ['clear', 'resume', 'logout', 'prompt_input_exit', 'bypass_permissions_disabled', 'other'],
    PreCompact: ['manual', 'auto'],
    PostCompact: ['manual', 'auto'],
    Setup: ['init', 'maintenance'],
    ConfigChange: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    InstructionsLoaded: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    DirectoryAdded: ['slash_command', 'register_repo_root'],
    StopFailure: [
      ...['authentication_failed', 'oauth_org_not_allowed', 'account_on_hold', 'verification_required'],
      ...['billing_error', 'rate_limit', 'overloaded', 'invalid_request', 'model_not_found', 'server_error'],
      ...['unknown', 'max_output_tokens', 'cloud_credential_error'],
    ],
  },
  variables: (name, scope) => [
    ...['CLAUDE_PROJECT_DIR', 'CLAUDE_PID', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_ENTRYPOINT'],
    ...['CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_CODE_REMOTE', 'CLAUDE_EFFORT'],
    ...(scope === 'plugin' || scope === 'skill' ? ['CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'] : []),
    ...(WITH_ENV_FILE.includes(name) ? ['CLAUDE_ENV_FILE'] : []),
  ],
  kind(name, kind) {
    if (takesKind(name, kind)) return undefined
    return kind === 'http' ? 'skips http entries' : `cannot run ${kind} entries, so it fails each time`
  },
  idle({ event: name, matcher, fields }) {
    const { if: condition, once, onFailure } = fields
    if (typeof condition === 'string') {
      if (!TOOL_EVENTS.includes(name))
        return {
          key: 'if',
          message: `"if" applies to tool events, and ${name} is not one: Claude Code never runs the entry.`,
          fix: 'Remove "if".',
        }
      const rule = permissionRule(condition)
      if (rule === undefined)
        return {
          key: 'if',
          message: `"${condition}" is not a permission rule, so Claude Code never runs the entry.`,
          fix: 'Write a rule such as "Bash(git *)".',
        }
      if (coversNothing(rule))
        return {
          key: 'if',
          message: `Claude Code does not test addresses in "if", so "${condition}" covers no call and the entry never runs.`,
          fix: 'Write "WebFetch", and test the address in the hook.',
        }
      if (isSeveralRules(rule, TOOLS))
        return {
          key: 'if',
          message: `"if" takes one rule: Claude Code reads "${condition}" as one pattern of ${rule.tool}, which covers none of these calls.`,
          fix: 'Write an entry for each rule.',
        }
      const { matches } = matcherOf(name, matcher)
      const names = [
        rule.tool,
        ...Object.entries(ALIASES).flatMap(([own, old]) => [
          ...(old.includes(rule.tool) ? [own] : []),
          ...(own === rule.tool ? old : []),
        ]),
      ]
      if (TOOLS.includes(rule.tool) && !names.some(matches))
        return {
          key: 'if',
          message: `The matcher "${matcher}" does not match ${rule.tool}, and "if" matches nothing else: the entry never runs.`,
        }
    }
    if (once === true)
      return {
        key: 'once',
        message: '"once" has no effect: Claude Code runs the entry every time.',
        fix: 'Remove it.',
      }
    if (onFailure === 'block' && (fields.async === true || fields.asyncRewake === true))
      return {
        key: 'onFailure',
        message:
          '"onFailure" has no effect: the hook runs in the background, and Claude Code does not wait for it.',
        fix: 'Remove "async" or "onFailure".',
      }
    if (onFailure === 'block' && NEVER_BLOCKED_BY_FAILURE.includes(name))
      return {
        key: 'onFailure',
        message: `"onFailure" has no effect at ${name}: a hook that fails blocks nothing there.`,
      }
    return undefined
  },
}

const host = {
  rules,
  versions: ['2.1.330', '2.1.197'],
  facts: {
    headless: false,
    workspaceTrusted: true,
    hooksTrusted: true,
    permissionMode: 'default',
    flags: [],
  },
  permissionModes: ['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'],
  places,
  unread: [
    ...['.claude/hooks.json', '.claude/hooks/hooks.json'].map(
      (path) => ({ base: 'workspace', path, instead: '.claude/settings.json' }) as const,
    ),
    ...['.claude/settings.local.json', '.claude/hooks.json'].map(
      (path) => ({ base: 'home', path, instead: '~/.claude/settings.json' }) as const,
    ),
    // A plugin, or a marketplace of plugins.
    ...['', 'plugins/*/'].flatMap(
      (folder) =>
        [
          { ...IN_PLUGIN, path: `${folder}.claude-plugin/hooks.json` },
          // For a plugin in their own format, other agents read this file.
          {
            ...{ ...IN_PLUGIN, path: `${folder}hooks.json` },
            ...({ beside: '.claude-plugin/plugin.json', severity: 'info' } as const),
          },
          { ...IN_PLUGIN, path: `${folder}agents/*.md`, beside: '../.claude-plugin/plugin.json' },
        ] as const,
    ),
  ],
  given,
  further,
  shape,
  entries: entriesOf,
  combine,
  timeoutMs,
  folders: ({ root }: { readonly root: string }) => ({ CLAUDE_PROJECT_DIR: root }),
  matcherFault,
  missingScript: (name: string) =>
    REFUSED_BY_EXIT.includes(name) && STRICT.includes(name)
      ? 'this entry checks nothing: Claude Code goes on as if it had not run.'
      : 'this entry does nothing: Claude Code goes on as if it had not run.',
  fires,
  plan,
  judge,
  process: processOf,
  newEntry,
} satisfies Host

function newEntry(name: string, script: string, by = ''): NewEntry {
  const { example } = events[name as ClaudeEvent]
  // At FileChanged, only the matcher selects the files to watch.
  const matcherText =
    TOOL_EVENTS.includes(name) || name === 'FileChanged' ? matchedValue(name, example) : undefined
  const command = `${by}"$CLAUDE_PROJECT_DIR"/.claude/hooks/${script}`
  return {
    script: `.claude/hooks/${script}`,
    file: '.claude/settings.json',
    at: ['hooks', name],
    value: { ...defined({ matcher: matcherText }), hooks: [{ type: 'command', command }] },
  }
}

function processOf(entry: HookEntry, { payload, root, platform }: ProcessContext): EntryProcess {
  const cwd = valueAt(payload, 'cwd')
  const session = valueAt(payload, 'session_id')
  const base = {
    env: {
      CLAUDECODE: '1',
      CLAUDE_PROJECT_DIR: root,
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      ...(typeof session === 'string' ? { CLAUDE_CODE_SESSION_ID: session } : {}),
      ...entry.env,
    },
    input: `${JSON.stringify(payloadFor(entry, payload))}\n`,
    cwd: typeof cwd === 'string' ? cwd : undefined,
  }
  if (entry.args !== undefined) return { ...base, file: entry.command, argv: entry.args }
  if (entry.fields.shell === 'powershell' || platform === 'win32')
    return {
      ...base,
      file: platform === 'win32' ? 'powershell' : 'pwsh',
      argv: ['-NoProfile', '-NonInteractive', '-Command', entry.command],
    }
  return { ...base, file: '/bin/sh', argv: ['-c', entry.command] }
}

const first = { run: 'parallel', sees: 'original', endsAt: 'never' } as const

export const claudeCode = dialect({
  id: 'claude-code',
  title: 'Claude Code',
  summary:
    'Entries of settings files, plugins and frontmatter that call a command, an address, a prompt, an agent or an MCP tool.',
  source: SOURCE,
  version: '2.1.330',
  exports: 'settings',
  files: [],
  places: [],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 600_000,
  signal: 'argument',
  flow: { observe: first, transform: first, veto: first },
  tools: {
    shell: { name: 'Bash', fields: { command: 'command' }, text: 'tool_response.stdout' },
    read: { name: 'Read', fields: { path: 'file_path' } },
    write: { name: 'Write', fields: { path: 'file_path', content: 'content' } },
    edit: {
      ...{ name: 'Edit', also: ['MultiEdit'] },
      fields: { path: 'file_path', before: 'old_string', after: 'new_string' },
    },
    fetch: { name: 'WebFetch', fields: { url: 'url' } },
    grep: { name: 'Grep', fields: { pattern: 'pattern', folder: 'path' } },
    glob: { name: 'Glob', fields: { pattern: 'pattern', folder: 'path' } },
    search: { name: 'WebSearch', fields: { query: 'query' } },
    agent: { name: 'Agent', also: ['Task'], fields: { task: 'prompt' } },
    todo: { name: 'TodoWrite', fields: {} },
  },
  mcp,
  toolInputs,
  toolResults,
  readEnd,
  host,
  events,
})
