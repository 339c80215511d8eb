import { setTimeout } from 'node:timers/promises'

export const tool_execute_before = async () => {
  await setTimeout(5)
  await null
  for (;;);
}
