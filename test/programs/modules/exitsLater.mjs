export const tool_execute_before = () =>
  new Promise(() => {
    setTimeout(() => process.exit(), 5)
  })
