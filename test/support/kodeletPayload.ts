// A payload of Kodelet's before_tool_call from an agent with a session, which fills in the other fields.

/** The payload of a tool call. */
export function toolCall(command: string, more: object = {}): Record<string, unknown> {
  return {
    event: 'before_tool_call',
    tool_name: 'bash',
    tool_user_id: 't1',
    tool_input: { command },
    ...more,
  }
}
