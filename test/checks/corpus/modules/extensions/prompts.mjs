import { readFileSync, existsSync } from 'node:fs'

const HOUSE = new URL('./house.md', import.meta.url)
const house = existsSync(HOUSE) ? readFileSync(HOUSE, 'utf8') : ''

const compose = (...fns) => async (ctx) => {
  let it = ctx
  for (const fn of fns) it = (await fn(it)) ?? it
  return it
}

const addHouse = (ctx) => (house && !ctx.systemPrompt.includes(house) ? { ...ctx, systemPrompt: `${house}\n${ctx.systemPrompt}` } : ctx)
const trim = (ctx) => Object.assign({}, ctx, { messages: ctx.messages.slice(-50) })
const cheap = async (ctx) => {
  if (!/haiku|mini/.test(ctx.model)) return
  return { ...ctx, maxTokens: Math.min(ctx.maxTokens ?? Infinity, 2048) }
}

export const name = 'prompts'
export default { name, hooks: { before_llm_call: compose(addHouse, trim, cheap) } }
