// Measures ratios: both sides in turn, many rounds in one run, and the median of the paired ratios. Single times are
// unreliable on a shared machine, but both times of a pair drift together.

export type BenchRow = {
  readonly name: string
  /** The peer, or the target, that our figure is compared with. */
  readonly against: string
  /** The budget as the table shows it. */
  readonly budget: string
  readonly ours: string
  readonly theirs: string
  /** Ours over theirs, or theirs over ours where the budget is a minimum. */
  readonly ratio?: number
  readonly ok: boolean
}

export type Measured = { readonly ours: number; readonly theirs: number; readonly ratio: number }

type Named = {
  readonly name: string
  readonly against: string
  /** The ratio allowed; absent if the peer is shown only for comparison. */
  readonly budget?: number
  readonly show?: (value: number) => string
}

type Batch = () => Promise<number> | number

/** Each function runs one batch and returns its cost, in any unit; lower is better. */
export async function paired(ours: Batch, theirs: Batch, rounds = 15): Promise<Measured> {
  const pairs: { ours: number; theirs: number }[] = []
  await ours()
  await theirs()
  for (let round = 0; round < rounds; round++) {
    // The second of a pair finds a warmer machine, so the order alternates.
    if (round % 2 === 0) {
      const a = await ours()
      pairs.push({ ours: a, theirs: await theirs() })
    } else {
      const b = await theirs()
      pairs.push({ ours: await ours(), theirs: b })
    }
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  }
}

/** A row where ours may cost at most `budget` times theirs. */
export function atMost({ name, against, budget, show = nanos }: Named, measured: Measured): BenchRow {
  const { ours, theirs, ratio } = measured
  return {
    name,
    against,
    budget: budget === undefined ? 'beside it' : `≤ ${budget} ×`,
    ours: show(ours),
    theirs: show(theirs),
    ratio,
    ok: budget === undefined || ratio <= budget,
  }
}

/** A row where theirs must cost at least `budget` times ours. */
export function atLeast({ name, against, budget = 1, show = nanos }: Named, measured: Measured): BenchRow {
  const { ours, theirs } = measured
  const ratio = 1 / measured.ratio
  return {
    name,
    against,
    budget: `≥ ${budget} ×`,
    ours: show(ours),
    theirs: show(theirs),
    ratio,
    ok: ratio >= budget,
  }
}

/** Nanoseconds per iteration of a loop that awaits `turn`. */
export async function perTurn(turns: number, turn: () => unknown): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < turns; i++) await turn()
  return ((performance.now() - start) * 1e6) / turns
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}

/** `88 ns`, `1.2 µs`, `3.4 ms`. */
export function nanos(ns: number): string {
  if (ns < 1000) return `${ns.toFixed(0)} ns`
  if (ns < 1e6) return `${(ns / 1000).toFixed(1)} µs`
  return ns < 1e9 ? `${(ns / 1e6).toFixed(1)} ms` : `${(ns / 1e9).toFixed(2)} s`
}

/** `512 B`, `3.4 KB`. */
export function bytes(count: number): string {
  return Math.abs(count) < 1000 ? `${count.toFixed(0)} B` : `${(count / 1000).toFixed(1)} KB`
}
