// Protects what a hook's thread shares with the agent session: the process, its descriptors and its main thread.
// Threads that a hook starts are protected in the same way. Native code is not covered.

import { existsSync } from 'node:fs'
import { Session } from 'node:inspector'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import threads from 'node:worker_threads'
import { guardDescriptors } from './descriptors.ts'

const { apply, construct } = Reflect

/** Prevents code of this thread from ending its process through any of Node's APIs. */
export function guardProcess(): void {
  guardSignals()
  guardDescriptors()
  guardThreads()
  // Code evaluated there would run among the session's own objects.
  Session.prototype.connectToMainThread = () => {
    throw new Error('a hook cannot debug the main thread: it shares it with the agent session')
  }
}

function guardSignals(): void {
  const { kill, pid: own } = process
  process.kill = (pid, signal) => {
    // Accepts the same values as Node: numeric strings, and negative numbers for process groups.
    const target = Math.abs(+pid | 0)
    if (target !== own && target !== 0 && target !== 1) return apply(kill, process, [+pid, signal])
    throw new Error('a hook cannot signal its own process: it shares it with the agent session')
  }
  Reflect.set(process, '_kill', (pid: number, signal: number) => {
    process.kill(pid, signal)
    return 0
  })
}

function guardThreads(): void {
  const { Worker } = threads
  const { execArgv } = process
  const guarded = new Proxy(Worker, {
    construct(original, [file, options, ...rest], target) {
      const given = typeof options === 'object' && options !== null ? options : {}
      const own = [...(given.execArgv ?? execArgv)]
      const first = ['--require', nestedThread()]
      return construct(original, [file, { ...given, execArgv: [...first, ...own] }, ...rest], target)
    },
  })
  Reflect.set(threads, 'Worker', guarded)
  module.syncBuiltinESMExports()
}

/**
 * The module that such a thread loads before its own code: nestedThread.ts in the
 * source tree, the bundled file in the built product.
 */
function nestedThread(): string {
  const built = new URL('./nestedThread.js', import.meta.url)
  return fileURLToPath(existsSync(built) ? built : new URL('./nestedThread.ts', import.meta.url))
}
