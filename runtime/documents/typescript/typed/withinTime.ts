// Calls the compiler with a time limit: it has no hook to cancel a question, and some types take it hours. After a
// time-out its state is unknown, and it must not be asked again.

import { getHeapStatistics } from 'node:v8'
import { createContext, Script } from 'node:vm'

/** Many times what any text takes that was not made to be slow, on a machine that is busy with something else as well. */
export const LONGEST_MS = 20_000
/** For later versions of a text that took so long. */
export const AGAIN_MS = 2000
/** What takes no longer counts as nothing. */
export const MOMENT_MS = 1000

const door: { ask: (() => unknown) | undefined } = { ask: undefined }
const script = new Script('ask()')
let context: ReturnType<typeof createContext> | undefined

/** The part of the heap that may be in use when a compiler is asked one more question. */
const MOST_OF_HEAP = 0.6

/** A compiler has taken so much memory that one more question may end the process. */
class OutOfRoom extends Error {
  override readonly name = 'OutOfRoom'
}

/** Throws an OutOfRoom where there is hardly any memory left: a process that has none ends at once. */
export function checkRoom(): void {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  if (used_heap_size > MOST_OF_HEAP * heap_size_limit) throw new OutOfRoom('a compiler takes too much memory')
}

/** Whether `withinTime` gave up, because it took too long or too much memory. */
export function isGivenUp(error: unknown): boolean {
  if (error instanceof OutOfRoom) return true
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

/** What `ask` gives; throws when it takes too long. */
export function withinTime<T>(ask: () => T, timeout: number): T {
  context ??= createContext(door)
  door.ask = ask
  try {
    return script.runInContext(context, { timeout: Math.ceil(timeout) }) as T
  } finally {
    door.ask = undefined
  }
}
