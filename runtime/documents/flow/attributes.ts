// Attribute access: a method, a field of an object built from the payload, or a member of a class.

import { child, type SyntaxNode } from '../treeSitter.ts'
import { type Taking, takeOne } from './access.ts'
import { argumentOf, variableOf } from './arguments.ts'
import { addProblem } from './found.ts'
import { joinAll } from './joining.ts'
import { EVERY, FIELDS, memberOf } from './members.ts'
import { memberOfModule } from './names.ts'
import { functionOption, optionOf } from './options.ts'
import { asDict } from './records.ts'
import { callRoutine } from './routines.ts'
import { type FlowState, familyOf } from './state.ts'
import { string } from './translatedNodes.ts'
import { alternatives, type FlowPlace, type FlowValue, isPlain, UNKNOWN } from './values.ts'

/** `object.name` as an expression. */
export function attribute(node: SyntaxNode, flow: FlowState, how: Taking = {}): FlowValue {
  const of = flow.reading.value(child(node, 'object'), flow)
  const name = child(node, 'attribute')
  if (name === undefined) return UNKNOWN
  const values = alternatives(of).map((one) => attributeOf(one, name, flow, how))
  const [only = UNKNOWN] = values
  if (values.length === 1) return only
  const isOwn = values.every(({ kind }) => kind === 'routine')
  if (isOwn) return { kind: 'either', of: values }
  const isMember = values.every(({ kind }) => kind !== 'method' && kind !== 'unknown')
  const isOfClass = alternatives(of).every(({ kind }) => kind === 'instance' || kind === 'class')
  return values.every(isPlain) || (isOfClass && isMember)
    ? joinAll(values)
    : { kind: 'method', of, name: name.text }
}

function attributeOf(of: FlowValue, name: SyntaxNode, flow: FlowState, how: Taking): FlowValue {
  const { text, start, end } = name
  const option = functionOption(of, text, flow) ?? optionOf(of, text, flow)
  if (option !== undefined) return option
  if (of.kind === 'named' && of.name !== 'sys.argv') {
    const argument = argumentOf(of, flow)
    // `values.mode` of a language that reads members with `get`.
    if (argument !== undefined) return text === 'get' ? { kind: 'method', of, name: text } : argument
  }
  // `process.env.INPUT`
  if (of.kind === 'named' && of.name === 'os.environ') {
    const held = variableOf(text, flow)
    if (held.kind !== 'unknown') return held
  }
  if (of.kind === 'named') return memberOfModule(`${of.name}.${text}`)
  if (of.kind === 'instance' && text === FIELDS) {
    const all = asDict(of, name, flow)
    return all.kind === 'unknown' ? { kind: 'method', of, name: text } : all
  }
  if (of.kind === 'instance' || of.kind === 'class') {
    const named = memberOf(of, name, flow)
    const found = named.kind === 'unknown' && of.kind === 'instance' ? computed(of.name, name, flow) : named
    // Members inherited from classes outside the file, such as a model's `model_dump`.
    const isModel = of.kind === 'instance' || of.fields !== undefined || text === 'get'
    return found.kind === 'unknown' && isModel ? { kind: 'method', of, name: text } : found
  }
  // `.value` of an enum member; strings and constants have no such attribute otherwise.
  if (isPlain(of) && text === 'value') return { ...of, raw: undefined }
  if (of.kind === 'payload' && of.places.every(({ dotted }) => dotted !== undefined))
    return takeOne(of, { kind: 'text', text }, { text, range: { start, end }, quote: 'bare' }, flow, how)
  if (of.kind === 'payload' && flow.reading.missingKeysFail === true) noAttribute(of.places, name, flow)
  if (of.kind !== 'payload' || flow.reading.input.exports !== 'classes')
    return { kind: 'method', of, name: text }
  const [place] = of.places
  // A HookContext is an object; what it holds is plain data. `event_type.value` is the event's name.
  if (place?.path.length === 1 && place.path[0] === 'event_type' && text === 'value') return of
  if (place?.path.length !== 0) return { kind: 'method', of, name: text }
  if (text.startsWith('_') && text.length > 1) return UNKNOWN
  const isEmpty = text === ''
  return takeOne(of, { kind: 'text', text }, { text, range: { start, end }, quote: 'bare' }, flow, {
    ...how,
    sure: how.sure !== false && !isEmpty,
  })
}

// A member that the class does not name: a key of the dict whose keys became fields, or what `__getattr__` returns.
function computed(owner: string, at: SyntaxNode, flow: FlowState): FlowValue {
  const { before, classes } = flow.reading
  const family = familyOf(flow.reading, owner)
  const isOpen = family.some(({ bases }) => bases.some((base) => base !== 'object' && !classes.has(base)))
  if (isOpen || at.text.startsWith('_')) return UNKNOWN
  const { start, end, text } = at
  const key: FlowValue = { kind: 'text', text, node: string(at) }
  for (const { name, methods } of family) {
    // Also set on its own, to something unknown.
    if (before.fields.has(`${name}.${text}`)) return UNKNOWN
    const all = before.fields.get(`${name}.${EVERY}`)
    if (all?.kind === 'payload')
      return takeOne(all, key, { text, range: { start, end }, quote: 'bare' }, flow, {})
    const method = methods.get('__getattr__')
    const given = { call: at, items: [key], nodes: [at], names: new Map<string, FlowValue>(), isOpen: false }
    if (method !== undefined) return callRoutine(method, owner, given, flow)
  }
  return UNKNOWN
}

// Reports `payload.tool_input` in Python, where the payload is a dict.
function noAttribute(places: readonly FlowPlace[], { text, start, end }: SyntaxNode, flow: FlowState): void {
  const { reading, guessed, guarded, dead, aside } = flow
  const [whole, ...others] = places
  if (whole?.sure !== true || whole.path.length > 0 || others.length > 0) return
  if (reading.input.called === undefined || !reading.certain || guessed > 0 || guarded > 0 || dead || aside)
    return
  if (DICT.has(text) || text.startsWith('_') || text === '') return
  const range = { start, end }
  const message = `The payload is a dict, which has no attribute "${text}": this raises AttributeError.`
  addProblem(reading.found, reading.input.path, 'field.unknown', message, {
    range,
    fix: `Write ["${text}"].`,
  })
}

const DICT: ReadonlySet<string> = new Set([
  ...[
    'clear',
    'copy',
    'fromkeys',
    'get',
    'items',
    'keys',
    'pop',
    'popitem',
    'setdefault',
    'update',
    'values',
  ],
])
