// Members of the file's own classes, and of their instances: methods, fields, properties; inherited ones as well.

import type { SyntaxNode } from '../treeSitter.ts'
import { callRoutine } from './routines.ts'
import type { FlowState } from './state.ts'
import { type FlowValue, UNKNOWN } from './values.ts'

/** What stands over a method that is read like a field, or is the class's own. */
export const PROPERTY = /(?:^|[._])property$/
export const CLASS_METHOD = /^classmethod$/
const STATIC_METHOD = /^staticmethod$/

/** What stands behind the dot of an instance or a class; unknown where it is inherited from elsewhere. */
export function memberOf(
  of: FlowValue & { readonly kind: 'instance' | 'class' },
  name: SyntaxNode,
  flow: FlowState,
): FlowValue {
  const { text } = name
  const own = of.kind === 'instance' ? of.record?.entries.findLast(({ key }) => key === text) : undefined
  return own?.value ?? member(of, text.replace(/^\./, ''), name, flow)
}

function member(
  of: FlowValue & { readonly kind: 'instance' | 'class' },
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
      const events = 'events' in of ? { events: of.events } : {}
      return isPlain ? { kind: 'routine', routine: method, self: isBound, ...events } : UNKNOWN
    }
    const key = `${each}.${name}`
    const field = reading.before.fields.get(key) ?? reading.now.fields.get(key)
    if (field !== undefined) return field
    for (const base of found.bases) if (!family.includes(base)) family.push(base)
  }
  return UNKNOWN
}
