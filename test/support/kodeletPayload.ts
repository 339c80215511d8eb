// A payload of Kodelet's before_tool_call, as an agent with a session would send it: the session fills in the rest.

/** The call of a tool. */
export function toolCall(command: string, more: object = {}): Record<string, unknown> {
  return {
    event: 'before_tool_call',
    tool_name: 'bash',
    tool_user_id: 't1',
    tool_input: { command },
    ...more,
  }
}
