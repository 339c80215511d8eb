// Statistics per hook, counted as ADR-010 does: any returned result is a completed call, a time-out adds its limit to
// the duration, an exception counts as a call with no duration.

import type { HookStats } from 'hookbench/kaizen'

export class Stats {
  readonly #byName = new Map<string, HookStats>()

  count(name: string, durationMs: number, success: boolean): void {
    let stats = this.#byName.get(name)
    if (stats === undefined) {
      stats = {
        call_count: 0,
        success_count: 0,
        failure_count: 0,
        total_duration_ms: 0,
        avg_duration_ms: 0,
        max_duration_ms: 0,
      }
      this.#byName.set(name, stats)
    }
    stats.call_count++
    if (success) stats.success_count++
    else stats.failure_count++
    stats.total_duration_ms += durationMs
    stats.avg_duration_ms = stats.total_duration_ms / stats.call_count
    if (durationMs > stats.max_duration_ms) stats.max_duration_ms = durationMs
  }

  /** A copy, so that callers cannot change the statistics. */
  all(): Record<string, HookStats> {
    return Object.fromEntries([...this.#byName].map(([name, stats]) => [name, { ...stats }]))
  }
}
