// What stands behind a dot: a method, a field of an object that the hook makes of its payload, a member of a class.

import { child, type SyntaxNode } from '../treeSitter.ts'
import { type Taking, takeOne } from './access.ts'
import { callRoutine } from './routines.ts'
import type { FlowState } from './state.ts'
import { alternatives, type FlowValue, isPlain, joinAll, UNKNOWN } from './values.ts'

/** `object.name` as an expression. */
export function attribute(node: SyntaxNode, flow: FlowState, how: Taking = {}): FlowValue {
  const of = flow.reading.value(child(node, 'object'), flow)
  const name = child(node, 'attribute')
  if (name === undefined) return UNKNOWN
  const values = alternatives(of).map((one) => attributeOf(one, name, flow, how))
  const [only = UNKNOWN] = values
  if (values.length === 1) return only
  return values.every(isPlain) ? joinAll(values) : { kind: 'method', of, name: name.text }
}

function attributeOf(of: FlowValue, name: SyntaxNode, flow: FlowState, how: Taking): FlowValue {
  const { text, start, end } = name
  if (of.kind === 'named') return { kind: 'named', name: `${of.name}.${text}` }
  if (of.kind === 'instance' || of.kind === 'class') {
    const own = of.kind === 'instance' ? of.record?.entries.findLast(({ key }) => key === text) : undefined
    if (own !== undefined) return own.value
    const found = member(of, text.replace(/^\./, ''), name, flow)
    // What it inherits from elsewhere: a model's `model_dump`.
    const isModel = of.kind === 'instance' || of.fields !== undefined
    return found.kind === 'unknown' && isModel ? { kind: 'method', of, name: text } : found
  }
  // A member of an enumeration: no other text has a value.
  if (isPlain(of) && text === 'value') return of
  if (of.kind === 'payload' && of.places.every(({ dotted }) => dotted !== undefined))
    return takeOne(of, { kind: 'text', text }, { text, range: { start, end }, quote: 'bare' }, flow, how)
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

/** What stands over a method that is read like a field, or is the class's own. */
export const PROPERTY = /(?:^|[._])property$/
export const CLASS_METHOD = /^classmethod$/
const STATIC_METHOD = /^staticmethod$/

function member(
  of: FlowValue & { readonly name: string },
  name: string,
  at: SyntaxNode,
  flow: FlowState,
): FlowValue {
  const { reading } = flow
  const family = [of.name]
  for (const each of family) {
    const found = reading.classes.get(each)
    if (found === undefined) continue
    const method = found.methods.get(name)
    if (method !== undefined) {
      const over = found.decorated.get(name)
      const isBound = over === undefined ? of.kind === 'instance' : CLASS_METHOD.test(over)
      const given = { call: at, items: [], nodes: [], names: new Map<string, FlowValue>(), isOpen: false }
      if (over !== undefined && PROPERTY.test(over)) return callRoutine(method, true, given, flow)
      const isPlain = over === undefined || isBound || STATIC_METHOD.test(over)
      return isPlain ? { kind: 'routine', routine: method, self: isBound } : UNKNOWN
    }
    const key = `${each}.${name}`
    const field = reading.before.fields.get(key) ?? reading.now.fields.get(key)
    if (field !== undefined) return field
    for (const base of found.bases) if (!family.includes(base)) family.push(base)
  }
  return UNKNOWN
}
