// Checks the workers while calls are in flight and determines which call or file blocks one: overdue calls are told to
// stop, other calls are moved out of a blocked worker, and a worker that uses too much memory is stopped.

import type { Call } from '../../contract/call.ts'
import type { Attempt } from '../../contract/verdict.ts'
import type { ModuleFlight } from './flight.ts'
import type { Pool } from './pool.ts'
import type { Thread } from './thread.ts'

export type PacingOptions = {
  readonly flights: ReadonlyMap<Call, ModuleFlight>
  readonly pool: Pool
  /** How long a hook that was told to stop may take to do so, in milliseconds. */
  readonly graceMs: number
  /** Memory limit of one worker, in bytes. */
  readonly limit: number
  send(flight: ModuleFlight): void
  /** Tells a hook to stop. */
  tell(flight: ModuleFlight, now: number): void
  /** Ends a flight that has not begun. */
  withdraw(flight: ModuleFlight): void
  /** Runs a lost call again. */
  again(flight: ModuleFlight, why?: string): void
  /** Ends a worker because of the file or the call that blocks it. */
  stop(
    thread: Thread,
    path: string | undefined,
    culprit: ModuleFlight | undefined,
    attempt: Attempt | undefined,
    why?: string,
  ): void
  /** The attempt of a call that was given up on. */
  late(flight: ModuleFlight): Attempt
}

export type Pacing = {
  /** Starts checking, until nothing is in flight. */
  start(): void
  /** Nothing is in flight: stops keeping the process alive. */
  idle(): void
  close(): void
}

/** Interval between checks while calls are in flight, in milliseconds. */
const TICK_MS = 25
/** A worker that reads no messages for this long is blocked; calls that have not begun leave it. */
const BLOCKED_MS = 250
/** Calls that have begun are run again elsewhere after this time, or after half their time limit. */
const PATIENCE_MS = 1000
/** How many workers may be kept running for one call each. */
const MOST_LEFT = 4
const MB = 1024 * 1024

/** Creates the pacing; it checks nothing until it is started. */
export function openPacing(options: PacingOptions): Pacing {
  const { flights, pool, graceMs, limit, send, tell, withdraw, again, stop, late } = options
  let ticking: NodeJS.Timeout | undefined
  let tock = 0

  return {
    start() {
      if (ticking === undefined) ticking = setInterval(tick, TICK_MS)
      else if (flights.size === 1) ticking.ref()
    },
    idle: () => void ticking?.unref(),
    close,
  }

  function close(): void {
    clearInterval(ticking)
    ticking = undefined
  }

  function tick(): void {
    const now = performance.now()
    tock++
    for (const flight of [...flights.values()]) {
      if (flight.dueAt <= now) overdue(flight, now)
      if (now - flight.finishedAt >= graceMs) judge(flight)
    }
    for (const thread of [...pool.threads]) {
      if (thread.ended !== undefined || thread.flights.size === 0) continue
      if (thread.listen(now) >= BLOCKED_MS) relieve(thread, now)
      if (tock % 2 === 0) void weigh(thread)
    }
    pool.endDrained()
    if (flights.size === 0) close()
  }

  function overdue(flight: ModuleFlight, now: number) {
    flight.dueAt = Number.POSITIVE_INFINITY
    if (flight.thread?.began(flight) === true) tell(flight, now)
    else withdraw(flight)
  }

  /**
   * Handles a hook that was told to stop and has not. If its worker still reads messages, the hook
   * is to blame; otherwise the code that blocks the worker is.
   */
  function judge(flight: ModuleFlight) {
    const { thread } = flight
    if (thread === undefined || flights.get(flight.call) !== flight) return
    const running = thread.running()
    if (thread.hasReceived(flight.finishedBy) || running.flight === flight || running.path === undefined) {
      return stop(thread, flight.path, flight, late(flight))
    }
    // Code of a file with no call in flight, such as a leftover timer.
    if (running.flight === undefined) return stop(thread, running.path, undefined, undefined)
    if (running.flight.gaveUp !== undefined && running.flight.finishedAt <= performance.now() - graceMs) {
      return stop(thread, running.path, running.flight, late(running.flight))
    }
    // If another call of its own file is running, that call's time limit decides.
    if (running.path !== flight.path) again(flight)
  }

  /** Reserves a blocked worker for the file that blocks it; the calls of other files continue elsewhere. */
  function relieve(thread: Thread, now: number): void {
    const { path, flight: culprit } = thread.running()
    if (path === undefined) return
    if (culprit !== undefined) relieveOwn(thread, culprit, now)
    const others = [...thread.flights.values()].filter((flight) => flight.path !== path)
    if (others.length === 0) return
    pool.leaveTo(path, thread)
    if (others.some((flight) => !thread.began(flight))) for (const flight of thread.withdraw()) send(flight)
    for (const flight of others) {
      if (flight.thread !== thread || flight.rerun || flight.gaveUp !== undefined) continue
      if (now - thread.silentSince < Math.min(PATIENCE_MS, flight.call.timeoutMs / 2)) continue
      thread.abort(flight, false)
      again(flight)
    }
  }

  /** The file's state is in this worker, so its other calls wait a while before they continue without that state. */
  function relieveOwn(thread: Thread, culprit: ModuleFlight, now: number): void {
    const own = [...thread.flights.values()].filter(
      (flight) => flight !== culprit && flight.path === culprit.path && flight.gaveUp === undefined,
    )
    const patience = Math.min(PATIENCE_MS, ...own.map((flight) => flight.call.timeoutMs / 2))
    if (own.length === 0 || now - thread.silentSince < patience || pool.left >= MOST_LEFT) return
    pool.leave(thread, culprit.path)
    for (const flight of thread.withdraw()) send(flight)
    for (const flight of own) {
      if (flight.thread !== thread || flight.rerun) continue
      thread.abort(flight, false)
      again(flight)
    }
  }

  async function weigh(thread: Thread): Promise<void> {
    const bytes = await thread.memory()
    if (bytes <= limit || thread.ended !== undefined || !pool.threads.has(thread)) return
    const { flight, path } = thread.running()
    const why = `used more than ${Math.round(limit / MB)} MB of memory and was stopped`
    stop(thread, path, flight, flight?.failed('crashed', why), why)
  }
}
