// The embedder's own copy of the OpenTelemetry API, if there is one: only that copy hears what its SDK was told.
// The types name just what is used here, so that our declarations ask for no package.

/** Seconds and nanoseconds since the epoch. */
export type Time = [seconds: number, nanoseconds: number]

export type Attributes = { readonly [name: string]: string | number | boolean }

/** What stands above a span; passed on, never looked into. */
type Context = {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): Context
  deleteValue(key: symbol): Context
}

/** A span, as far as it is used here. */
export type Span = {
  setAttributes(attributes: Attributes): unknown
  setStatus(status: { code: number }): unknown
  end(at?: Time): void
}

/** What `trace.getTracer()` of the OpenTelemetry API gives. */
export type Tracer = {
  startSpan(name: string, options: { startTime?: Time; attributes?: Attributes }, parent: Context): Span
}

/** What `metrics.getMeter()` of the OpenTelemetry API gives. */
export type Meter = {
  createHistogram(name: string, options: InstrumentOptions): { record(value: number, a: Attributes): void }
  createCounter(name: string, options: InstrumentOptions): { add(value: number, a: Attributes): void }
}

type InstrumentOptions = {
  description?: string
  unit?: string
  advice?: { explicitBucketBoundaries?: number[] }
}

type Api = typeof import('@opentelemetry/api')

/** The API, or undefined where it is not installed. */
export async function loadApi(): Promise<Api | undefined> {
  try {
    return await import('@opentelemetry/api')
  } catch {
    return undefined
  }
}

/** The tracer of the SDK in use; undefined while there is none. */
export function registeredTracer({ trace, ProxyTracerProvider }: Api, version: string): Tracer | undefined {
  const provider = trace.getTracerProvider()
  const nobody = new ProxyTracerProvider().getDelegate()
  const idle = provider instanceof ProxyTracerProvider && provider.getDelegate() === nobody
  return idle ? undefined : provider.getTracer('hookbench', version)
}

/** The meter of the SDK in use; undefined while there is none. */
export function registeredMeter({ metrics, createNoopMeter }: Api, version: string): Meter | undefined {
  const meter = metrics.getMeter('hookbench', version)
  return meter.constructor === createNoopMeter().constructor ? undefined : meter
}
