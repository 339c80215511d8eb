// One recording per session: hears the steps of all firings and writes each into its session's file.

import type { Step } from '../contract/outcome.ts'
import { openRecordingsInUse } from './inUse.ts'
import { openRecorder, type Recorder, type RecorderOptions } from './recorder.ts'

/** File handles kept open at once; beyond that the session that was quiet longest gives its own back. */
const MOST_OPEN = 64
const MOST_SESSIONS = 10_000

export type SessionRecorder = {
  /** Appends one step to its session's recording; usable as a step listener. */
  readonly write: (step: Step) => void
  readonly close: () => void
  /** The files written so far. */
  readonly paths: () => readonly string[]
}

/** Opens recordings as sessions come; `session` names the recording of firings that have none. */
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

  // The set keeps the order of the last write.
  function wake(recorder: Recorder): void {
    awake.delete(recorder)
    awake.add(recorder)
    const [quiet] = awake
    if (awake.size <= MOST_OPEN || quiet === undefined) return
    quiet.rest()
    awake.delete(quiet)
  }

  // Its firings in flight still find it; a later one begins a new recording.
  function forget(session: string): void {
    sessions.get(session)?.rest()
    sessions.delete(session)
  }

  // Fifty sessions on one full disk are one message.
  function onProblem(message: string): void {
    const kind = message.split('; ', 1)[0] ?? message
    if (labels.has(kind)) return
    labels.add(kind)
    options.onProblem?.(message)
  }
}
