// Converts steps to spans: one per firing, as a child of the span that was active, and one child of it per hook.
// A failed hook is an error; a firing is an error only when a failed hook decided it.

import type { Step } from '../contract/outcome.ts'
import { firingAttributes, outcomeAttributes, runAttributes } from './attributes.ts'
import type { Span, Time, Tracer } from './openTelemetry.ts'

type Api = typeof import('@opentelemetry/api')
type Context = ReturnType<Api['context']['active']>

type Open = {
  readonly span: Span
  readonly context: Context
  readonly started: Map<string, number>
  readonly failed: Set<string>
}

export type Spans = {
  hear(step: Step): void
  /** Ends the spans of firings that are still in progress. */
  close(): void
}

/** Creates spans with this tracer. */
export function openSpans(tracer: Tracer, { context, trace, SpanStatusCode }: Api): Spans {
  const open = new Map<string, Open>()
  const error = { code: SpanStatusCode.ERROR }

  return {
    hear(step) {
      if (step.kind === 'fired') begin(step)
      const firing = open.get(step.firing)
      if (firing === undefined) return
      if (step.kind === 'started') firing.started.set(step.hook, step.at)
      else if (step.kind === 'finished') finish(firing, step)
      else if (step.kind === 'settled') settle(firing, step)
    },
    close() {
      for (const { span } of open.values()) span.end()
      open.clear()
    },
  }

  function begin(step: Step & { readonly kind: 'fired' }): void {
    const above = context.active()
    const options = { startTime: timeOf(step.at), attributes: firingAttributes(step) }
    const span = tracer.startSpan(`fire ${step.event}`, options, above)
    const below = trace.setSpan(above, span as ReturnType<Api['trace']['wrapSpanContext']>)
    open.set(step.firing, { span, context: below, started: new Map(), failed: new Set() })
  }

  function finish(firing: Open, { run }: Step & { readonly kind: 'finished' }): void {
    const startedAt = firing.started.get(run.id)
    // A skipped hook has no duration to show.
    if (startedAt === undefined || run.status === 'skipped') return
    const options = { startTime: timeOf(startedAt), attributes: runAttributes(run) }
    const span = tracer.startSpan(`hook ${run.name}`, options, firing.context)
    if (run.status === 'failed') {
      firing.failed.add(run.id)
      span.setStatus(error)
    }
    // Computed from the hook's own duration: parallel hooks are reported in plan order, later than they ended.
    span.end(timeOf(startedAt + run.durationMs))
  }

  function settle(
    { span, failed }: Open,
    { firing, outcome, at }: Step & { readonly kind: 'settled' },
  ): void {
    open.delete(firing)
    span.setAttributes(outcomeAttributes(outcome, failed.size))
    if (outcome.by !== undefined && failed.has(outcome.by)) span.setStatus(error)
    span.end(timeOf(at))
  }
}

function timeOf(ms: number): Time {
  const seconds = Math.trunc(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}
