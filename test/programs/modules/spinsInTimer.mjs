export const tool_execute_before = () =>
  new Promise(() => {
    setTimeout(() => {
      for (;;);
    }, 5)
  })
