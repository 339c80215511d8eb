export const tool_execute_before = () => ({
  get input() {
    throw new Error('do not look')
  },
})
