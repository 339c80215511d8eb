// Runs a function that may never end, such as a match of a pattern that backtracks without end, and stops it in time.

import { type Context, createContext, Script } from 'node:vm'

const SCRIPT = new Script('run()')
// Made once: a context takes about a millisecond.
let context: Context | undefined

/** What the function returns; undefined where it took longer than `ms` and was stopped. It must not be asynchronous. */
export function bounded<T>(ms: number, run: () => T): { readonly value: T } | undefined {
  context ??= createContext({})
  let done: { readonly value: T } | undefined
  context.run = () => {
    done = { value: run() }
  }
  try {
    SCRIPT.runInContext(context, { timeout: ms })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
  }
  return done
}
