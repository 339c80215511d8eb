// Classes whose instances can be written out as dicts: dataclasses, named tuples, TypedDict, pydantic models.
// An instance holds the arguments it was created with, and the defaults of its fields.

import { defined } from '../../contract/defined.ts'
import type { Range } from '../../contract/problems.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { take } from './access.ts'
import { isArgument } from './argumentValues.ts'
import { answering } from './content.ts'
import { about, addKeywords } from './dicts.ts'
import { addEntry } from './entries.ts'
import { joinAll, joinInto } from './joining.ts'
import { fieldsAsDict } from './members.ts'
import { callRoutine } from './routines.ts'
import { type FlowState, familyOf } from './state.ts'
import {
  alternatives,
  type Dict,
  type FlowValue,
  type GivenArguments,
  type RecordField,
  UNKNOWN,
} from './values.ts'

const MODELS = /^(?:(?:typing|typing_extensions)\.(?:TypedDict|NamedTuple)|pydantic\.BaseModel)$/

/** The fields of a record class, its bases' first; an empty object for any other class. */
export function recordFields(
  node: SyntaxNode,
  decorators: readonly FlowValue[],
  own: ReadonlyMap<string, FlowValue>,
  flow: FlowState,
): Pick<FlowValue & { kind: 'class' }, 'fields' | 'isDict' | 'isTuple'> {
  const bases = named(child(node, 'superclasses'))
    .filter(({ type }) => type !== 'keyword_argument')
    .map((base) => flow.reading.value(base, flow))
  const isModel = bases.some((base) => base.kind === 'named' && MODELS.test(base.name))
  const above = bases.flatMap((base) => (base.kind === 'class' && base.fields !== undefined ? [base] : []))
  const isRecord = decorators.some((one) => one.kind === 'named' && one.name === 'dataclasses.dataclass')
  if (!isModel && !isRecord && above.length === 0) return {}
  const extendsNamed = (name: string) =>
    bases.some((base) => base.kind === 'named' && base.name.endsWith(name))
  const isDict = above.some((base) => base.isDict === true) || extendsNamed('.TypedDict')
  const isTuple = above.some((base) => base.isTuple === true) || extendsNamed('.NamedTuple')
  const declared = named(child(node, 'body')).flatMap((statement) => {
    const [assignment] = named(statement)
    const name = child(assignment, 'left')
    if (assignment?.type !== 'assignment' || name?.type !== 'identifier') return []
    if (child(assignment, 'type') === undefined) return []
    const range: Range = { start: name.start, end: name.end }
    const written = child(assignment, 'right')
    return [{ name: name.text, range, node: written, value: own.get(name.text) ?? UNKNOWN }]
  })
  const fields: readonly RecordField[] = [...above.flatMap((base) => base.fields ?? []), ...declared]
  return { fields, ...(isDict ? { isDict } : {}), ...(isTuple ? { isTuple } : {}) }
}

/** `namedtuple("Call", "tool args")`, `namedtuple("Call", ["tool", "args"])`: a class with these fields. */
export function namedTuple({ items, nodes }: GivenArguments): FlowValue {
  const [name, fields] = items
  const written = nodes[1]
  if (name?.kind !== 'text' || written === undefined) return UNKNOWN
  const texts = fields?.kind === 'list' ? fields.items : fields === undefined ? [] : [fields]
  if (texts.length === 0 || !texts.every((one) => one.kind === 'text')) return UNKNOWN
  const all = [...written.text.matchAll(/\w+/g)].map(({ 0: text, index }) => {
    const range: Range = { start: written.start + index, end: written.start + index + text.length }
    return { name: text, range, node: undefined, value: UNKNOWN }
  })
  return { kind: 'class', name: name.text, fields: all, isTuple: true }
}

/** The fields of an instance that is created with these arguments. */
export function created(
  { name: owner, fields = [], isDict }: FlowValue & { kind: 'class' },
  given: GivenArguments,
  flow: FlowState,
): Dict {
  const record: Dict = { kind: 'dict', node: given.call, entries: [], more: given.isOpen, ...about(flow) }
  if (isDict === true) {
    record.more ||= given.items.length > 0
    addKeywords(record, child(given.call, 'arguments'), given.names, flow)
    return record
  }
  const list = named(child(given.call, 'arguments'))
  for (const [i, { name, range, node, value }] of fields.entries()) {
    const keyword = list.find((part) => child(part, 'name')?.text === name)
    const now = given.names.get(name) ?? given.items[i] ?? fromPayload(given.spread, name, range, node, flow)
    const from = now === undefined ? node : (child(keyword, 'value') ?? given.nodes[i])
    if (now !== undefined || node !== undefined)
      addEntry(
        record,
        {
          ...{ key: name, range, quote: 'bare', node: from },
          value: answering(now ?? value, flow.byContent === true),
        },
        flow,
      )
  }
  // The fields that its methods read from `self`.
  const known = flow.reading.now.fields
  for (const { key, value } of record.entries) joinInto(known, `${owner}.${key}`, value)
  joinInto(known, wholeOf(owner), record)
  return record
}

// `Payload(**json.load(sys.stdin))`: the field holds the payload's field of that name.
function fromPayload(
  spread: FlowValue | undefined,
  name: string,
  range: Range,
  byItself: SyntaxNode | undefined,
  flow: FlowState,
): FlowValue | undefined {
  if (spread?.kind !== 'payload') return undefined
  const key = { text: name, range, quote: 'bare' } as const
  return take(spread, { kind: 'text', text: name }, key, flow, { optional: byItself !== undefined })
}

// A key that cannot collide with an attribute.
function wholeOf(name: string): string {
  return `${name}()`
}

/** An instance as a dict: `asdict(it)`, `vars(it)`, `it.model_dump()`; unknown for anything else. */
export function asDict(value: FlowValue, at: SyntaxNode, flow: FlowState, depth = 0): FlowValue {
  return joinAll(
    alternatives(value).map((one) => {
      if (one.kind !== 'instance' || depth > 8 || !flow.reading.budget.take()) return UNKNOWN
      const { before, now } = flow.reading
      const whole = wholeOf(one.name)
      const record = one.record ?? before.fields.get(whole) ?? now.fields.get(whole)
      const records = alternatives(record ?? fieldsAsDict(one, at, flow) ?? UNKNOWN)
      return joinAll(records.map((record) => written(record, at, flow, depth)))
    }),
  )
}

function written(record: FlowValue, at: SyntaxNode, flow: FlowState, depth: number): FlowValue {
  if (record.kind !== 'dict') return UNKNOWN
  const entries = record.entries.map((entry) => ({
    ...entry,
    value: inner(entry.value, at, flow, depth + 1),
  }))
  return { ...record, entries }
}

function inner(value: FlowValue, at: SyntaxNode, flow: FlowState, depth: number): FlowValue {
  return alternatives(value).some(({ kind }) => kind === 'instance') ? asDict(value, at, flow, depth) : value
}

/** The value that is serialized in place of this one: `toJSON() { return { decision: this.decision } }`. */
export function asWritten(value: FlowValue, call: SyntaxNode, flow: FlowState): FlowValue {
  if (value.kind === 'dict' && value.entries.some((entry) => entry.value.kind === 'instance'))
    return {
      ...value,
      entries: value.entries.map((one) => ({ ...one, value: oneWritten(one.value, call, flow) })),
    }
  return oneWritten(value, call, flow)
}

function oneWritten(value: FlowValue, call: SyntaxNode, flow: FlowState): FlowValue {
  if (value.kind !== 'instance') return value
  if (value.isTuple === true && value.record !== undefined)
    return { kind: 'list', items: value.record.entries.map((entry) => entry.value) }
  const [method] = familyOf(flow.reading, value.name).flatMap(({ methods }) => methods.get('toJSON') ?? [])
  if (method === undefined)
    return flow.reading.missingKeysFail === true ? value : (fieldsAsDict(value, call, flow) ?? value)
  return callRoutine(
    method,
    value.name,
    { call, items: [], nodes: [], names: new Map(), isOpen: false },
    flow,
  )
}

/** The instance that a call of a class makes. */
export function instanceOf(
  callee: FlowValue & { readonly kind: 'class' },
  given: GivenArguments,
  flow: FlowState,
): FlowValue {
  const [value] = given.items
  // `Mode(sys.argv[1])`
  if (value !== undefined && isArgument(value) && isEnumeration(callee, flow)) return value
  const [creator] = familyOf(flow.reading, callee.name).flatMap(
    ({ methods }) => methods.get('__init__') ?? [],
  )
  if (creator !== undefined) callRoutine(creator, callee.name, given, flow)
  const isForAll = flow.events.length === flow.reading.events.length
  const events = isForAll ? {} : { events: flow.events }
  if (callee.fields === undefined || creator !== undefined)
    return { kind: 'instance', name: callee.name, ...events }
  const record = created(callee, given, flow)
  const { isTuple } = callee
  return callee.isDict === true
    ? record
    : { kind: 'instance', name: callee.name, record, ...defined({ isTuple }) }
}

function isEnumeration({ name }: FlowValue & { readonly kind: 'class' }, { reading }: FlowState): boolean {
  return familyOf(reading, name).some(({ bases }) => bases.some((base) => base.endsWith('Enum')))
}
