import fs from 'node:fs'

export const tool_execute_before = async (ctx) => {
  console.log('out', ctx.toolCallId)
  await null
  console.error('err')
  process.stdout.write(Buffer.from('bytes\n'))
  fs.writeSync(1, 'descriptor\n')
  return ctx
}
