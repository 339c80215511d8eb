// The input of one hook in a recorded chain: the payload as changed by the hooks before it.

import { dialectOf, recordOf } from '../contract/dialects/index.ts'
import { flowOf } from '../contract/flow.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'

/** The payload that a hook received; the event's own if the hook did not run or sees the original. */
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
