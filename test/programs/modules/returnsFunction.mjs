export const tool_execute_before = () => ({ input: { list: [1, () => {}] } })
