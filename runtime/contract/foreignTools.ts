// Names that other hosts give to a tool that this host has under another name. Pure.

import type { Dialect } from './dialect.ts'
import { dialects } from './dialects/index.ts'
import type { EventRecord } from './eventRecord.ts'
import type { ToolNames, ToolSpelling } from './tools.ts'
import { isSpelling } from './typos.ts'
import { fieldsOf, type WalkedShape } from './walk.ts'

/** This host's name for a tool that other hosts call otherwise, and the other tool names of those hosts. */
export type SameTool = { readonly name: string; readonly others: ReadonlySet<string> }

type At = { readonly host: Dialect; readonly record: EventRecord }

/** What this host calls the tool that other hosts call `value`; undefined for a name that this host may have. */
export function foreignTool(value: string, at: At): SameTool | undefined {
  const own = ownTools(at)
  if (own.includes(value)) return undefined
  return sameTool(value, at.record.tools ?? at.host.tools ?? {}) ?? inOtherSpelling(value, own)
}

// `WriteFile`, `runInTerminal`: names that an agent displays, where hooks get `write_file`, `run_in_terminal`.
function inOtherSpelling(value: string, own: readonly string[]): SameTool | undefined {
  const [name, ...more] = new Set(own.filter((one) => isSpelling(value, one)))
  return name === undefined || more.length > 0 ? undefined : { name, others: new Set() }
}

/** All tool names of this host that are known. */
export function ownTools({ host, record }: At): readonly string[] {
  const names: ToolNames = record.tools ?? host.tools ?? {}
  return [
    ...Object.keys(record.toolInputs ?? host.toolInputs ?? {}),
    ...Object.values(names).flatMap(spelled),
  ]
}

/** Whether another host's input of this same tool has the field. */
export function isFieldElsewhere(field: string, tool: string, { host, record }: At): boolean {
  const actions = Object.entries(record.tools ?? host.tools ?? {}).flatMap(([action, { name }]) =>
    name === tool ? [action as keyof ToolNames] : [],
  )
  return Object.values<Dialect>(dialects).some(({ tools = {}, toolInputs = {} }) =>
    actions.some((action) => {
      const input = toolInputs[tools[action]?.name ?? '']
      return input !== undefined && fieldsOf(input as WalkedShape).some(({ name }) => name === field)
    }),
  )
}

function sameTool(value: string, own: ToolNames): SameTool | undefined {
  const hidden = Object.values(own).find(({ elsewhere = [] }) => elsewhere.includes(value))
  if (hidden !== undefined) return { name: hidden.name, others: new Set() }
  let name: string | undefined
  const others = new Set<string>()
  for (const { tools = {} } of Object.values<Dialect>(dialects))
    for (const [action, tool] of Object.entries(tools)) {
      if (![...spelled(tool), ...(tool.elsewhere ?? [])].includes(value)) continue
      name ??= own[action as keyof ToolNames]?.name
      for (const one of Object.values(tools)) for (const other of spelled(one)) others.add(other)
    }
  return name === undefined ? undefined : { name, others }
}

function spelled({ name, also = [] }: ToolSpelling): readonly string[] {
  return [name, ...also]
}
