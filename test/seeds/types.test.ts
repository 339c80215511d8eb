// The names and fields of the seeds' own types as authors get them: a table against `types/<dialect>.d.ts`. Each type
// here is a promise of its text; fields that the texts leave open are not listed.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'

const folder = join(import.meta.dirname, '..', '..', 'types')

type Members = ReadonlyMap<string, string>

/** Every declared type: its members as `name` or `name?`, each with its type. */
function declared(dialect: string): ReadonlyMap<string, Members> {
  const text = readFileSync(join(folder, `${dialect}.d.ts`), 'utf8')
  const types = new Map<string, Members>()
  for (const node of ts.createSourceFile('a.d.ts', text, ts.ScriptTarget.Latest, true).statements) {
    if (ts.isTypeAliasDeclaration(node)) types.set(node.name.text, new Map([['=', plain(node.type)]]))
    else if (ts.isFunctionDeclaration(node)) types.set(node.name?.text ?? '', new Map([['=', plain(node)]]))
    else if (ts.isVariableStatement(node)) {
      for (const { name, type } of node.declarationList.declarations)
        types.set(name.getText(), membersOf(type))
    } else if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      types.set(node.name?.text ?? '', membersOf(node))
    }
  }
  return types
}

function membersOf(node: ts.Node | undefined): Members {
  const members = new Map<string, string>()
  const take = (member: ts.Node) => {
    if (
      !ts.isPropertySignature(member) &&
      !ts.isMethodDeclaration(member) &&
      !ts.isPropertyDeclaration(member)
    )
      return ts.isMethodSignature(member) ? void members.set(member.name.getText(), plain(member)) : undefined
    const optional = member.questionToken === undefined ? '' : '?'
    const type = ts.isMethodDeclaration(member) ? member : member.type
    members.set(member.name.getText() + optional, plain(type))
    if (member.type !== undefined && ts.isTypeLiteralNode(member.type)) {
      for (const [inner, of] of membersOf(member.type)) members.set(`${member.name.getText()}.${inner}`, of)
    }
  }
  if (node !== undefined) ts.forEachChild(node, take)
  return members
}

function plain(node: ts.Node | undefined): string {
  return (node?.getText() ?? '')
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type Promised = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Checks the promised fields; `any` is for fields whose type the text does not give or show. */
function check(dialect: string, promised: Promised): void {
  const types = declared(dialect)
  for (const [type, fields] of Object.entries(promised)) {
    test(`${dialect}: ${type} has the fields of the text`, () => {
      const members = types.get(type)
      assert.ok(members, `${type} is declared`)
      for (const [field, expected] of Object.entries(fields)) {
        const found = members.get(field)
        assert.ok(
          found !== undefined,
          `${type}.${field} is declared; there are ${[...members.keys()].join(', ')}`,
        )
        if (expected !== 'any') assert.equal(found, expected, `${type}.${field}`)
      }
    })
  }
}

const handler = (takes: string, answers: string) =>
  `(ctx: ${takes}, options: HandlerOptions) => Promise<${answers}>`
const observes = (takes: string) => handler(takes, 'void')
const transforms = (takes: string) => handler(takes, takes)
const vetoes = (takes: string) => handler(takes, `${takes} | null`)

check('secureyeoman', {
  Extension: { name: 'string', 'version?': 'string', hooks: 'Partial<HookHandlers>' },
  HookHandlers: {
    agent_init: observes('AgentInitContext'),
    agent_shutdown: observes('AgentShutdownContext'),
    message_loop_start: observes('MessageLoopContext'),
    message_loop_end: observes('MessageLoopContext'),
    prompt_assembly_before: transforms('PromptContext'),
    prompt_assembly_after: transforms('PromptContext'),
    before_llm_call: transforms('LLMCallContext'),
    after_llm_call: transforms('LLMResponseContext'),
    stream_chunk: transforms('StreamChunkContext'),
    stream_end: observes('StreamEndContext'),
    tool_execute_before: vetoes('ToolContext'),
    tool_execute_after: transforms('ToolResultContext'),
    memory_save_before: vetoes('MemorySaveContext'),
    memory_save_after: observes('MemorySavedContext'),
    memory_recall_before: transforms('MemoryRecallContext'),
    delegation_before: vetoes('DelegationContext'),
    delegation_after: observes('DelegationResultContext'),
    sub_agent_sealed: observes('SubAgentSealedContext'),
    message_received: vetoes('InboundMessageContext'),
    message_sent: observes('OutboundMessageContext'),
    platform_connected: observes('PlatformContext'),
    auth_success: observes('AuthContext'),
    auth_failure: observes('AuthFailureContext'),
    rate_limit_hit: observes('RateLimitContext'),
  },
  ExtensionManager: {
    loadExtensions: 'loadExtensions(): Promise<void>',
    reloadExtensions: 'reloadExtensions(): Promise<void>',
    getLoadedExtensions: 'getLoadedExtensions(): ExtensionInfo[]',
    executeTransform: 'executeTransform<T>(hook: string, context: T): Promise<T>',
    executeObserve: 'executeObserve(hook: string, context: unknown): Promise<void>',
    executeVeto: 'executeVeto<T>(hook: string, context: T): Promise<T | null>',
    on: 'on(event: string, handler: EventHandler): void',
    off: 'off(event: string, handler: EventHandler): void',
    emit: 'emit(event: string, data: unknown): void',
    registerWebhook: 'registerWebhook(hook: string, url: string, secret?: string): void',
    removeWebhook: 'removeWebhook(hook: string, url: string): void',
  },
})

const toolPayload = { tool_name: 'string', tool_input: 'unknown', tool_user_id: 'string' }

check('kodelet', {
  BasePayload: {
    event: 'HookType',
    conv_id: 'string',
    cwd: 'string',
    invoked_by: "'main' | 'subagent'",
    'recipe_name?': 'string',
  },
  BeforeToolCallPayload: { event: "'before_tool_call'", ...toolPayload },
  BeforeToolCallResult: { 'blocked?': 'boolean | null', 'reason?': 'string | null', 'input?': 'unknown' },
  AfterToolCallPayload: {
    event: "'after_tool_call'",
    ...toolPayload,
    tool_output: 'StructuredToolResult',
  },
  AfterToolCallResult: { 'output?': 'ToolResultAnswer | null' },
  UserMessageSendPayload: { event: "'user_message_send'", message: 'string' },
  UserMessageSendResult: { 'blocked?': 'boolean | null', 'reason?': 'string | null' },
  AgentStopPayload: { event: "'agent_stop'", messages: 'Message[]' },
  AgentStopResult: { 'follow_up_messages?': '(string | null)[] | null' },
  Message: { role: 'string', content: 'string' },
  HookType: {
    '=': "'before_tool_call' | 'after_tool_call' | 'user_message_send' | 'agent_stop' | 'turn_end'",
  },
  Hook: { name: 'string', path: 'string', 'hookType?': 'HookType' },
  HookManager: {
    executeBeforeToolCall: 'any',
    executeAfterToolCall: 'any',
    executeUserMessageSend: 'any',
    executeAgentStop: 'any',
    getHookByName: 'any',
    setTimeout: 'any',
  },
  Trigger: {
    manager: 'HookManager',
    conversationId: 'string',
    isSubAgent: 'boolean',
    recipeName: 'string',
    triggerBeforeToolCall: 'any',
    triggerAfterToolCall: 'any',
    triggerUserMessageSend: 'any',
    triggerAgentStop: 'any',
  },
  newTrigger: { '=': 'any' },
  newHookManager: { '=': 'any' },
  newBlockedToolResult: { '=': 'any' },
  withDefaultDirs: { '=': 'any' },
})

check('kaizen', {
  HookEvent: { '=': 'any' },
  HookContext: {
    event_type: 'E',
    agent_id: 'string',
    timestamp: 'number',
    data: 'HookData[E]',
    'metadata?': 'Record<string, unknown> | null',
  },
  HookResult: {
    success: 'boolean',
    'data?': 'Record<string, unknown> | null',
    'error?': 'string | null',
    'duration_ms?': 'number',
  },
  HookHandler: { handle: 'handle(context: HookContext<E>, options: HandlerOptions): Promise<HookResult>' },
  BaseHook: { name: 'string', handle: 'any', onError: 'any' },
  FunctionHookAdapter: {},
  HookManager: { register: 'any', trigger: 'any', getStats: 'getStats(): Record<string, HookStats>' },
  HookStats: {
    call_count: 'number',
    success_count: 'number',
    failure_count: 'number',
    total_duration_ms: 'number',
    avg_duration_ms: 'number',
    max_duration_ms: 'number',
  },
  KaizenOptions: { hooks: 'readonly HookRegistration[]', settingSources: "readonly ('project' | 'user')[]" },
  PreToolUseData: { tool_name: 'string', tool_input: 'any' },
  PostToolUseData: { tool_name: 'string', tool_input: 'any', result: 'any', estimated_cost_usd: 'number' },
  PreAgentLoopData: { inputs: 'any' },
  PostAgentLoopData: { inputs: 'any', result: 'any' },
})

test('kaizen: the ten events of ADR-010 have their names and values', () => {
  const text = readFileSync(join(folder, 'kaizen.d.ts'), 'utf8')
  const constants = [...text.matchAll(/readonly ([A-Z_]+): '(\w+)'/g)].map(
    ([, name, value]) => `${name}=${value}`,
  )
  const pairs = ['TOOL_USE', 'AGENT_LOOP', 'SPECIALIST_INVOKE', 'PERMISSION_CHECK', 'CHECKPOINT_SAVE']
  const expected = pairs.flatMap((one) => [`PRE_${one}`, `POST_${one}`])
  assert.deepEqual(
    constants.slice(0, 10),
    expected.map((name) => `${name}=${name.toLowerCase()}`),
  )
})

check('compilr', {
  HookContext: {
    sessionId: 'string',
    iteration: 'number',
    'signal?': 'AbortSignal',
    metadata: 'Record<string, unknown>',
  },
  IterationHookContext: { maxIterations: 'number', messages: 'Message[]' },
  AfterIterationHookContext: { toolCalls: 'IterationToolCall[]', completedWithText: 'boolean' },
  IterationToolCall: { name: 'string', input: 'Record<string, unknown>', result: 'ToolExecutionResult' },
  BeforeIterationHookResult: { skip: 'true' },
  LLMHookContext: { messages: 'Message[]', tools: 'ToolDefinition[]', systemPrompt: 'string' },
  BeforeLLMHookResult: {
    'messages?': 'Message[]',
    'tools?': 'ToolDefinition[]',
    'systemPrompt?': 'string',
  },
  AfterLLMHookContext: {
    text: 'string',
    toolUses: 'ToolUse[]',
    'usage?': 'any',
    'usage.inputTokens': 'number',
    'usage.outputTokens': 'number',
    'model?': 'string',
    durationMs: 'number',
  },
  ToolUse: { id: 'string', name: 'string', input: 'Record<string, unknown>' },
  ToolHookContext: { toolName: 'string', input: 'Record<string, unknown>' },
  BeforeToolHookResult: {
    'skip?': 'boolean',
    'result?': 'ToolExecutionResult',
    'input?': 'Record<string, unknown>',
  },
  AfterToolHookContext: { result: 'ToolExecutionResult', durationMs: 'number' },
  AfterToolHookResult: { 'result?': 'ToolExecutionResult' },
  ErrorHookContext: { error: 'Error', phase: "'llm' | 'tool' | 'iteration'", 'toolName?': 'string' },
  ErrorHookResult: { 'handled?': 'boolean', 'error?': 'Error', 'recovery?': 'ToolExecutionResult' },
  HooksConfig: {
    'beforeIteration?': 'BeforeIterationHook[]',
    'afterIteration?': 'AfterIterationHook[]',
    'beforeLLM?': 'BeforeLLMHook[]',
    'afterLLM?': 'AfterLLMHook[]',
    'beforeTool?': 'BeforeToolHook[]',
    'afterTool?': 'AfterToolHook[]',
    'onError?': 'OnErrorHook[]',
  },
  RegisteredHook: { id: 'string', hook: 'T', 'name?': 'string', 'priority?': 'number' },
  HookRegistrationOptions: { 'name?': 'string', 'priority?': 'number' },
  HookEventType: {
    '=': "'hook:registered' | 'hook:unregistered' | 'hook:started' | 'hook:completed' | 'hook:error'",
  },
  HookEvent: {
    type: 'HookEventType',
    hookType: 'keyof HooksConfig',
    'hookId?': 'string',
    'hookName?': 'string',
    'durationMs?': 'number',
    'error?': 'Error',
  },
  HookEventHandler: { '=': '(event: HookEvent) => void' },
})
