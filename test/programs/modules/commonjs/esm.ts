import { part } from './part.ts'

export const tool_execute_before = async (ctx: object) => ({ ...ctx, by: part satisfies string })
