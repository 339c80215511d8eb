// Keeps delegation within bounds: at most two levels deep, and never without a token budget.
// A delegation that asks for too much is canceled; one that names no budget gets one.

import type { Extension } from 'hookbench/secureyeoman'

const DEEPEST = 2
const MOST_TOKENS = 50_000

export default {
  name: 'delegation-budget',
  version: '1.2.0',
  hooks: {
    async delegation_before(ctx) {
      if (ctx.depth > DEEPEST) return null
      if ((ctx.tokenBudget ?? 0) > MOST_TOKENS) return null
      return { ...ctx, tokenBudget: ctx.tokenBudget ?? MOST_TOKENS }
    },
  },
} satisfies Extension
