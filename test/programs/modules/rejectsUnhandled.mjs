export const tool_execute_before = () => {
  Promise.reject(new Error('nobody listens'))
  return new Promise(() => {})
}
