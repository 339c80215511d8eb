export const tool_execute_before = (ctx) => {
  Array.prototype.map = () => ['patched']
  process.env.PATCHED = 'yes'
  return ctx
}
