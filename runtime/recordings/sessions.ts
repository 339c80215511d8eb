// One recording per session: receives the steps of all firings and writes each to its session's file.

import type { Step } from '../contract/outcome.ts'
import { openRecordingsInUse } from './inUse.ts'
import { openRecorder, type Recorder, type RecorderOptions } from './recorder.ts'

/** Limit of open file handles; beyond it, the session that was idle longest closes its own. */
const MOST_OPEN = 64
const MOST_SESSIONS = 10_000

export type SessionRecorder = {
  /** Appends one step to its session's recording; can be used as a step listener. */
  readonly write: (step: Step) => void
  readonly close: () => void
  /** The files written so far. */
  readonly paths: () => readonly string[]
}

/** Opens a recording per session on demand; `session` names the recording of firings without a session. */
export function openSessionRecorder(options: RecorderOptions): SessionRecorder {
  const sessions = new Map<string, Recorder>()
  const firings = new Map<string, Recorder>()
  const awake = new Set<Recorder>()
  const paths = new Set<string>()
  const labels = new Set<string>()
  const holding = options.holding ?? openRecordingsInUse()

  return {
    write(step) {
      const recorder =
        step.kind === 'fired' ? recorderOf(step.session ?? options.session) : firings.get(step.firing)
      if (recorder === undefined) return
      if (step.kind === 'fired') firings.set(step.firing, recorder)
      if (step.kind === 'settled') firings.delete(step.firing)
      recorder.write(step)
      if (recorder.path !== undefined) paths.add(recorder.path)
      wake(recorder)
    },
    close() {
      for (const recorder of sessions.values()) recorder.close()
      sessions.clear()
      firings.clear()
      awake.clear()
      if (options.holding === undefined) holding.release()
    },
    paths: () => [...paths],
  }

  function recorderOf(session: string): Recorder {
    let recorder = sessions.get(session)
    if (recorder === undefined) {
      recorder = openRecorder({ ...options, session, holding, onProblem })
      sessions.set(session, recorder)
      const [oldest] = sessions.keys()
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) forget(oldest)
    }
    return recorder
  }

  // The Set is ordered by the last write.
  function wake(recorder: Recorder): void {
    awake.delete(recorder)
    awake.add(recorder)
    const [quiet] = awake
    if (awake.size <= MOST_OPEN || quiet === undefined) return
    quiet.rest()
    awake.delete(quiet)
  }

  // Firings in flight keep their recorder; a later firing of the session starts a new recording.
  function forget(session: string): void {
    sessions.get(session)?.rest()
    sessions.delete(session)
  }

  // The same problem in many sessions, such as a full disk, is reported once.
  function onProblem(message: string): void {
    const kind = message.split('; ', 1)[0] ?? message
    if (labels.has(kind)) return
    labels.add(kind)
    options.onProblem?.(message)
  }
}
