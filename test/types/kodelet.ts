// Type-checked, never run: the payload and the output of an executable in TypeScript, and mistakes that the types must
// reject.

import type {
  AfterToolCallPayload,
  AgentStopResult,
  BasePayload,
  BeforeToolCallPayload,
  BeforeToolCallResult,
  Events,
  Hook,
  HookType,
} from 'hookbench/kodelet'
import {
  newBlockedToolResult,
  newHookManager,
  newTrigger,
  withDefaultDirs,
  withHookDirs,
} from 'hookbench/kodelet'

export function guard(payload: BeforeToolCallPayload): BeforeToolCallResult {
  if (payload.invoked_by === 'subagent') return { blocked: true, reason: 'not for subagents' }
  return payload.recipe_name === undefined ? {} : { input: payload.tool_input }
}

export function answer<E extends HookType>(_event: E, result: Events[E]['result']): string {
  return JSON.stringify(result)
}

export const printed = answer('agent_stop', { follow_up_messages: ['And the tests?'] })
export const base: BasePayload = {} as AfterToolCallPayload

export function mistakes(payload: BeforeToolCallPayload): void {
  // @ts-expect-error The payload's field is tool_name.
  payload.toolName
  // @ts-expect-error The value is never the name of another event.
  payload.event === 'agent_stop'
  // @ts-expect-error Follow-ups are a list.
  const one: AgentStopResult = { follow_up_messages: 'go on' }
  // @ts-expect-error Only two events can be blocked.
  const two: Events['after_tool_call']['result'] = { blocked: true }
  // @ts-expect-error There is no such event.
  const three: HookType = 'before_tool'
  void [one, two, three]
}

export async function embed(): Promise<string[]> {
  await using manager = await newHookManager(withDefaultDirs(), withHookDirs('more'))
  manager.setTimeout(1000)
  const trigger = newTrigger(manager, 'c1', false, 'code-review')
  const { blocked, reason } = await trigger.triggerBeforeToolCall('bash', { command: 'ls' }, 't1')
  const output = blocked ? newBlockedToolResult(reason) : { toolName: 'bash', success: true }
  await trigger.triggerAfterToolCall('bash', { command: 'ls' }, 't1', output)
  // @ts-expect-error A payload must name its event.
  await manager.executeTurnEnd({ conv_id: 'c1', cwd: '/', invoked_by: 'main', response: '', turn_number: 1 })
  const found: Hook | undefined = manager.getHookByName('acme/review/validate-diff')
  return found === undefined ? [] : trigger.triggerAgentStop([{ role: 'user', content: 'hi' }])
}
