export const tool_execute_before = (ctx) => {
  const line = 'x'.repeat(1_000_000)
  for (let n = 0; n < 100; n++) console.log(line)
  return ctx
}
