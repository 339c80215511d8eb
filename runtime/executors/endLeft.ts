// The program that a watcher execs after its runtime has died: ends the
// processes that the runtime left behind, then exits.

import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './processes.ts'
import { reap } from './reap.ts'

/** Longest wait for the runtime to end, in milliseconds: a process closes its pipes shortly before it exits. */
const MOST_MS = 10_000

const [folder, mark] = process.argv.slice(2)
if (folder === undefined || mark === undefined)
  throw new Error('expected the folder of the books, and a mark')
const runtime = mark.slice(0, mark.indexOf('.'))
const until = performance.now() + MOST_MS
while (isRunning(runtime) && performance.now() < until) await sleep(10)
reap(folder, runtime)
