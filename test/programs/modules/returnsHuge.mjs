export const tool_execute_before = () => ({ text: 'x'.repeat(20_000_000) })
