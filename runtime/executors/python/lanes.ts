// Which lane the calls of a file go to: the one that files share, or its own once it held others up. Keeps the
// interpreters that live and what went with those that ended; which call is to blame, and goes where, its owner says.

import { START_MS } from './attempts.ts'
import { type HostMessage, startInterpreter } from './interpreter.ts'
import { type PythonFlight, PythonLane } from './lane.ts'

export type LaneEvents = {
  message(lane: PythonLane, message: HostMessage): void
  ended(lane: PythonLane, why: string, stderr: string): void
  refused(lane: PythonLane, why: string): void
}

export type PythonLanes = {
  /** The lane for calls of a file; its interpreter is started where there is none. */
  laneOf(path: string): PythonLane
  /** The lanes that take calls. */
  open(): readonly PythonLane[]
  /** From its next call on, a file has a lane of its own. */
  suspect(path: string): void
  /** Takes a lane out of use; its interpreter lives on until it is killed, or has nothing left to do. */
  drop(lane: PythonLane): void
  /** Whether one more interpreter may linger for the sake of one call. */
  mayRetire(): boolean
  /** Leaves the interpreter to this call alone; answers with the others. */
  retire(lane: PythonLane, culprit: PythonFlight): readonly PythonFlight[]
  /** What an answer has to say of a file whose state went with an interpreter; once. */
  noteOn(flight: PythonFlight, lane: PythonLane): string | undefined
  /** Resolves once every interpreter is gone. */
  close(): Promise<void>
}

/** How many interpreters may linger for the sake of one slow call each. */
const MOST_RETIRED = 4

/** Opens none yet. */
export function openLanes(
  interpreter: Parameters<typeof startInterpreter>[0],
  events: LaneEvents,
): PythonLanes {
  const lanes = new Map<string, PythonLane>()
  const retired = new Set<PythonLane>()
  /** Every lane whose process may still be there. */
  const alive = new Set<PythonLane>()
  /** Files that once held others up or took them down. */
  const suspects = new Set<string>()
  /** Files whose instances went with an interpreter. */
  const lost = new Set<string>()

  return {
    laneOf(path) {
      const key = suspects.has(path) ? path : ''
      return lanes.get(key) ?? start(key)
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
      return 'started afresh: the interpreter that held its state has ended'
    },
    async close() {
      const last = [...alive]
      for (const lane of last) lane.interpreter.leave()
      await Promise.all(last.map((lane) => lane.interpreter.gone))
    },
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
