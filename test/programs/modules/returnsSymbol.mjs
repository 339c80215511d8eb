export const tool_execute_before = () => ({ input: Symbol('no') })
