// Types the same keystrokes into two language servers and measures the time of each until completions and findings
// arrive.

import { readdirSync, readFileSync } from 'node:fs'
import { median } from '../measure.ts'
import type { EditorRequest, RequestPosition } from './editorRequest.ts'

export type Pair = { readonly ours: number; readonly theirs: number }

export type Stroke = {
  readonly complete: Pair
  readonly diagnose: Pair
  /** Processor time of the process so far, in milliseconds. */
  readonly busy: Pair
}

/**
 * Rounds that are not counted: an editor stays open for hours, so both servers are measured after their hot code is
 * compiled.
 */
const WARM_UP = 60

// Both servers get the same requests, one after the other, and alternate in going first.
export async function keystrokes(
  one: EditorRequest,
  two: EditorRequest,
  count: number,
  behind: RequestPosition,
  theirs: RequestPosition = behind,
): Promise<readonly Stroke[]> {
  const rounds: Stroke[] = []
  for (let round = -WARM_UP; round < count; round++) {
    // Adds a letter after `ctx.` and removes it again in the next round.
    const [written, erased] = round % 2 === 0 ? ['t', 0] : ['', 1]
    const stroke = async (server: EditorRequest) => {
      const at = server === one ? behind : theirs
      await server.type(at, written as string, erased as number)
      const start = performance.now()
      if ((await server.complete(at)) === 0 && server === one) throw new Error('there was no completion')
      const between = performance.now()
      await server.diagnose()
      return { complete: between - start, diagnose: performance.now() - between }
    }
    const first = round % 4 < 2 ? one : two
    const second = first === one ? two : one
    const times = new Map([[first, await stroke(first)]])
    times.set(second, await stroke(second))
    const pair = (what: 'complete' | 'diagnose'): Pair => ({
      ours: times.get(one)?.[what] ?? Number.NaN,
      theirs: times.get(two)?.[what] ?? Number.NaN,
    })
    if (round < 0) continue
    const worked = { ours: busy(one.pid), theirs: busy(two.pid) }
    rounds.push({ complete: pair('complete'), diagnose: pair('diagnose'), busy: worked })
  }
  return rounds
}

export function busy(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((one) => readFileSync(`/proc/${pid}/task/${one}/schedstat`, 'utf8').split(' ')[0])
  return times.reduce((sum, nanos) => sum + Number(nanos) / 1e6, 0)
}

function at(values: readonly number[], quantile: number): number {
  if (quantile === 0.5) return median(values)
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * quantile)] ?? Number.NaN
}

/** The times of both servers at a quantile, and their ratio. */
export function pairAt(pairs: readonly Pair[], quantile: number): Pair & { readonly ratio: number } {
  const ours = at(
    pairs.map((pair) => pair.ours),
    quantile,
  )
  const theirs = at(
    pairs.map((pair) => pair.theirs),
    quantile,
  )
  return { ours, theirs, ratio: ours / theirs }
}
