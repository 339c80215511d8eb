export const tool_execute_before = () => new Promise(() => {})
