// ADR-010's built-in hooks, to register in code: logging, event counts and cost
// totals, with the results that ADR-010 specifies.

import type {
  HookContext,
  HookResult,
  CostTrackingHook as PublishedCosts,
  LoggingHook as PublishedLogging,
  MetricsHook as PublishedMetrics,
} from 'hookbench/kaizen'
import { logLine } from '../failures.ts'
import { BaseHook } from './handlers.ts'

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const

/** Logs every event as one line, on standard error unless `log` is given. */
export class LoggingHook extends BaseHook implements PublishedLogging {
  readonly log_level: (typeof LEVELS)[number]
  readonly #log: (line: string) => void

  constructor(logLevel: (typeof LEVELS)[number] = 'INFO', log: (line: string) => void = logLine) {
    super('logging_hook')
    if (!LEVELS.includes(logLevel)) {
      throw new TypeError(`the level of a LoggingHook is ${logLevel}; expected ${LEVELS.join(', ')}`)
    }
    this.log_level = logLevel
    this.#log = log
  }

  override async handle({ event_type: event, agent_id: agent, data }: HookContext): Promise<HookResult> {
    this.#log(`${this.log_level} [${event}] Agent=${agent} Data=${JSON.stringify(data)}`)
    return { success: true }
  }
}

/** Counts events by name. */
export class MetricsHook extends BaseHook implements PublishedMetrics {
  readonly metrics_backend: string
  readonly counters: Record<string, number> = {}

  constructor(metricsBackend = 'prometheus') {
    super('metrics_hook')
    this.metrics_backend = metricsBackend
  }

  override async handle({ event_type: event }: HookContext): Promise<HookResult> {
    const metric = `kaizen_hook_${event}`
    const count = (this.counters[metric] ?? 0) + 1
    this.counters[metric] = count
    return { success: true, data: { metric, count } }
  }
}

/** Adds up the estimated cost of tool calls, in total and by tool. */
export class CostTrackingHook extends BaseHook implements PublishedCosts {
  total_cost_usd = 0
  readonly costs_by_tool: Record<string, number> = {}

  constructor() {
    super('cost_tracking_hook')
  }

  override async handle(context: HookContext): Promise<HookResult> {
    if (context.event_type !== 'post_tool_use') return { success: true }
    const { tool_name: tool = 'unknown', estimated_cost_usd: cost = 0 } = (
      context as HookContext<'post_tool_use'>
    ).data
    this.total_cost_usd += cost
    const before = Object.hasOwn(this.costs_by_tool, tool) ? this.costs_by_tool[tool] : undefined
    this.costs_by_tool[tool] = (before ?? 0) + cost
    return {
      success: true,
      data: { total_cost_usd: this.total_cost_usd, tool_cost_usd: cost, tool_name: tool },
    }
  }
}
