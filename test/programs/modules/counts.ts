let calls = 0
export const tool_execute_before = () => ({ calls: ++calls })
