// The cases of a folder while somebody edits them: a file that an editor has emptied and not yet filled again is read
// again before it is called no case.

import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cases, loadCases } from './cases.ts'

/** How old a file must be to be as its author wants it, and how often it is looked at until then. */
const SETTLED_MS = 1000
const PAUSE_MS = 50

/** Reads every case; waits while one that cannot be read is being written. */
export async function casesAtRest(folder: string, now: () => number = Date.now): Promise<Cases> {
  for (const until = now() + SETTLED_MS; ; await sleep(PAUSE_MS)) {
    const found = loadCases(folder)
    if (now() > until || ![...found.problems.keys()].some((path) => now() - changedAt(path) < SETTLED_MS))
      return found
  }
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
