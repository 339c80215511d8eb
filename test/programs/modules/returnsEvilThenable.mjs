export const tool_execute_before = () => ({
  // biome-ignore lint/suspicious/noThenProperty: that is the point.
  then(resolve) {
    resolve({ once: true })
    resolve({ twice: true })
    throw new Error('and throws')
  },
})
