// A complete agent loop in one file: it receives a message, assembles a prompt, streams the model's response, runs
// tools under permission, delegates work, saves memories and sends an answer.
// Each step fires the events of all four systems and applies the outcome of their hooks.

import type { DialectId, Outcome } from '../../runtime/index.ts'
import type { Hooks } from './hooks.ts'
import type { Model, Reply, ToolUse } from './model.ts'
import type { ExampleTool } from './tools.ts'

type Fields = Record<string, unknown>
type Fired = Outcome & { readonly payload: Fields }
type Message = { role: string; content: string }

export type Setup = {
  readonly hooks: Hooks
  readonly model: Model
  readonly tools: Readonly<Record<string, ExampleTool>>
  readonly cwd: string
  readonly say: (line: string) => void
}

/** Runs a session on one message from the user and returns the answer that was sent. */
export async function runAgent({ hooks, model, tools, cwd, say }: Setup, text: string): Promise<string> {
  const ids = { sessionId: 'agent', timestamp: Date.now() }
  const llm = { requestId: 'req-1', provider: 'script', model: 'script-1' }
  const usage = { inputTokens: 12, outputTokens: 5 }
  const place = { platform: 'terminal', channelId: 'tty', attachments: [] }
  let who: 'main' | 'subagent' = 'main'
  let round = 0

  // One function per system to fire an event, each with the fields that its system puts into every payload.
  const fire = hooks.fire as (dialect: DialectId, event: string, payload: Fields) => Promise<Fired>
  const extension = (event: string, data: Fields) => fire('secureyeoman', event, { event, ...ids, ...data })
  const us = () => ({ conv_id: 'c1', cwd, invoked_by: who })
  const program = (event: string, data: Fields) => fire('kodelet', event, { event, ...us(), ...data })
  const it = { agent_id: 'a1', timestamp: ids.timestamp / 1000 }
  const kaizen = (event: string, data: Fields) => fire('kaizen', event, { event_type: event, ...it, data })
  const now = () => ({ sessionId: 'agent', iteration: round, metadata: {} })
  const lists = (event: string, data: Fields) => fire('compilr', event, { ...now(), ...data })

  await extension('platform_connected', { ...place, accountId: 'me', accountName: 'me', reconnected: false })
  await extension('auth_failure', { userId: 'ada', method: 'password', reason: 'typo', attempts: 3 })
  await extension('rate_limit_hit', { rule: 'login', key: 'ada', limit: 2, count: 3, windowMs: 60_000 })
  await extension('auth_success', { userId: 'ada', method: 'password', role: 'operator' })
  const agent = { agentId: 'a1', agentName: 'Demo', workspace: cwd, tools: Object.keys(tools) }
  await extension('agent_init', { ...agent, ...llm })
  const received = await extension('message_received', { ...place, messageId: 'm1', senderId: 'ada', text })
  const answer = stopped(received) ?? (await converse(String(received.payload.text)))
  await extension('message_sent', { ...place, messageId: 'm2', text: answer, replyTo: 'm1' })
  await extension('agent_shutdown', { agentId: 'a1', reason: 'requested', uptimeMs: 1000 })
  return answer

  /** The message loop: up to five rounds, until the model requests no tools and the hooks add no follow-up. */
  async function converse(question: string): Promise<string> {
    const refusal = stopped(await program('user_message_send', { message: question }))
    if (refusal !== undefined) return refusal
    const messages: Message[] = [{ role: 'user', content: question }]
    await extension('message_loop_start', { turn: 1, messages })
    await kaizen('pre_agent_loop', { inputs: { question } })
    await extension('memory_recall_before', { query: question, limit: 3, kinds: ['episodic'] })
    let reply: Reply = { text: '', tools: [] }
    for (round = 1; round <= 5; round++) {
      reply = await think(messages)
      messages.push({ role: 'assistant', content: reply.text })
      for (const use of reply.tools) {
        const content = use.name === 'delegate' ? await delegate(use) : await useTool(use)
        say(`${who} ${use.name}: ${content}`)
        messages.push({ role: 'tool', content })
      }
      await program('turn_end', { response: reply.text, turn_number: round })
      if (reply.tools.length > 0) continue
      // Hooks may add follow-up messages before the agent stops.
      const { followUps } = await program('agent_stop', { messages })
      if (followUps.length === 0) break
      messages.push(...followUps.map((content) => ({ role: 'user', content })))
    }
    const memory = { kind: 'episodic', source: 'conversation', importance: 0.5, tags: [] }
    const kept = await extension('memory_save_before', { ...memory, content: reply.text })
    if (stopped(kept) === undefined)
      await extension('memory_save_after', { ...memory, content: kept.payload.content, memoryId: 'm1' })
    await kaizen('post_agent_loop', { inputs: { question }, result: { answer: reply.text } })
    await extension('message_loop_end', { turn: 1, messages, durationMs: 5, endedBy: 'answer' })
    return reply.text
  }

  /** One model call: assembles the prompt, streams the response, saves the state. */
  async function think(messages: readonly Message[]): Promise<Reply> {
    await lists('beforeIteration', { maxIterations: 5, messages })
    const sections = [{ name: 'identity', content: 'You are a careful assistant.' }]
    const before = await extension('prompt_assembly_before', { sections, systemPrompt: '', messages })
    const parts = (before.payload.sections as typeof sections).map(({ content }) => content)
    const after = await extension('prompt_assembly_after', {
      ...before.payload,
      systemPrompt: parts.join('\n'),
    })
    const schema = { inputSchema: { type: 'object', properties: {} } }
    const offered = Object.entries(tools).map(([name, tool]) => ({
      name,
      description: tool.description,
      ...schema,
    }))
    const { systemPrompt: assembled } = after.payload
    const request = { systemPrompt: assembled, messages, tools: offered }
    const result = await extension('before_llm_call', { ...llm, ...request, stream: true })
    const { systemPrompt } = result.payload
    await lists('beforeLLM', { ...request, systemPrompt })
    say(`${who} prompt: ${String(systemPrompt).replaceAll('\n', ' ')}`)
    const { text, tools: toolCalls } = model(messages)
    let content = ''
    const words = text.split(/(?<= )/)
    for (const [index, word] of words.entries()) {
      const chunk = await extension('stream_chunk', { ...llm, index, channel: 'text', text: word })
      content += chunk.payload.text
    }
    const last = { stopReason: toolCalls.length > 0 ? 'tool_use' : 'end_turn', usage, durationMs: 3 }
    await extension('stream_end', { ...llm, ...last, chunks: words.length, text: content })
    const { payload } = await extension('after_llm_call', { ...llm, ...last, content, toolCalls })
    const reply = { text: String(payload.content), tools: payload.toolCalls as readonly ToolUse[] }
    const { text: replyText, tools: toolUses } = reply
    await lists('afterLLM', { ...request, text: replyText, toolUses, usage, model: llm.model, durationMs: 3 })
    const state = {
      agent_id: 'a1',
      step_number: round,
      status: 'running',
      timestamp: new Date().toISOString(),
    }
    await kaizen('pre_checkpoint_save', state)
    await kaizen('post_checkpoint_save', { checkpoint_id: `c${round}`, ...state })
    const completedWithText = toolUses.length === 0
    await lists('afterIteration', { maxIterations: 5, messages, toolCalls: [], completedWithText })
    return reply
  }

  /** One tool call. The systems run in turn, each on the input the previous one returned; one denial is enough. */
  async function useTool({ id, name, input: wanted }: ToolUse): Promise<string> {
    const ask = { tool_name: name, tool_input: wanted, permission_mode: 'default', estimated_cost_usd: 0.001 }
    const refused = stopped(await kaizen('pre_permission_check', ask))
    const allowed = refused === undefined
    await kaizen('post_permission_check', { ...ask, allowed, reason: refused ?? 'nobody objects' })
    const call = { toolName: name, toolCallId: id }
    const first = await extension('tool_execute_before', { ...call, input: wanted })
    const use = { tool_name: name, tool_user_id: id }
    const second = await program('before_tool_call', { ...use, tool_input: first.payload.input })
    const third = await kaizen('pre_tool_use', { tool_name: name, tool_input: second.payload.tool_input })
    const { tool_input: chained } = third.payload.data as Fields
    const fourth = await lists('beforeTool', { toolName: name, input: chained })
    const input = fourth.payload.input as Fields
    const denied = refused ?? [first, second, third, fourth].map(stopped).find((why) => why !== undefined)
    const { output, success } = denied === undefined ? await run(name, input, fourth) : no(denied)
    const { payload } = await extension('tool_execute_after', {
      ...call,
      input,
      output,
      success,
      durationMs: 1,
    })
    const tool_output = { toolName: name, success, timestamp: new Date().toISOString() }
    await program('after_tool_call', { ...use, tool_input: input, tool_output })
    await kaizen('post_tool_use', { tool_name: name, tool_input: input, result: output })
    await lists('afterTool', { toolName: name, input, result: { success, result: output }, durationMs: 1 })
    return String(payload.output)
  }

  async function run(name: string, input: Fields, { answer }: Outcome) {
    // A hook may supply the result without running the tool.
    if (answer !== undefined) return { output: JSON.stringify(answer), success: true }
    try {
      return { output: tools[name]?.run(input) ?? `there is no tool ${name}`, success: name in tools }
    } catch (thrown) {
      const { name: kind, message } = thrown as Error
      const { handled } = await lists('onError', { error: { name: kind, message }, phase: 'tool' })
      return no(handled === true ? 'the tool failed, and that is dealt with' : message)
    }
  }

  async function delegate({ id, input }: ToolUse): Promise<string> {
    const plan = { delegationId: id, profileName: String(input.profile), task: String(input.task) }
    const refusal = stopped(await extension('delegation_before', { ...plan, depth: 1, tokenBudget: 1000 }))
    if (refusal !== undefined) return refusal
    const specialist = { specialist_name: plan.profileName, inputs: { task: plan.task } }
    await kaizen('pre_specialist_invoke', specialist)
    const above = { who, round }
    who = 'subagent'
    const result = await converse(plan.task)
    ;({ who, round } = above)
    await kaizen('post_specialist_invoke', { ...specialist, success: true, result: { text: result } })
    await extension('delegation_after', { ...plan, status: 'completed', result, usage, durationMs: 5 })
    const sealed = { subAgentId: 'a1.1', conversationId: 'c1', messageCount: 2, usage }
    await extension('sub_agent_sealed', { ...plan, ...sealed })
    return result
  }
}

const no = (output: string) => ({ output, success: false })

/** Why an operation must not go on, or undefined if it may. Nobody can confirm here, so `ask` counts as a denial. */
function stopped({ decision, reason }: Outcome): string | undefined {
  return decision === 'pass' || decision === 'allow' ? undefined : `Not allowed: ${reason ?? decision}`
}
