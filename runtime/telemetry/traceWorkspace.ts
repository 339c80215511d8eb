// OpenTelemetry for a workspace: tracing is subscribing to its steps. Without the API, or without an SDK set up when
// it is called, nothing is subscribed and firing costs what it cost before.

import type { Step } from '../contract/outcome.ts'
import { defaultSettings, type Settings } from '../contract/settings.ts'
import { createRedactor } from '../recordings/redact.ts'
import { version } from '../version.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { loadApi, type Meter, registeredMeter, registeredTracer, type Tracer } from './openTelemetry.ts'

export type TraceOptions = {
  /** Makes the spans; that of the registered SDK unless given. */
  readonly tracer?: Tracer
  /** Takes the measurements; that of the registered SDK unless given. */
  readonly meter?: Meter
}

/**
 * Sends spans and measurements of every firing to OpenTelemetry until the returned function is called. Set up the SDK
 * first; payloads, results and reasons are never sent.
 */
export async function traceWorkspace(
  workspace: Pick<Workspace, 'onStep'> & Partial<Pick<Workspace, 'settings'>>,
  options: TraceOptions = {},
): Promise<() => void> {
  const api = await loadApi()
  if (api === undefined && options.meter === undefined && options.tracer === undefined) return () => {}
  if (api === undefined && options.tracer !== undefined) {
    throw new Error(
      'a tracer was given, but @opentelemetry/api cannot be loaded; install it beside hookbench',
    )
  }
  const tracer = options.tracer ?? (api === undefined ? undefined : registeredTracer(api, version))
  const meter = options.meter ?? (api === undefined ? undefined : registeredMeter(api, version))
  // Only where somebody listens.
  const { openSpans } = await import('./spans.ts')
  const { openMeasures } = await import('./measures.ts')
  const spans = tracer === undefined || api === undefined ? undefined : openSpans(tracer, api)
  const listeners: ((step: Step) => void)[] = []
  if (spans !== undefined) {
    const masked = namesMasked(workspace.settings ?? defaultSettings)
    listeners.push((step) => spans.hear(masked(step)))
  }
  if (meter !== undefined) listeners.push(openMeasures(meter))
  const stops = listeners.map((listener) => workspace.onStep(listener))
  return () => {
    for (const stop of stops) stop()
    spans?.close()
  }
}

// An entry without a script has the first words of its command for a name, and a secret may stand there.
function namesMasked({ redaction, environment }: Settings): (step: Step) => Step {
  const redactor = createRedactor(redaction, { ...process.env, ...environment.set })
  const known = new Map<string, string>()
  const masked = (name: string): string => {
    const found = known.get(name) ?? String(redactor.redact(name).value)
    known.set(name, found)
    return found
  }
  return (step) =>
    step.kind === 'finished' ? { ...step, run: { ...step.run, name: masked(step.run.name) } } : step
}
