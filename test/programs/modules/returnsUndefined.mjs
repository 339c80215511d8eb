export const tool_execute_before = async () => {}
