// Maps time to drawing units. A session idles for minutes between milliseconds of work, so long waits can be compressed
// and very short spans widened to be visible; one unit is normally one millisecond. Pure: does not use the page.

export type TimeSpan = { readonly start: number; readonly end: number }

/** A compressed wait; `from` and `to` are units. */
export type Break = { readonly from: number; readonly to: number; readonly ms: number }

export type Axis = {
  /** Length in units. */
  readonly length: number
  readonly breaks: readonly Break[]
  /** Milliseconds -> units. */
  unitAt(ms: number): number
  /** Units -> milliseconds. */
  msAt(unit: number): number
}

/** A compressed wait is drawn at most this long, as a share of the mean busy span. */
const IDLE_SHARE = 0.5
/** A busy span is drawn at least this long, as a share of the mean busy span. */
const LEAST_SHARE = 0.35

/** The axis for spans sorted by start; `compress` shortens long waits. */
export function axisOf(spans: readonly TimeSpan[], compress: boolean): Axis {
  const busy = merged(spans)
  const end = busy.at(-1)?.end ?? 0
  if (!compress || busy.length < 2) return linear(Math.max(end, 1))
  const worked = busy.reduce((sum, span) => sum + span.end - span.start, 0)
  const mean = Math.max(worked, 1) / busy.length
  const longest = mean * IDLE_SHARE

  // Corners of a piecewise linear function with slope 1 outside compressed waits.
  const times: number[] = [0]
  const units: number[] = [0]
  const breaks: Break[] = []
  let unit = 0
  let before = 0
  for (const { start, end } of busy) {
    const wait = start - before
    if (wait > 2 * longest) {
      breaks.push({ from: unit, to: unit + longest, ms: wait })
      corner(start, unit + longest)
    } else corner(start, unit + wait)
    // A span without duration stays a point.
    if (end > start) corner(end, unit + Math.max(end - start, mean * LEAST_SHARE))
    before = end
  }
  const length = Math.max(unit, 1)
  return {
    length,
    breaks,
    unitAt: (ms) => along(times, units, ms),
    msAt: (at) => along(units, times, at),
  }

  function corner(time: number, at: number): void {
    unit = at
    if (time <= (times.at(-1) as number)) return
    times.push(time)
    units.push(at)
  }
}

/** The share of time in which nothing happened, from 0 to 1. */
export function idleShare(spans: readonly TimeSpan[]): number {
  const busy = merged(spans)
  const whole = busy.at(-1)?.end ?? 0
  const worked = busy.reduce((sum, { start, end }) => sum + end - start, 0)
  return whole === 0 ? 0 : 1 - worked / whole
}

function linear(length: number): Axis {
  return { length, breaks: [], unitAt: (ms) => ms, msAt: (unit) => unit }
}

function merged(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const all: { start: number; end: number }[] = []
  for (const { start, end } of spans) {
    const last = all.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}

// Interpolates an increasing piecewise linear function at `at`; beyond its ends the slope is 1.
function along(from: readonly number[], to: readonly number[], at: number): number {
  let low = 0
  let high = from.length - 1
  if (at <= (from[0] as number)) return (to[0] as number) + at - (from[0] as number)
  if (at >= (from[high] as number)) return (to[high] as number) + at - (from[high] as number)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((from[middle] as number) <= at) low = middle
    else high = middle
  }
  const [x0, x1] = [from[low] as number, from[high] as number]
  const [y0, y1] = [to[low] as number, to[high] as number]
  return x1 === x0 ? y1 : y0 + ((at - x0) / (x1 - x0)) * (y1 - y0)
}
