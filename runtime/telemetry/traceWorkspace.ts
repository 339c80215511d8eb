// OpenTelemetry for a workspace: subscribes to its steps. Without the API, or without a registered SDK at the time of
// the call, nothing is subscribed and firing has no additional cost.

import type { Step } from '../contract/outcome.ts'
import { defaultSettings, type Settings } from '../contract/settings.ts'
import { createRedactor } from '../recordings/redact.ts'
import { version } from '../version.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { loadApi, type Meter, registeredMeter, registeredTracer, type Tracer } from './openTelemetry.ts'

export type TraceOptions = {
  /** Creates the spans; the registered SDK's tracer by default. */
  readonly tracer?: Tracer
  /** Records the measurements; the registered SDK's meter by default. */
  readonly meter?: Meter
}

/**
 * Sends spans and measurements of every firing to OpenTelemetry until the returned function is called. Register the SDK
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
  // Loaded only where spans or measurements may be needed.
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

// An entry without a script is named by the first words of its command, which may contain a secret.
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
