// Converts steps to measurements: durations of firings and hooks, and failures of hooks. All attributes have low
// cardinality: hooks, sessions and tools are not named.

import type { Step } from '../contract/outcome.ts'
import { eventDimensions } from './attributes.ts'
import type { Attributes, Meter } from './openTelemetry.ts'

/** Bucket boundaries in seconds: from in-process handlers to the longest time-outs. */
const BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Creates the instruments of this meter; returns a listener for steps. */
export function openMeasures(meter: Meter): (step: Step) => void {
  const seconds = (description: string) => ({
    description,
    unit: 's',
    advice: { explicitBucketBoundaries: [...BUCKETS] },
  })
  const firings = meter.createHistogram(
    'hookbench.firing.duration',
    seconds('How long an event took through all its hooks.'),
  )
  const hooks = meter.createHistogram('hookbench.hook.duration', seconds('How long one hook took.'))
  const failures = meter.createCounter('hookbench.hook.failures', {
    description: 'Hooks that gave no usable answer.',
    unit: '{failure}',
  })
  const open = new Map<string, Attributes>()

  return (step) => {
    if (step.kind === 'fired') open.set(step.firing, eventDimensions(step.dialect, step.event))
    const event = open.get(step.firing)
    if (event === undefined) return
    if (step.kind === 'finished') {
      const { source, status, failure, durationMs } = step.run
      if (status === 'skipped') return
      const from = { ...event, 'hookbench.hook.source': source }
      hooks.record(durationMs / 1000, { ...from, 'hookbench.hook.status': status })
      if (failure !== undefined) failures.add(1, { ...from, 'error.type': failure })
    } else if (step.kind === 'settled') {
      const { durationMs, decision } = step.outcome
      firings.record(durationMs / 1000, { ...event, 'hookbench.decision': decision })
      open.delete(step.firing)
    }
  }
}
