// Programs that a hook waits for without its event loop (`execSync` and its kin): nobody outside can stop those, not
// even by ending the worker, so they get the hook's own time limit unless the hook sets one.

import childProcess from 'node:child_process'
import module from 'node:module'

/** From now on no program can hold this thread for longer than the current call may take. */
export function limitPrograms(limitMs: () => number): void {
  for (const name of ['execSync', 'execFileSync', 'spawnSync'] as const) {
    const original = childProcess[name]
    const limited = (...args: unknown[]): unknown => {
      const at = args.findIndex((arg, index) => index > 0 && typeof arg === 'object' && !Array.isArray(arg))
      const given = at === -1 ? {} : args[at]
      const options = { timeout: limitMs(), killSignal: 'SIGKILL', ...(given ?? {}) }
      return Reflect.apply(original, childProcess, at === -1 ? [...args, options] : args.with(at, options))
    }
    Reflect.set(childProcess, name, limited)
  }
  module.syncBuiltinESMExports()
}
