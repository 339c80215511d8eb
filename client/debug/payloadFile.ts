// Payloads for a debug session: read from a file (a payload or a case), or reconstructed for one hook of a recorded
// chain. Uses the editor only for its open documents.

import { basename } from 'node:path'
import { defined } from '../../runtime/contract/defined.ts'
import { l10n } from '../l10n.ts'
import type { RecordedEventMessage } from '../protocol.ts'
import { fileAt } from '../replay/payloads.ts'
import { caseOf } from '../testing/caseText.ts'

export type FilePayload = {
  readonly value: unknown
  readonly event?: string
  readonly dialect?: string
  readonly hook?: string
}

/** Reads a payload file; for a case, returns its payload, event, dialect and hook. */
export async function readPayloadFile(path: string): Promise<FilePayload> {
  const { all } = await (await import('../contracts.ts')).contracts()
  const words = basename(path).split('.')
  const dialect = all.find(({ id }) => words.includes(id))
  const events = (dialect === undefined ? all : [dialect]).flatMap((one) => Object.keys(one.events))
  const event = words.find((word) => events.includes(word))
  const read = await fileAt(path, event ?? '')
  if (read === undefined) {
    throw new Error(l10n.t('{0} cannot be read; a JSON file with a payload is expected.', path))
  }
  const value = read.kind === 'file' ? read.value : undefined
  const known = caseOf(value)
  if (known !== undefined)
    return {
      value: known.payload,
      event: known.event,
      dialect: known.dialect,
      ...defined({ hook: known.hook }),
    }
  return {
    value,
    ...defined({ event }),
    ...(dialect === undefined ? {} : { dialect: dialect.id }),
  }
}

/** The payload that one hook of a recorded chain received, including rewrites by the hooks before it. */
export async function givenTo(recorded: RecordedEventMessage, hook: string): Promise<unknown> {
  const { contracts } = await import('../contracts.ts')
  const { flowOf } = await import('../../runtime/contract/flow.ts')
  const known = await contracts()
  const dialect = known.dialect(recorded.dialect)
  const record = known.event(recorded.dialect, recorded.event)
  if (dialect === undefined || record === undefined) return recorded.payload
  const { run, sees } = flowOf(dialect, record)
  const { hooks } = recorded.outcome
  const place = hooks.findIndex(({ id }) => id === hook)
  if (run === 'parallel' || sees === 'original' || place < 0) return recorded.payload
  const last = hooks.slice(0, place).findLast(({ verdict }) => verdict?.payload !== undefined)
  return last?.verdict?.payload ?? recorded.payload
}
