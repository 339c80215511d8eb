// List prices of models in US dollars per million tokens, by name prefix, as of autumn 2025. Prices change: the
// settings take precedence, and a model that is in neither table counts as free.

export type Price = {
  readonly input: number
  readonly output: number
  /** Input read from a cache. */
  readonly cached?: number | undefined
}

export type Prices = Readonly<Record<string, Price>>

const listPrices: Prices = {
  'claude-opus-4-5': { input: 5, output: 25, cached: 0.5 },
  'claude-opus-4': { input: 15, output: 75, cached: 1.5 },
  'claude-sonnet-4': { input: 3, output: 15, cached: 0.3 },
  'claude-haiku-4-5': { input: 1, output: 5, cached: 0.1 },
  'claude-3-5-haiku': { input: 0.8, output: 4, cached: 0.08 },
  'gpt-5': { input: 1.25, output: 10, cached: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cached: 0.025 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cached: 0.005 },
  'gpt-4.1': { input: 2, output: 8, cached: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cached: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cached: 0.025 },
  'gpt-4o': { input: 2.5, output: 10, cached: 1.25 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cached: 0.075 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cached: 0.125 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cached: 0.03 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cached: 0.01 },
}

/** The price of a model: the longest matching name prefix, in the user's table before the built-in one. */
export function priceOf(model: string, own: Prices): Price | undefined {
  for (const prices of [own, listPrices]) {
    const [best] = Object.keys(prices)
      .filter((name) => model.startsWith(name))
      .sort((one, two) => two.length - one.length)
    if (best !== undefined) return prices[best]
  }
  return undefined
}
