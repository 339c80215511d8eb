export const tool_execute_before = () => ({})

throw new TypeError('not today')
