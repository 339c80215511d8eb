// Runs what may take for ever and tears it out of its work then: a compiler asks nobody whether to go on, and types can
// be written that it follows for hours. Whoever is torn out is in an unknown state and must not be asked again.

import { createContext, Script } from 'node:vm'

/** Many times what any text takes that was not made to be slow, on a machine that is busy with something else as well. */
export const LONGEST_MS = 20_000
/** For later versions of a text that took so long. */
export const AGAIN_MS = 2000
/** What takes no longer counts as nothing. */
export const MOMENT_MS = 1000

/** How long the questions about a file may take, where that is not the usual. */
export type Patience = Map<string, number>

const door: { ask: (() => unknown) | undefined } = { ask: undefined }
const script = new Script('ask()')
let context: ReturnType<typeof createContext> | undefined

/** Whether `withinTime` threw because it took too long. */
export function isTimeOut(error: unknown): boolean {
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
