// What one hook of a chain was given: the recorded payload, after what the hooks before it made of it.

import { dialectOf, recordOf } from '../contract/dialects/index.ts'
import { flowOf } from '../contract/flow.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'

/** The payload that a hook saw; the event's own where the hook did not run or sees the original. */
export function inputOf(
  event: Pick<RecordedEvent, 'dialect' | 'event' | 'payload'> & { readonly outcome: Pick<Outcome, 'hooks'> },
  hook: string,
): unknown {
  const dialect = dialectOf(event.dialect)
  const record = recordOf(event.dialect, event.event)
  if (dialect === undefined || record === undefined) return event.payload
  const { run, sees } = flowOf(dialect, record)
  if (run === 'parallel' || sees === 'original') return event.payload
  const { hooks } = event.outcome
  const place = hooks.findIndex(({ id }) => id === hook)
  if (place === -1) return event.payload
  const last = hooks.slice(0, place).findLast(({ verdict }) => verdict?.payload !== undefined)
  return last?.verdict?.payload ?? event.payload
}
