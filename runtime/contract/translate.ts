// One lifecycle point as another dialect tells it: the event of the same point, with what both have in common taken over
// and everything else from the event's own example. Pure; nothing is judged here.

import type { Common, Dialect, EventRecord } from './dialect.ts'
import { isObject, valueAt } from './json.ts'
import { isSameEvent, lifecycleOf } from './spelling.ts'
import { mismatchText } from './validate.ts'

/** What most agents' tools do. */
export type CommonTool = 'shell' | 'read' | 'write' | 'edit' | 'fetch'

/** What the inputs of those tools hold. */
export type ToolField = 'command' | 'path' | 'content' | 'before' | 'after' | 'url'

/** How a dialect spells tools and the fields of their input. */
export type ToolNames = {
  readonly [T in CommonTool]?: {
    readonly name: string
    readonly fields: { readonly [F in ToolField]?: string }
  }
}

export type Translation =
  | {
      readonly event: string
      readonly payload: unknown
      /** What could not be taken over, a line each. */
      readonly notes: readonly string[]
    }
  /** The dialect has no such event. */
  | { readonly event: undefined; readonly why: string }

/**
 * The payload of one dialect's event as another dialect is given it at the same point. Where that one spells its event in
 * several ways, `isAwaited` says which of them hooks wait for.
 */
export function translate(
  payload: unknown,
  from: Dialect,
  event: string,
  to: Dialect,
  isAwaited: (event: string) => boolean = () => false,
): Translation {
  const source = from.events[event] as EventRecord
  if (from.id === to.id) return { event, payload, notes: [] }
  const point = lifecycleOf(from, event)
  const found = counterpart(point, event, to, isAwaited)
  if (found === undefined) return { event: undefined, why: `${to.title} has no event for ${point ?? event}` }
  const [name, target] = found
  const notes: string[] = []
  const made = structuredClone(target.example) as Record<string, unknown>
  for (const key of Object.keys(target.common) as (keyof Common)[]) {
    const [read, written] = [source.common[key], target.common[key]]
    const value = read === undefined ? undefined : valueAt(payload, read)
    if (value === undefined || written === undefined || key === 'tool' || key === 'input') continue
    const before = valueAt(made, written)
    put(made, written, structuredClone(value))
    if (mismatchText(target.payload, made) === undefined) continue
    put(made, written, before)
    notes.push(`"${written}" is that of the example: the two agents write it differently`)
  }
  tool(payload, source, from, made, target, to, notes)
  return { event: name, payload: made, notes }
}

// Of several events of one point, the one of the same name; else the first, which is the usual one. Where nobody waits
// for that one, another spelling of it that somebody waits for.
function counterpart(
  point: EventRecord['lifecycle'],
  event: string,
  to: Dialect,
  isAwaited: (event: string) => boolean,
): readonly [string, EventRecord] | undefined {
  if (point === undefined) return undefined
  const all = Object.entries(to.events)
  const same = all.filter(([, { lifecycle }]) => lifecycle === point)
  const usual = same.find(([name]) => name === event) ?? same[0]
  if (usual === undefined || isAwaited(usual[0])) return usual
  return all.find(([name]) => isSameEvent(to, name, usual[0]) && isAwaited(name)) ?? usual
}

function tool(
  payload: unknown,
  source: EventRecord,
  from: Dialect,
  made: Record<string, unknown>,
  target: EventRecord,
  to: Dialect,
  notes: string[],
): void {
  const { tool: named, input: held } = source.common
  const { tool: nameAt, input: inputAt } = target.common
  const name = named === undefined ? undefined : valueAt(payload, named)
  if (typeof name !== 'string') return
  const input = held === undefined ? undefined : valueAt(payload, held)
  const [common, spelling] = spellingOf(name, source.tools ?? from.tools)
  const wanted = common === undefined ? undefined : (target.tools ?? to.tools)?.[common]
  if (spelling === undefined || wanted === undefined) {
    if (nameAt !== undefined) put(made, nameAt, name)
    if (inputAt !== undefined && isObject(input)) put(made, inputAt, input)
    notes.push(`the tool "${name}" keeps its name: what ${to.title} calls it is not known`)
    return
  }
  if (nameAt !== undefined) put(made, nameAt, wanted.name)
  if (inputAt === undefined || !isObject(input)) return
  const taken = Object.entries(wanted.fields).flatMap(([field, spelled]) => {
    const value = input[spelling.fields[field as ToolField] ?? '']
    return value === undefined ? [] : [[spelled, value] as const]
  })
  put(made, inputAt, Object.fromEntries(taken))
}

function spellingOf(name: string, tools: ToolNames | undefined) {
  const found = Object.entries(tools ?? {}).find(([, one]) => one.name === name)
  return found === undefined
    ? ([undefined, undefined] as const)
    : ([found[0] as CommonTool, found[1]] as const)
}

/** Sets a value at a dotted path. */
/** Puts a value at a dotted path. */
export function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() as string
  let inner = target
  for (const key of keys) {
    if (!isObject(inner[key])) inner[key] = {}
    inner = inner[key] as Record<string, unknown>
  }
  inner[last] = value
}
