export const tool_execute_before = (ctx) => ({ ...ctx, by: 'bare' })
