// The file's own functions: their arguments over all calls, their results, and whether they return at all.
// Each is followed once per round, with what the previous round learned about it.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { about, addKeywords } from './dicts.ts'
import { drain } from './draining.ts'
import { addAgain } from './entries.ts'
import { type Mark, mark } from './found.ts'
import { agree } from './joining.ts'
import { type Summary, summaryOf } from './knowledge.ts'
import type { FlowPrinted } from './printed.ts'
import { printedAfter } from './printing.ts'
import { MODULE } from './raisedErrors.ts'
import { errorsAfter, errorsOnAny } from './standardError.ts'
import type { FlowState } from './state.ts'
import { made } from './translatedNodes.ts'
import { type Dict, type FlowRoutine, type FlowValue, type GivenArguments, UNKNOWN } from './values.ts'

/** The result of a call of a function of the file; the call is added to the function's summary. */
export function callRoutine(
  routine: FlowRoutine,
  self: string | undefined,
  given: GivenArguments,
  flow: FlowState,
): FlowValue {
  const { reading } = flow
  const now = summaryOf(reading.now, routine)
  // What was learned in the last round refers to that round's functions.
  reading.open.add(reading.routines.get(routine.node.start) ?? routine)
  // What no event reaches passes nothing.
  const isReached = flow.events.length > 0 || reading.input.called === undefined
  if (isReached) give(now, routine, self !== undefined, given, flow)
  if (isReached) now.calls++
  if (flow.raises === undefined) now.callers.add(flow.routine?.node.start ?? MODULE)
  if (self !== undefined) now.owners.add(self)
  if (flow.byContent) now.byContentAt.set(given.call.start, flow.byContent)
  if (exitCalls.has(given.call)) now.exits++
  if (loneCalls.has(given.call)) now.drops++
  enterFrom(flow, now)
  const known = reading.before.routines.get(routine.node.start)
  if (known === undefined) return UNKNOWN
  if (known.ends) flow.ended = 'away'
  if (known.prints !== undefined) flow.printed = printedAgain(known, given.call, flow)
  else if (known.perhaps !== undefined && flow.printed === undefined) flow.perhaps = known.perhaps
  if (known.reads) flow.read = true
  if (known.drains) drain(given.call, flow)
  addAgain(known, flow)
  flow.errors = errorsAfter(flow.errors, known.says)
  return ofThisRound(known.returnsTo.get(given.call.start) ?? known.returns ?? UNKNOWN, flow)
}

// What is known about a result is from the last round; what is learned about its fields must count in this one.
function ofThisRound(value: FlowValue, { reading: { found } }: FlowState): FlowValue {
  if (value.kind !== 'payload') return value
  const again = ({ choice: _, tested: __, ...one }: Mark) => mark(found, { ...one, events: [], sure: true })
  return { ...value, places: value.places.map((place) => ({ ...place, marks: place.marks.map(again) })) }
}

// What a call adds to earlier output is known only if every call of the function starts with nothing printed.
function printedAgain(
  { prints: all, printsTo, entry }: Summary,
  { start, end }: SyntaxNode,
  flow: FlowState,
): FlowPrinted | undefined {
  const { printed: before, met } = flow
  flow.met = undefined
  const prints = printsTo.get(start) ?? all
  if (prints === undefined || entry?.printed !== undefined) return prints
  const { called } = flow.reading.input
  // Behind an answer that only one branch prints.
  if (before === undefined && met?.printed.kind === 'json' && called !== undefined)
    printedAfter(met.printed, prints, { start, end }, { ...flow, events: met.events })
  if (before === undefined) return prints
  return called === undefined ? prints : printedAfter(before, prints, { start, end }, flow)
}

function enterFrom(flow: FlowState, summary: Summary): void {
  const guessed = flow.guessed > 0
  const { read, printed, drained, aside, swallows, byContent, events } = flow
  const errors = errorsAfter(flow.errorsBefore, flow.errors)
  const { entry } = summary
  if (entry === undefined) {
    summary.entry = {
      read,
      printed,
      errors,
      drained,
      guessed,
      aside,
      swallows,
      byContent,
      events: new Set(events),
    }
    return
  }
  entry.read &&= read
  entry.drained &&= drained
  entry.errors = errorsOnAny([entry.errors, errors])
  entry.guessed &&= guessed
  entry.aside &&= aside
  entry.swallows &&= swallows
  entry.byContent = byContent === true || entry.byContent || byContent
  if (entry.printed?.kind !== printed?.kind) entry.printed = undefined
  for (const event of events) entry.events.add(event)
}

/** Records that a function would be called for none of the events here: what it does is not reported. */
export function passOver(routine: FlowRoutine, flow: FlowState): void {
  callableFor(routine, [], flow)
}

/** Records that a function is called by others for these events only. */
export function callableFor(routine: FlowRoutine, events: readonly string[], flow: FlowState): void {
  enterFrom({ ...flow, events }, summaryOf(flow.reading.now, routine))
}

const exitCalls = new WeakSet<SyntaxNode>()

/** Records that a call provides the exit status: `sys.exit(main())`. */
export function markExit(node: SyntaxNode | undefined): void {
  if (node?.type === 'call') exitCalls.add(node)
}

const loneCalls = new WeakSet<SyntaxNode>()

/** Records that a call is a statement of its own, or the whole of one that only awaits it: `asyncio.run(main())`. */
export function markAlone(node: SyntaxNode | undefined): void {
  if (node?.type === 'await' || node?.type === 'rejection_handler') markAlone(named(node)[0])
  if (node?.type !== 'call') return
  loneCalls.add(node)
  if (child(node, 'function')?.text === 'asyncio.run') markAlone(named(child(node, 'arguments'))[0])
}

/** Whether a call is a statement of its own. */
export function isAlone(node: SyntaxNode): boolean {
  return loneCalls.has(node)
}

/** Limit on the calls of a function that are followed separately. */
const MOST_APART = 12

function give(
  { given, apart }: Summary,
  routine: FlowRoutine,
  self: boolean,
  { call, items, nodes, names, isOpen }: GivenArguments,
  flow: FlowState,
): void {
  // A function that is passed on may get more than what is known: `names.map(deny)`.
  const written = named(child(call, 'arguments'))
  const isDirect = written.length === nodes.length && written.every((one, i) => one === nodes[i])
  const own = new Map<string, FlowValue>()
  const all = parameterNodes(routine.node).filter((one) => parameterName(one) !== undefined)
  const parameters = self ? all.slice(1) : all
  if (!flow.reading.budget.take(parameters.length)) return
  const taken = new Set(parameters.map(parameterName))
  for (const [i, parameter] of parameters.entries()) {
    const name = parameterName(parameter) ?? ''
    const value = isOpen
      ? UNKNOWN
      : parameter.type === 'dictionary_splat_pattern'
        ? restOf(call, names, taken, flow)
        : parameter.type === 'list_splat_pattern'
          ? { kind: 'list' as const, items: items.slice(i) }
          : (names.get(name) ?? items[i] ?? byItself(parameter, routine, isDirect, flow))
    if (value === undefined) continue
    own.set(name, value)
    const before = given.get(name)
    given.set(name, before === undefined ? value : agree(before, value))
  }
  if (apart.size < MOST_APART) apart.set(call.start, own)
}

// The default of a parameter: `function deny(message, status = 1)`.
function byItself(
  parameter: SyntaxNode,
  { scope }: FlowRoutine,
  isDirect: boolean,
  flow: FlowState,
): FlowValue | undefined {
  const value = child(parameter, 'value')
  if (value === undefined || (value.type === 'absent' && !isDirect)) return undefined
  return flow.reading.value(value, { ...flow, scope: { names: new Map(), above: scope } })
}

// `def respond(**fields)`: a dict of the remaining keyword arguments.
function restOf(
  call: SyntaxNode,
  names: ReadonlyMap<string, FlowValue>,
  taken: ReadonlySet<string | undefined>,
  flow: FlowState,
): FlowValue {
  const rest: Dict = { kind: 'dict', node: call, entries: [], more: false, ...about(flow) }
  addKeywords(rest, child(call, 'arguments'), new Map([...names].filter(([name]) => !taken.has(name))), flow)
  return rest
}

/** The names of a function's parameters, in order. */
export function parametersOf(node: SyntaxNode): readonly string[] {
  return parameterNodes(node).flatMap((parameter) => parameterName(parameter) ?? [])
}

/** The parameters of a function; for `**fields: Any`, the part before the type. */
export function parameterNodes(node: SyntaxNode): readonly SyntaxNode[] {
  return named(child(node, 'parameters')).map((one) => {
    const [inner] = one.type === 'typed_parameter' ? named(one) : []
    return inner?.type.endsWith('splat_pattern') === true ? inner : one
  })
}

/** Whether a function takes any number of arguments: `def first(*values)`. */
export function takesAny(node: SyntaxNode): boolean {
  return parameterNodes(node).some(({ type }) => type === 'list_splat_pattern')
}

// The name of one parameter; undefined for `*` and `/`.
function parameterName(parameter: SyntaxNode): string | undefined {
  if (parameter.type === 'identifier') return parameter.text
  if (parameter.type === 'typed_parameter') return named(parameter)[0]?.text
  if (/^(default_parameter|typed_default_parameter)$/.test(parameter.type))
    return child(parameter, 'name')?.text
  return /splat_pattern$/.test(parameter.type) ? named(parameter)[0]?.text : undefined
}

/** A function that returns its body. */
export function lambda(node: SyntaxNode, flow: FlowState): FlowValue {
  const body = child(node, 'body') ?? node
  const code = made('function_definition', node, {
    parameters: child(node, 'parameters'),
    body: made('block', body, [made('return_statement', body, [body])]),
  })
  const routine: FlowRoutine = { node: code, name: '', owner: undefined, scope: flow.scope }
  flow.reading.routines.set(node.start, routine)
  return { kind: 'routine', routine }
}
