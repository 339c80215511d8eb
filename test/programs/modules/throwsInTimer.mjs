export const tool_execute_before = () =>
  new Promise(() => {
    setTimeout(() => {
      throw new Error('thrown from a timer')
    }, 5)
  })
