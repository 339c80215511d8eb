export const tool_execute_before = async () => {
  console.log('goodbye')
  process.exit(3)
}
