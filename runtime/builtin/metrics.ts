// The `metrics` hook: counts events, as ADR-010's MetricsHook does. Counts are kept in a map; the Prometheus library is
// loaded only when the counters are read.

import type { Call } from '../contract/call.ts'
import type { BuiltinFinding } from './builtin.ts'

export type Metrics = {
  look(call: Call): BuiltinFinding
  /** The counters in Prometheus text format. */
  text(): Promise<string>
}

const ALL = 'hookbench_events_total'

type Counted = { readonly dialect: string; readonly event: string; count: number }

/** Counters that start at zero. */
export function openMetrics(): Metrics {
  const counted = new Map<string, Counted>()
  return {
    look({ dialect, event }) {
      const key = `${dialect.id} ${event}`
      const one = counted.get(key) ?? { dialect: dialect.id, event, count: 0 }
      counted.set(key, one)
      one.count += 1
      return { data: { metric: ownName(one) ?? ALL, count: one.count } }
    },
    text: () => prometheusText([...counted.values()]),
  }
}

// ADR-010 has one counter per event; all dialects also share a counter with the event as a label.
function ownName({ dialect, event }: Counted): string | undefined {
  return dialect === 'kaizen' ? `kaizen_hook_${event}` : undefined
}

async function prometheusText(counted: readonly Counted[]): Promise<string> {
  // The library's main module also loads process metrics, which require a package that is not bundled.
  const { default: Counter } = await import('prom-client/lib/counter.js')
  const { default: Registry } = await import('prom-client/lib/registry.js')
  const registry = new Registry()
  const all = new Counter({
    name: ALL,
    help: 'Events that were fired.',
    labelNames: ['dialect', 'event'],
    registers: [registry],
  })
  for (const one of counted) {
    const { dialect, event, count } = one
    all.inc({ dialect, event }, count)
    const name = ownName(one)
    if (name === undefined) continue
    new Counter({ name, help: `Events ${event} that were fired.`, registers: [registry] }).inc(count)
  }
  return registry.metrics()
}
