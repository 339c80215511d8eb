// Looks at the workers while calls are in flight, and says who is to blame when one blocks: calls that are late are told
// to stop, innocent ones leave a blocked worker, and one that uses too much memory is stopped.

import type { Call } from '../../contract/call.ts'
import type { Attempt } from '../../contract/verdict.ts'
import type { ModuleFlight } from './flight.ts'
import type { Pool } from './pool.ts'
import type { Thread } from './thread.ts'

export type PacingOptions = {
  readonly flights: ReadonlyMap<Call, ModuleFlight>
  readonly pool: Pool
  /** How long a hook that was told to stop may take to do so. */
  readonly graceMs: number
  /** Bytes that one worker may use. */
  readonly limit: number
  send(flight: ModuleFlight): void
  /** Tells a hook to stop. */
  tell(flight: ModuleFlight, now: number): void
  /** Ends a flight that has not begun. */
  withdraw(flight: ModuleFlight): void
  /** Runs a lost call again. */
  again(flight: ModuleFlight, why?: string): void
  /** Ends a worker for the sake of the file, or the call, that blocks it. */
  stop(
    thread: Thread,
    path: string | undefined,
    culprit: ModuleFlight | undefined,
    attempt: Attempt | undefined,
    why?: string,
  ): void
  /** What a call that was given up on comes to. */
  late(flight: ModuleFlight): Attempt
}

export type Pacing = {
  /** From now on, until nothing is in flight. */
  start(): void
  /** Nothing is in flight: it keeps no process alive. */
  idle(): void
  close(): void
}

/** How often workers are looked at while calls are in flight. */
const TICK_MS = 25
/** A worker deaf for this long is blocked: calls that have not begun leave it. */
const BLOCKED_MS = 250
/** Calls that have begun are run again elsewhere after this, or after half their time. */
const PATIENCE_MS = 1000
/** How many workers may linger for the sake of one call each. */
const MOST_LEFT = 4
const MB = 1024 * 1024

/** Looks at nothing before it is started. */
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

  /** A hook was told to stop and has not. If its worker still hears, it is to blame; otherwise whoever blocks it. */
  function judge(flight: ModuleFlight) {
    const { thread } = flight
    if (thread === undefined || flights.get(flight.call) !== flight) return
    const running = thread.running()
    if (thread.hasReceived(flight.finishedBy) || running.flight === flight || running.path === undefined) {
      return stop(thread, flight.path, flight, late(flight))
    }
    // Code of a file that is not in any call any more, a timer left behind, say.
    if (running.flight === undefined) return stop(thread, running.path, undefined, undefined)
    if (running.flight.gaveUp !== undefined && running.flight.finishedAt <= performance.now() - graceMs) {
      return stop(thread, running.path, running.flight, late(running.flight))
    }
    // Its own file is at work in another call: that one's time decides.
    if (running.path !== flight.path) again(flight)
  }

  /** A blocked worker becomes its culprit's own; the other files and their calls go on elsewhere. */
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

  /** The state of the culprit's own file is in this worker: its other calls wait a while before they go on without. */
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
