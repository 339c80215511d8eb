// Follows statements in order: branches, loops, error handling, definitions and returns.

import { oncePer } from '../../contract/oncePer.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { alternate, marksOf } from './alternates.ts'
import { append, fillHolder } from './appended.ts'
import { attempt, within } from './attempts.ts'
import { branches } from './branches.ts'
import { answering, madeOf } from './content.ts'
import { enteredBy, registered, wrap } from './decorators.ts'
import { spread } from './dicts.ts'
import { endDropped } from './ends.ts'
import { summaryOf } from './knowledge.ts'
import { leaveLoop, loop } from './loops.ts'
import { declareMembers } from './members.ts'
import { importNames } from './names.ts'
import { added } from './operators.ts'
import { matching } from './patterns.ts'
import { markAnswerLost, printOut } from './printing.ts'
import { asserted, raise } from './raising.ts'
import { recordFields } from './records.ts'
import { answer } from './results.ts'
import { markAlone, parametersOf } from './routines.ts'
import { lookUp } from './scopes.ts'
import { errorsOnAny } from './standardError.ts'
import { beyond, type FlowReading, type FlowState, fork, perhapsOn, setName } from './state.ts'
import { enterDecorated } from './subcommands.ts'
import { assign, unassign } from './targets.ts'
import { type FlowRoutine, type FlowValue, NONE, onWay, UNKNOWN } from './values.ts'

const DEEPEST = 90

/** Follows the statements of a block, to its end or to the end of the path. */
export function block(node: SyntaxNode | undefined, flow: FlowState): void {
  if (flow.reading.depth > DEEPEST) return
  flow.reading.depth++
  let here = flow
  for (const one of named(node)) {
    if (!flow.reading.budget.take()) break
    // Once per block: a fork after each of a thousand ends would nest scopes a thousand deep.
    if (here.ended !== undefined && here === flow) here = beyond(here)
    else if (here !== flow) here.ended = undefined
    statement(one, here)
  }
  flow.reading.depth--
}

type Statement = (node: SyntaxNode, flow: FlowState) => void

const looped: Statement = (node, flow) => loop(node, flow, block)
const left: Statement = (_, flow) => leaveLoop(flow)
const passed: Statement = () => {}

const STATEMENTS: { readonly [type: string]: Statement } = {
  expression_statement(node, flow) {
    for (const inner of named(node)) bare(inner, flow)
  },
  if_statement: (node, flow) => branches(node, flow, block),
  for_statement: looped,
  while_statement: looped,
  try_statement: (node, flow) => attempt(node, flow, block),
  with_statement: (node, flow) => within(node, flow, block),
  match_statement: (node, flow) => matching(node, flow, block),
  function_definition: define,
  decorated_definition: decorated,
  class_definition: (node, flow) => classBody(node, flow),
  return_statement: giveBack,
  raise_statement: raise,
  break_statement: left,
  continue_statement: left,
  import_statement: importNames,
  import_from_statement: importNames,
  global_statement(node, flow) {
    for (const name of named(node)) flow.globals.add(name.text)
  },
  print_statement: printOld,
  delete_statement(node, flow) {
    for (const one of named(node)) unassign(one, flow)
  },
  pass_statement: passed,
  assert_statement: asserted,
  ERROR: block,
}

function statement(node: SyntaxNode, flow: FlowState): void {
  const follow = STATEMENTS[node.type] ?? flow.reading.value
  follow(node, flow)
}

function bare(node: SyntaxNode, flow: FlowState): void {
  if (node.type === 'assignment') assignment(node, flow)
  else if (node.type === 'augmented_assignment') {
    const target = child(node, 'left')
    const value = flow.reading.value(child(node, 'right'), flow)
    const operator = child(node, 'operator')?.text
    const isRead = operator === '|=' || (operator === '+=' && isFollowed(target, flow))
    const isList = operator === '+=' && value.kind === 'list'
    const before = isRead || isList ? flow.reading.value(target, flow) : UNKNOWN
    // `counts[name] += 1`
    fillHolder(target, flow)
    if (before.kind === 'dict') spread(before, value, flow)
    else if (before.kind === 'list' && value.kind === 'list')
      // `found += [name]`
      append(before, { items: value.items.length > 0 ? value.items : [value] }, flow)
    else if (target?.type === 'identifier')
      setName(flow, target.text, countedBy(value, flow) ?? (isRead ? added(before, value) : UNKNOWN))
    else flow.reading.value(target, flow)
  } else {
    const entered = node.type === 'call' ? enteredBy(node, flow) : undefined
    if (entered !== undefined) assignment(entered, flow)
    else {
      markAlone(node)
      flow.reading.value(node, flow)
    }
  }
}

// `found += 1` where a text of the payload passes a test: the number depends on the test.
function countedBy(value: FlowValue, { byContent }: FlowState): FlowValue | undefined {
  const isNumber = value.kind === 'constant' && typeof value.value === 'number'
  return byContent === true && isNumber ? madeOf('question') : undefined
}

// How often a loop adds to a text is not known, nor what other functions add to one that they share.
function isFollowed(target: SyntaxNode | undefined, { globals, loop: around, reading }: FlowState): boolean {
  return around === undefined && target !== undefined && !globals.has(target.text) && !sharesNames(reading)
}

const sharesNames = oncePer(({ input }: FlowReading) => /\bnonlocal\b/.test(input.text))

function assignment(node: SyntaxNode, flow: FlowState): FlowValue {
  const right = child(node, 'right')
  if (right === undefined) return UNKNOWN
  const value = answering(
    right.type === 'assignment' ? assignment(right, flow) : flow.reading.value(right, flow),
    flow.byContent === true,
  )
  const target = child(node, 'left')
  if (target?.type === 'identifier') again(target.text, value, flow)
  assign(target, value, flow, right)
  return value
}

// A name set to different fields in one function: the fields are alternatives.
function again(name: string, value: FlowValue, flow: FlowState): void {
  const before = lookUp(flow.scope, name)
  if (before?.kind !== 'payload' || value.kind !== 'payload') return
  const paths = (one: FlowValue & { readonly kind: 'payload' }): string =>
    one.places.map(({ path }) => path.join('.')).join()
  const isWithin = value.places.some(({ path }) =>
    before.places.some(
      (place) => place.path.length < path.length && place.path.every((key, i) => key === path[i]),
    ),
  )
  if (marksOf(value).length > 0 && paths(before) !== paths(value) && !isWithin) alternate([before, value])
}

function decorated(node: SyntaxNode, flow: FlowState): void {
  const over = node.children.filter(({ type }) => type === 'decorator')
  const makers = over.map((one) => flow.reading.value(named(one)[0], flow))
  const decorators = over.map((one, at) => {
    const [name] = named(one)
    const made = makers[at] ?? UNKNOWN
    return name?.type === 'call' ? flow.reading.value(child(name, 'function'), flow) : made
  })
  const definition = child(node, 'definition')
  if (definition?.type === 'class_definition') classBody(definition, flow, decorators)
  else if (definition !== undefined) statement(definition, flow)
  const own = definition && flow.reading.routines.get(definition.start)
  if (own !== undefined) for (const one of over) enterDecorated(named(one)[0], own, flow)
  const [first] = over
  const [only, ...others] = decorators
  if (first === undefined || only?.kind !== 'routine' || others.length > 0 || definition === undefined) return
  const entered = registered(named(first)[0], definition, only.routine)
  const [name] = named(first)
  const callee = name?.type === 'call' ? child(name, 'function') : name
  // `@hook("Stop")`: the function that the call returns.
  const [by] = makers
  if (entered !== undefined) assignment(entered, flow)
  else if (callee?.type === 'identifier' && by?.kind === 'routine')
    wrap(first, callee.text, definition, by, flow)
}

function define(node: SyntaxNode, flow: FlowState): void {
  const name = child(node, 'name')?.text ?? ''
  const routine: FlowRoutine = { node, name, owner: undefined, scope: flow.scope }
  flow.reading.routines.set(node.start, routine)
  for (const parameter of named(child(node, 'parameters')))
    flow.reading.value(child(parameter, 'value'), flow)
  setName(flow, name, { kind: 'routine', routine })
}

// Methods are followed when called; names set in the class body are readable on the class and its instances.
function classBody(node: SyntaxNode, flow: FlowState, decorators: readonly FlowValue[] = []): void {
  const name = child(node, 'name')?.text ?? ''
  const inner = fork(flow)
  const own: FlowState = {
    ...inner,
    routine: { node, name, owner: name, scope: inner.scope },
    returned: [],
    yielded: [],
  }
  for (const one of named(child(node, 'body')))
    if (!/^(function_definition|decorated_definition|class_definition)$/.test(one.type)) statement(one, own)
  const record = recordFields(node, decorators, own.scope.names, flow)
  declareMembers(node, name, new Set(record.fields?.map((field) => field.name)), own)
  setName(flow, name, { kind: 'class', name, ...record })
}

function giveBack(node: SyntaxNode, flow: FlowState): void {
  const [given] = named(node)
  const value = given === undefined ? NONE : flow.reading.value(given, flow)
  const { errors, printed } = flow
  const way = { range: { start: node.start, end: node.end }, errors, printed }
  flow.returned.push(answering(onWay(value, way), flow.byContent === true))
  const { routine, reading } = flow
  if (routine !== undefined) {
    if (isHandle(routine, flow)) answer(value, flow)
    const known = reading.before.routines.get(routine.node.start)
    if (known !== undefined && known.calls > 0 && known.calls === known.exits)
      markAnswerLost(node, given, flow, value)
    if (known !== undefined && known.calls > 0 && known.calls === known.drops) endDropped(node, value, flow)
  }
  if (flow.ended === undefined) leave(flow)
}

/** The path ends here, and the function returns. */
export function leave(flow: FlowState): void {
  flow.ended = 'away'
  if (flow.routine === undefined) return
  const summary = summaryOf(flow.reading.now, flow.routine)
  const isFirst = summary.ends
  summary.ends = false
  summary.reads = (isFirst || summary.reads) && flow.read
  summary.drains = (isFirst || summary.drains) && flow.drained && !isDrainedBefore(flow)
  summary.says = isFirst ? flow.errors : errorsOnAny([summary.says, flow.errors])
  summary.perhaps = perhapsOn(isFirst ? [flow] : [{ printed: undefined, perhaps: summary.perhaps }, flow])
  summary.prints = isFirst || summary.prints?.kind === flow.printed?.kind ? flow.printed : undefined
}

// Input that was drained before the call does not count as drained by the function.
function isDrainedBefore({ routine, reading }: FlowState): boolean {
  const known = routine && reading.before.routines.get(routine.node.start)
  return known?.entry?.drained === true
}

function isHandle({ name, owner }: FlowRoutine, { reading }: FlowState): boolean {
  return reading.input.exports === 'classes' && name === 'handle' && owner !== undefined
}

// Python 2: print json.dumps(answer); print >>sys.stderr, "…"
function printOld(node: SyntaxNode, flow: FlowState): void {
  const given = childrenOf(node, 'argument')
  const values = given.map((one) => flow.reading.value(one, flow))
  if (node.children.some(({ type }) => type === 'chevron') || given.length === 0) return
  const value = values.length === 1 ? (values[0] ?? UNKNOWN) : UNKNOWN
  printOut({ node, from: given[0], value, whole: true }, flow)
}

/** The values of a function's parameters: joined over all calls, defaults included. */
export function givenTo(routine: FlowRoutine, flow: FlowState): ReadonlyMap<string, FlowValue> {
  const { before, now } = flow.reading
  const known = before.routines.get(routine.node.start) ?? now.routines.get(routine.node.start)
  const values = new Map<string, FlowValue>()
  for (const name of parametersOf(routine.node)) values.set(name, known?.given.get(name) ?? UNKNOWN)
  return values
}
