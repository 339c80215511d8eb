// Whose payload one most likely is, of dialects that have an event of the same name: its shape says so, and the names of
// its tools. Pure.

import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import { readMcpName } from '../hosts/mcpNames.ts'
import { valueAt } from '../json.ts'
import { mismatchText } from '../validate.ts'
import { spellingOf, toolsOf } from './spelledTools.ts'

/** Those that nothing in the payload speaks against more than against the others, in the order given. */
export function likelyOf<D extends Dialect>(
  payload: unknown,
  event: string,
  all: readonly D[],
): readonly D[] {
  const marks = all.map((dialect) => markOf(payload, event, dialect))
  const best = Math.max(...marks)
  return all.filter((_, index) => marks[index] === best)
}

// A tool that only others have says more than a field too many.
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
