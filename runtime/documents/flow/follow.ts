// Follows the code of a file, from its top level into its functions, in rounds: each round uses what the previous one
// learned about a function's parameters and result. A few rounds see through any ordinary helper. The tree is
// Python's; other languages are translated to it, with each node at the place of the code it stands for.

import { oncePer } from '../../contract/oncePer.ts'
import type { DocumentInput } from '../document.ts'
import { isFromOtherPackage } from '../python/kaizenDetection.ts'
import { lastName } from '../python/literals.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { filledLater } from './appended.ts'
import { describe } from './describe.ts'
import { endByItself } from './ends.ts'
import { evaluate } from './evaluate.ts'
import type { Followed } from './followed.ts'
import { type FlowFound, newFound } from './found.ts'
import { joinAll } from './joining.ts'
import { type Knowledge, newKnowledge, type Summary, summaryOf } from './knowledge.ts'
import { CLASS_METHOD, PROPERTY } from './members.ts'
import { reachesCaller } from './raisedErrors.ts'
import { LATE_ERRORS, NO_ERRORS } from './standardError.ts'
import { type FlowReading, type FlowState, familyOf, getName, type LocalClass } from './state.ts'
import { block, givenTo, leave } from './statements.ts'
import { answersOtherEvents } from './unusedFunctions.ts'
import { alternatives, type FlowRoutine, type FlowScope, type FlowValue, NONE } from './values.ts'

const ROUNDS = 5

/** Everything found on the paths through a file. */
export function follow(root: SyntaxNode, about: Followed): FlowFound {
  let before = newKnowledge()
  const classes = classesOf(root)
  for (let round = 1; ; round++) {
    const reading = newReading(about, before, classes)
    once(root, reading)
    if (round === ROUNDS || about.budget.spent || learnt(reading.now) === learnt(before)) return reading.found
    before = reading.now
  }
}

type Classes = ReadonlyMap<string, Omit<LocalClass, 'methods'> & { readonly nodes: readonly SyntaxNode[] }>

function newReading(about: Followed, before: Knowledge, classes: Classes): FlowReading {
  const reading: FlowReading = {
    ...{ classEvents: new Map(), claimed: new Set() },
    ...about,
    found: newFound(),
    before,
    now: newKnowledge(),
    classes: new Map(),
    open: new Set(),
    routines: new Map(),
    depth: 0,
    content: undefined,
    value: evaluate,
  }
  const scope: FlowScope = { names: new Map(), above: undefined, isModule: true }
  for (const { name, bases, decorated, nodes } of classes.values()) {
    const methods = new Map<string, FlowRoutine>()
    for (const node of nodes) {
      const routine = { node, name: child(node, 'name')?.text ?? '', owner: name, scope }
      methods.set(routine.name, routine)
      reading.routines.set(node.start, routine)
    }
    reading.classes.set(name, { name, bases, decorated, methods })
  }
  return reading
}

function once(root: SyntaxNode, reading: FlowReading): void {
  const flow = newFlow(reading, undefined, { names: new Map(), above: undefined, isModule: true })
  block(root, flow)
  if (flow.ended === undefined) endByItself(flow)
  for (const name of reading.classEvents.keys())
    for (const entry of ['handle', 'on_error']) {
      const method = familyOf(reading, name).flatMap(({ methods }) => methods.get(entry) ?? [])[0]
      if (method !== undefined) reading.open.add(method)
    }
  const done = new Set<number>()
  for (let next = nextOf(reading, done); next !== undefined; next = nextOf(reading, done)) {
    done.add(next.node.start)
    through(next, reading)
  }
}

// Called functions first: by then their arguments are known.
function nextOf(reading: FlowReading, done: ReadonlySet<number>): FlowRoutine | undefined {
  for (const one of reading.open) {
    reading.open.delete(one)
    // A function inside of one that was followed meanwhile sees what that one was given in this round.
    if (!done.has(one.node.start)) return reading.routines.get(one.node.start) ?? one
  }
  for (const [start, one] of reading.routines) {
    reading.routines.delete(start)
    // Offsets past the text belong to another module; its uncalled functions are for other importers.
    if (!done.has(start) && start <= reading.input.text.length) return one
  }
  return undefined
}

function through(routine: FlowRoutine, reading: FlowReading): void {
  const summary = summaryOf(reading.now, routine)
  summary.ends = true
  const known = reading.before.routines.get(routine.node.start) ?? summary
  const apart = isApart(known) ? [...known.apart] : [undefined]
  const yielded: FlowValue[] = []
  const returned = apart.flatMap((one) => {
    const flow = newFlow(reading, routine, { names: new Map(), above: routine.scope })
    for (const [name, value] of one?.[1] ?? givenTo(routine, flow)) flow.scope.names.set(name, value)
    enter(routine, flow)
    if (one !== undefined) flow.byContent = known.byContentAt.get(one[0]) ?? false
    block(child(routine.node, 'body'), flow)
    if (flow.ended === undefined) {
      flow.returned.push(NONE)
      leave(flow)
    }
    if (one !== undefined && flow.printed !== undefined) summary.printsTo.set(one[0], flow.printed)
    if (one !== undefined) summary.returnsTo.set(one[0], joinAll(flow.returned))
    yielded.push(...flow.yielded)
    return flow.returned
  })
  summary.returns = yields(routine.node)
    ? { kind: 'list', items: yielded, ...filledLater(routine.node, reading.now) }
    : joinAll(returned)
}

// Whether a function is followed once per call: `fail('no payload', 1)` and `fail('blocked', 2)` pair each status with
// its own text, each call prints its own argument, and `field('tool_name')` and `field('cwd')` read different fields.
function isApart({ apart, given, calls, prints, returns, returnsTo }: Summary): boolean {
  const isChoice = (value: FlowValue) => value.kind === 'either'
  const isStatus = (value: FlowValue) =>
    isChoice(value) && alternatives(value).every((one) => one.kind === 'constant')
  const isName = (value: FlowValue) => isChoice(value) && alternatives(value).every(isNameOrPath)
  const isLookup = returns?.kind === 'unknown' || returnsTo.size > 0
  const isNeeded = (value: FlowValue) =>
    prints === undefined ? isStatus(value) || (isLookup && isName(value)) : isChoice(value)
  return apart.size > 1 && apart.size === calls && [...given.values()].some(isNeeded)
}

function isNameOrPath(value: FlowValue): boolean {
  if (value.kind === 'list') return value.items.length > 0 && value.items.every(isNameOrPath)
  return value.kind === 'text' && NAME.test(value.text)
}

/** A field's name, or a path of such names. */
const NAME = /^\w+(?:\.\w+)*$/

function enter(routine: FlowRoutine, flow: FlowState): void {
  const { reading, scope } = flow
  const parameters = named(child(routine.node, 'parameters'))
  const summary = reading.before.routines.get(routine.node.start) ?? summaryOf(reading.now, routine)
  const over = reading.classes.get(routine.owner ?? '')?.decorated.get(routine.name)
  const [self] = parameters
  if (routine.owner !== undefined && self?.type === 'identifier') {
    const { owner } = routine
    const owners = summary.owners.size === 0 ? [owner] : [...summary.owners]
    if (over !== undefined && CLASS_METHOD.test(over))
      scope.names.set(
        self.text,
        joinAll(owners.map((name) => getName(flow, name) ?? { kind: 'class', name })),
      )
    else if (over === undefined || self.text === 'self' || PROPERTY.test(over)) {
      const kind = self.text === 'cls' ? 'class' : 'instance'
      scope.names.set(self.text, joinAll(owners.map((name) => ({ kind, name }))))
    }
  }
  const { entry } = summary
  if (entry !== undefined) {
    flow.read = entry.read
    flow.printed = entry.printed
    flow.errorsBefore = entry.errors
    flow.drained = entry.drained
    flow.guessed = entry.guessed ? 1 : 0
    flow.aside = entry.aside
    flow.byContent = entry.byContent
    flow.swallows = entry.swallows
    if (entry.swallows) flow.caught = 1
    flow.events = reading.input.events.filter((event) => entry.events.has(event))
  } else if (answersOtherEvents(routine, reading)) flow.events = []
  if (summary.handles && reachesCaller(reading)) flow.byContent = true
  byName(routine, flow)
  if (reading.input.exports !== 'classes') return
  const isEntry = routine.name === 'handle' || routine.name === 'on_error'
  const classEvents = routine.owner === undefined ? undefined : eventsOf(routine.owner, reading)
  // A class with no evidence of being Kaizen's may receive anything.
  if (isEntry && classEvents !== undefined && !isKaizenClass(routine.owner ?? '', reading)) flow.guessed++
  if (classEvents !== undefined && (isEntry || entry === undefined)) flow.events = classEvents
  const at = routine.name === 'handle' ? 1 : routine.name === 'on_error' ? 2 : -1
  for (const [i, parameter] of parameters.entries()) {
    const isContext = classEvents !== undefined && i === at
    const isTyped =
      /\bHookContext\b/.test(child(parameter, 'type')?.text ?? '') && !isFromOtherPackage(reading.input.text)
    const name = parameter.type === 'identifier' ? parameter.text : named(parameter)[0]?.text
    if (name !== undefined && (isContext || isTyped)) scope.names.set(name, CONTEXT)
  }
}

// `on_agent_stop` handles that event, wherever it is called; the output of `test_deny` and `demo` is not an answer.
function byName({ name }: FlowRoutine, flow: FlowState): void {
  const about = flow.reading.input.events.filter((event) => name.toLowerCase().includes(event.toLowerCase()))
  if (about.length > 0) flow.events = flow.events.filter((event) => about.includes(event))
  if (/^_?(self_?)?(test|demo|example|usage|help)/i.test(name)) flow.guessed++
}

const CONTEXT: FlowValue = { kind: 'payload', places: [{ path: [], sure: true, marks: [] }] }

// Its own events and those of all hook classes of the file that extend it.
function eventsOf(name: string, reading: FlowReading): readonly string[] | undefined {
  const own = reading.classEvents.get(name)
  const heirs = [...reading.classEvents].filter(([heir]) =>
    familyOf(reading, heir).some((one) => one.name === name),
  )
  if (own === undefined && heirs.length === 0) return undefined
  const all = new Set([...(own ?? []), ...heirs.flatMap(([, events]) => events)])
  return reading.input.events.filter((event) => all.has(event))
}

function isKaizenClass(name: string, reading: FlowReading): boolean {
  if (reading.claimed.has(name)) return true
  return [...reading.claimed].some((heir) => familyOf(reading, heir).some((one) => one.name === name))
}

// Code that runs when the program ends, or leaves a block.
const RUNS_LATE = /\batexit\.register\b|\bweakref\.finalize\b|\bdef __exit__\b/
const runsLate = oncePer(({ text }: DocumentInput) => RUNS_LATE.test(text))

function newFlow(reading: FlowReading, routine: FlowRoutine | undefined, scope: FlowScope): FlowState {
  return {
    reading,
    routine,
    globals: new Set(),
    scope,
    events: reading.events,
    ended: undefined,
    read: false,
    printed: undefined,
    perhaps: undefined,
    met: undefined,
    errors: runsLate(reading.input) ? LATE_ERRORS : NO_ERRORS,
    errorsBefore: NO_ERRORS,
    drained: false,
    guarded: 0,
    dead: false,
    guessed: 0,
    caught: 0,
    swallows: false,
    raises: undefined,
    aside: false,
    byContent: false,
    afterTest: false,
    handled: false,
    loop: undefined,
    returned: [],
    yielded: [],
  }
}

function classesOf(root: SyntaxNode): Classes {
  const classes = new Map<string, Omit<LocalClass, 'methods'> & { readonly nodes: readonly SyntaxNode[] }>()
  for (const node of nodesIn(root)) {
    if (node.type !== 'class_definition') continue
    const name = child(node, 'name')?.text ?? ''
    const bases = named(child(node, 'superclasses')).flatMap((base) => lastName(base) ?? [])
    const decorated = new Map<string, string>()
    const nodes: SyntaxNode[] = []
    for (const one of named(child(node, 'body'))) {
      const definition = one.type === 'decorated_definition' ? child(one, 'definition') : one
      if (definition?.type !== 'function_definition') continue
      nodes.push(definition)
      const over = one.children.find(({ type }) => type === 'decorator')
      if (over !== undefined) decorated.set(child(definition, 'name')?.text ?? '', named(over)[0]?.text ?? '')
    }
    classes.set(name, { name, bases, decorated, nodes })
  }
  return classes
}

function yields(node: SyntaxNode): boolean {
  if (!node.text.includes('yield')) return false
  const isOwn = ({ type }: SyntaxNode): boolean => type !== 'function_definition' && type !== 'lambda'
  return nodesIn(child(node, 'body'), isOwn).some(({ type }) => type === 'yield')
}

// Rounds with equal knowledge find the same, so the rounds stop there.
function learnt({ routines, globals, added, appended, filled, fields, raised }: Knowledge): string {
  const values = (map: ReadonlyMap<string, FlowValue>): string =>
    [...map].map(([name, value]) => `${name}=${describe(value)}`).join()
  const functions = [...routines].map(
    ([start, one]) =>
      `${start}(${values(one.given)})${one.returns && describe(one.returns)}${one.ends}${one.reads}${one.prints?.kind}${one.prints?.text === undefined}${[...one.owners].join()}` +
      `${one.calls} ${one.drops}${one.entry?.swallows}${one.entry?.guessed}${one.entry?.aside}${one.entry?.byContent}${one.entry?.read}${one.entry?.printed?.kind}${one.entry?.drained}${one.drains}${one.adds.size}${one.says.text}${one.entry && [...one.entry.events].join()}`,
  )
  const puts = [...added, ...appended].map(([start, entries]) => `${start} ${entries.length}`)
  return `${functions.join(';')}|${values(globals)}|${values(fields)}|${puts.join()}|${[...filled].join()}|${[...raised.keys()].join()}`
}
