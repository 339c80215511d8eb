// SecureYeoman's extension hooks (ADR 035): modules with named handlers that observe, transform or veto.
// The ADR names its context types without fields; the fields here are Hookbench's own and marked as such.

import Type, { type Static, type TNull, type TObject, type TSchema, type TUnion } from 'typebox'
import { dialect } from '../dialect.ts'
import { type EventRecord, event } from '../eventRecord.ts'
import { count, ignored, milliseconds, openObject, openValue } from '../shapes.ts'

const INTERFACE = 'ADR 035, "Extension Interface"'

const base = <E extends TSchema>(name: E) => ({
  event: name,
  sessionId: Type.String({
    description: 'Id of the session; outside any conversation, that of the agent itself.',
  }),
  timestamp: Type.Number({ description: 'When the event was fired, in milliseconds since 1970-01-01 UTC.' }),
})

const is = <const E extends string>(name: E) => Type.Literal(name, { description: 'Name of the event.' })

const either = <const A extends string, const B extends string>(one: A, two: B) =>
  Type.Union([Type.Literal(one), Type.Literal(two)], { description: 'Name of the event.' })

const text = (description: string) => Type.String({ description })

const Message = Type.Object(
  {
    role: Type.Union(
      [Type.Literal('system'), Type.Literal('user'), Type.Literal('assistant'), Type.Literal('tool')],
      { description: 'The author of the message.' },
    ),
    content: text('The text of the message.'),
    toolCallId: Type.Optional(text('Id of the tool call that this message answers, for role tool.')),
  },
  { title: 'Message', description: 'One message of the conversation.' },
)

const messages = Type.Array(Message, { description: 'The conversation, oldest message first.' })

const ToolDefinition = Type.Object(
  {
    name: text('Name of the tool.'),
    description: text('The description of the tool for the model.'),
    inputSchema: openObject("JSON Schema of the tool's input; open because it is itself a schema."),
  },
  { title: 'ToolDefinition', description: 'A tool offered to the model.' },
)

const ToolCall = Type.Object(
  {
    id: text('Id of this tool call.'),
    name: text('Name of the tool.'),
    input: openObject("The tool's input; open because every tool has its own."),
  },
  { title: 'ToolCall', description: 'A tool call that the model requests.' },
)

const TokenUsage = Type.Object(
  {
    inputTokens: count('Tokens the model read.'),
    outputTokens: count('Tokens the model wrote.'),
    cachedTokens: Type.Optional(count('How many of the input tokens came from a cache.')),
  },
  { title: 'TokenUsage', description: 'What a model call cost, in tokens.' },
)

const PromptSection = Type.Object(
  {
    name: text('What the section is about, such as identity, skills or memory.'),
    content: text('Its text.'),
  },
  { title: 'PromptSection', description: 'One part that the system prompt is assembled from.' },
)

const Attachment = Type.Object(
  {
    name: text('File name.'),
    mimeType: text('Media type, such as image/png.'),
    sizeBytes: count('Size in bytes.'),
    url: Type.Optional(text('Where it can be fetched.')),
  },
  { title: 'Attachment', description: 'A file attached to a message.' },
)

const attachments = Type.Array(Attachment, {
  description: 'Files attached to the message; empty if there are none.',
})

const MemoryKind = Type.Union(
  [
    Type.Literal('episodic'),
    Type.Literal('semantic'),
    Type.Literal('procedural'),
    Type.Literal('preference'),
  ],
  { description: 'The kind of memory.' },
)

const memory = {
  content: text('The content of the memory.'),
  kind: MemoryKind,
  source: text('Where it came from, such as conversation or import.'),
  importance: Type.Number({ minimum: 0, maximum: 1, description: 'The importance, from 0 to 1.' }),
  tags: Type.Array(Type.String(), { description: 'Labels to find it by; empty when there are none.' }),
}

const model = {
  requestId: text('Id of this model call; the same in all events of the call.'),
  provider: text('The provider of the model, such as anthropic or ollama.'),
  model: text("The model's name, as its provider spells it."),
}

const delegation = {
  delegationId: text('Id of this delegation; the same in all its events.'),
  profileName: text("Name of the sub-agent's profile."),
}

const delivery = {
  messageId: text('Id of the message on its platform.'),
  platform: text('The platform of the message, such as slack, telegram or email.'),
  channelId: text('Channel, chat or address on that platform.'),
}

const StopReason = Type.Union(
  [
    Type.Literal('end_turn'),
    Type.Literal('tool_use'),
    Type.Literal('max_tokens'),
    Type.Literal('stop_sequence'),
    Type.Literal('error'),
  ],
  { description: 'Why the model stopped.' },
)

const client = {
  ip: Type.Optional(text('Address of the caller, if any.')),
  userAgent: Type.Optional(text('User agent of the caller, if sent.')),
}

const AuthMethod = Type.Union(
  [
    Type.Literal('password'),
    Type.Literal('token'),
    Type.Literal('api_key'),
    Type.Literal('oauth'),
    Type.Literal('certificate'),
  ],
  { description: 'How the caller authenticated, or failed to.' },
)

const MessageLoopContext = Type.Object(
  {
    ...base(either('message_loop_start', 'message_loop_end')),
    turn: Type.Integer({ minimum: 1, description: 'Counts the turns of the session from 1.' }),
    messages,
    durationMs: Type.Optional(milliseconds('How long the turn took; only at the end')),
    endedBy: Type.Optional(
      Type.Union(
        [Type.Literal('answer'), Type.Literal('limit'), Type.Literal('cancel'), Type.Literal('error')],
        {
          description: 'What ended the turn; only at the end.',
        },
      ),
    ),
  },
  { title: 'MessageLoopContext', description: 'One turn of the message loop.' },
)

const PromptContext = Type.Object(
  {
    ...base(either('prompt_assembly_before', 'prompt_assembly_after')),
    sections: Type.Array(PromptSection, {
      description: 'What the system prompt is assembled from, in order.',
    }),
    systemPrompt: text('The assembled system prompt; empty before assembly.'),
    messages,
  },
  { title: 'PromptContext', description: 'The prompt, before or after it is assembled.' },
)

// The three classes in "Hook Execution Semantics".

type OwnFields<P extends TSchema> = Omit<
  EventRecord<P>,
  'source' | 'semantics' | 'ours' | 'empty' | 'onFailure' | 'result' | 'verdict' | 'say'
>

const observe = <P extends TObject>(fields: OwnFields<P>) =>
  event<P, typeof ignored>({
    ...fields,
    source: INTERFACE,
    ours: true,
    semantics: 'observe',
    empty: 'pass',
    onFailure: 'pass',
    result: ignored,
    verdict: () => ({}),
  })

const transform = <P extends TObject>(fields: OwnFields<P>) =>
  event<P, P>({
    ...fields,
    source: INTERFACE,
    ours: true,
    semantics: 'transform',
    empty: 'invalid',
    onFailure: 'pass',
    result: fields.payload,
    verdict: (result) => ({ payload: result }),
  })

const veto = <P extends TObject>(fields: OwnFields<P>) =>
  event<P, TUnion<[P, TNull]>>({
    ...fields,
    source: INTERFACE,
    ours: true,
    semantics: 'veto',
    empty: 'invalid',
    onFailure: 'pass',
    result: Type.Union([fields.payload, Type.Null()], {
      description: 'The context to continue with, or null to cancel.',
    }),
    verdict: (result) => (result === null ? { decision: 'deny' } : { payload: result as Static<P> }),
  })

const common = { session: 'sessionId' } as const
const tool = { ...common, tool: 'toolName', input: 'input' } as const
const at = { sessionId: 's-7f3a', timestamp: 1_771_236_000_000 } as const

export const secureyeoman = dialect({
  id: 'secureyeoman',
  title: 'SecureYeoman',
  summary:
    'Extension modules with one handler per event; observers return nothing, transforms return the context, vetoes may return null.',
  source: 'ADR 035 (lifecycle extension hooks)',
  version: 'accepted 2026-02-16',
  exports: 'extension',
  files: ['.ts', '.js', '.mjs', '.cjs'],
  places: [
    { source: 'user', base: 'home', folder: '.secureyeoman/extensions' },
    { source: 'workspace', base: 'workspace', folder: 'extensions' },
  ],
  wins: 'last',
  order: 'by-name',
  timeoutMs: 5000,
  signal: 'argument',
  tools: { shell: { name: 'bash', fields: { command: 'command' } } },
  events: {
    agent_init: observe({
      summary: 'Runs when an agent has started, before its first message.',
      lifecycle: 'session.start',
      common: { ...common, cwd: 'workspace' },
      payload: Type.Object(
        {
          ...base(is('agent_init')),
          agentId: text('Id of the agent.'),
          agentName: text('Name of the agent.'),
          workspace: text('Folder the agent works in, absolute.'),
          provider: text('The provider of its model, such as anthropic or ollama.'),
          model: text("The model's name, as its provider spells it."),
          tools: Type.Array(Type.String(), { description: 'Names of the tools it may use.' }),
        },
        { title: 'AgentInitContext', description: 'The agent that has started.' },
      ),
      example: {
        event: 'agent_init',
        ...at,
        agentId: 'agent-1',
        agentName: 'Friday',
        workspace: '/srv/shop',
        provider: 'anthropic',
        model: 'claude-sonnet',
        tools: ['bash', 'read_file', 'web_search'],
      },
    }),

    agent_shutdown: observe({
      summary: 'Runs when an agent shuts down.',
      lifecycle: 'session.end',
      common,
      payload: Type.Object(
        {
          ...base(is('agent_shutdown')),
          agentId: text('Id of the agent.'),
          reason: Type.Union([Type.Literal('completed'), Type.Literal('requested'), Type.Literal('error')], {
            description: 'Why it stops.',
          }),
          error: Type.Optional(text('The error, if the reason is error.')),
          uptimeMs: milliseconds('How long the agent ran'),
        },
        { title: 'AgentShutdownContext', description: 'The agent that stops, and why.' },
      ),
      example: { event: 'agent_shutdown', ...at, agentId: 'agent-1', reason: 'requested', uptimeMs: 184_000 },
    }),

    message_loop_start: observe({
      summary: 'Runs when a turn of the message loop begins.',
      lifecycle: 'turn.before',
      common: { ...common, messages: 'messages' },
      payload: MessageLoopContext,
      example: {
        event: 'message_loop_start',
        ...at,
        turn: 1,
        messages: [{ role: 'user', content: 'Which orders are late?' }],
      },
    }),

    message_loop_end: observe({
      summary: 'Runs when a turn of the message loop has ended.',
      lifecycle: 'turn.after',
      common: { ...common, messages: 'messages' },
      payload: MessageLoopContext,
      example: {
        event: 'message_loop_end',
        ...at,
        turn: 1,
        messages: [
          { role: 'user', content: 'Which orders are late?' },
          { role: 'assistant', content: 'Two: 1041 and 1044.' },
        ],
        durationMs: 6120,
        endedBy: 'answer',
      },
    }),

    prompt_assembly_before: transform({
      summary: 'Runs before the system prompt is assembled. May add, change or drop its sections.',
      lifecycle: 'assembly.before',
      common: { ...common, messages: 'messages' },
      payload: PromptContext,
      example: {
        event: 'prompt_assembly_before',
        ...at,
        sections: [
          { name: 'identity', content: 'You are Friday, a careful assistant.' },
          { name: 'skills', content: 'You can query the order database.' },
        ],
        systemPrompt: '',
        messages: [{ role: 'user', content: 'Which orders are late?' }],
      },
    }),

    prompt_assembly_after: transform({
      summary: 'Runs after the system prompt is assembled. May change its text.',
      note: 'Only systemPrompt and messages are used from here on; the sections show where the text came from.',
      lifecycle: 'assembly.after',
      common: { ...common, messages: 'messages' },
      payload: PromptContext,
      example: {
        event: 'prompt_assembly_after',
        ...at,
        sections: [{ name: 'identity', content: 'You are Friday, a careful assistant.' }],
        systemPrompt: 'You are Friday, a careful assistant.',
        messages: [{ role: 'user', content: 'Which orders are late?' }],
      },
    }),

    before_llm_call: transform({
      summary: 'Runs before a model call. May change what is sent.',
      lifecycle: 'model.before',
      common: { ...common, messages: 'messages' },
      payload: Type.Object(
        {
          ...base(is('before_llm_call')),
          ...model,
          systemPrompt: text('The system prompt.'),
          messages,
          tools: Type.Array(ToolDefinition, {
            description: 'The tools offered to the model; empty when none are.',
          }),
          temperature: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 2,
              description: 'Sampling temperature from 0 to 2; if absent, the provider decides.',
            }),
          ),
          maxTokens: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: 'Maximum number of tokens the model may write; if absent, the provider decides.',
            }),
          ),
          stream: Type.Boolean({ description: 'Whether the answer arrives in chunks.' }),
        },
        { title: 'LLMCallContext', description: 'A model call about to be made.' },
      ),
      example: {
        event: 'before_llm_call',
        ...at,
        requestId: 'req-12',
        provider: 'anthropic',
        model: 'claude-sonnet',
        systemPrompt: 'You are Friday, a careful assistant.',
        messages: [{ role: 'user', content: 'Which orders are late?' }],
        tools: [
          {
            name: 'query_orders',
            description: 'Runs a read-only query on the order database.',
            inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] },
          },
        ],
        temperature: 0.2,
        maxTokens: 2048,
        stream: true,
      },
    }),

    after_llm_call: transform({
      summary: 'Runs after a model call. May change the answer before the agent acts on it.',
      lifecycle: 'model.after',
      common,
      payload: Type.Object(
        {
          ...base(is('after_llm_call')),
          ...model,
          content: text("The model's text; empty when it only calls tools."),
          toolCalls: Type.Array(ToolCall, {
            description: 'Tool calls the model requests, in order; empty when none.',
          }),
          stopReason: StopReason,
          usage: TokenUsage,
          durationMs: milliseconds('How long the call took'),
        },
        { title: 'LLMResponseContext', description: "A model's answer." },
      ),
      example: {
        event: 'after_llm_call',
        ...at,
        requestId: 'req-12',
        provider: 'anthropic',
        model: 'claude-sonnet',
        content: 'I will look them up.',
        toolCalls: [
          { id: 'call-1', name: 'query_orders', input: { sql: 'select id from orders where late' } },
        ],
        stopReason: 'tool_use',
        usage: { inputTokens: 412, outputTokens: 38, cachedTokens: 300 },
        durationMs: 1830,
      },
    }),

    stream_chunk: transform({
      summary: 'Runs for each chunk of a streamed answer. May change its text.',
      lifecycle: 'model.chunk',
      common,
      payload: Type.Object(
        {
          ...base(is('stream_chunk')),
          ...model,
          index: count('Counts the chunks of this call from 0.'),
          channel: Type.Union([Type.Literal('text'), Type.Literal('thinking')], {
            description: 'Whether the chunk belongs to the answer or to the thinking before it.',
          }),
          text: text('The text of this chunk.'),
        },
        { title: 'StreamChunkContext', description: 'One chunk of a streamed answer.' },
      ),
      example: {
        event: 'stream_chunk',
        ...at,
        requestId: 'req-13',
        provider: 'anthropic',
        model: 'claude-sonnet',
        index: 0,
        channel: 'text',
        text: 'Two orders ',
      },
    }),

    stream_end: observe({
      summary: 'Runs when a streamed answer is complete.',
      common,
      payload: Type.Object(
        {
          ...base(is('stream_end')),
          ...model,
          chunks: count('How many chunks there were.'),
          text: text('The whole answer.'),
          stopReason: StopReason,
          usage: Type.Optional(TokenUsage),
          durationMs: milliseconds('Time from the request to the last chunk'),
        },
        { title: 'StreamEndContext', description: 'A streamed answer that is complete.' },
      ),
      example: {
        event: 'stream_end',
        ...at,
        requestId: 'req-13',
        provider: 'anthropic',
        model: 'claude-sonnet',
        chunks: 2,
        text: 'Two orders are late: 1041 and 1044.',
        stopReason: 'end_turn',
        usage: { inputTokens: 502, outputTokens: 17 },
        durationMs: 920,
      },
    }),

    tool_execute_before: veto({
      summary: 'Runs before a tool. May change its input, or return null to skip it.',
      lifecycle: 'tool.before',
      common: tool,
      payload: Type.Object(
        {
          ...base(is('tool_execute_before')),
          toolName: text('Name of the tool about to run.'),
          toolCallId: text('Id of this tool call; the same after it.'),
          input: openObject("The tool's input; open because every tool has its own."),
        },
        { title: 'ToolContext', description: 'A tool about to run.' },
      ),
      example: {
        event: 'tool_execute_before',
        ...at,
        toolName: 'bash',
        toolCallId: 'call-1',
        input: { command: 'npm test' },
      },
    }),

    tool_execute_after: transform({
      summary: 'Runs after a tool. May change what the model sees of its output.',
      lifecycle: 'tool.after',
      common: { ...tool, output: 'output' },
      payload: Type.Object(
        {
          ...base(is('tool_execute_after')),
          toolName: text('Name of the tool that ran.'),
          toolCallId: text('Id of this tool call; the same as before it.'),
          input: openObject('The input it ran with; open because every tool has its own.'),
          output: openValue('What it returned; open because every tool has its own.'),
          success: Type.Boolean({ description: 'Whether the tool succeeded.' }),
          error: Type.Optional(text('The error, if it failed.')),
          durationMs: milliseconds('How long the tool ran'),
        },
        { title: 'ToolResultContext', description: 'A tool that has run, and its result.' },
      ),
      example: {
        event: 'tool_execute_after',
        ...at,
        toolName: 'bash',
        toolCallId: 'call-1',
        input: { command: 'npm test' },
        output: '42 passing',
        success: true,
        durationMs: 3400,
      },
    }),

    memory_save_before: veto({
      summary: 'Runs before a memory is saved. May change it, or return null to discard it.',
      note: 'ADR 035 says that memory hooks depend on ADR 031.',
      lifecycle: 'memory.save.before',
      common,
      payload: Type.Object(
        { ...base(is('memory_save_before')), ...memory },
        { title: 'MemorySaveContext', description: 'A memory about to be saved.' },
      ),
      example: {
        event: 'memory_save_before',
        ...at,
        content: 'The customer prefers delivery on Fridays.',
        kind: 'preference',
        source: 'conversation',
        importance: 0.6,
        tags: ['delivery'],
      },
    }),

    memory_save_after: observe({
      summary: 'Runs when a memory has been saved.',
      note: 'ADR 035 says that memory hooks depend on ADR 031.',
      lifecycle: 'memory.save.after',
      common,
      payload: Type.Object(
        { ...base(is('memory_save_after')), memoryId: text('Id it was saved under.'), ...memory },
        { title: 'MemorySavedContext', description: 'A memory that has been saved.' },
      ),
      example: {
        event: 'memory_save_after',
        ...at,
        memoryId: 'mem-88',
        content: 'The customer prefers delivery on Fridays.',
        kind: 'preference',
        source: 'conversation',
        importance: 0.6,
        tags: ['delivery'],
      },
    }),

    memory_recall_before: transform({
      summary: 'Runs before memories are looked up. May change the query.',
      note: 'ADR 035 says that memory hooks depend on ADR 031.',
      lifecycle: 'memory.recall.before',
      common,
      payload: Type.Object(
        {
          ...base(is('memory_recall_before')),
          query: text('The text to search for.'),
          limit: Type.Integer({ minimum: 1, description: 'How many memories to return at most.' }),
          kinds: Type.Array(MemoryKind, { description: 'Kinds of memory to search; empty means all.' }),
          minImportance: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              description: 'Minimum importance of a memory, from 0 to 1.',
            }),
          ),
        },
        { title: 'MemoryRecallContext', description: 'A query to the memory.' },
      ),
      example: {
        event: 'memory_recall_before',
        ...at,
        query: 'delivery preferences',
        limit: 5,
        kinds: ['preference', 'episodic'],
        minImportance: 0.3,
      },
    }),

    delegation_before: veto({
      summary: 'Runs before work is handed to a sub-agent. May change the task, or return null to cancel.',
      note: 'ADR 035 says that delegation hooks depend on ADR 034.',
      lifecycle: 'subagent.before',
      common: { ...common, prompt: 'task' },
      payload: Type.Object(
        {
          ...base(is('delegation_before')),
          ...delegation,
          task: text('The task of the sub-agent.'),
          context: Type.Optional(text('Context given besides the task.')),
          depth: Type.Integer({
            minimum: 1,
            description: 'Counts how deep the delegation nests; 1 for one from the main agent.',
          }),
          tokenBudget: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Maximum number of tokens it may use.' }),
          ),
          timeoutMs: Type.Optional(milliseconds('How long it may take')),
        },
        { title: 'DelegationContext', description: 'Work about to be handed to a sub-agent.' },
      ),
      example: {
        event: 'delegation_before',
        ...at,
        delegationId: 'del-4',
        profileName: 'researcher',
        task: 'Find out why the carrier was late.',
        context: 'Orders 1041 and 1044, both shipped on Monday.',
        depth: 1,
        tokenBudget: 20_000,
        timeoutMs: 120_000,
      },
    }),

    delegation_after: observe({
      summary: 'Runs when a sub-agent has finished its work, successfully or not.',
      note: 'ADR 035 says that delegation hooks depend on ADR 034.',
      lifecycle: 'subagent.after',
      common: { ...common, prompt: 'task', output: 'result' },
      payload: Type.Object(
        {
          ...base(is('delegation_after')),
          ...delegation,
          task: text('The task of the sub-agent.'),
          status: Type.Union(
            [
              Type.Literal('completed'),
              Type.Literal('failed'),
              Type.Literal('timeout'),
              Type.Literal('cancelled'),
            ],
            { description: 'How it ended.' },
          ),
          result: Type.Optional(text('Its answer, if it completed.')),
          error: Type.Optional(text('The error, if it failed.')),
          usage: TokenUsage,
          durationMs: milliseconds('How long it took'),
        },
        { title: 'DelegationResultContext', description: 'Work that a sub-agent has finished.' },
      ),
      example: {
        event: 'delegation_after',
        ...at,
        delegationId: 'del-4',
        profileName: 'researcher',
        task: 'Find out why the carrier was late.',
        status: 'completed',
        result: 'A strike on Tuesday.',
        usage: { inputTokens: 5200, outputTokens: 640 },
        durationMs: 48_000,
      },
    }),

    sub_agent_sealed: observe({
      summary: "Runs when a sub-agent's conversation is closed and can no longer change.",
      note: 'ADR 035 says that delegation hooks depend on ADR 034.',
      common,
      payload: Type.Object(
        {
          ...base(is('sub_agent_sealed')),
          ...delegation,
          subAgentId: text('Id of the sub-agent.'),
          conversationId: text('Id of its conversation, for looking it up later.'),
          messageCount: count('How many messages the conversation has.'),
          usage: TokenUsage,
        },
        { title: 'SubAgentSealedContext', description: "A sub-agent's closed conversation." },
      ),
      example: {
        event: 'sub_agent_sealed',
        ...at,
        delegationId: 'del-4',
        profileName: 'researcher',
        subAgentId: 'agent-1.4',
        conversationId: 'conv-551',
        messageCount: 9,
        usage: { inputTokens: 5200, outputTokens: 640 },
      },
    }),

    message_received: veto({
      summary: 'Runs when a message arrives from a platform. May change it, or return null to drop it.',
      lifecycle: 'prompt',
      common: { ...common, prompt: 'text' },
      payload: Type.Object(
        {
          ...base(is('message_received')),
          ...delivery,
          senderId: text('Id of the sender on the platform.'),
          senderName: Type.Optional(text('Name of the sender, if the platform provides it.')),
          text: text('The text of the message.'),
          attachments,
          replyTo: Type.Optional(text('Id of the message it answers.')),
        },
        { title: 'InboundMessageContext', description: 'A message from outside.' },
      ),
      example: {
        event: 'message_received',
        ...at,
        messageId: 'm-301',
        platform: 'slack',
        channelId: 'C024BE91L',
        senderId: 'U2147483697',
        senderName: 'Ada',
        text: 'Which orders are late?',
        attachments: [{ name: 'orders.csv', mimeType: 'text/csv', sizeBytes: 5120 }],
      },
    }),

    message_sent: observe({
      summary: 'Runs when a message has been sent to a platform.',
      lifecycle: 'message.out',
      common,
      payload: Type.Object(
        {
          ...base(is('message_sent')),
          ...delivery,
          text: text('The text of the message.'),
          attachments,
          replyTo: Type.Optional(text('Id of the message it answers.')),
        },
        { title: 'OutboundMessageContext', description: 'A message that has been sent.' },
      ),
      example: {
        event: 'message_sent',
        ...at,
        messageId: 'm-302',
        platform: 'slack',
        channelId: 'C024BE91L',
        text: 'Two orders are late: 1041 and 1044.',
        attachments: [],
        replyTo: 'm-301',
      },
    }),

    platform_connected: observe({
      summary: 'Runs when a connection to a messaging platform is up.',
      common,
      payload: Type.Object(
        {
          ...base(is('platform_connected')),
          platform: text('The platform, such as slack, telegram or email.'),
          accountId: text("Id of the agent's account there."),
          accountName: Type.Optional(text('Name of the account there.')),
          reconnected: Type.Boolean({ description: 'Whether a connection that was lost is back.' }),
        },
        { title: 'PlatformContext', description: 'A connected platform.' },
      ),
      example: {
        event: 'platform_connected',
        ...at,
        platform: 'slack',
        accountId: 'B01ABC',
        accountName: 'friday',
        reconnected: false,
      },
    }),

    auth_success: observe({
      summary: 'Runs when a caller has authenticated.',
      common,
      payload: Type.Object(
        {
          ...base(is('auth_success')),
          userId: text('Id of the user.'),
          method: AuthMethod,
          role: Type.Optional(text('What the user may do, such as admin, operator or viewer.')),
          ...client,
        },
        { title: 'AuthContext', description: 'An authenticated caller.' },
      ),
      example: {
        event: 'auth_success',
        ...at,
        userId: 'ada',
        method: 'password',
        role: 'operator',
        ip: '192.0.2.10',
        userAgent: 'Firefox/140',
      },
    }),

    auth_failure: observe({
      summary: 'Runs when a caller has failed to authenticate.',
      common,
      payload: Type.Object(
        {
          ...base(is('auth_failure')),
          userId: Type.Optional(text('Id of the claimed user, if any.')),
          method: AuthMethod,
          reason: text('Why it was refused.'),
          attempts: Type.Integer({
            minimum: 1,
            description: 'Failures in a row from this caller, including this one.',
          }),
          ...client,
        },
        { title: 'AuthFailureContext', description: 'A refused caller.' },
      ),
      example: {
        event: 'auth_failure',
        ...at,
        userId: 'root',
        method: 'password',
        reason: 'wrong password',
        attempts: 3,
        ip: '203.0.113.7',
      },
    }),

    rate_limit_hit: observe({
      summary: 'Runs when a caller has reached a rate limit.',
      common,
      payload: Type.Object(
        {
          ...base(is('rate_limit_hit')),
          rule: text('Name of the limit.'),
          key: text('What reached it: a user, an address or a tool.'),
          limit: Type.Integer({ minimum: 1, description: 'How many requests one window allows.' }),
          count: count('How many there were, including this one.'),
          windowMs: milliseconds('How long one window is'),
          retryAfterMs: milliseconds('When to try again, counted from now'),
        },
        { title: 'RateLimitContext', description: 'A rate limit that was reached.' },
      ),
      example: {
        event: 'rate_limit_hit',
        ...at,
        rule: 'api_requests',
        key: 'ip:203.0.113.7',
        limit: 100,
        count: 101,
        windowMs: 60_000,
        retryAfterMs: 41_000,
      },
    }),
  },
})
