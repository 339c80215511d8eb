// Tools by the names that a dialect or an event has for them, and what stands in their inputs. Pure.

import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import { valueAt } from '../json.ts'
import type { CommonTool, ToolField, ToolFields, ToolNames } from '../tools.ts'

/** The spelling of an event, or else of its dialect. */
export function toolsOf(dialect: Pick<Dialect, 'tools'>, record: EventRecord): ToolNames {
  return record.tools ?? dialect.tools ?? {}
}

/** Which tool a name of them is. */
export function spellingOf(name: string, tools: ToolNames) {
  const all = Object.entries(tools)
  const found =
    all.find(([, one]) => one.name === name) ?? all.find(([, one]) => one.also?.includes(name) === true)
  return found === undefined
    ? ([undefined, undefined] as const)
    : ([found[0] as CommonTool, found[1]] as const)
}

/** What a payload or an input holds of the fields, by what each is. */
export function fieldsIn(value: unknown, fields: ToolFields): { readonly [F in ToolField]?: unknown } {
  const found = new Map<string, readonly [string, unknown]>()
  for (const [field, path] of Object.entries(fields)) {
    const held = valueAt(value, path)
    if (held !== undefined && !found.has(path)) found.set(path, [field, held])
  }
  return Object.fromEntries(found.values())
}

/** What others are told one of cannot be told of a list of several. */
export function severalIn(value: unknown, fields: ToolFields): { readonly why?: string } {
  const lists = Object.values(fields).flatMap((path) => /^(.+)\.0(?:\.|$)/.exec(path)?.[1] ?? [])
  const several = lists.find((path) => valueAt(value, `${path}.1`) !== undefined)
  return several === undefined ? {} : { why: `"${several}" has more than one` }
}
