// Adds up the tokens of a session in `metadata`, and skips every iteration once the budget is spent.
// `metadata` travels from hook to hook, so the count needs no variable of its own.

import type { HooksConfig } from 'hookbench/compilr'

const BUDGET = 200_000

export default {
  beforeIteration: [
    async function withinBudget({ metadata }) {
      if (Number(metadata.tokens ?? 0) > BUDGET) return { skip: true }
    },
  ],
  afterLLM: [
    async function countTokens({ metadata, usage }) {
      const soFar = Number(metadata.tokens ?? 0)
      metadata.tokens = soFar + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)
    },
  ],
} satisfies HooksConfig
