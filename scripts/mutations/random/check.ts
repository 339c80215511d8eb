// Checks whether any test detects a slip: runs the tests that execute the code, most likely first, until one fails. A
// slip that no test detects has survived: a test is missing, the code is unused, or the slip has no observable effect.

import { openCopy, type SourceCopy } from '../copy.ts'
import { openCandidates } from './candidates.ts'
import { runTest, type TestRun } from './covered.ts'
import type { DrawnSlip } from './draw.ts'

export type SlipChecked = {
  readonly slip: DrawnSlip
  /** The test file that fails; undefined if the slip survived. */
  readonly caughtBy: string | undefined
  /** How many test files executed the code. */
  readonly tried: number
}

export type SlipOptions = {
  readonly root: string
  readonly jobs: number
  readonly onChecked?: (checked: SlipChecked) => void
}

/** Tables of whole workspaces: they execute most of the code that reads hooks, so they are tried after the nearest tests. */
const TABLES = ['test/checks/recall.test.ts', 'test/checks/fixtures.test.ts']

/** Most near test files run per slip, and most examined for whether they execute the code. */
const MOST_TRIED = 8
const MOST_LOOKED_AT = 40
const LIMIT_MS = 120_000

/** Checks all slips. */
export async function checkSlips(
  slips: readonly DrawnSlip[],
  { root, jobs, onChecked }: SlipOptions,
): Promise<readonly SlipChecked[]> {
  const candidates = openCandidates(root)
  const untouched = new Map<string, Promise<TestRun>>()
  const left = [...slips]
  const checked: SlipChecked[] = []
  await Promise.all(Array.from({ length: Math.min(jobs, left.length) }, lane))
  return checked

  async function lane(): Promise<void> {
    const copy = openCopy(root)
    try {
      for (let slip = left.shift(); slip !== undefined; slip = left.shift()) {
        const one = await tried(slip, copy)
        checked.push(one)
        onChecked?.(one)
      }
    } finally {
      copy.remove()
    }
  }

  async function tried(slip: DrawnSlip, copy: SourceCopy): Promise<SlipChecked> {
    let count = 0
    const all = candidates(slip.file)
    const near = all.filter((test) => !TABLES.includes(test)).slice(0, MOST_LOOKED_AT)
    for (const test of [...near, ...TABLES.filter((one) => all.includes(one))]) {
      if (count >= MOST_TRIED && !TABLES.includes(test)) continue
      const before = await withoutSlips(test, copy)
      if (!before.passes || !before.ran(slip.file, slip.start)) continue
      count++
      const limit = Math.min(LIMIT_MS, 20_000 + 3 * before.milliseconds)
      const after = await copy.edit(slip.file, withSlip(slip), () => runTest(copy.folder, test, limit))
      if (!after.passes) return { slip, caughtBy: test, tried: count }
    }
    return { slip, caughtBy: undefined, tried: count }
  }

  function withoutSlips(test: string, copy: SourceCopy): Promise<TestRun> {
    let run = untouched.get(test)
    if (run === undefined) {
      run = runTest(copy.folder, test, LIMIT_MS)
      untouched.set(test, run)
    }
    return run
  }
}

/** Returns a function that applies the slip to a text. */
function withSlip({ start, end, to }: DrawnSlip): (text: string) => string {
  return (text) => text.slice(0, start) + to + text.slice(end)
}
