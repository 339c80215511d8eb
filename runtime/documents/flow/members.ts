// Members of the file's own classes and of their instances: methods, fields, properties, including inherited ones.

import type { SyntaxNode } from '../treeSitter.ts'
import { callRoutine } from './routines.ts'
import { type FlowState, familyOf } from './state.ts'
import { asMember } from './unwritable.ts'
import { type FlowValue, UNKNOWN } from './values.ts'

/** Decorators of methods that are read like fields, and of methods of the class itself. */
export const PROPERTY = /(?:^|[._])property$/
export const CLASS_METHOD = /^classmethod$/
const STATIC_METHOD = /^staticmethod$/

/** A member of an instance or a class; unknown if it is inherited from outside the file. */
export function memberOf(
  of: FlowValue & { readonly kind: 'instance' | 'class' },
  name: SyntaxNode,
  flow: FlowState,
): FlowValue {
  const { text } = name
  const own = of.kind === 'instance' ? of.record?.entries.findLast(({ key }) => key === text) : undefined
  return own?.value ?? member(of, text.replace(/^\./, ''), name, flow)
}

/** The methods selected by name by a field of the payload or an argument: each for the events that match its name. */
export function methodsChosenBy(
  { places: [place, ...others] }: FlowValue & { readonly kind: 'payload' },
  of: FlowValue & { readonly kind: 'instance' | 'class' },
  flow: FlowState,
): FlowValue {
  const { input, classes } = flow.reading
  if (input.called === undefined || place?.sure !== true || others.length > 0) return UNKNOWN
  const methods: FlowValue[] = []
  for (const [name, routine] of classes.get(of.name)?.methods ?? []) {
    const { yes: events, no } = input.called.narrow(flow.events, place.path, [name])
    // If the name rules out no event on either side, the method may never be called.
    if (name.startsWith('_') || events.length === 0 || no.length === flow.events.length) continue
    methods.push({ kind: 'routine', routine, self: of.kind === 'instance' ? of.name : undefined, events })
  }
  return methods.length === 0 ? UNKNOWN : { kind: 'either', of: methods }
}

function member(
  of: FlowValue & { readonly kind: 'instance' | 'class' },
  name: string,
  at: SyntaxNode,
  flow: FlowState,
): FlowValue {
  const { reading } = flow
  const above = of.kind === 'instance' ? of.above : undefined
  for (const found of familyOf(reading, above ?? of.name)) {
    if (found.name === above) continue
    const method = found.methods.get(name)
    if (method !== undefined) {
      const over = found.decorated.get(name)
      const isBound = over === undefined ? of.kind === 'instance' : CLASS_METHOD.test(over)
      const given = { call: at, items: [], nodes: [], names: new Map<string, FlowValue>(), isOpen: false }
      if (over !== undefined && PROPERTY.test(over)) return callRoutine(method, of.name, given, flow)
      const isPlain = over === undefined || isBound || STATIC_METHOD.test(over)
      const events = 'events' in of ? { events: of.events } : {}
      return isPlain
        ? { kind: 'routine', routine: method, self: isBound ? of.name : undefined, ...events }
        : UNKNOWN
    }
    const key = `${found.name}.${name}`
    const field = reading.before.fields.get(key) ?? reading.now.fields.get(key)
    if (field !== undefined) return of.kind === 'class' ? asMember(field, of.name, flow) : field
  }
  return UNKNOWN
}
