export const tool_execute_before = async () => {
  await null
  throw new RangeError('too far')
}
