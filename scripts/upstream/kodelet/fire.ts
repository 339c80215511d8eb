// Fires one event as Kodelet's threads do, and returns its outcome in the format of the rows.

import type { Json, JsonObject } from '../../../runtime/contract/json.ts'
import { Trigger } from '../../../runtime/managers/kodelet/trigger.ts'
import type { HookManager } from '../../../runtime/managers/kodelet.ts'

export type KodeletFiring = { readonly event: string; readonly toolInput: Json | undefined }

const TOOL = 'bash'
const CALL = 'toolu_01A'

/** The tool output for rows whose hooks return none. */
const OUTPUT = { toolName: TOOL, success: true, timestamp: '2020-02-02T02:02:02Z' } as const

/** Fires the event; undefined for events that the rows do not contain. */
export async function fire(
  manager: HookManager,
  { event, toolInput = {} }: KodeletFiring,
  cwd: string,
): Promise<JsonObject | undefined> {
  const trigger = new Trigger(manager, 'conversation')
  switch (event) {
    case 'before_tool_call': {
      const text = JSON.stringify(toolInput)
      const { blocked, input, reason } = await trigger.triggerBeforeToolCall(TOOL, text, CALL, { cwd })
      return { blocked, input: input === '' ? '' : (JSON.parse(input) as Json), reason }
    }
    case 'after_tool_call': {
      const output = await trigger.triggerAfterToolCall(TOOL, toolInput, CALL, OUTPUT, { cwd })
      return { output: output === undefined ? null : ({ ...output } as JsonObject) }
    }
    case 'user_message_send':
      return trigger.triggerUserMessageSend('Hello.', { cwd })
    case 'agent_stop':
      return { followUps: await trigger.triggerAgentStop([{ role: 'user', content: 'Hello.' }], { cwd }) }
    case 'turn_end':
      await trigger.triggerTurnEnd('Done.', 1, { cwd })
      return {}
    default:
      return undefined
  }
}
