// What a hook's thread shares with the agent session, and may not end: the process, its descriptors, its main thread.
// Threads that a hook starts are guarded as it is. Native code is not.

import { existsSync } from 'node:fs'
import { Session } from 'node:inspector'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import threads from 'node:worker_threads'
import { guardDescriptors } from './descriptors.ts'

const { apply, construct } = Reflect

/** From now on code of this thread cannot end the process it is in, by none of the ways that Node offers. */
export function guardProcess(): void {
  guardSignals()
  guardDescriptors()
  guardThreads()
  // What is evaluated there runs among the session's own objects.
  Session.prototype.connectToMainThread = () => {
    throw new Error('a hook cannot debug the main thread: it shares it with the agent session')
  }
}

function guardSignals(): void {
  const { kill, pid: own } = process
  process.kill = (pid, signal) => {
    // The system takes what Node takes: a text for its number, and a negative one for a group.
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

/** What such a thread loads before its own code: TypeScript in source, one bundled file in the built product. */
function nestedThread(): string {
  const built = new URL('./nestedThread.js', import.meta.url)
  return fileURLToPath(existsSync(built) ? built : new URL('./nestedThread.ts', import.meta.url))
}
