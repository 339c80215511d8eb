export const tool_execute_before = async () => (await import('./helper.ts')).help()
