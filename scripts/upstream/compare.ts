// Compares rows with Hookbench's own code: agreements, differences, and rows that no module predicts.

import { type Json, sameJson } from '../../runtime/contract/json.ts'
import type { UpstreamRow } from './rows.ts'

/** Hookbench's result for a row's input; undefined if the module does not support that kind of input. */
export type Predict = (input: Json) => Promise<Json | undefined>

export type Tally = { agree: number; differ: number; unpredicted: number }

export type UpstreamDifference = UpstreamRow & {
  /** Hookbench's result; absent if its code threw. */
  readonly actual?: Json
  /** Message of the error it threw. */
  readonly error?: string
}

export type UpstreamComparison = Tally & {
  readonly systems: { readonly [system: string]: Tally }
  readonly differences: readonly UpstreamDifference[]
}

/** Compares every row, `width` at a time; differences are in row order. */
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
  // Compared as JSON, because a prediction may contain values that JSON cannot represent (an undefined field, an
  // infinite number).
  const plain = JSON.parse(JSON.stringify(actual)) as Json
  return sameJson(plain, row.expected) ? ['agree'] : ['differ', { ...row, actual: plain }]
}
