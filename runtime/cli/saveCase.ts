// Saves a firing as a case: an event of a recording, as in `replay --save-case`, or a result that a client displayed,
// as in the method `cases/save`. Fires nothing.

import { basename } from 'node:path'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { SavedEvent } from '../replay/cases.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { UsageError } from './usage.ts'

/** The name of the case, and what it tests. */
export type Naming = {
  readonly name: string
  /** Only this hook (id or name) is tested; the whole chain by default. */
  readonly hook?: string
  /** Replaces a case of the same name. */
  readonly overwrite?: boolean
}

/** The result of a firing: the outcome, or the run of one hook. */
export type FiringResult = Outcome | HookRun

/** The event to save, and the name of the case. */
export type SaveRequest = Naming & {
  /** The path of the recording. */
  readonly recording: string
  /** Number of the event in the recording, or its name. */
  readonly event: string
  /** The expected outcome, where it is the result of a replay instead of the recorded one. */
  readonly outcome?: FiringResult
}

/** A firing that is not in a recording, and the name of the case. */
export type ShownRequest = Naming &
  Omit<SavedEvent, 'outcome' | 'settled'> & { readonly outcome: FiringResult }

type Opening = Pick<OpenOptions, 'root' | 'home' | 'trust'>

/** Saves a recorded event as a case; returns its path. */
export async function saveRecorded(request: SaveRequest, open: Opening) {
  const { readRecording } = await import('../recordings/read.ts')
  const { recording, event: wanted, outcome, ...naming } = request
  for await (const event of readRecording(recording)) {
    if (!isEvent(wanted)(event)) continue
    return keep(outcome === undefined ? event : await replayed(event, outcome, naming.hook), naming, open)
  }
  throw new UsageError(`there is no event "${wanted}" in ${basename(recording)}.`)
}

/** Saves a displayed firing as a case; returns its path. */
export function saveShown({ event, dialect, payload, outcome, ...naming }: ShownRequest, open: Opening) {
  return keep({ event, dialect, payload, outcome: whole(outcome, payload), settled: true }, naming, open)
}

async function keep(event: Kept, { name, hook, overwrite = false }: Naming, open: Opening) {
  const { saveCase } = await import('../replay/cases.ts')
  const { settingsOf } = await import('../workspace/settings.ts')
  const { redaction, environment } = settingsOf(open)
  return saveCase(event, {
    root: open.root,
    name,
    overwrite,
    redaction,
    environment: environment.set,
    ...(hook === undefined ? {} : { hook: recordedHook(event, hook) }),
  })
}

type Kept = SavedEvent & { readonly n?: number }

// A replayed hook got the same payload as in the recording.
async function replayed(event: RecordedEvent, came: FiringResult, hook: string | undefined): Promise<Kept> {
  const { inputOf } = await import('../replay/input.ts')
  const payload = hook === undefined ? event.payload : inputOf(event, recordedHook(event, hook))
  return { ...event, payload, outcome: whole(came, payload), settled: true }
}

function whole(came: FiringResult, payload: unknown): SavedEvent['outcome'] {
  if ('hooks' in came) return came
  return { decision: 'pass', changed: false, payload, context: [], followUps: [], hooks: [came] }
}

/** Whether an event has this number or name. */
export function isEvent(wanted: string): (event: { readonly n: number; readonly event: string }) => boolean {
  return ({ n, event }) => String(n) === wanted || event === wanted
}

// A case contains the id of its hook, even if the user gave a name.
function recordedHook({ n, event, outcome }: Kept, wanted: string): string {
  const runs = outcome.hooks.filter(({ id, name }) => id === wanted || name === wanted)
  const [run] = runs
  if (run !== undefined && runs.length === 1) return run.id
  const ids = (runs.length > 1 ? runs : outcome.hooks).map(({ id }) => id)
  throw new UsageError(
    `"${wanted}" is ${runs.length > 1 ? 'more than one hook' : 'not a hook'} of ${n === undefined ? event : `event ${n}`}; it has ${ids.join(', ') || 'none'}.`,
  )
}
