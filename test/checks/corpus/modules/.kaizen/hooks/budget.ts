import { BaseHook, HookEvent, type HookContext, type HookResult } from 'kaizen-hooks'

const LIMIT = Number.parseFloat(process.env['BUDGET'] ?? '5')

export class BudgetHook extends BaseHook {
  static #total = 0
  name = 'budget'
  events = [HookEvent.POST_TOOL_USE]

  async handle(context: HookContext): Promise<HookResult> {
    const data = context.data as Record<string, any>
    BudgetHook.#total += data['estimated_cost_usd'] ?? data.cost ?? 0
    if (BudgetHook.#total > LIMIT) return { success: false, error: `over ${LIMIT} USD` }
    return { success: true, data: { total: BudgetHook.#total } }
  }
}
