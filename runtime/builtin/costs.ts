// The `costTracking` hook: adds up the estimated cost of tools, as ADR-010's CostTrackingHook does, and the cost of
// model calls by their tokens. Values that are not finite, nonnegative numbers are ignored.

import type { Call } from '../contract/call.ts'
import { valueAt } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'
import type { BuiltinFinding } from './builtin.ts'
import { type Price, priceOf } from './prices.ts'

/** Costs so far, in US dollars. */
export type Costs = {
  readonly total_cost_usd: number
  readonly by_tool: Readonly<Record<string, number>>
  readonly by_model: Readonly<Record<string, number>>
  /** Models that were called and have no known price. */
  readonly unpriced: readonly string[]
}

export type CostBook = {
  look(call: Call, settings: Settings): BuiltinFinding | undefined
  costs(): Costs
}

/** A cost book with all totals at zero. */
export function openCosts(): CostBook {
  const tools = new Map<string, number>()
  const models = new Map<string, number>()
  const unpriced = new Set<string>()
  let total = 0

  function add(to: Map<string, number>, name: string, cost: number): void {
    total += cost
    to.set(name, (to.get(name) ?? 0) + cost)
  }

  function lookAtTool({ record, payload }: Call): BuiltinFinding {
    const named = record.common.tool === undefined ? undefined : valueAt(payload, record.common.tool)
    const name = typeof named === 'string' ? named : 'unknown'
    const cost =
      amount(valueAt(payload, 'data.estimated_cost_usd')) ??
      amount(valueAt(payload, 'estimated_cost_usd')) ??
      0
    add(tools, name, cost)
    return { data: { total_cost_usd: total, tool_cost_usd: cost, tool_name: name } }
  }

  function lookAtModel({ payload }: Call, settings: Settings): BuiltinFinding | undefined {
    const { costTracking } = settings.builtin
    const model = valueAt(payload, 'model')
    if (typeof model !== 'string' || costTracking === false) return undefined
    const estimated = amount(valueAt(payload, 'estimated_cost_usd'))
    const price = priceOf(model, costTracking.prices)
    if (estimated === undefined && price === undefined) unpriced.add(model)
    const cost = estimated ?? (price === undefined ? 0 : costOf(price, payload))
    add(models, model, cost)
    return { data: { total_cost_usd: total, model_cost_usd: cost, model } }
  }

  return {
    look(call, settings) {
      if (call.record.lifecycle === 'tool.after') return lookAtTool(call)
      return call.record.lifecycle === 'model.after' ? lookAtModel(call, settings) : undefined
    },
    costs: () => ({
      total_cost_usd: total,
      by_tool: Object.fromEntries(tools),
      by_model: Object.fromEntries(models),
      unpriced: [...unpriced],
    }),
  }
}

function costOf(price: Price, payload: unknown): number {
  const tokens = (name: string) => amount(valueAt(payload, `usage.${name}`)) ?? 0
  const read = tokens('inputTokens')
  const cached = Math.min(read, tokens('cachedTokens'))
  const spent =
    (read - cached) * price.input +
    cached * (price.cached ?? price.input) +
    tokens('outputTokens') * price.output
  return spent / 1_000_000
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
