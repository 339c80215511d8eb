// Validates what is fired: existing events, and payloads that can be passed to a hook. Everything
// else is refused before any hook runs, with a one-line remedy.

import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf, dialects, recordOf } from '../contract/dialects/index.ts'
import { describeThrown } from '../contract/errors.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import { DEEPEST_PAYLOAD } from '../contract/jsonDepth.ts'
import { didYouMean, sentence } from '../contract/suggest.ts'

/** The request cannot be fulfilled; nothing was run. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** The record of an event; throws a Refusal that suggests the nearest name. */
export function knownRecord(dialect: DialectId, event: string): EventRecord {
  const record = recordOf(dialect, event)
  if (record !== undefined) return record
  const known = Object.keys(dialectOf(dialect)?.events ?? {})
  if (known.length === 0) throw new Refusal(`Hookbench does not support the dialect "${dialect}".`)
  throw new Refusal(`${dialect} has no event "${event}".${didYouMean(event, known)}`)
}

/** Refuses a missing dialect, which untyped callers may omit. */
export function checkDialect(options: { readonly dialect?: unknown } | undefined): void {
  if (typeof options?.dialect !== 'string')
    throw new Refusal(
      `fire expects { dialect } after the payload: one of ${Object.keys(dialects).join(', ')}.`,
    )
}

/** Refuses a payload that is nested too deeply, is too large, cannot be read, or (`asJson`) cannot be written as JSON. */
export function checkPayload(payload: unknown, maxBytes: number, asJson = false): void {
  try {
    const needsTrial = measure(payload, maxBytes)
    if (asJson && needsTrial) JSON.stringify(payload)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { message } = describeThrown(error)
    throw new Refusal(sentence(`The payload cannot be passed to a hook: ${message.split('\n', 1)[0]}`))
  }
}

// Iterative, so that depth cannot overflow the stack. Returns whether it has values that JSON may be unable to write.
function measure(payload: unknown, maxBytes: number): boolean {
  let needsTrial = false
  let size = 0
  let level: unknown[] = [payload]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_PAYLOAD) {
      throw new Refusal(
        `The payload is nested more than ${DEEPEST_PAYLOAD} levels deep; such a payload cannot be passed to a hook.`,
      )
    }
    const below: unknown[] = []
    for (const value of level) {
      size += sizeOf(value)
      // Missing items are written, too: a list of millions of them is refused before they are looked at.
      const least = Array.isArray(value) ? 2 * value.length : 0
      if (size + least > maxBytes) {
        throw new Refusal(
          `The payload is larger than ${maxBytes} bytes; raise maxPayloadBytes in .hookbench/settings.json to allow it.`,
        )
      }
      if (typeof value === 'bigint') needsTrial = true
      if (typeof value !== 'object' || value === null) continue
      needsTrial ||= typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'
      if (Array.isArray(value)) {
        // No spread, because a very long array would overflow the stack.
        for (const item of value) below.push(item)
      } else {
        for (const key of Object.keys(value)) {
          size += key.length + 4
          below.push((value as Record<string, unknown>)[key])
        }
      }
    }
    level = below
  }
  return needsTrial
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  return typeof value === 'object' && value !== null ? 2 : 6
}
