// Rows against Hookbench's own code: what agrees, what differs, and what no module predicts.

import { type Json, sameJson } from '../../runtime/contract/json.ts'
import type { UpstreamRow } from './rows.ts'

/** What Hookbench makes of a row's input; undefined where the input is of no kind that the module knows. */
export type Predict = (input: Json) => Promise<Json | undefined>

export type Tally = { agree: number; differ: number; unpredicted: number }

export type UpstreamDifference = UpstreamRow & {
  /** What Hookbench came to; absent where its code threw. */
  readonly actual?: Json
  /** What its code threw. */
  readonly error?: string
}

export type UpstreamComparison = Tally & {
  readonly systems: { readonly [system: string]: Tally }
  readonly differences: readonly UpstreamDifference[]
}

/** Runs every row, `width` at a time; the differences stand in the order of the rows. */
export async function compareRows(
  rows: readonly UpstreamRow[],
  predictOf: (system: string) => Predict | undefined,
  width: number,
): Promise<UpstreamComparison> {
  const systems = new Map<string, Tally>()
  const total: Tally = { agree: 0, differ: 0, unpredicted: 0 }
  const differences = new Map<UpstreamRow, UpstreamDifference>()
  const left = rows.values()

  async function work(): Promise<void> {
    for (const row of left) {
      const [kind, difference] = await judge(row, predictOf(row.system))
      const tally = systems.get(row.system) ?? { agree: 0, differ: 0, unpredicted: 0 }
      systems.set(row.system, tally)
      tally[kind] += 1
      total[kind] += 1
      if (difference !== undefined) differences.set(row, difference)
    }
  }

  await Promise.all(Array.from({ length: width }, work))
  return {
    ...total,
    systems: Object.fromEntries([...systems].sort(([one], [two]) => (one < two ? -1 : 1))),
    differences: rows.flatMap((row) => differences.get(row) ?? []),
  }
}

async function judge(
  row: UpstreamRow,
  predict: Predict | undefined,
): Promise<[keyof Tally, UpstreamDifference?]> {
  let actual: Json | undefined
  try {
    actual = await predict?.(row.input)
  } catch (error) {
    return ['differ', { ...row, error: error instanceof Error ? error.message : String(error) }]
  }
  if (actual === undefined) return ['unpredicted']
  // As JSON text says it: a prediction holds values that no text has (an undefined field, an infinite number).
  const plain = JSON.parse(JSON.stringify(actual)) as Json
  return sameJson(plain, row.expected) ? ['agree'] : ['differ', { ...row, actual: plain }]
}
