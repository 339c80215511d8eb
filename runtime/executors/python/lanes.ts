// Assigns the calls of a file to a lane: the one of its source, or the file's own if it once blocked others. Tracks live
// interpreters and the files that lost their state; the owner decides which call is to blame and where it goes.

import type { Hook } from '../../contract/hook.ts'
import { sourceOf } from '../sources.ts'
import { START_MS } from './attempts.ts'
import type { HostMessage } from './hostMessages.ts'
import { startInterpreter } from './interpreter.ts'
import { type PythonFlight, PythonLane } from './lane.ts'

export type LaneEvents = {
  message(lane: PythonLane, message: HostMessage): void
  ended(lane: PythonLane, why: string, stderr: string): void
  refused(lane: PythonLane, why: string): void
}

export type PythonLanes = {
  /** The lane for calls of a hook; if it has no interpreter, starts it, and those of the hooks that run together. */
  laneOf(hook: Hook): PythonLane
  /** The lanes that accept calls. */
  open(): readonly PythonLane[]
  /** Gives a file its own lane from its next call on. */
  suspect(path: string): void
  /** Takes a lane out of use; its interpreter keeps running until it is killed or idle. */
  drop(lane: PythonLane): void
  /** Whether one more interpreter may be kept running for a single slow call. */
  mayRetire(): boolean
  /** Reserves the interpreter for this call; returns the other calls. */
  retire(lane: PythonLane, culprit: PythonFlight): readonly PythonFlight[]
  /** The note for the first answer of a file whose state was lost with an interpreter; undefined otherwise. */
  noteOn(flight: PythonFlight, lane: PythonLane): string | undefined
  /** Resolves when every interpreter has exited. */
  close(): Promise<void>
}

/** How many interpreters may be kept running for one slow call each. */
const MOST_RETIRED = 4

/** Creates the set of lanes; starts no interpreter yet. */
export function openLanes(
  interpreter: Parameters<typeof startInterpreter>[0],
  events: LaneEvents,
  together: (hook: Hook) => readonly Hook[] = () => [],
): PythonLanes {
  const lanes = new Map<string, PythonLane>()
  const retired = new Set<PythonLane>()
  /** Every lane whose process may still be running. */
  const alive = new Set<PythonLane>()
  /** Files that once blocked others or crashed their interpreter. */
  const suspects = new Set<string>()
  /** Files whose instances were lost with an interpreter. */
  const lost = new Set<string>()

  return {
    laneOf(hook) {
      const known = lanes.get(keyOf(hook))
      if (known !== undefined) return known
      const lane = start(keyOf(hook))
      // Firings are often sequential: without this, each source would wait for the start of its own interpreter.
      for (const other of together(hook)) if (!lanes.has(keyOf(other))) start(keyOf(other))
      return lane
    },
    open: () => [...lanes.values()],
    suspect: (path) => void suspects.add(path),
    drop,
    mayRetire: () => retired.size < MOST_RETIRED,
    retire(lane, culprit) {
      suspects.add(culprit.path)
      drop(lane)
      retired.add(lane)
      lane.retired = true
      const others = lane.clear().filter((flight) => flight !== culprit)
      lane.flights.set(culprit.id, culprit)
      lane.interpreter.hold(true)
      return others
    },
    noteOn(flight, lane) {
      if (lane.retired || !lost.delete(flight.path)) return undefined
      return 'restarted: the interpreter that had its state has ended'
    },
    async close() {
      const last = [...alive]
      for (const lane of last) lane.interpreter.leave()
      await Promise.all(last.map((lane) => lane.interpreter.gone))
    },
  }

  function keyOf(hook: Hook): string {
    return suspects.has(hook.path) ? hook.path : sourceOf(hook)
  }

  function start(key: string): PythonLane {
    const started = startInterpreter(interpreter, {
      message: (message) => events.message(lane, message),
      ended: (why, stderr) => events.ended(lane, why, stderr),
      refused: (why) => events.refused(lane, why),
    })
    const lane = new PythonLane(key, started)
    lanes.set(key, lane)
    alive.add(lane)
    const isPatient = interpreter.waits !== undefined
    const late = setTimeout(() => !lane.ready && !isPatient && started.kill(), START_MS).unref()
    void started.gone.then(() => {
      clearTimeout(late)
      alive.delete(lane)
    })
    return lane
  }

  function drop(lane: PythonLane): void {
    if (lanes.get(lane.key) === lane) {
      lanes.delete(lane.key)
      for (const file of lane.files) lost.add(file)
    }
    if (retired.delete(lane)) lane.interpreter.leave()
  }
}
