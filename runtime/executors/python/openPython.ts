// Runs Kaizen's hook classes in resident interpreters of python3: one for each source, and one for each file that once
// hung or crashed. If a hook does not stop when cancelled, its interpreter is killed; other calls in it run again once.

import { randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { type Call, type Executor, type GiveUp, gaveUp } from '../../contract/call.ts'
import type { Dialect } from '../../contract/dialect.ts'
import { errorToWire, mapFields } from '../../contract/errors.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt } from '../../contract/verdict.ts'
import { withoutVariables } from '../droppedVariables.ts'
import { inherited } from '../environment.ts'
import type { Groups } from '../groups.ts'
import type { Confinement } from '../sandbox/confinement.ts'
import type { ConfinedRun } from '../sandbox/openSandbox.ts'
import { attemptOf, crashed, failed, startFailure } from './attempts.ts'
import type { HostMessage } from './hostMessages.ts'
import type { DebuggedStart } from './interpreter.ts'
import { PythonFlight, type PythonLane, type PythonSnapshot } from './lane.ts'
import { openLanes } from './lanes.ts'
import { type EventsAnswer, eventsQuestion } from './question.ts'

export type PythonOptions = {
  /** The working directory of every hook: an interpreter has only one. */
  readonly root: string
  readonly groups: Groups
  /** The bytes to run for a hook, or why it may not run. Called for every call. */
  readonly snapshot: (hook: Hook) => PythonSnapshot | { readonly untrusted: string }
  /** The hooks that run in the same firings; their interpreters start together with the one of this hook. */
  readonly together?: (hook: Hook) => readonly Hook[]
  /** Variables added by the settings. */
  readonly env?: Readonly<Record<string, string>>
  /** Names of inherited variables that are not passed on. */
  readonly drop?: readonly string[]
  readonly python?: string
  /** How long a cancelled hook may take to stop, in milliseconds; default 250. */
  readonly graceMs?: number
  /** Address space of one interpreter, in bytes; 0 for no limit. */
  readonly memoryLimitBytes?: number
  /** The sandbox that every interpreter runs in. */
  readonly confine?: (run: ConfinedRun) => Confinement
  /** Arguments that start the host under a debugger; the start then has no time limit. */
  readonly waits?: DebuggedStart
}

/** How long one hook may block the others in its interpreter, in milliseconds. */
const STALL_MS = 1000
const TICK_MS = 250
/** How long an idle interpreter may leave a call unread, in milliseconds. */
const DEAF_MS = 2000
const GIB = 1024 ** 3

export type PythonExecutor = Executor & {
  /** The events that a hook handles, according to the hook itself: its class is loaded and instantiated. */
  events(hook: Hook, dialect: Dialect, timeoutMs: number): Promise<EventsAnswer>
}

/** The executor of Python hook classes. Starts no process before the first call. */
export function openPython(options: PythonOptions): PythonExecutor {
  const { root, groups, snapshot, together, python = 'python3', graceMs = 250, confine, waits } = options
  const { memoryLimitBytes = Math.min(4 * GIB, Math.max(GIB, totalmem() / 2)) } = options
  const env = {
    ...withoutVariables(inherited(), options.drop ?? []),
    HOOKBENCH_DIALECT: 'kaizen',
    ...options.env,
  }
  const flights = new Map<Call, PythonFlight>()
  const firings = new WeakMap<object, string>()
  let ticking: NodeJS.Timeout | undefined
  let closed = false

  const lanes = openLanes(
    { python, root, env, memoryLimitBytes: Math.round(memoryLimitBytes), graceMs, groups, confine, waits },
    { message: receive, ended, refused },
    together,
  )

  return { run, cancel, close, events }

  function run(call: Call): void {
    const flight = prepare(call)
    if (!(flight instanceof PythonFlight)) {
      call.done(flight)
      return
    }
    take(flight)
  }

  function take(flight: PythonFlight): void {
    flights.set(flight.call, flight)
    launch(flight)
  }

  // The hooks of a source share the context object of a firing; all of its hooks see the same trace.
  function idOf(firing: object | undefined): string | null {
    if (firing === undefined) return null
    const id = firings.get(firing) ?? randomUUID()
    firings.set(firing, id)
    return id
  }

  function events(hook: Hook, dialect: Dialect, timeoutMs: number): Promise<EventsAnswer> {
    const { call, answer } = eventsQuestion(hook, dialect, timeoutMs, () => cancel(call, 'timeout'))
    const taken = closed ? { untrusted: 'was cancelled' } : snapshot(hook)
    if ('untrusted' in taken) call.done(failed('untrusted', taken.untrusted))
    else take(new PythonFlight(call, taken, '"ask":"events"'))
    return answer
  }

  function prepare(call: Call): PythonFlight | Attempt {
    if (closed) return gaveUp(call, 'aborted')
    const taken = snapshot(call.hook)
    if ('untrusted' in taken) return failed('untrusted', taken.untrusted)
    try {
      const payload = mapFields(call.payload, call.record.errors?.payload, errorToWire)
      const text = JSON.stringify(payload) ?? 'null'
      return new PythonFlight(call, taken, `"firing":${JSON.stringify(idOf(call.firing))},"payload":${text}`)
    } catch (error) {
      return failed('invalid', `the payload cannot be written as JSON: ${(error as Error).message}`)
    }
  }

  function launch(flight: PythonFlight): void {
    lanes.laneOf(flight.call.hook).add(flight)
    ticking ??= setInterval(tick, TICK_MS).unref()
  }

  function receive(lane: PythonLane, message: HostMessage): void {
    if ('ready' in message) {
      lane.ready = true
      for (const flight of lane.flights.values()) if (flight.givenUp) watch(flight)
      return
    }
    const flight = lane.land(message)
    if (flight === undefined) return
    if (!flight.givenUp) settle(flight, attemptOf(message, lanes.noteOn(flight, lane)))
    if (lane.retired && lane.flights.size === 0) lanes.drop(lane)
  }

  function cancel(call: Call, reason: GiveUp): void {
    const flight = flights.get(call)
    if (flight === undefined) return
    flight.givenUp = true
    flight.lane?.interpreter.send(`{"cancel":${flight.id}}\n`)
    if (flight.lane?.ready === true) watch(flight)
    settle(flight, gaveUp(call, reason))
  }

  function settle(flight: PythonFlight, attempt: Attempt): void {
    flights.delete(flight.call)
    if (flights.size === 0) {
      clearInterval(ticking)
      ticking = undefined
    }
    flight.call.done(flight.rerun ? { ...attempt, rerun: true } : attempt)
  }

  // Checks after the grace period that a cancelled hook has stopped.
  function watch(flight: PythonFlight): void {
    setTimeout(() => {
      const { lane } = flight
      if (lane?.flights.get(flight.id) !== flight) return
      const running = lane.running()
      // The cancellation cannot be read while another call runs that still has time, so check again later.
      if (running !== undefined && !running.givenUp) watch(flight)
      else condemn(lane, (running ?? (flight.id <= lane.begun ? flight : undefined))?.path)
    }, graceMs).unref()
  }

  function condemn(lane: PythonLane, culprit: string | undefined): void {
    if (culprit !== undefined) lanes.suspect(culprit)
    lanes.drop(lane)
    lane.interpreter.kill()
    const { begun } = lane
    for (const flight of lane.clear()) {
      flight.moved ||= flight.id > begun
      again(flight, flight.id <= begun)
    }
  }

  function tick(): void {
    const now = performance.now()
    for (const lane of lanes.open()) {
      if (lane.deaf(now, DEAF_MS)) {
        // Waiting calls are not to blame; the file that ran last may be, so it gets its own interpreter.
        condemn(lane, lane.last)
        continue
      }
      const culprit = lane.stalledBy(now, STALL_MS)
      if (culprit === undefined || !lanes.mayRetire()) continue
      // The running call keeps this interpreter to itself; the others move to another.
      const { begun } = lane
      for (const flight of lanes.retire(lane, culprit)) again(flight, flight.id <= begun)
    }
  }

  // The process has ended, either unexpectedly or after a kill whose calls were already handled.
  function ended(lane: PythonLane, why: string, stderr: string): void {
    lanes.drop(lane)
    const { begun } = lane
    const all = [...lane.flights.values()]
    const running = lane.running() ?? (all.length === 1 ? all[0] : undefined)
    for (const flight of running === undefined ? all : [running]) lanes.suspect(flight.path)
    for (const flight of lane.clear()) {
      if (closed) settle(flight, gaveUp(flight.call, 'aborted'))
      else if (!lane.ready) settle(flight, crashed(startFailure(python, why, stderr), stderr))
      else if (flight === running) settle(flight, crashed(`ended ${python} with ${why}`, stderr))
      else again(flight, flight.id <= begun)
    }
  }

  // No sandbox is available; no hook code has run.
  function refused(lane: PythonLane, why: string): void {
    lanes.drop(lane)
    for (const flight of lane.clear()) settle(flight, failed('untrusted', why))
  }

  function again(flight: PythonFlight, begun: boolean): void {
    if (begun && flight.rerun) {
      settle(
        flight,
        failed('crashed', `lost its interpreter twice; run it alone to see whether it ends ${python}`),
      )
      return
    }
    flight.rerun ||= begun
    launch(flight)
  }

  async function close(): Promise<void> {
    closed = true
    for (const call of [...flights.keys()]) cancel(call, 'aborted')
    await lanes.close()
  }
}
