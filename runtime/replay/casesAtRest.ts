// Reads a folder of cases while files may be edited: a file that an editor has emptied and not
// yet filled is read again before it is reported as invalid.

import { setTimeout as sleep } from 'node:timers/promises'
import { statOf } from '../files/read.ts'
import { type Cases, loadCases } from './cases.ts'

/** Age at which a file counts as completely written, and the interval between reads until then, in milliseconds. */
const SETTLED_MS = 1000
const PAUSE_MS = 50

/** Reads every case; waits while an unreadable one is being written. */
export async function casesAtRest(folder: string, now: () => number = Date.now): Promise<Cases> {
  for (const until = now() + SETTLED_MS; ; await sleep(PAUSE_MS)) {
    const found = loadCases(folder)
    if (now() > until || ![...found.problems.keys()].some((path) => now() - changedAt(path) < SETTLED_MS))
      return found
  }
}

function changedAt(path: string): number {
  return statOf(path)?.mtimeMs ?? 0
}
