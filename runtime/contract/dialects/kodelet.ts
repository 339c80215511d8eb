// Kodelet's hook contract: executables that answer `hook` and `run` (ADR 021), shipped alone or in plugins (ADR 029).

import Type, { type Static, type TSchema } from 'typebox'
import { dialect } from '../dialect.ts'
import { type EventRecord, event } from '../eventRecord.ts'
import { asGoStruct } from '../goJson.ts'
import { isObject } from '../json.ts'
import { parseJson } from '../parseJson.ts'
import { openValue } from '../shapes.ts'
import type { Raw, ReadEnd, Verdict } from '../verdict.ts'

const ADR21 = (heading: string) => `ADR 021, "${heading}"`

const base = <const E extends string>(name: E) => ({
  event: Type.Literal(name, { description: 'Name of the event.' }),
  conv_id: Type.String({ description: 'Id of the conversation.' }),
  cwd: Type.String({ description: "The agent's working directory, absolute." }),
  invoked_by: Type.Union([Type.Literal('main'), Type.Literal('subagent')], {
    description: 'Whether the main agent or a subagent fired the event.',
  }),
  recipe_name: Type.Optional(
    Type.String({
      description: 'The active recipe (ADR 029, "Hook Payload Context"); absent when there is none.',
    }),
  ),
})

// Kodelet's decoder treats null as an absent field. A Python guard that prints `"reason": null` denies there, so it
// must deny here.
const optional = <S extends TSchema>(shape: (description: string) => S, description: string) =>
  Type.Optional(Type.Union([shape(description), Type.Null()], { description }))

const RFC_3339 = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$'

const flag = (description: string) => Type.Boolean({ description })
const text = (description: string) => Type.String({ description })

const StructuredToolResult = Type.Object(
  {
    toolName: Type.String({ description: 'Name of the tool that ran.' }),
    success: Type.Boolean({ description: 'Whether the tool succeeded.' }),
    error: Type.Optional(Type.String({ description: 'The error, if it failed.' })),
    metadataType: Type.Optional(Type.String({ description: 'Which kind of metadata follows.' })),
    metadata: Type.Optional(
      openValue("The tool's own structured output; open because every tool has its own."),
    ),
    timestamp: Type.Optional(
      Type.String({ description: 'When the tool finished, RFC 3339. Kodelet always sends it.' }),
    ),
  },
  { title: 'StructuredToolResult', description: 'The result of a tool call, as Kodelet stores it.' },
)

// Kodelet's decoder leaves a field empty that the answer omits or sets to null, and accepts the rest: a hook that
// prints only the result without a secret has redacted it.
const ToolResultAnswer = Type.Object(
  {
    toolName: optional(text, 'Name of the tool that ran; default: empty.'),
    success: optional(flag, 'Whether the tool succeeded; default: false.'),
    error: optional(text, 'The error, if it failed.'),
    metadataType: optional(text, 'Which kind of metadata follows.'),
    metadata: Type.Optional(
      openValue("The tool's own structured output; open because every tool has its own."),
    ),
    timestamp: optional(
      (description) => Type.String({ description, pattern: RFC_3339, examples: ['2026-02-21T10:15:04Z'] }),
      'When the tool finished, RFC 3339; default: the year 1.',
    ),
  },
  { title: 'ToolResultAnswer', description: 'A tool result in an answer.' },
)

const Message = Type.Object(
  {
    role: Type.String({ description: 'The author: user, assistant, system or tool.' }),
    content: Type.String({ description: 'The text of the message.' }),
  },
  { title: 'Message', description: 'One message of the conversation.' },
)

const Nothing = Type.Object({}, { title: 'TurnEndResult', description: 'Nothing; extra fields are ignored.' })

const common = {
  session: 'conv_id',
  cwd: 'cwd',
  invokedBy: 'invoked_by',
  recipe: 'recipe_name',
} as const
const tool = { ...common, tool: 'tool_name', input: 'tool_input' } as const

const example = {
  conv_id: '20260221T101500-4f2a',
  cwd: '/srv/shop',
  invoked_by: 'main',
} as const

export const kodelet = dialect({
  id: 'kodelet',
  title: 'Kodelet',
  summary: 'Executables that print their event when called with `hook` and answer a JSON payload on `run`.',
  source: 'ADR 021 (agent lifecycle hooks) and ADR 029 (plugin hooks)',
  version: 'last release with hooks, e3a657a7',
  exports: 'executable',
  files: [],
  wins: 'first',
  order: 'by-place',
  places: [
    { source: 'workspace', base: 'workspace', folder: '.kodelet/hooks' },
    { source: 'plugin', base: 'workspace', folder: '.kodelet/plugins/*/hooks' },
    { source: 'user', base: 'home', folder: '.kodelet/hooks' },
    { source: 'plugin', base: 'home', folder: '.kodelet/plugins/*/hooks' },
  ],
  timeoutMs: 30_000,
  signal: 'argument',
  wire: { argv: ['run'], query: ['hook'] },
  anyCase: true,
  readEnd,
  tools: { shell: { name: 'bash', fields: { command: 'command' } } },
  // "Stacked hooks": one process after the other, including observers.
  flow: { observe: { run: 'sequential' } },
  events: {
    before_tool_call: event({
      summary: 'Runs before a tool call. May block it or replace its input.',
      source: ADR21('Hook Types'),
      note: 'Stacked hooks compose: the first block wins and inputs chain. The sample code of ADR 021 kept only the last output, and the last release gave every hook the original payload.',
      semantics: 'veto',
      lifecycle: 'tool.before',
      common: tool,
      empty: 'pass',
      onFailure: 'pass',
      payload: Type.Object(
        {
          ...base('before_tool_call'),
          tool_name: Type.String({ description: 'Name of the tool about to run.' }),
          tool_input: openValue("The tool's input; open because every tool has its own."),
          tool_user_id: Type.String({ description: 'Id of this tool call.' }),
        },
        { title: 'BeforeToolCallPayload', description: 'Payload of before_tool_call hooks.' },
      ),
      result: Type.Object(
        {
          blocked: optional(flag, 'True stops the tool call.'),
          reason: optional(text, 'Why it was blocked, shown to the model.'),
          input: Type.Optional(
            openValue(
              'The tool input to use instead; omit it or set it to null to keep the original. Open because every tool has its own.',
            ),
          ),
        },
        { title: 'BeforeToolCallResult', description: 'What a before_tool_call hook may answer.' },
      ),
      verdict: (result, payload) => {
        if (result.blocked === true) return denial(result.reason)
        if (result.input === undefined || result.input === null) return {}
        return { payload: { ...payload, tool_input: result.input } }
      },
      example: {
        event: 'before_tool_call',
        ...example,
        tool_name: 'bash',
        tool_input: { command: 'npm test', description: 'Run the tests' },
        tool_user_id: 'toolu_01A',
      },
    }),

    after_tool_call: event({
      summary: 'Runs after a tool call, including a blocked one. May replace its output.',
      source: ADR21('Hook Types'),
      note: 'An empty answer erases nothing. In the last release a later empty answer overwrote an earlier one.',
      semantics: 'transform',
      lifecycle: 'tool.after',
      common: { ...tool, output: 'tool_output' },
      empty: 'pass',
      onFailure: 'pass',
      payload: Type.Object(
        {
          ...base('after_tool_call'),
          tool_name: Type.String({ description: 'Name of the tool that ran.' }),
          tool_input: openValue('The input the tool ran with; open because every tool has its own.'),
          tool_output: StructuredToolResult,
          tool_user_id: Type.String({ description: 'Id of this tool call.' }),
        },
        { title: 'AfterToolCallPayload', description: 'Payload of after_tool_call hooks.' },
      ),
      result: Type.Object(
        {
          output: Type.Optional(
            Type.Union([ToolResultAnswer, Type.Null()], {
              description: 'The tool output to use instead; omit it or set it to null to keep the original.',
            }),
          ),
        },
        { title: 'AfterToolCallResult', description: 'What an after_tool_call hook may answer.' },
      ),
      verdict: (result, payload) =>
        result.output === undefined || result.output === null
          ? {}
          : { payload: { ...payload, tool_output: toolResult(result.output) } },
      example: {
        event: 'after_tool_call',
        ...example,
        tool_name: 'bash',
        tool_input: { command: 'npm test', description: 'Run the tests' },
        tool_output: {
          toolName: 'bash',
          success: true,
          metadataType: 'bash',
          metadata: { command: 'npm test', exitCode: 0, output: '42 passing' },
          timestamp: '2026-02-21T10:15:04Z',
        },
        tool_user_id: 'toolu_01A',
      },
    }),

    user_message_send: event({
      summary: 'Runs when the user sends a message, before the model sees it. May block it.',
      source: ADR21('Hook Types'),
      semantics: 'veto',
      lifecycle: 'prompt',
      common: { ...common, prompt: 'message' },
      empty: 'pass',
      onFailure: 'pass',
      payload: Type.Object(
        { ...base('user_message_send'), message: Type.String({ description: "The user's message." }) },
        { title: 'UserMessageSendPayload', description: 'Payload of user_message_send hooks.' },
      ),
      result: Type.Object(
        {
          blocked: optional(flag, 'True keeps the message from the model.'),
          reason: optional(text, 'Why it was blocked, shown to the user.'),
        },
        { title: 'UserMessageSendResult', description: 'What a user_message_send hook may answer.' },
      ),
      verdict: (result) => (result.blocked === true ? denial(result.reason) : {}),
      example: { event: 'user_message_send', ...example, message: 'Run the tests and fix what fails.' },
    }),

    agent_stop: event({
      summary: 'Runs when the agent would stop. May return follow-up messages that keep it going.',
      source: ADR21('Hook Types'),
      note: 'Follow-ups of several hooks are appended in order.',
      semantics: 'observe',
      lifecycle: 'stop',
      common: { ...common, messages: 'messages' },
      empty: 'pass',
      onFailure: 'pass',
      payload: Type.Object(
        { ...base('agent_stop'), messages: Type.Array(Message, { description: 'The conversation so far.' }) },
        { title: 'AgentStopPayload', description: 'Payload of agent_stop hooks.' },
      ),
      result: Type.Object(
        {
          follow_up_messages: optional(
            (description) => Type.Array(Type.Union([Type.String(), Type.Null()]), { description }),
            'Appended as user messages; the agent continues. Omit it or leave it empty to let it stop; null among them is an empty message.',
          ),
        },
        { title: 'AgentStopResult', description: 'What an agent_stop hook may answer.' },
      ),
      verdict: ({ follow_up_messages: followUps }) =>
        followUps === undefined || followUps === null || followUps.length === 0
          ? {}
          : { followUps: followUps.map((text) => text ?? '') },
      example: {
        event: 'agent_stop',
        ...example,
        messages: [
          { role: 'user', content: 'Run the tests and fix what fails.' },
          { role: 'assistant', content: 'All 42 tests pass.' },
        ],
      },
    }),

    turn_end: event({
      summary: 'Runs when a turn has ended. Observes only.',
      source: 'ADR 029, "Example: Multi-Recipe Hook"',
      note: 'ADR 029 uses the event without defining its fields; these are the fields of the last release.',
      semantics: 'observe',
      lifecycle: 'turn.after',
      common,
      empty: 'pass',
      onFailure: 'pass',
      payload: Type.Object(
        {
          ...base('turn_end'),
          response: Type.String({ description: "The assistant's text of this turn." }),
          turn_number: Type.Integer({ minimum: 1, description: 'Counts from 1.' }),
        },
        { title: 'TurnEndPayload', description: 'Payload of turn_end hooks.' },
      ),
      result: Nothing,
      verdict: () => ({}),
      example: {
        event: 'turn_end',
        ...example,
        recipe_name: 'code-review',
        response: 'All 42 tests pass.',
        turn_number: 3,
      },
    }),
  },
})

/** The zero value of Go's time.Time. */
const NO_TIME = '0001-01-01T00:00:00Z'

// The result as Kodelet has it after decoding: all of its own fields and no others.
function toolResult(answer: Static<typeof ToolResultAnswer>): Static<typeof StructuredToolResult> {
  const { toolName, success, error, metadataType, metadata, timestamp } = answer
  return {
    toolName: toolName ?? '',
    success: success ?? false,
    ...(isGiven(error) ? { error } : {}),
    ...(isGiven(metadataType) && isGiven(metadata) ? { metadataType, metadata } : {}),
    timestamp: timestamp ?? NO_TIME,
  }
}

function isGiven<T>(value: T | null | undefined | ''): value is T {
  return value !== undefined && value !== null && value !== ''
}

function denial(reason: string | null | undefined): Verdict<never> {
  return reason === undefined || reason === null ? { decision: 'deny' } : { decision: 'deny', reason }
}

// ADR 021, "Error Handling": a nonzero exit code is a failure, never a decision; no output means no action.
function readEnd(raw: Raw, event: EventRecord): ReadEnd {
  if (raw.exitCode !== 0) {
    return { kind: 'failed', reason: 'crashed', message: `ended with ${ending(raw)}${lastLine(raw.stderr)}` }
  }
  const printed = raw.stdout.trim()
  if (printed === '') return { kind: 'returned', result: undefined }
  if (raw.cut === true) return unreadable('printed more than the output cap')
  let result: unknown
  try {
    result = parseJson(printed)
  } catch (error) {
    return unreadable(`printed no JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ')}`)
  }
  if (isObject(result)) return { kind: 'returned', result: asGoStruct(event.result, result) }
  return unreadable(`printed ${JSON.stringify(result).slice(0, 60)}; expected one JSON object`)
}

function unreadable(message: string): ReadEnd {
  return { kind: 'failed', reason: 'unreadable', message }
}

function ending({ exitCode, signal }: Raw): string {
  if (signal !== undefined) return `signal ${signal}`
  return exitCode === undefined ? 'no exit code' : `exit code ${exitCode}`
}

function lastLine(stderr: string): string {
  const line = stderr.trimEnd().split('\n').at(-1)?.trim() ?? ''
  return line === '' ? '' : `: ${line.slice(0, 200)}`
}
