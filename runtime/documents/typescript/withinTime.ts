// Calls the compiler with a time limit: it cannot be cancelled, and some types take it hours. After a timeout its state
// is unknown, and it must not be used again.

import { isNativeError } from 'node:util/types'
import { getHeapStatistics } from 'node:v8'
import { createContext, Script } from 'node:vm'

/** The time limit in milliseconds: many times what any ordinary text takes, even on a busy machine. */
export const LONGEST_MS = 20_000
/** The limit for later versions of a text that exceeded it, in milliseconds. */
export const AGAIN_MS = 2000
/** Requests up to this time, in milliseconds, do not count toward the limit. */
export const MOMENT_MS = 1000

const door: { ask: (() => unknown) | undefined } = { ask: undefined }
const script = new Script('ask()')
let context: ReturnType<typeof createContext> | undefined

/** The part of the heap that may be in use before another request to a compiler. */
const MOST_OF_HEAP = 0.6

/** Thrown when a compiler has taken so much memory that another request may end the process. */
class OutOfRoom extends Error {
  override readonly name = 'OutOfRoom'
}

/** Throws an OutOfRoom where memory is nearly exhausted: a process that runs out of memory ends at once. */
export function checkRoom(): void {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  if (used_heap_size > MOST_OF_HEAP * heap_size_limit) throw new OutOfRoom('a compiler takes too much memory')
}

/** Whether `withinTime` gave up because of time or memory. */
export function isGivenUp(error: unknown): boolean {
  if (error instanceof OutOfRoom) return true
  // The error of a timeout belongs to the other context, so it is no instance of this one's Error.
  return isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

/** The result of `ask`; throws when it takes too long. `timeout` is in milliseconds. */
export function withinTime<T>(ask: () => T, timeout: number): T {
  context ??= createContext(door)
  door.ask = ask
  try {
    return script.runInContext(context, { timeout: Math.ceil(timeout) }) as T
  } finally {
    door.ask = undefined
  }
}
