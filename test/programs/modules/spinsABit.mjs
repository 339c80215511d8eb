export const tool_execute_before = (ctx) => {
  const end = Date.now() + 900
  while (Date.now() < end);
  return { ...ctx, by: 'the slow one' }
}
