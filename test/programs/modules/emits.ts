import { emit } from 'hookbench/secureyeoman'
import type { ToolContext } from 'hookbench/secureyeoman'

export async function tool_execute_before(ctx: ToolContext) {
  emit('custom:seen', { tool: 'bash' })
  await null
  emit('custom:again', 2)
  return ctx
}
