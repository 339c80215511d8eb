// Marks programs that hooks start, so that leftover ones can be found and ended when the runtime closes.
// Synchronous ones (`execSync` and similar) block the event loop and cannot be stopped from outside, even by ending the
// worker; they get the hook's own time limit unless the hook sets one.

import childProcess from 'node:child_process'
import module from 'node:module'
import { isObject } from '../../contract/json.ts'

/** Adds these variables to every program started in this thread, whatever environment the hook passes. */
export function markPrograms(mark: Readonly<Record<string, string>>, started: () => void): void {
  const { prototype } = childProcess.ChildProcess
  const spawn: unknown = Reflect.get(prototype, 'spawn')
  if (typeof spawn !== 'function') return
  Reflect.set(prototype, 'spawn', function marked(this: unknown, options: unknown): unknown {
    started()
    const pairs: unknown = isObject(options) ? options.envPairs : undefined
    if (Array.isArray(pairs)) {
      const names = new Set(pairs.map((pair) => String(pair).split('=', 1)[0]))
      for (const [name, value] of Object.entries(mark)) if (!names.has(name)) pairs.push(`${name}=${value}`)
    }
    return Reflect.apply(spawn, this, [options])
  })
}

/** Limits every synchronous program in this thread to the time limit of the current call. */
export function limitPrograms(limitMs: () => number, started: () => void = () => {}): void {
  for (const name of ['execSync', 'execFileSync', 'spawnSync'] as const) {
    const original = childProcess[name]
    const limited = (...args: unknown[]): unknown => {
      started()
      const at = args.findIndex((arg, index) => index > 0 && typeof arg === 'object' && !Array.isArray(arg))
      const given = at === -1 ? {} : args[at]
      const options = { timeout: limitMs(), killSignal: 'SIGKILL', ...(given ?? {}) }
      return Reflect.apply(original, childProcess, at === -1 ? [...args, options] : args.with(at, options))
    }
    Reflect.set(childProcess, name, limited)
  }
  module.syncBuiltinESMExports()
}
