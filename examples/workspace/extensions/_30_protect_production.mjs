// Keeps tools away from the production database, and long tool output away from the model.
// No wrapper object: every exported function named like an event is a hook.

const DESTRUCTIVE = /\b(drop|truncate|delete)\b/i
const LONGEST = 2000

export async function tool_execute_before(ctx) {
  const { database, sql } = ctx.input
  if (database === 'production' && DESTRUCTIVE.test(sql ?? '')) return null
  return ctx
}

export async function tool_execute_after(ctx) {
  if (typeof ctx.output !== 'string' || ctx.output.length <= LONGEST) return ctx
  return { ...ctx, output: `${ctx.output.slice(0, LONGEST)}\n(${ctx.output.length - LONGEST} characters left out)` }
}
