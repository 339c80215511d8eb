// Loads the embedder's own copy of the OpenTelemetry API, if it is installed: its SDK is registered only in that copy.
// The types cover only what is used here, so that the declarations of this package depend on no other package.

/** Seconds and nanoseconds since the epoch. */
export type Time = [seconds: number, nanoseconds: number]

export type Attributes = { readonly [name: string]: string | number | boolean }

/** The parent of a span; passed on without being inspected. */
type Context = {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): Context
  deleteValue(key: symbol): Context
}

/** The part of a span that is used here. */
export type Span = {
  setAttributes(attributes: Attributes): unknown
  setStatus(status: { code: number }): unknown
  end(at?: Time): void
}

/** The result of the OpenTelemetry API's `trace.getTracer()`. */
export type Tracer = {
  startSpan(name: string, options: { startTime?: Time; attributes?: Attributes }, parent: Context): Span
}

/** The result of the OpenTelemetry API's `metrics.getMeter()`. */
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

/** The tracer of the registered SDK; undefined where none is registered. */
export function registeredTracer({ trace, ProxyTracerProvider }: Api, version: string): Tracer | undefined {
  const provider = trace.getTracerProvider()
  const unset = new ProxyTracerProvider().getDelegate()
  const idle = provider instanceof ProxyTracerProvider && provider.getDelegate() === unset
  return idle ? undefined : provider.getTracer('hookbench', version)
}

/** The meter of the registered SDK; undefined where none is registered. */
export function registeredMeter({ metrics, createNoopMeter }: Api, version: string): Meter | undefined {
  const meter = metrics.getMeter('hookbench', version)
  return meter.constructor === createNoopMeter().constructor ? undefined : meter
}
