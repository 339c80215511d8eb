// Looks up tools by a dialect's or an event's names, and reads the fields of their inputs. Pure.

import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import { valueAt } from '../json.ts'
import type { CommonTool, ToolField, ToolFields, ToolNames } from '../tools.ts'

/** The tool names of an event, or else of its dialect. */
export function toolsOf(dialect: Pick<Dialect, 'tools'>, record: EventRecord): ToolNames {
  return record.tools ?? dialect.tools ?? {}
}

/** The tool with this name or alias. */
export function spellingOf(name: string, tools: ToolNames) {
  const all = Object.entries(tools)
  const found =
    all.find(([, one]) => one.name === name) ?? all.find(([, one]) => one.also?.includes(name) === true)
  return found === undefined
    ? ([undefined, undefined] as const)
    : ([found[0] as CommonTool, found[1]] as const)
}

/** The known fields that a payload or an input contains. */
export function fieldsIn(value: unknown, fields: ToolFields): { readonly [F in ToolField]?: unknown } {
  const found = new Map<string, readonly [string, unknown]>()
  for (const [field, path] of Object.entries(fields)) {
    const held = valueAt(value, path)
    if (held !== undefined && !found.has(path)) found.set(path, [field, held])
  }
  return Object.fromEntries(found.values())
}

/** Why a list with several items cannot be translated where other hosts expect a single value. */
export function severalIn(value: unknown, fields: ToolFields): { readonly why?: string } {
  const lists = Object.values(fields).flatMap((path) => /^(.+)\.0(?:\.|$)/.exec(path)?.[1] ?? [])
  const several = lists.find((path) => valueAt(value, `${path}.1`) !== undefined)
  return several === undefined ? {} : { why: `"${several}" has more than one` }
}
