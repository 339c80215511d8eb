// Protects what a hook's thread shares with the agent session: the process, its descriptors and its main thread.
// Threads that a hook starts are protected in the same way. Native code is not covered.

import { existsSync } from 'node:fs'
import inspector, { Session } from 'node:inspector'
import module from 'node:module'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import v8 from 'node:v8'
import threads, { SHARE_ENV, type WorkerOptions } from 'node:worker_threads'
import { guardDescriptors } from './descriptors.ts'
import { guardInherited } from './inherited.ts'

const { apply, construct } = Reflect

/** Prevents code of this thread from ending its process through any of Node's APIs. */
export function guardProcess(): void {
  guardSignals()
  guardInherited()
  guardDescriptors()
  guardThreads()
  guardShared()
  guardInspector()
  module.syncBuiltinESMExports()
}

// Code evaluated in the main thread would run among the session's own objects; in this thread, it would get hold of what
// Hookbench and other hooks keep private.
function guardInspector(): void {
  for (const [name, what] of [
    ['connectToMainThread', 'the main thread'],
    ['connect', 'its own thread'],
  ] as const) {
    Session.prototype[name] = () => {
      throw new Error(`a hook cannot debug ${what}: it shares it with others`)
    }
  }
  inspector.open = () => {
    throw new Error('a hook cannot open a debugger of its thread: it shares it with others')
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
  const { execArgv, env: outer } = process
  // Node would load what NODE_OPTIONS names before the protections.
  const envOf = (given: WorkerOptions['env']) => {
    if (given === SHARE_ENV && outer.NODE_OPTIONS === undefined) return given
    const { NODE_OPTIONS: _, ...rest } = given && given !== SHARE_ENV ? given : outer
    return rest
  }
  const guarded = new Proxy(Worker, {
    construct(original, [file, options, ...rest], target) {
      const given = typeof options === 'object' && options !== null ? options : {}
      const own = [...(given.execArgv ?? execArgv)]
      const guarding = { ...given, execArgv: ['--require', nestedThread(), ...own], env: envOf(given.env) }
      return construct(original, [file, guarding, ...rest], target)
    },
  })
  Reflect.set(threads, 'Worker', guarded)
  Object.defineProperty(Worker.prototype, 'constructor', {
    value: guarded,
    writable: false,
    configurable: false,
  })
}

// What one thread changes here holds for all of them, and what it prints here goes past its own streams.
function guardShared(): void {
  v8.setFlagsFromString = () => {
    throw new Error('a hook cannot change the flags of V8: it shares them with the agent session')
  }
  const { setPriority } = os
  os.setPriority = (first: number, second?: number) => {
    const pid = second === undefined ? 0 : +first | 0
    if (pid !== 0 && pid !== process.pid && !existsSync(`/proc/self/task/${pid}`)) {
      return setPriority(pid, +(second ?? 0))
    }
    throw new Error(
      'a hook cannot change the priority of its own process: it shares it with the agent session',
    )
  }
  Reflect.set(process, '_rawDebug', (...args: unknown[]) => void process.stderr.write(`${format(...args)}\n`))
  // Node prints the name of the file, and on demand the whole report, to the streams of the process.
  process.report.writeReport = () => {
    throw new Error('a hook cannot write a report of its process: it shares it with the agent session')
  }
}

/**
 * The module that such a thread loads before its own code: nestedThread.ts in the
 * source tree, the bundled file in the built product.
 */
function nestedThread(): string {
  const built = new URL('./nestedThread.js', import.meta.url)
  return fileURLToPath(existsSync(built) ? built : new URL('./nestedThread.ts', import.meta.url))
}
