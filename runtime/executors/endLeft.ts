// The program that a watcher becomes when its runtime is gone without a word: it ends what that one left, and ends.

import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './processes.ts'
import { reap } from './reap.ts'

/** A process closes its pipes a moment before it is gone. */
const MOST_MS = 10_000

const [folder, mark] = process.argv.slice(2)
if (folder === undefined || mark === undefined)
  throw new Error('expected the folder of the books, and a mark')
const runtime = mark.slice(0, mark.indexOf('.'))
const until = performance.now() + MOST_MS
while (isRunning(runtime) && performance.now() < until) await sleep(10)
reap(folder, runtime)
