// Of dialects with an event of the same name, finds those that a payload most likely belongs to, by its shape and tool
// names. Pure.

import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import { readMcpName } from '../hosts/mcpNames.ts'
import { valueAt } from '../json.ts'
import { mismatchText } from '../validate.ts'
import { spellingOf, toolsOf } from './spelledTools.ts'

/** The dialects with the highest score, in the order given. */
export function likelyOf<D extends Dialect>(
  payload: unknown,
  event: string,
  all: readonly D[],
): readonly D[] {
  const marks = all.map((dialect) => markOf(payload, event, dialect))
  const best = Math.max(...marks)
  return all.filter((_, index) => marks[index] === best)
}

// An unknown tool name counts more than a shape mismatch.
function markOf(payload: unknown, event: string, dialect: Dialect): number {
  const record = Object.hasOwn(dialect.events, event) ? dialect.events[event] : undefined
  if (record === undefined) return -1
  const name = record.common.tool === undefined ? undefined : valueAt(payload, record.common.tool)
  const isKnown = typeof name !== 'string' || hasTool(name, payload, dialect, record)
  return (isKnown ? 2 : 0) + (mismatchText(record.payload, payload) === undefined ? 1 : 0)
}

function hasTool(name: string, payload: unknown, dialect: Dialect, record: EventRecord): boolean {
  const { toolInputs = dialect.toolInputs ?? {}, mcp = dialect.mcp } = record
  const [tool] = spellingOf(name, toolsOf(dialect, record))
  if (tool !== undefined || Object.hasOwn(toolInputs, name)) return true
  return mcp !== undefined && readMcpName(mcp, name, payload).length > 0
}
