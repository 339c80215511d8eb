// ADR 021's thread helpers and ADR 029's Trigger: fill in the payload fields that all events of a conversation share.

import type {
  BasePayload,
  HookManager,
  HookType,
  Message,
  Trigger as Published,
  StructuredToolResult,
  TriggerOptions,
} from 'hookbench/kodelet'

type Answer<I> = { blocked: boolean; reason: string; input: I }

/** Fires the events of one conversation. */
export class Trigger implements Published {
  readonly manager: HookManager
  readonly conversationId: string
  readonly isSubAgent: boolean
  readonly recipeName: string

  constructor(manager: HookManager, conversationId: string, isSubAgent = false, recipeName = '') {
    this.manager = manager
    this.conversationId = conversationId
    this.isSubAgent = isSubAgent
    this.recipeName = recipeName
  }

  triggerBeforeToolCall(
    toolName: string,
    toolInput: string,
    toolUserId: string,
    options?: TriggerOptions,
  ): Promise<Answer<string>>
  triggerBeforeToolCall(
    toolName: string,
    toolInput: unknown,
    toolUserId: string,
    options?: TriggerOptions,
  ): Promise<Answer<unknown>>
  async triggerBeforeToolCall(
    toolName: string,
    toolInput: unknown,
    toolUserId: string,
    options?: TriggerOptions,
  ): Promise<Answer<unknown>> {
    const isText = typeof toolInput === 'string'
    const call = { tool_name: toolName, tool_input: parsed(toolInput), tool_user_id: toolUserId }
    const payload = { ...this.#base('before_tool_call', options), ...call }
    const result = await this.manager.executeBeforeToolCall(payload, options)
    if (result.blocked === true)
      return { blocked: true, reason: result.reason ?? '', input: isText ? '' : undefined }
    if (!('input' in result)) return { blocked: false, reason: '', input: toolInput }
    return { blocked: false, reason: '', input: isText ? JSON.stringify(result.input) : result.input }
  }

  async triggerAfterToolCall(
    toolName: string,
    toolInput: unknown,
    toolUserId: string,
    toolOutput: StructuredToolResult,
    options?: TriggerOptions,
  ): Promise<StructuredToolResult | undefined> {
    const call = { tool_name: toolName, tool_input: parsed(toolInput), tool_user_id: toolUserId }
    const payload = { ...this.#base('after_tool_call', options), ...call, tool_output: toolOutput }
    const { output } = await this.manager.executeAfterToolCall(payload, options)
    return output ?? undefined
  }

  async triggerUserMessageSend(
    message: string,
    options?: TriggerOptions,
  ): Promise<{ blocked: boolean; reason: string }> {
    const payload = { ...this.#base('user_message_send', options), message }
    const { blocked, reason } = await this.manager.executeUserMessageSend(payload, options)
    return { blocked: blocked === true, reason: reason ?? '' }
  }

  async triggerAgentStop(messages: Message[], options?: TriggerOptions): Promise<string[]> {
    const payload = { ...this.#base('agent_stop', options), messages }
    const { follow_up_messages: followUps } = await this.manager.executeAgentStop(payload, options)
    return followUps ?? []
  }

  async triggerTurnEnd(response: string, turnNumber: number, options?: TriggerOptions): Promise<void> {
    const payload = { ...this.#base('turn_end', options), response, turn_number: turnNumber }
    await this.manager.executeTurnEnd(payload, options)
  }

  #base<E extends HookType>(event: E, options: TriggerOptions | undefined): BasePayload & { event: E } {
    return {
      event,
      conv_id: this.conversationId,
      cwd: options?.cwd ?? process.cwd(),
      invoked_by: this.isSubAgent ? 'subagent' : 'main',
      ...(this.recipeName === '' ? {} : { recipe_name: this.recipeName }),
    }
  }
}

// ADR 021 passes tool input as JSON text, which may be empty for a call without arguments.
function parsed(toolInput: unknown): unknown {
  if (typeof toolInput !== 'string') return toolInput
  if (toolInput.trim() === '') return {}
  try {
    return JSON.parse(toolInput)
  } catch {
    return toolInput
  }
}

/** Same as `new Trigger(…)`, under the name that ADR 029 uses. */
export function newTrigger(
  manager: HookManager,
  conversationId: string,
  isSubAgent = false,
  recipeName = '',
): Trigger {
  return new Trigger(manager, conversationId, isSubAgent, recipeName)
}

/** The result that replaces that of a blocked tool call. */
export function newBlockedToolResult(reason: string, toolName = ''): StructuredToolResult {
  return {
    toolName,
    success: false,
    error: `blocked by hook: ${reason}`,
    metadataType: 'blocked',
    metadata: { reason },
    timestamp: new Date().toISOString(),
  }
}
