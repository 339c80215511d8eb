// Runs TS and JS hooks in worker threads: a few shared ones, and a separate one for each file
// that once hung or crashed. Keeps other calls on time when one blocks its worker, and
// terminates a worker whose hook does not stop when told to.

import { type Call, type Executor, type GiveUp, gaveUp } from '../../contract/call.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt } from '../../contract/verdict.ts'
import { inherited } from '../environment.ts'
import { ModuleFlight, type ModuleSnapshot } from './flight.ts'
import { openPacing } from './pacing.ts'
import { Pool } from './pool.ts'
import type { Thread, ThreadEvents } from './thread.ts'

export type { ModuleSnapshot } from './flight.ts'

export type ModuleOptions = {
  /** How many workers the files of one realm share, unless they hung or crashed; default 2. */
  readonly workers?: number
  /** The bytes to run for a hook, or why it may not run. Called for every call. */
  readonly snapshot: (hook: Hook) => ModuleSnapshot | { readonly untrusted: string }
  /** All hooks in the file of this one; they determine its realm. */
  readonly beside?: (hook: Hook) => readonly Hook[]
  readonly env: NodeJS.ProcessEnv
  /** `process.cwd()` in a hook whose call has no cwd; file system calls resolve against the process's own directory. */
  readonly cwd: string
  /** Limit of heap and Buffers of one worker together, in bytes; default 512 MB. */
  readonly memoryLimitBytes?: number
  /** How long a hook that was told to stop may take to do so, in milliseconds; default 50. */
  readonly graceMs?: number
  /** Variables set for every program that hooks start, so that leftover ones can be found and ended. */
  readonly mark?: Readonly<Record<string, string>>
  /** Called when a worker in which hooks started programs has ended; some programs may still be running. */
  readonly onPrograms?: () => void
  /** Receives what hooks emit through `hookbench/secureyeoman`. */
  readonly onEmit?: (event: string, data: unknown, hook: Hook) => void
}

export type Modules = Executor & {
  /**
   * Makes the next call of these files, or of all, load them again; calls in flight keep the code they started with.
   */
  reload(paths?: readonly string[]): void
  /** The number of live workers. */
  workerCount(): number
}

const MB = 1024 * 1024

/** Opens the executor for module hooks. Workers are started on demand. */
export function openModules(options: ModuleOptions): Modules {
  const limit = options.memoryLimitBytes ?? 512 * MB
  const graceMs = options.graceMs ?? 50
  const threadOptions = {
    env: inherited(options.env),
    cwd: options.cwd,
    mark: options.mark ?? {},
    heapLimitMb: Math.ceil(limit / MB) + 2048,
  }
  const flights = new Map<Call, ModuleFlight>()
  let nextId = 0
  let closed = false

  const events: ThreadEvents = {
    answered(flight, [, result, carried]) {
      if (flight.rerun) acquit(flight)
      settle(flight, flight.isStopping ? undefined : flight.returned(result, carried))
    },
    failed(flight, { reason, message, stack }) {
      if (flight.rerun) acquit(flight)
      settle(flight, flight.isStopping ? undefined : flight.failed(reason, message, stack))
    },
    emitted(hook, event, data) {
      options.onEmit?.(event, data, hook)
    },
    gone(thread) {
      if (thread.startedPrograms) options.onPrograms?.()
    },
    broke(thread, why, culprit) {
      stop(thread, culprit?.path ?? thread.running().path, culprit, culprit?.failed('crashed', why), why)
    },
  }
  const pool = new Pool(options.workers ?? 2, threadOptions, events, options.beside)
  const pacing = openPacing({ flights, pool, graceMs, limit, send, tell, withdraw, again, stop, late })

  return { run, cancel, close, reload: (paths) => pool.reload(paths), workerCount: () => pool.threads.size }

  function run(call: Call) {
    if (closed) return call.done(gaveUp(call, 'aborted'))
    let snapshot: ReturnType<ModuleOptions['snapshot']>
    try {
      snapshot = options.snapshot(call.hook)
    } catch (error) {
      const message = `does not load: ${error instanceof Error ? error.message : String(error)}`
      return call.done({ kind: 'failed', reason: 'crashed', message })
    }
    if ('untrusted' in snapshot) {
      return call.done({ kind: 'failed', reason: 'untrusted', message: snapshot.untrusted })
    }
    const flight = new ModuleFlight(++nextId, call, snapshot)
    flights.set(call, flight)
    pacing.start()
    send(flight)
  }

  function cancel(call: Call, reason: GiveUp) {
    const flight = flights.get(call)
    if (flight === undefined || flight.gaveUp !== undefined) return
    flight.gaveUp = reason
    const now = performance.now()
    const began = flight.thread?.began(flight) === true
    if (reason === 'aborted') {
      answer(flight, gaveUp(call, reason))
      return began ? tell(flight, now) : withdraw(flight)
    }
    // Time spent waiting for a worker, or in one that was stopped because of
    // another hook, does not count as the call's own.
    if (began && !flight.rerun) tell(flight, now)
    else flight.dueAt = (began ? flight.sentAt : now) + call.timeoutMs
  }

  async function close(): Promise<void> {
    closed = true
    for (const flight of [...flights.values()]) settle(flight, gaveUp(flight.call, 'aborted'))
    pacing.close()
    await pool.close()
  }

  function send(flight: ModuleFlight): void {
    try {
      pool.threadFor(flight).send(flight, performance.now())
    } catch (error) {
      const message = `its payload cannot be copied into a worker: ${error instanceof Error ? error.message : error}`
      if (flight.leaveOut()) send(flight)
      else settle(flight, flight.failed('invalid', message))
    }
  }

  function answer(flight: ModuleFlight, attempt: Attempt): void {
    if (flight.answered) return
    flight.answered = true
    flight.call.done(attempt)
  }

  /** Ends a flight. Without an attempt, it is answered as given up on. */
  function settle(flight: ModuleFlight, attempt: Attempt | undefined): void {
    flight.thread?.flights.delete(flight.id)
    flights.delete(flight.call)
    if (flights.size === 0) pacing.idle()
    answer(flight, attempt ?? late(flight))
  }

  function late(flight: ModuleFlight): Attempt {
    const { reason, message } = gaveUp(flight.call, flight.gaveUp ?? 'timeout')
    return flight.failed(reason, message)
  }

  function tell(flight: ModuleFlight, now: number): void {
    flight.finishedAt = now
    flight.finishedBy = flight.thread?.abort(flight, flight.gaveUp === 'timeout') ?? 0
  }

  function withdraw(flight: ModuleFlight): void {
    const taken = flight.thread?.withdraw() ?? []
    settle(flight, undefined)
    for (const other of taken) if (other !== flight) send(other)
  }

  function acquit({ path, thread }: ModuleFlight): void {
    if (thread?.flights.size === 0) pool.acquit(path)
  }

  /**
   * Ends a worker. The culprit is answered and its file gets its own worker; all other calls run again. If no culprit
   * is known, every file gets its own worker, so that another failure identifies the culprit.
   */
  function stop(
    thread: Thread,
    path: string | undefined,
    culprit: ModuleFlight | undefined,
    attempt: Attempt | undefined,
    why = 'another hook was stopped',
  ): void {
    if (culprit !== undefined) settle(culprit, attempt)
    const lost = [...thread.flights.values()]
    const guilty = path ?? onlyPath(lost)
    pool.stop(thread, guilty)
    for (const flight of lost) {
      const begun = thread.began(flight) || !thread.ready
      if (begun && guilty === undefined) pool.suspect(flight.path)
      if (begun) again(flight, why)
      else send(flight)
    }
  }

  /** Runs a call again, once, that was lost because of another hook. */
  function again(flight: ModuleFlight, why = 'another hook blocked its worker') {
    flight.thread?.flights.delete(flight.id)
    if (flight.answered) return settle(flight, undefined)
    if (flight.rerun) return settle(flight, flight.failed('crashed', `was lost twice; the last time: ${why}`))
    flight.again()
    flight.finishedAt = Number.POSITIVE_INFINITY
    if (flight.gaveUp !== undefined) flight.dueAt = performance.now() + flight.call.timeoutMs
    send(flight)
  }
}

function onlyPath(flights: readonly ModuleFlight[]): string | undefined {
  const paths = new Set(flights.map(({ path }) => path))
  return paths.size === 1 ? flights[0]?.path : undefined
}
