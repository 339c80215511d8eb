export const tool_execute_before = () => {
  throw 'just words'
}
