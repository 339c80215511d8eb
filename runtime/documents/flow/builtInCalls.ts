// Calls of built-in functions and standard modules: what they return for the payload and for answers.

import { child, named } from '../treeSitter.ts'
import { askFor, itemOf, markAllOptional, take } from './access.ts'
import { alternateItems } from './alternates.ts'
import { filledLater, listOf } from './appended.ts'
import { argumentsOf } from './arguments.ts'
import { ANSWERED, answering, isQuestion, searchesInput } from './content.ts'
import { about, addKeywords, spread } from './dicts.ts'
import { addEntry, copied } from './entries.ts'
import { hookResult } from './hookResult.ts'
import { join, joinAll } from './joining.ts'
import { MOST_STEPS, writtenIn } from './keys.ts'
import { setAll } from './members.ts'
import { callUnknown } from './methods.ts'
import { STDIN } from './names.ts'
import { printedDict, textOf } from './printedTexts.ts'
import { asDict, namedTuple } from './records.ts'
import { callRoutine, parametersOf } from './routines.ts'
import { lookUp } from './scopes.ts'
import { searchInput } from './searchedTexts.ts'
import type { FlowState } from './state.ts'
import { STREAM } from './textMethods.ts'
import {
  alternatives,
  BOOLEAN,
  type Dict,
  type FlowValue,
  type GivenArguments,
  LIST,
  UNKNOWN,
} from './values.ts'

const CHOOSES = /^(next|filter|any|all|max|min|iter|reversed|itertools\.chain|functools\.reduce)$/

/** The result of a call of a built-in function or of a function of a standard module. */
export function callBuiltIn(name: string, given: GivenArguments, flow: FlowState): FlowValue {
  if (CHOOSES.test(name)) for (const one of given.items) alternateItems(one)
  if (name === 'isinstance' || name === 'bool') lookAt(given, flow)
  const [first = UNKNOWN, second] = given.items
  const taken = argumentsOf(name, given, flow)
  if (taken !== undefined) return taken
  switch (name) {
    case 'input':
    case 'raw_input':
    case 'fileinput.input':
      return { kind: 'stdin' }
    case 'bool':
    case 'int':
      if (name === 'int' && isNumber(first)) return first
      if (isQuestion(first)) return ANSWERED
      return name === 'bool' ? BOOLEAN : UNKNOWN
    case 'open':
    case 'io.open':
      return isStdin(first) ? { kind: 'stdin' } : FILE
    case 'rich.console.Console':
      return (
        given.names.get('file') ??
        ({ kind: 'named', name: isTrue(given.names.get('stderr')) ? 'sys.stderr' : 'sys.stdout' } as const)
      )
    case 'os.fdopen':
    case 'os.read':
    case 'pathlib.Path':
      return isStdin(first) ? { kind: 'stdin' } : UNKNOWN
    case 'functools.partial': {
      const [, ...items] = given.items
      const nodes = given.nodes.slice(1)
      return first.kind === 'unknown'
        ? UNKNOWN
        : { kind: 'partial', of: first, given: { ...given, items, nodes } }
    }
    case 'operator.itemgetter':
      return given.isOpen ? UNKNOWN : { kind: 'partial', of: ITEMS, given }
    case ITEMS.name:
      return itemsByKeys(given, flow)
    case 'zip':
      return zipped(given)
    case 'asyncio.run':
    case 'asyncio.wait_for':
    case 'asyncio.shield':
    case 'asyncio.create_task':
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'sorted':
    case 'reversed':
    case 'iter':
    case 'io.TextIOWrapper':
      if (/^(?:list|set)$/.test(name) && given.nodes.length === 0) return listOf([], given.call, flow)
      if (first.kind === 'list') return { ...first, raw: undefined }
      return first.kind === 'named' && STDIN.test(first.name) ? STREAM : first
    case 'copy.copy':
    case 'copy.deepcopy':
      return first.kind === 'list' ? { ...first, raw: undefined } : copied(first, given.call)
    case 'functools.reduce':
      return reduced(given, flow)
    case 'string.Template':
      return first
    case 'itertools.chain.from_iterable':
      return answering({ kind: 'list', items: [itemOf(itemOf(first))] }, isQuestion(itemOf(first)))
    case 'any':
    case 'all': {
      const item = itemOf(first)
      if (name === 'any' && item.kind === 'unknown' && item.narrows !== undefined) return item
      return isQuestion(item) ? ANSWERED : BOOLEAN
    }
    case 'filter':
      return answering(second ?? UNKNOWN, isQuestion(second && itemOf(second)))
    case 'typing.cast':
      return second ?? UNKNOWN
    case 'types.SimpleNamespace':
    case 'argparse.Namespace':
      return dotted(given.spread ?? UNKNOWN, 'here')
    case 'enumerate':
      return { kind: 'list', items: [{ kind: 'list', items: [UNKNOWN, itemOf(first)] }] }
    case 'next':
      return second === undefined ? itemOf(first) : join(itemOf(first), answering(second, isQuestion(first)))
    case 'dataclasses.asdict':
    case 'vars':
      if (first.kind === 'named') return first
      return given.names.size === 0 ? asDict(first, given.call, flow) : UNKNOWN
    case 'collections.namedtuple':
      return namedTuple(given)
    case 'str':
    case 'repr':
      return printedDict(first) ?? UNKNOWN
    case 'dict':
    case 'collections.OrderedDict':
      return dict(first, given, flow)
    case 'collections.Counter':
    case 'collections.defaultdict':
      // What it has for a key that is missing is not followed.
      if (name.endsWith('Counter') && given.nodes.length > 0) return UNKNOWN
      return keyless({ ...given, items: [], nodes: [] }, flow)
    case 'HookResult':
      return hookResult(given, flow)
    case 'super':
      return superOf(flow)
    case 'setattr':
      // `for key, value in payload.items(): setattr(self, key, value)`
      if (second?.kind !== 'text' && flow.loop?.over?.kind === 'items') setAll(first, flow.loop.over.of, flow)
      return UNKNOWN
    case 'getattr':
    case 'hasattr':
      return getAttribute(name, given, flow)
    case 're.search':
    case 're.match':
      searchInput(second, given.nodes[0], flow)
      return searchesInput(second, textOf(first)) ? ANSWERED : UNKNOWN
    default:
      if (ASKS.test(name)) return BOOLEAN
      if (LISTS.test(name)) return LIST
      return PLAIN.test(name) ? UNKNOWN : callUnknown(given, flow, name)
  }
}

/** A file that is opened: what is written to it appears nowhere else. */
const FILE: FlowValue = { kind: 'named', name: 'io.file' }

/** What `itemgetter` returns: its keys are bound, and the object is the last argument. */
const ITEMS = { kind: 'named', name: 'operator.itemgetter()' } as const

function itemsByKeys({ items, nodes }: GivenArguments, flow: FlowState): FlowValue {
  const of = items.at(-1) ?? UNKNOWN
  const [only = UNKNOWN, ...more] = items
    .slice(0, -1)
    .map((key, at) => take(of, key, writtenIn(nodes[at]), flow))
  return more.length === 0 ? only : { kind: 'list', items: [only, ...more] }
}

// `zip(keys, values)` with as many of each.
function zipped({ items: [first, ...more], isOpen }: GivenArguments): FlowValue {
  if (isOpen || first?.kind !== 'list') return UNKNOWN
  const rows = first.items.map((one, at): FlowValue => {
    const others = more.map((list) => (list.kind === 'list' ? list.items[at] : UNKNOWN))
    return { kind: 'list', items: [one, ...others.map((other) => other ?? UNKNOWN)] }
  })
  return { kind: 'list', items: rows }
}

const ASKS = /^(?:isinstance|any|all|os\.path\.(?:exists|is\w+))$/
const LISTS =
  /^(?:shlex\.split|os\.listdir|glob\.glob|re\.(?:split|findall)|\$?Object\.(?:keys|values|entries))$/
const PLAIN = /^(len|int|float|min|max|sum|os\.path\..*|re\..*|\w+\.join)$/

function isTrue(value: FlowValue | undefined): boolean {
  return value?.kind === 'constant' && value.value === true
}

function isNumber(value: FlowValue): boolean {
  return alternatives(value).every((one) => one.kind === 'constant' && typeof one.value === 'number')
}

// isinstance(payload.get("x"), dict) also tests whether the field exists.
function lookAt({ items, nodes }: GivenArguments, flow: FlowState): void {
  const [first = UNKNOWN] = items
  if (nodes[0]?.type === 'call' || nodes[0]?.type === 'subscript') askFor(first, flow)
}

function isStdin(file: FlowValue): boolean {
  if (file.kind === 'constant') return file.value === 0
  return file.kind === 'text' && /^\/dev\/(stdin|fd\/0)$/.test(file.text)
}

function keyless(given: GivenArguments, flow: FlowState): FlowValue {
  const made = dict(UNKNOWN, given, flow)
  return made.kind === 'dict' ? { ...made, more: true } : made
}

function dict(first: FlowValue, given: GivenArguments, flow: FlowState): FlowValue {
  const { call: node } = given
  if (first.kind === 'payload' && given.names.size === 0) return first
  const made: Dict = {
    kind: 'dict',
    node,
    entries: [],
    more: given.isOpen && given.spread === undefined,
    ...about(flow),
    ...(given.nodes.length === 0 ? filledLater(node, flow.reading.before) : {}),
  }
  const pairs = pairsIn(first)
  for (const [key, value] of pairs ?? []) {
    const written = writtenIn(key.kind === 'text' ? key.node : undefined)
    if (written === undefined) made.more = true
    else addEntry(made, { ...written, key: written.text, value, node: undefined }, flow)
  }
  // What else a list is given later is not followed.
  if (pairs !== undefined) made.more ||= given.nodes[0]?.type !== 'list'
  else if (given.items.length > 0) spread(made, first, flow)
  addKeywords(made, child(node, 'arguments'), given.names, flow)
  return made
}

// `new Map([['Bash', check]])`, `dict([('decision', 'block')])`
function pairsIn(value: FlowValue): readonly (readonly [FlowValue, FlowValue])[] | undefined {
  if (value.kind !== 'list') return undefined
  const pairs = value.items.flatMap((one): [FlowValue, FlowValue][] => {
    const [key, of, ...more] = one.kind === 'list' ? one.items : []
    return key === undefined || of === undefined || more.length > 0 ? [] : [[key, of]]
  })
  return pairs.length === value.items.length ? pairs : undefined
}

function getAttribute(name: string, given: GivenArguments, flow: FlowState): FlowValue {
  const [of = UNKNOWN, key = UNKNOWN, otherwise] = given.items
  if (of.kind === 'class' || of.kind === 'instance') return take(of, key, undefined, flow)
  const isContext = of.kind === 'payload' && of.places.every(({ path }) => path.length === 0)
  if (!isContext || flow.reading.input.exports !== 'classes') return UNKNOWN
  const value = take(of, key, writtenIn(given.nodes[1]), flow, {
    sure: name === 'getattr' && otherwise === undefined,
  })
  if (name === 'hasattr') markAllOptional(value, flow)
  return value
}

// `reduce(lambda value, key: value.get(key), keys, payload)` takes one step per key.
function reduced(given: GivenArguments, flow: FlowState): FlowValue {
  const [step = UNKNOWN, over = UNKNOWN, from] = given.items
  if (step.kind !== 'routine') return callUnknown(given, flow)
  const { node, scope } = step.routine
  const [only, ...more] = named(child(node, 'body'))
  const [value, key] = parametersOf(node)
  const steps = over.kind === 'list' && over.items.length <= MOST_STEPS ? over.items : []
  const isPlain = only?.type === 'return_statement' && more.length === 0
  if (!isPlain || steps.length === 0 || from === undefined || value === undefined || key === undefined) {
    callRoutine(step.routine, step.self, { ...given, items: [UNKNOWN, itemOf(over)] }, flow)
    return UNKNOWN
  }
  return steps.reduce((one, item) => {
    const names = new Map([
      [value, one],
      [key, item],
    ])
    return flow.reading.value(named(only)[0], { ...flow, scope: { names, above: scope } })
  }, from)
}

// The instance of the method that is followed, with the members of the classes above.
function superOf({ routine, scope }: FlowState): FlowValue {
  const owner = routine?.owner
  const [self = ''] = routine === undefined ? [] : parametersOf(routine.node)
  const all = alternatives(lookUp(scope, self) ?? UNKNOWN)
  return owner === undefined
    ? UNKNOWN
    : joinAll(all.map((one) => (one.kind === 'instance' ? { ...one, above: owner } : UNKNOWN)))
}

/** The payload as an object whose fields are read as attributes; `deep`: at every level. */
export function dotted(value: FlowValue, how: 'here' | 'deep'): FlowValue {
  if (value.kind !== 'payload') return UNKNOWN
  return { kind: 'payload', places: value.places.map((place) => ({ ...place, dotted: how })) }
}
