// Reads a tool call from one host's payload and writes it to another's: its name, input and printed output.
// What the target cannot express is reported, never guessed.

import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import { type McpNaming, type McpTool, readMcpName, writeMcpName } from '../hosts/mcpNames.ts'
import { isObject, put, valueAt } from '../json.ts'
import { changeOf, patchThatAdds } from '../patch.ts'
import { textOfJson } from '../textOfJson.ts'
import type { CommonTool, ToolField, ToolFields, ToolSpelling } from '../tools.ts'
import { fieldsOf, type WalkedShape } from '../walk.ts'
import { type Draft, say } from './draft.ts'
import { fieldsIn, severalIn, spellingOf, toolsOf } from './spelledTools.ts'

export type CommonCall = {
  /** The source's name for the tool. */
  readonly name: string
  /** The tool's function; absent for a tool that only the source has. */
  readonly tool?: CommonTool | 'mcp'
  /** The MCP tools that the name may refer to. */
  readonly mcp: readonly McpTool[]
  readonly input: unknown
  /** The known fields of its input, for a tool that other hosts have. */
  readonly fields: { readonly [F in ToolField]?: unknown }
  /** Keys of its input that are not among the known fields. */
  readonly rest: readonly string[]
  /** The printed output, after the call. */
  readonly text?: string
  /** Why the call cannot be translated. */
  readonly why?: string
}

type At = Pick<Dialect, 'title' | 'tools' | 'mcp' | 'toolInputs'>

/** The tool call of a payload; undefined where its event has none. */
export function readCall(payload: unknown, dialect: At, record: EventRecord): CommonCall | undefined {
  const { common, beside } = record
  const mcp = record.mcp ?? dialect.mcp
  const held = common.input === undefined ? undefined : valueAt(payload, common.input)
  if (beside !== undefined && !beside.tools.includes('mcp')) {
    const tool = beside.tools[0] as CommonTool
    const name = toolsOf(dialect, record)[tool]?.name ?? tool
    const fields = fieldsIn(payload, beside.fields)
    const text = printed(payload, undefined, record)
    return {
      name,
      tool,
      mcp: [],
      input: held,
      fields,
      rest: [],
      ...text,
      ...severalIn(payload, beside.fields),
    }
  }
  const name = common.tool === undefined ? undefined : valueAt(payload, common.tool)
  if (typeof name !== 'string') return undefined
  const input = beside?.asText === true ? parsed(held) : held
  const [tool, spelling] = spellingOf(name, toolsOf(dialect, record))
  const isMcp = mcp !== undefined && (record.mcp !== undefined || tool === undefined)
  const servers = isMcp ? readMcpName(mcp, name, payload) : []
  if (servers.length > 0)
    return {
      name,
      tool: 'mcp',
      mcp: servers,
      input,
      fields: {},
      rest: [],
      ...printed(payload, undefined, record),
    }
  if (tool === undefined || spelling === undefined || !isObject(input))
    return { name, mcp: [], input, fields: {}, rest: [], ...printed(payload, spelling, record) }
  return { name, ...knownCall(payload, input, tool, spelling, record) }
}

function knownCall(
  payload: unknown,
  input: Readonly<Record<string, unknown>>,
  tool: CommonTool,
  spelling: ToolSpelling,
  record: EventRecord,
): Omit<CommonCall, 'name'> {
  const text = printed(payload, spelling, record)
  if (spelling.patch !== undefined) {
    const change = changeOf(textOfJson(input[spelling.patch]))
    const why = 'a patch is translated only if it is one change of one file'
    if (change === undefined) return { tool, mcp: [], input, fields: {}, rest: [], ...text, why }
    const { tool: done, path, ...fields } = change
    const cwd = record.common.cwd === undefined ? undefined : valueAt(payload, record.common.cwd)
    const whole = typeof cwd === 'string' && !path.startsWith('/') ? `${cwd}/${path}` : path
    return { tool: done, mcp: [], input, fields: { path: whole, ...fields }, rest: [], ...text }
  }
  const fields = fieldsIn(input, spelling.fields)
  const known = Object.values(spelling.fields).map((path) => path.split('.')[0])
  const rest = Object.keys(input).filter((key) => !known.includes(key))
  return { tool, mcp: [], input, fields, rest, ...text, ...severalIn(input, spelling.fields) }
}

/** Why a call cannot be expressed in an event, or notes on what was lost. */
export type CallRendering = { readonly why: string } | { readonly notes: readonly string[] }

/** Writes a call to a payload of another event. */
export function sayCall(call: CommonCall, draft: Draft, dialect: At): CallRendering {
  const { record } = draft
  const { beside, common } = record
  const { title } = dialect
  const unknown = (what: string): CallRendering => ({
    why: `it is unknown what ${title} ${what}${call.why === undefined ? '' : `: ${call.why}`}`,
  })
  if (beside !== undefined && !beside.tools.includes('mcp'))
    return sayParts(call, beside.fields, draft) ?? unknown(`sends for "${call.name}" at this event`)
  if (common.tool === undefined) return { notes: [] }
  if (call.tool === 'mcp') {
    const naming = record.mcp ?? dialect.mcp
    const name = naming === undefined ? undefined : sayMcp(call, naming, draft, common.tool)
    if (name === undefined) return unknown(`calls "${call.name}"`)
    sayInput(call.input, beside?.asText === true, draft)
    return { notes: sayText(call, undefined, draft) }
  }
  const spelling = call.tool === undefined ? undefined : toolsOf(dialect, record)[call.tool]
  if (spelling === undefined)
    return call.tool === undefined
      ? unknown(`calls "${call.name}"`)
      : { why: `${title} has no known tool like "${call.name}"` }
  const input = inputOf(call, spelling, dialect, record)
  if (input === undefined) return unknown(`gives its ${spelling.name} for "${call.name}"`)
  say(draft, common.tool, spelling.name)
  if (common.input !== undefined) say(draft, common.input, input.made)
  return { notes: [...input.notes, ...sayText(call, spelling, draft)] }
}

function sayMcp(call: CommonCall, naming: McpNaming, draft: Draft, nameAt: string): string | undefined {
  const names = new Set(call.mcp.map((one) => writeMcpName(naming, one)))
  const [name] = names
  if (names.size !== 1 || name === undefined) return undefined
  const [one, ...others] = call.mcp
  const { stated } = naming
  if (
    stated !== undefined &&
    (one?.server === undefined || others.length > 0) &&
    draft.record.beside !== undefined
  )
    return undefined
  say(draft, nameAt, name)
  if (stated === undefined || one?.server === undefined || others.length > 0) return name
  const both =
    stated.tool === undefined
      ? [[stated.server, one.server]]
      : [
          [stated.tool, one.tool],
          [stated.server, one.server],
        ]
  const [top = ''] = stated.server.split('.')
  const whole: Record<string, unknown> = {}
  for (const [path = '', value] of both) put(whole, path, value)
  say(draft, top, whole[top])
  return name
}

function sayInput(input: unknown, asText: boolean, draft: Draft): void {
  const at = draft.record.common.input
  if (at !== undefined) say(draft, at, asText ? JSON.stringify(input ?? {}) : (input ?? {}))
}

// For events that spread the tool's input over the payload.
function sayParts(call: CommonCall, fields: ToolFields, draft: Draft): CallRendering | undefined {
  const { beside } = draft.record
  if (call.tool === undefined || call.why !== undefined || beside?.tools.includes(call.tool) !== true)
    return undefined
  const notes: string[] = []
  const given = Object.entries(fields).map(
    ([field, path]) => [path, call.fields[field as ToolField]] as const,
  )
  if (given.every(([, value]) => value === undefined)) return undefined
  for (const [path, value] of given)
    if (value === undefined && !given.some(([other, value2]) => other === path && value2 !== undefined)) {
      say(draft, path, '')
      notes.push(`assumed: "${path}" is empty, because the payload does not say what it is`)
    }
  for (const [path, value] of given) if (value !== undefined) say(draft, path, value)
  return { notes: [...notes, ...sayText(call, undefined, draft)] }
}

function inputOf(call: CommonCall, spelling: ToolSpelling, { title, toolInputs }: At, record: EventRecord) {
  if (call.why !== undefined) return undefined
  if (spelling.patch !== undefined) {
    const { path, content } = call.fields
    if (typeof path !== 'string' || typeof content !== 'string') return undefined
    const notes = [`assumed: the file is new, so ${title} makes it by a patch`]
    return { made: { [spelling.patch]: patchThatAdds(path, content) }, notes }
  }
  const made: Record<string, unknown> = {}
  for (const field of call.tool === undefined || call.tool === 'mcp' ? [] : INPUTS[call.tool]) {
    const [value, path] = [call.fields[field], spelling.fields[field]]
    if (value === undefined) continue
    if (path === undefined) return undefined
    put(made, path, value)
  }
  const unnamed = OPTIONAL.filter((field) => {
    const [value, path] = [call.fields[field], spelling.fields[field]]
    if (value !== undefined && path !== undefined) put(made, path, value)
    return value !== undefined && path === undefined
  })
  // Both hosts have such a tool, but its inputs have no field in common.
  if (Object.keys(made).length === 0 && call.rest.length > 0) return undefined
  const shape = (record.toolInputs ?? toolInputs)?.[spelling.name]
  const own = fieldsOf((shape ?? {}) as WalkedShape).map(({ name }) => name)
  const input = isObject(call.input) ? call.input : {}
  const taken = call.rest.filter((key) => own.includes(key))
  for (const key of taken) made[key] = input[key]
  const quoted = call.rest.filter((key) => !taken.includes(key)).map((key) => `"${key}"`)
  const left = [...quoted, ...unnamed]
  const notes =
    left.length === 0
      ? []
      : [`its ${spelling.name} has no ${left.join(', ')}, so that is left out of the input`]
  return { made, notes }
}

/** The required input fields of each tool; the content of a file may also be known for a file that was read. */
const INPUTS: { readonly [T in CommonTool]: readonly ToolField[] } = {
  shell: ['command'],
  read: ['path'],
  write: ['path', 'content'],
  edit: ['path', 'before', 'after'],
  fetch: ['url'],
  grep: ['pattern'],
  glob: ['pattern'],
  search: ['query'],
  agent: ['task'],
  todo: [],
}

/** Further input fields, translated where both hosts have them. */
const OPTIONAL: readonly ToolField[] = ['folder']

// ---- Printed output

function printed(
  payload: unknown,
  spelling: ToolSpelling | undefined,
  { common }: EventRecord,
): { readonly text?: string } {
  const at = spelling?.text ?? common.text ?? common.output
  const held = at === undefined ? undefined : valueAt(payload, at)
  const text = Array.isArray(held) ? textOfParts(held) : held
  return typeof text === 'string' ? { text } : {}
}

// The result of an MCP tool, where all of its parts are text.
function textOfParts(parts: readonly unknown[]): string | undefined {
  const texts = parts.map((part) => (isObject(part) && part.type === 'text' ? part.text : undefined))
  return texts.every((one) => typeof one === 'string') ? texts.join('\n') : undefined
}

function sayText({ text }: CommonCall, spelling: ToolSpelling | undefined, draft: Draft): readonly string[] {
  const { output, text: ofEvent } = draft.record.common
  const at = spelling?.text ?? ofEvent
  if (output === undefined || at === undefined || !say(draft, at, text ?? '')) return []
  return text === undefined
    ? [`assumed: "${output}" is empty, because the payload does not say it as text`]
    : [`"${output}" has what the tool printed; the agent may write more around it`]
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
