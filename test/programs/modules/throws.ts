type Context = { input: unknown }

export const tool_execute_before = (_ctx: Context) => {
  console.log('before it throws')
  throw new TypeError('no good')
}
