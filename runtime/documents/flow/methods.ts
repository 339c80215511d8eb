// Method calls on the values of a hook: the payload and its fields, stdin, JSON text, and dicts that it builds.

import { child } from '../treeSitter.ts'
import { itemOf, markAllOptional, objectsIn, take, valuesOf } from './access.ts'
import { alternate, marksOf, perhapsAlternate } from './alternates.ts'
import { APPENDS, appendTo, fillDict, fillOpenly } from './appended.ts'
import { argumentOf, isArgumentList } from './arguments.ts'
import { compareWith } from './comparisons.ts'
import { ANSWERED, searchesInput } from './content.ts'
import { addKeywords, spread } from './dicts.ts'
import { changeEntries, copied, putEntry, removeAll, removeKey } from './entries.ts'
import { markOptional } from './found.ts'
import { joinAll } from './joining.ts'
import { keyIn, writtenIn } from './keys.ts'
import { FIELDS, setAll } from './members.ts'
import { joined } from './operators.ts'
import { textOf } from './printedTexts.ts'
import { isSilent, maySpeak, perhapsErrors } from './printingErrors.ts'
import { asDict, created } from './records.ts'
import { callRoutine, isAlone, parametersOf } from './routines.ts'
import { parsedBy } from './schemas.ts'
import { searchInput } from './searchedTexts.ts'
import type { FlowState } from './state.ts'
import { enterHandlers } from './subcommands.ts'
import { isList, listResult, ofAnyKind, textMethod } from './textMethods.ts'
import {
  alternatives,
  type Dict,
  type FlowPlace,
  type FlowValue,
  type GivenArguments,
  LIST,
  PAYLOAD,
  TEXT,
  UNKNOWN,
} from './values.ts'
import { joinedWords, PARSED, wordMethod } from './wordTests.ts'

/** Marks fields passed as arguments of one call as possible alternatives. */
export function sideBySide({ call, items, nodes }: GivenArguments): void {
  const taken = items.filter((value, i) => nodes[i]?.type === 'call' && marksOf(value).length > 0)
  if (taken.length > 1) perhapsAlternate(taken, call)
}

/** A call of which nobody knows what it does. Several fields side by side may be alternatives to choose from. */
export function callUnknown(given: GivenArguments, flow: FlowState, resolved = ''): FlowValue {
  sideBySide(given)
  enterHandlers(given, flow)
  const name = child(given.call, 'function')?.text ?? ''
  if (!isSilent(resolved) && maySpeak(name, given.call.text)) perhapsErrors(flow)
  if (/normali[sz]|enrich|patch|update|mutate|fill|convert|adapt|rename|camel|snake|fix/i.test(name))
    for (const value of given.items) markAllOptional(value, flow)
  if (ADDS.test(name))
    for (const one of given.items.flatMap(alternatives)) {
      if (one.kind === 'dict') one.more = true
      fillOpenly(one, flow)
    }
  // `minimist(process.argv.slice(2))`
  const mayDefault = /\bdefaults?\b/.test(given.call.text)
  return !mayDefault && given.items.some((one) => isArgumentList(one, flow)) ? PARSED : UNKNOWN
}

// Functions that may add to a dict they receive: `Object.assign(answer, rest)`, `merge_into(answer, rest)`.
const ADDS = /assign|merge|extend|defaults|patch|update|mutate|fill|add|put|set/i

/** The result of calling a method of a value. */
export function callMethod(of: FlowValue, name: string, given: GivenArguments, flow: FlowState): FlowValue {
  const all = name === 'get' ? objectsIn(of) : alternatives(of)
  return joinAll(all.map((one) => methodOf(one, name, given, flow)))
}

function methodOf(of: FlowValue, name: string, given: GivenArguments, flow: FlowState): FlowValue {
  if (of.kind === 'payload') return payloadMethod(of, name, given, flow)
  if (of.kind === 'stdin') {
    if (name === 'get') take(of, given.items[0] ?? UNKNOWN, writtenIn(given.nodes[0]), flow)
    if (FINDS.test(name)) searchInput(of, given.nodes[0], flow)
    if (FINDS.test(name) && searchesInput(of, textOf(given.items[0]) ?? given.nodes[0]?.text)) return ANSWERED
    return STDIN_METHODS.test(name) ? of : UNKNOWN
  }
  if (of.kind === 'named' && name === 'get') return argumentOf(of, flow) ?? UNKNOWN
  if (of.kind === 'json') return JSON_METHODS.test(name) ? of : UNKNOWN
  if (of.kind === 'text') return joinedWords(name, given, flow) ?? textMethod(of, name, given)
  if ((of.kind === 'class' || of.kind === 'instance') && name === 'get')
    return take(of, given.items[0] ?? UNKNOWN, writtenIn(given.nodes[0]), flow)
  if (of.kind === 'instance' && /^(model_dump|dict)(_json)?$|^json$|^_asdict$/.test(name))
    return written(of, name, given, flow)
  if (of.kind === 'class' && VALIDATES.test(name)) return validated(of, given, flow)
  // `self.__dict__.update(payload)`
  const object = child(child(given.call, 'function'), 'object')
  if (name === 'update' && object?.type === 'attribute' && child(object, 'attribute')?.text === FIELDS)
    return setAll(flow.reading.value(child(object, 'object'), flow), given.items[0], flow)
  // The text form of an object, unless it has one of its own.
  if (of.kind === 'dict' && /^\.?toString$/i.test(name) && !of.entries.some(({ key }) => key === 'toString'))
    return of
  if (of.kind === 'dict') return dictMethod(of, name, given, flow)
  // `loop.run_until_complete(main())`
  if (name === 'run_until_complete') return given.items[0] ?? UNKNOWN
  // `/rm -rf/.test(text)`
  const from = child(child(given.call, 'function'), 'object')
  if (name === '.test') searchInput(given.items[0], from, flow)
  if (name === '.test' && searchesInput(given.items[0], /^\/.+(?=\/\w*\.test\()/.exec(given.call.text)?.[0]))
    return ANSWERED
  const [sign] = given.items
  if (name === '.join' && of.kind === 'list' && from?.type === 'list' && sign?.kind === 'text')
    return joined(of, sign)
  if (APPENDS.test(name)) appendTo(of, from, given, flow)
  // What else a list is given later is not followed.
  return isList(of) ? listResult(name) : ofAnyKind(callUnknown(given, flow), name)
}

// A pydantic model as a dict or as JSON; options that exclude or rename fields are not followed.
function written(
  of: FlowValue,
  name: string,
  { call, items, names }: GivenArguments,
  flow: FlowState,
): FlowValue {
  const plain = items.length === 0 && names.size === 0 ? asDict(of, call, flow) : UNKNOWN
  return /json$/.test(name) ? { kind: 'json', of: plain } : plain
}

const VALIDATES = /^(?:model_validate|parse_obj|model_validate_json|parse_raw)$/

// An instance of a pydantic model, created from the payload.
function validated(of: FlowValue & { kind: 'class' }, given: GivenArguments, flow: FlowState): FlowValue {
  const [first = UNKNOWN] = given.items
  if (first.kind === 'stdin') flow.read = true
  const spread = first.kind === 'stdin' ? PAYLOAD : first
  const record = created(of, { ...given, items: [], nodes: [], names: new Map(), spread }, flow)
  return { kind: 'instance', name: of.name, record }
}

/** Methods that search a text for another, or for a pattern. */
const FINDS = /^\.(?:includes|match|search)$/
const STDIN_METHODS =
  /^(read|readline|readlines|read_text|read_bytes|strip|rstrip|lstrip|decode|encode|replace|splitlines|split|__enter__|reconfigure|detach)$/
const JSON_METHODS = /^(encode|decode|strip|rstrip|replace)$/

function payloadMethod(
  of: FlowValue & { readonly kind: 'payload' },
  name: string,
  given: GivenArguments,
  flow: FlowState,
): FlowValue {
  const [key = UNKNOWN, otherwise = given.names.get('default')] = given.items
  const written = keyIn(given.nodes[0], key)
  const ofWord = wordMethod(of, name, given, flow)
  if (ofWord !== undefined) return ofWord
  switch (name) {
    case 'get':
    case 'pop':
    case '__getitem__': {
      // `payload.pop("token", None)` only makes sure that there is none.
      if (given.items.length === 0 || (name === 'pop' && isAlone(given.call))) return UNKNOWN
      const value = take(of, key, written, flow, { optional: name !== '__getitem__' })
      if (otherwise?.kind === 'payload') {
        alternate([value, otherwise])
        return {
          kind: 'payload',
          places: [...placesOf(value), ...placesOf(otherwise)].map((one) => ({ ...one, sure: false })),
        }
      }
      return value
    }
    case 'setdefault': {
      const value = take(of, key, written, flow, { sure: false })
      markAllOptional(value, flow)
      return value
    }
    case 'update':
      for (const { path } of of.places) markOptional(flow.reading.found, path)
      return UNKNOWN
    case 'copy':
      return of
    case 'startswith':
      compareWith(
        of.places,
        key.kind === 'list' ? key.items.map(alone) : [{ node: given.nodes[0], value: key }],
        flow,
        { part: 'start' },
      )
      return UNKNOWN
    case 'lower':
    case 'casefold':
    case '.toLowerCase':
      return { ...TEXT, kind: 'unknown', converted: { places: of.places, letters: 'lower' } }
    case 'upper':
    case '.toUpperCase':
      return { ...TEXT, kind: 'unknown', converted: { places: of.places, letters: 'upper' } }
    case 'strip':
    case '.trim':
      return of
    case 'split':
    case 'splitlines':
    case '.split':
      return LIST
    case 'replace':
    case '.replace':
    case '.replaceAll':
      return TEXT
    case 'keys':
    case 'items':
      return { kind: name, of }
    case 'values':
      return itemOf(of).kind === 'payload' ? { kind: 'list', items: [itemOf(of)] } : UNKNOWN
    default:
      return UNKNOWN
  }
}

const alone = (value: FlowValue) => ({ node: undefined, value })

function placesOf(value: FlowValue): readonly FlowPlace[] {
  return value.kind === 'payload' ? value.places : []
}

function dictMethod(of: Dict, name: string, given: GivenArguments, flow: FlowState): FlowValue {
  const [key = UNKNOWN] = given.items
  const written = writtenIn(given.nodes[0])
  if (/^(?:setdefault|update|__setitem__)$/.test(name)) fillDict(of, flow)
  switch (name) {
    case 'get':
      return take(of, key, written, flow)
    case 'pop': {
      const value = take(of, key, written, flow)
      removeKey(of, textOf(key), flow)
      return value
    }
    case 'setdefault':
      if (written === undefined) of.more = true
      else {
        const { text, range, quote } = written
        const value = given.items[1] ?? UNKNOWN
        putEntry(of, { key: text, range, quote, value, node: given.nodes[1] }, flow)
      }
      return given.items[1] ?? UNKNOWN
    case 'update':
      changeEntries(of, flow, () => {
        for (const one of given.items) spread(of, one, flow)
        addKeywords(of, child(given.call, 'arguments'), given.names, flow)
      })
      return UNKNOWN
    case 'copy':
      return copied(of, given.call)
    case 'items':
    case 'values':
      return {
        ...{ kind: 'list', items: name === 'items' ? [pairOf(of)] : valuesOf(of) },
        ...(of.content === undefined ? {} : { content: of.content }),
      }
    case 'clear':
      removeAll(of, flow)
      return UNKNOWN
    case '__setitem__':
      of.more = true
      return UNKNOWN
    default: {
      const own = name.replace(/^\./, '')
      return parsedBy(of, own, given, flow) ?? ownMethod(of, own, given, flow)
    }
  }
}

// `const hooks = { deny(why) { … } }`, and `hooks.deny('…')`.
function ownMethod(of: Dict, name: string, given: GivenArguments, flow: FlowState): FlowValue {
  const held = of.entries.findLast(({ key, read }) => key === name && read === undefined)
  const called = alternatives(held?.value ?? UNKNOWN).map((one) => {
    if (one.kind !== 'routine') return callUnknown(given, flow)
    const items = parametersOf(one.routine.node)[0] === 'self' ? [of, ...given.items] : given.items
    return callRoutine(one.routine, one.self, { ...given, items }, flow)
  })
  return joinAll(called)
}

// Any key with its value.
function pairOf(of: Dict): FlowValue {
  return { kind: 'list', items: [UNKNOWN, joinAll(valuesOf(of))] }
}
