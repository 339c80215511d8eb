import { setTimeout } from 'node:timers/promises'

export const tool_execute_before = async (ctx) => {
  await setTimeout(ctx.waitMs ?? 150)
  return { ...ctx, by: 'the patient one' }
}
