// Keeps a firing as a case: an event of a recording, as `replay --save-case` does, or what somebody was just shown, as
// the method `cases/save` also does. Nothing is fired for it.

import { basename } from 'node:path'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { SavedEvent } from '../replay/cases.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { UsageError } from './usage.ts'

/** How the case is called, and what it tests. */
export type Naming = {
  readonly name: string
  /** Only this hook (id or name) is tested; the whole chain unless given. */
  readonly hook?: string
  /** Replaces a case of the same name. */
  readonly overwrite?: boolean
}

/** What a firing came to: all of it, or one hook's part. */
export type FiringResult = Outcome | HookRun

/** Which event, and how the case is called. */
export type SaveRequest = Naming & {
  /** The path of the recording. */
  readonly recording: string
  /** The event's number in it, or its name. */
  readonly event: string
  /** What is expected instead of what was recorded: what the event came to when it was replayed. */
  readonly outcome?: FiringResult
}

/** A firing that stands in no recording, and how the case is called. */
export type ShownRequest = Naming &
  Omit<SavedEvent, 'outcome' | 'settled'> & { readonly outcome: FiringResult }

type Opening = Pick<OpenOptions, 'root' | 'home' | 'trust'>

/** Saves the case and says where. */
export async function saveRecorded(request: SaveRequest, open: Opening) {
  const { readRecording } = await import('../recordings/read.ts')
  const { recording, event: wanted, outcome, ...naming } = request
  for await (const event of readRecording(recording)) {
    if (!isEvent(wanted)(event)) continue
    return keep(outcome === undefined ? event : await replayed(event, outcome, naming.hook), naming, open)
  }
  throw new UsageError(`there is no event "${wanted}" in ${basename(recording)}.`)
}

/** Saves what was shown and says where. */
export function saveShown({ event, dialect, payload, outcome, ...naming }: ShownRequest, open: Opening) {
  return keep({ event, dialect, payload, outcome: whole(outcome, payload), settled: true }, naming, open)
}

async function keep(event: Kept, { name, hook, overwrite = false }: Naming, open: Opening) {
  const { saveCase } = await import('../replay/cases.ts')
  const { settingsOf } = await import('../workspace/settings.ts')
  return saveCase(event, {
    root: open.root,
    name,
    overwrite,
    redaction: settingsOf(open).redaction,
    ...(hook === undefined ? {} : { hook: recordedHook(event, hook) }),
  })
}

type Kept = SavedEvent & { readonly n?: number }

// What a hook was given then is what it was given again.
async function replayed(event: RecordedEvent, came: FiringResult, hook: string | undefined): Promise<Kept> {
  const { inputOf } = await import('../replay/input.ts')
  const payload = hook === undefined ? event.payload : inputOf(event, recordedHook(event, hook))
  return { ...event, payload, outcome: whole(came, payload), settled: true }
}

function whole(came: FiringResult, payload: unknown): SavedEvent['outcome'] {
  if ('hooks' in came) return came
  return { decision: 'pass', changed: false, payload, context: [], followUps: [], hooks: [came] }
}

/** Whether an event is meant by its number or its name. */
export function isEvent(wanted: string): (event: { readonly n: number; readonly event: string }) => boolean {
  return ({ n, event }) => String(n) === wanted || event === wanted
}

// A case names its hook by id, whatever a person typed.
function recordedHook({ n, event, outcome }: Kept, wanted: string): string {
  const runs = outcome.hooks.filter(({ id, name }) => id === wanted || name === wanted)
  const [run] = runs
  if (run !== undefined && runs.length === 1) return run.id
  const ids = (runs.length > 1 ? runs : outcome.hooks).map(({ id }) => id)
  throw new UsageError(
    `"${wanted}" is ${runs.length > 1 ? 'more than one hook' : 'no hook'} of ${n === undefined ? event : `event ${n}`}; it has ${ids.join(', ') || 'none'}.`,
  )
}
