// Keeps one event of a recording as a case: what `replay --save-case` and the method `cases/save` have in common.

import { basename } from 'node:path'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { UsageError } from './usage.ts'

/** Which event, and how the case is called. */
export type SaveRequest = {
  /** The path of the recording. */
  readonly recording: string
  /** The event's number in it, or its name. */
  readonly event: string
  readonly name: string
  /** Only this hook (id or name) is tested; the whole chain unless given. */
  readonly hook?: string
  /** Replaces a case of the same name. */
  readonly overwrite?: boolean
}

/** Saves the case and says where. */
export async function saveRecorded(request: SaveRequest, open: Pick<OpenOptions, 'root' | 'home' | 'trust'>) {
  const { readRecording } = await import('../recordings/read.ts')
  const { casesFolder, saveCase } = await import('../replay/cases.ts')
  const { settingsOf } = await import('../workspace/settings.ts')
  const { recording, event: wanted, name, hook, overwrite = false } = request
  for await (const event of readRecording(recording)) {
    if (!isEvent(wanted)(event)) continue
    return saveCase(event, {
      folder: casesFolder(open.root),
      name,
      overwrite,
      redaction: settingsOf(open).redaction,
      ...(hook === undefined ? {} : { hook: recordedHook(event, hook) }),
    })
  }
  throw new UsageError(`there is no event "${wanted}" in ${basename(recording)}.`)
}

/** Whether an event is meant by its number or its name. */
export function isEvent(wanted: string): (event: { readonly n: number; readonly event: string }) => boolean {
  return ({ n, event }) => String(n) === wanted || event === wanted
}

// A case names its hook by id, whatever a person typed.
function recordedHook({ n, outcome }: RecordedEvent, wanted: string): string {
  const runs = outcome.hooks.filter(({ id, name }) => id === wanted || name === wanted)
  const [run] = runs
  if (run !== undefined && runs.length === 1) return run.id
  const ids = (runs.length > 1 ? runs : outcome.hooks).map(({ id }) => id)
  throw new UsageError(
    `"${wanted}" is ${runs.length > 1 ? 'more than one hook' : 'no hook'} of event ${n}; it has ${ids.join(', ') || 'none'}.`,
  )
}
