// compilr's hooks: seven lists of functions in one HooksConfig, as the seed's hooks/types.ts declares them.
// The hook files (`.compilr/hooks`) and the time-out are Hookbench's own: the library itself only takes functions.

import Type from 'typebox'
import { defined } from '../defined.ts'
import { dialect } from '../dialect.ts'
import { errorToWire } from '../errors.ts'
import { event } from '../eventRecord.ts'
import { count, ignored, milliseconds, openObject, openValue } from '../shapes.ts'

const TYPES = (heading: string) => `compilr/agents hooks/types.ts, "${heading}"`

const text = (description: string) => Type.String({ description })

const toolInput = (description: string) => openObject(`${description}; open because every tool has its own.`)

const base = {
  sessionId: text('Id of the session.'),
  iteration: Type.Integer({ minimum: 1, description: 'Counts the iterations of the agent from 1.' }),
  signal: Type.Optional(
    Type.Unsafe<AbortSignal>({
      typescript: 'AbortSignal',
      description:
        'Aborted when the hook must stop. Open because it is an in-process object: the runtime adds it, and no payload on the wire contains it.',
    }),
  ),
  metadata: openObject(
    'Data that hooks share. Open because hooks define it; a change is passed on to the next hook.',
  ),
}

// The content blocks of a message: the seed only imports them; their fields are taken from the library's reference.
const block = <const T extends string>(type: T) =>
  Type.Literal(type, { description: 'The type of the block.' })

const TextBlock = Type.Object(
  { type: block('text'), text: text('The text.') },
  { title: 'TextBlock', description: 'Text in a message.' },
)

const ToolUseBlock = Type.Object(
  {
    type: block('tool_use'),
    id: text('Id of the tool call.'),
    name: text('Name of the tool.'),
    input: toolInput("The tool's input"),
    signature: Type.Optional(text("A provider's signature of the call, to be returned unchanged.")),
  },
  { title: 'ToolUseBlock', description: 'A tool call that the model requests.' },
)

const ToolResultBlock = Type.Object(
  {
    type: block('tool_result'),
    toolUseId: text('Id of the tool call it answers.'),
    content: text('What the tool returned, as the model reads it.'),
    isError: Type.Optional(Type.Boolean({ description: 'Whether the tool failed.' })),
  },
  { title: 'ToolResultBlock', description: 'The answer to a tool call.' },
)

const OtherBlock = Type.Object(
  {
    type: Type.Union([Type.Literal('thinking'), Type.Literal('image')], {
      description: 'The type of the block.',
    }),
  },
  {
    title: 'OtherBlock',
    description: 'Thinking or an image; its further fields are the provider’s and are kept as they are.',
  },
)

const Message = Type.Object(
  {
    role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system')], {
      description: 'The author of the message.',
    }),
    content: Type.Union(
      [Type.String(), Type.Array(Type.Union([TextBlock, ToolUseBlock, ToolResultBlock, OtherBlock]))],
      {
        description: 'The content: plain text, or blocks.',
      },
    ),
  },
  { title: 'Message', description: 'One message of the conversation.' },
)

const ToolDefinition = Type.Object(
  {
    name: text('Name of the tool.'),
    description: text('The description of the tool for the model.'),
    inputSchema: Type.Object(
      {
        type: Type.Literal('object', { description: 'The input is always an object.' }),
        properties: openObject('JSON Schema of each field; open because these are schemas themselves.'),
        required: Type.Optional(Type.Array(Type.String(), { description: 'Names of the required fields.' })),
      },
      { description: "JSON Schema of the tool's input." },
    ),
  },
  { title: 'ToolDefinition', description: 'A tool offered to the model.' },
)

const ImageBlock = Type.Object(
  {
    data: text('The image, base64.'),
    mediaType: text('Media type, such as image/png.'),
    filename: Type.Optional(text('Name of the file it came from.')),
    width: Type.Optional(count('Width in pixels.')),
    height: Type.Optional(count('Height in pixels.')),
  },
  { title: 'ToolResultImage', description: 'An image that a tool returned.' },
)

const ToolExecutionResult = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether the tool succeeded.' }),
    result: Type.Optional(openValue('What the tool returned; open because every tool has its own.')),
    error: Type.Optional(text('The error, if it failed.')),
    imageBlocks: Type.Optional(Type.Array(ImageBlock, { description: 'Images that belong to the result.' })),
  },
  { title: 'ToolExecutionResult', description: 'The result of a tool call.' },
)

// An Error in process, `{ name, message, stack?, cause? }` on the wire (see errors.ts).
const thrown = (description: string) =>
  Type.Unsafe<Error>({
    ...Type.Object({
      name: text('Class of the error, such as TypeError.'),
      message: text('What went wrong.'),
      stack: Type.Optional(text('Where it was thrown, one frame a line.')),
      cause: Type.Optional(
        openValue('What caused it, often an error too; open because anything can be thrown.'),
      ),
    }),
    typescript: 'Error',
    description,
  })

const iteration = {
  ...base,
  maxIterations: Type.Integer({ minimum: 1, description: 'How many iterations the agent may make at most.' }),
  messages: Type.Array(Message, { description: 'The conversation so far, oldest message first.' }),
}

const modelCall = {
  ...base,
  messages: Type.Array(Message, { description: 'The messages to be sent to the model, oldest first.' }),
  tools: Type.Array(ToolDefinition, { description: 'The tools offered to the model.' }),
  systemPrompt: text('The system prompt, fully assembled.'),
}

const toolCall = {
  ...base,
  toolName: text('Name of the tool.'),
  input: toolInput("The tool's input"),
}

const common = { session: 'sessionId' } as const
const conversation = { ...common, messages: 'messages' } as const
const tool = { ...common, tool: 'toolName', input: 'input' } as const
const travels = ['metadata'] as const

const context = { sessionId: 'sess-31', iteration: 2, metadata: { startedBy: 'nightly' } }
const request = [
  { role: 'system' as const, content: 'You mend small bugs.' },
  { role: 'user' as const, content: 'The price of an empty cart is NaN.' },
]
const answered = [
  ...request,
  {
    role: 'assistant' as const,
    content: [
      { type: 'text' as const, text: 'I will read it.' },
      { type: 'tool_use' as const, id: 'tu-5', name: 'read_file', input: { path: 'src/cart.ts' } },
    ],
  },
  {
    role: 'user' as const,
    content: [{ type: 'tool_result' as const, toolUseId: 'tu-5', content: 'export function price() {}' }],
  },
]
const readFile = {
  name: 'read_file',
  description: 'Reads a text file.',
  inputSchema: { type: 'object' as const, properties: { path: { type: 'string' } }, required: ['path'] },
}

export const compilr = dialect({
  id: 'compilr',
  title: 'compilr',
  summary:
    'A HooksConfig: seven lists of functions that observe, change, skip or recover what the agent does.',
  source: 'compilr/agents hooks/types.ts; places and time-out are chosen by Hookbench',
  version: 'seed text',
  exports: 'lists',
  files: ['.ts', '.js', '.mjs', '.cjs'],
  // Hookbench's own: general before specific, as SecureYeoman loads its extensions.
  places: [
    { source: 'user', base: 'home', folder: '.compilr/hooks' },
    { source: 'workspace', base: 'workspace', folder: '.compilr/hooks' },
  ],
  wins: 'both',
  order: 'by-place',
  // Hookbench's own: upstream has no time-out, so a hook that hangs there hangs the agent.
  timeoutMs: 5000,
  signal: 'field',
  // Upstream runs every list in order, including observers.
  flow: { observe: { run: 'sequential' } },
  events: {
    beforeIteration: event({
      summary: 'Runs before each iteration of the agent. May skip it.',
      source: TYPES('BeforeIterationHook'),
      semantics: 'veto',
      lifecycle: 'turn.before',
      common: conversation,
      empty: 'pass',
      onFailure: 'pass',
      travels,
      payload: Type.Object(iteration, {
        title: 'IterationHookContext',
        description: 'An iteration of the agent, about to begin or just ended.',
      }),
      result: Type.Object(
        { skip: Type.Literal(true, { description: 'Skips this iteration. Return nothing to let it run.' }) },
        { title: 'BeforeIterationHookResult', description: 'What a beforeIteration hook may answer.' },
      ),
      verdict: () => ({ decision: 'deny', reason: 'skipped by hook' }),
      example: { ...context, maxIterations: 10, messages: request },
    }),

    afterIteration: event({
      summary: 'Runs after each iteration of the agent. Observes only.',
      source: TYPES('AfterIterationHook'),
      semantics: 'observe',
      lifecycle: 'turn.after',
      common: conversation,
      empty: 'pass',
      onFailure: 'pass',
      travels,
      payload: Type.Object(
        {
          ...iteration,
          toolCalls: Type.Array(
            Type.Object(
              {
                name: text('Name of the tool.'),
                input: toolInput('The input it ran with'),
                result: ToolExecutionResult,
              },
              { title: 'IterationToolCall', description: 'A tool call of this iteration.' },
            ),
            { description: 'The tool calls of this iteration, in order; empty when there were none.' },
          ),
          completedWithText: Type.Boolean({
            description: 'Whether the model answered with text and called no tool.',
          }),
        },
        { title: 'AfterIterationHookContext', description: 'An iteration that has ended.' },
      ),
      result: ignored,
      verdict: () => ({}),
      example: {
        ...context,
        maxIterations: 10,
        messages: answered,
        toolCalls: [
          {
            name: 'read_file',
            input: { path: 'src/cart.ts' },
            result: { success: true, result: 'export function price() {}' },
          },
        ],
        completedWithText: false,
      },
    }),

    beforeLLM: event({
      summary: 'Runs before a model call. May change its messages, tools or system prompt.',
      source: TYPES('BeforeLLMHook'),
      note: 'A returned systemPrompt also becomes the content of messages[0] when that is the system message.',
      semantics: 'transform',
      lifecycle: 'model.before',
      common: conversation,
      empty: 'pass',
      onFailure: 'pass',
      travels,
      payload: Type.Object(modelCall, { title: 'LLMHookContext', description: 'A model call.' }),
      result: Type.Object(
        {
          messages: Type.Optional(Type.Array(Message, { description: 'The messages to send instead.' })),
          tools: Type.Optional(Type.Array(ToolDefinition, { description: 'The tools to offer instead.' })),
          systemPrompt: Type.Optional(
            text('The system prompt to use instead; the system message is updated to match.'),
          ),
        },
        {
          title: 'BeforeLLMHookResult',
          description: 'What a beforeLLM hook may answer; omitted fields stay unchanged.',
        },
      ),
      verdict: (result, payload) => {
        const { messages, tools, systemPrompt } = result
        if (messages === undefined && tools === undefined && systemPrompt === undefined) return {}
        const next = {
          ...payload,
          messages: messages ?? payload.messages,
          tools: tools ?? payload.tools,
        }
        if (systemPrompt === undefined) return { payload: next }
        const [first, ...rest] = next.messages
        const follows =
          first?.role === 'system' ? [{ ...first, content: systemPrompt }, ...rest] : next.messages
        return { payload: { ...next, systemPrompt, messages: follows } }
      },
      example: { ...context, messages: request, tools: [readFile], systemPrompt: 'You mend small bugs.' },
    }),

    afterLLM: event({
      summary: 'Runs after a model has answered. Observes only.',
      source: TYPES('AfterLLMHook'),
      semantics: 'observe',
      lifecycle: 'model.after',
      common: conversation,
      empty: 'pass',
      onFailure: 'pass',
      travels,
      payload: Type.Object(
        {
          ...modelCall,
          text: text("The model's text; empty when it only calls tools."),
          toolUses: Type.Array(
            Type.Object(
              {
                id: text('Id of the tool call.'),
                name: text('Name of the tool.'),
                input: toolInput("The tool's input"),
              },
              { title: 'ToolUse', description: 'A tool call that the model requests.' },
            ),
            { description: 'Tool calls the model requests, in order; empty when there are none.' },
          ),
          usage: Type.Optional(
            Type.Object(
              {
                inputTokens: count('Tokens the model read.'),
                outputTokens: count('Tokens the model wrote.'),
              },
              { description: 'What the call cost, in tokens.' },
            ),
          ),
          model: Type.Optional(text('The model that answered.')),
          durationMs: milliseconds('How long the call took'),
        },
        { title: 'AfterLLMHookContext', description: "A model's answer." },
      ),
      result: ignored,
      verdict: () => ({}),
      example: {
        ...context,
        messages: request,
        tools: [readFile],
        systemPrompt: 'You mend small bugs.',
        text: '',
        toolUses: [{ id: 'tu-5', name: 'read_file', input: { path: 'src/cart.ts' } }],
        usage: { inputTokens: 210, outputTokens: 24 },
        model: 'small-1',
        durationMs: 740,
      },
    }),

    beforeTool: event({
      summary:
        'Runs before a tool, after permissions and guardrails. May change its input, skip it, or answer for it.',
      source: TYPES('BeforeToolHook'),
      note: 'The first hook that skips ends the firing; inputs chain.',
      semantics: 'veto',
      lifecycle: 'tool.before',
      common: tool,
      empty: 'pass',
      onFailure: 'pass',
      flow: { endsAt: 'answer' },
      travels,
      payload: Type.Object(toolCall, { title: 'ToolHookContext', description: 'A tool call.' }),
      result: Type.Object(
        {
          skip: Type.Optional(Type.Boolean({ description: 'True keeps the tool from running.' })),
          result: Type.Optional(ToolExecutionResult),
          input: Type.Optional(toolInput('The input to run with, when the tool is not skipped')),
        },
        {
          title: 'BeforeToolHookResult',
          description: 'What a beforeTool hook may answer; `result` is used as the result of a skipped tool.',
        },
      ),
      verdict: (result, payload) => {
        if (result.skip === true) {
          return result.result === undefined
            ? { decision: 'deny', reason: 'skipped by hook' }
            : { answer: result.result }
        }
        return result.input === undefined ? {} : { payload: { ...payload, input: result.input } }
      },
      example: { ...context, toolName: 'read_file', input: { path: 'src/cart.ts' } },
    }),

    afterTool: event({
      summary: 'Runs after a tool. May change its result.',
      source: TYPES('AfterToolHook'),
      semantics: 'transform',
      lifecycle: 'tool.after',
      common: { ...tool, output: 'result' },
      empty: 'pass',
      onFailure: 'pass',
      travels,
      payload: Type.Object(
        { ...toolCall, result: ToolExecutionResult, durationMs: milliseconds('How long the tool ran') },
        { title: 'AfterToolHookContext', description: 'A tool that has run, and its result.' },
      ),
      result: Type.Object(
        { result: Type.Optional(ToolExecutionResult) },
        {
          title: 'AfterToolHookResult',
          description: 'What an afterTool hook may answer; `result` replaces the tool’s.',
        },
      ),
      verdict: (result, payload) =>
        result.result === undefined ? {} : { payload: { ...payload, result: result.result } },
      example: {
        ...context,
        toolName: 'read_file',
        input: { path: 'src/cart.ts' },
        result: { success: true, result: 'export function price() {}' },
        durationMs: 4,
      },
    }),

    onError: event({
      summary:
        'Runs when a model call, a tool or an iteration has failed. May drop the error, change it or recover.',
      source: TYPES('OnErrorHook'),
      note: 'Every hook runs, and each receives the original error; for each field, the last answer that sets it wins.',
      semantics: 'transform',
      lifecycle: 'error',
      common: { ...common, tool: 'toolName' },
      empty: 'pass',
      onFailure: 'pass',
      travels,
      errors: { payload: ['error'], result: ['error'] },
      payload: Type.Object(
        {
          ...base,
          error: thrown('The error.'),
          phase: Type.Union([Type.Literal('llm'), Type.Literal('tool'), Type.Literal('iteration')], {
            description: 'What failed: a model call, a tool or the iteration.',
          }),
          toolName: Type.Optional(text('Name of the tool, when a tool failed.')),
        },
        { title: 'ErrorHookContext', description: 'An error, and where it happened.' },
      ),
      result: Type.Object(
        {
          handled: Type.Optional(Type.Boolean({ description: 'True drops the error; the agent continues.' })),
          error: Type.Optional(thrown('The error to throw instead.')),
          recovery: Type.Optional(ToolExecutionResult),
        },
        {
          title: 'ErrorHookResult',
          description: 'What an onError hook may answer; `recovery` replaces the result of a failed tool.',
        },
      ),
      verdict: (result) => ({
        ...defined({ handled: result.handled }),
        ...(result.error === undefined ? {} : { error: errorToWire(result.error) }),
        ...defined({ answer: result.recovery }),
      }),
      example: {
        ...context,
        error: { name: 'Error', message: 'ENOENT: no such file, open src/cart.ts' },
        phase: 'tool',
        toolName: 'read_file',
      },
    }),
  },
})
