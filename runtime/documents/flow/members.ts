// Members of the file's own classes and of their instances: methods, fields, properties, including inherited ones.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { eventsBy } from './arguments.ts'
import { chosenFor, type KeyChoice } from './choices.ts'
import { about } from './dicts.ts'
import { joinInto } from './joining.ts'
import { callRoutine, passOver } from './routines.ts'
import { type FlowState, familyOf } from './state.ts'
import { isOfClass } from './translatedNodes.ts'
import { asMember } from './unwritable.ts'
import { type Dict, type Entry, type FlowValue, UNKNOWN } from './values.ts'

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

/** The steps of the budget that the choice of one method takes. */
const COST = 20

/** The methods selected by name by a field of the payload or an argument: each for the events that match its name. */
export function methodsChosenBy(
  choice: KeyChoice,
  of: FlowValue & { readonly kind: 'instance' | 'class' },
  flow: FlowState,
): FlowValue {
  const { input, classes } = flow.reading
  const [place, ...others] = choice.places
  if (input.called === undefined || place?.sure !== true || others.length > 0) return UNKNOWN
  const methods: FlowValue[] = []
  for (const [name, routine] of classes.get(of.name)?.methods ?? []) {
    const text = chosenFor(name, choice)
    if (text === undefined) continue
    // Each costs a look at all events.
    if (!flow.reading.budget.take(COST)) return UNKNOWN
    const { yes: events, no } = eventsBy(place, [text], flow)
    const isByName = choice.before !== '' || (place.path[0] === ARGUMENT && !name.startsWith('_'))
    if (events.length === 0 && isByName) passOver(routine, flow)
    // If the name rules out no event on either side, the method may never be called.
    if (
      (name.startsWith('_') && choice.before === '') ||
      events.length === 0 ||
      no.length === flow.events.length
    )
      continue
    methods.push({ kind: 'routine', routine, self: of.kind === 'instance' ? of.name : undefined, events })
  }
  return methods.length === 0 ? UNKNOWN : { kind: 'either', of: methods }
}

/** The attribute that holds all fields of an instance. */
export const FIELDS = '__dict__'

/** The name of the fields that are set from a whole dict: `self.__dict__.update(payload)`. */
export const EVERY = '*'

/** Records that the keys of a value become fields of the instances. */
export function setAll(of: FlowValue, value: FlowValue | undefined, flow: FlowState): FlowValue {
  const { input, now, missingKeysFail } = flow.reading
  if (of.kind !== 'instance') return UNKNOWN
  // In JavaScript every object has members of its own as well.
  if (value?.kind === 'payload' && missingKeysFail === true)
    joinInto(now.fields, `${of.name}.${EVERY}`, value)
  if (value?.kind !== 'dict' || value.more) return UNKNOWN
  for (const { key, range, value: one, node, read } of value.entries) {
    if (read !== undefined) continue
    joinInto(now.fields, `${of.name}.${key}`, one)
    const { start, end } = range
    if (input.text.slice(start, end) === key)
      setMember(of.name, { ...value.node, start, end, text: key }, one, node, flow)
  }
  return UNKNOWN
}

/** Limit on the fields of one class. */
const MOST_MEMBERS = 50

/** Records where a field is set on the instances of a class. */
export function setMember(
  owner: string,
  { start, end, text }: SyntaxNode,
  value: FlowValue,
  node: SyntaxNode | undefined,
  { reading: { input, now }, routine, scope }: FlowState,
): void {
  const before = now.members.get(owner) ?? []
  // PowerShell's names are followed in lower case.
  const from = input.text[start] === '$' && !text.startsWith('$') ? start + 1 : start
  const written = input.text.slice(from, end)
  const key = written.toLowerCase() === text ? written : text
  const setIn = { routine, scope }
  const entry: Entry = { key, range: { start: from, end }, quote: 'bare', value, node, setIn }
  const others = before.filter(({ range }) => range.start !== from)
  if (others.length < MOST_MEMBERS && !text.startsWith('#')) now.members.set(owner, [...others, entry])
}

/** Records what a class body sets, except the `declared` fields of a record, whose values are defaults. */
export function declareMembers(
  node: SyntaxNode,
  owner: string,
  declared: ReadonlySet<string>,
  own: FlowState,
): void {
  for (const [field, value] of own.scope.names)
    if (!declared.has(field)) own.reading.now.fields.set(`${owner}.${field}`, value)
  // In Python these are no fields of an instance.
  if (own.reading.missingKeysFail === true) return
  for (const one of named(child(node, 'body'))) {
    const [set] = one.type === 'expression_statement' ? named(one) : []
    if (set === undefined || isOfClass(set)) continue
    const left = child(set, 'left')
    const value = left && own.scope.names.get(left.text)
    if (left?.type === 'identifier' && value !== undefined)
      setMember(owner, left, value, child(set, 'right'), own)
  }
}

/** An instance of a class of the file as a dict of the fields that each has; undefined if none is known. */
export function fieldsAsDict(
  { name }: FlowValue & { readonly kind: 'instance' },
  node: SyntaxNode,
  flow: FlowState,
): Dict | undefined {
  const { reading } = flow
  const family = familyOf(reading, name).toReversed()
  const all = family.flatMap((one) => reading.before.members.get(one.name) ?? [])
  const sometimes = new Set(all.filter((entry) => !isOfEach(entry)).map(({ key }) => key))
  const entries = all.filter(({ key }) => !sometimes.has(key))
  // A class that extends one of another file may have more fields.
  const isOpen = family.some(({ bases }) => bases.some((base) => !reading.classes.has(base)))
  const more = isOpen || sometimes.size > 0 || all.length >= MOST_MEMBERS
  return entries.length === 0 ? undefined : { kind: 'dict', node, entries, more, ...about(flow) }
}

// Whether a field is set on every instance: in the class body, or in the constructor outside of branches.
function isOfEach({ setIn }: Entry): boolean {
  const { routine, scope } = setIn ?? {}
  if (routine === undefined || scope === undefined) return false
  return scope === routine.scope || (routine.name === '__init__' && scope.above === routine.scope)
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
