// Prints what each model call cost, in US dollars.
// A model without a price is a mistake in this file, so the hook fails with an error; the agent goes on.

import type { Extension } from 'hookbench/secureyeoman'

const PER_MILLION_TOKENS = {
  'claude-sonnet': { input: 3, output: 15 },
  'claude-haiku': { input: 1, output: 5 },
}

export default {
  name: 'price-llm-calls',
  hooks: {
    async after_llm_call(ctx) {
      const price = PER_MILLION_TOKENS[ctx.model as keyof typeof PER_MILLION_TOKENS]
      if (price === undefined) throw new Error(`no price is known for the model ${ctx.model}; add it`)
      const { inputTokens, outputTokens } = ctx.usage
      const dollars = (inputTokens * price.input + outputTokens * price.output) / 1_000_000
      console.log(`${ctx.requestId}: $${dollars.toFixed(4)}`)
      return ctx
    },
  },
} satisfies Extension
