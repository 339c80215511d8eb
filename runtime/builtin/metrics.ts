// The `metrics` hook: counts events, as ADR-010's MetricsHook does. Counting costs a map; the Prometheus library is
// loaded when somebody reads.

import type { Call } from '../contract/call.ts'
import type { BuiltinFinding } from './builtin.ts'

export type Metrics = {
  look(call: Call): BuiltinFinding
  /** The counters as Prometheus text. */
  text(): Promise<string>
}

const ALL = 'hookbench_events_total'

type Counted = { readonly dialect: string; readonly event: string; count: number }

/** Counters that begin at zero. */
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

// ADR-010 gives each event of its own a counter; everywhere, events are labels of one.
function ownName({ dialect, event }: Counted): string | undefined {
  return dialect === 'kaizen' ? `kaizen_hook_${event}` : undefined
}

async function prometheusText(counted: readonly Counted[]): Promise<string> {
  // Not the library's front door: behind it stand metrics of the process, which want a package that we do not bring.
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
