// Joins the values of several paths into one: the same value, a choice, or unknown.

import { isArgument, orDefault } from './argumentValues.ts'
import { describe } from './describe.ts'
import {
  alternatives,
  BOOLEAN,
  type FlowPlace,
  type FlowValue,
  isBoolean,
  isNothing,
  isPlain,
  LIST,
  UNKNOWN,
  wayOf,
} from './values.ts'

// Whether two values are equal as far as they are known.
function same(one: FlowValue, two: FlowValue): boolean {
  if (one === two) return true
  if (one.kind === 'dict' || one.kind === 'list' || one.kind === 'either') return false
  return one.kind === two.kind && wayOf(one) === wayOf(two) && describe(one) === describe(two)
}

const MOST = 48

/** The value that is one of these two. */
export function join(one: FlowValue, two: FlowValue): FlowValue {
  if (same(one, two)) return one
  if (isArgument(one) && two.kind === 'text') return orDefault(one, two)
  if (isArgument(two) && one.kind === 'text') return orDefault(two, one)
  const payload = (value: FlowValue): boolean => value.kind === 'payload'
  if (payload(one) && isNothing(two)) return one
  if (payload(two) && isNothing(one)) return two
  if (one.kind === 'payload' && two.kind === 'payload') return eitherPlace(one.places, two.places)
  const all = [...new Set([...alternatives(one), ...alternatives(two)])]
  // Text that is parsed on one of the paths: the code itself looks at which it has.
  const isParsed = all.some(payload)
  const useful = all.filter((value) => !payload(value) && !(isParsed && value.kind === 'stdin'))
  const isChoice = all.every(isPlain)
  if (!isChoice && !useful.some(({ kind }) => WORTH.has(kind))) return unknownOf(one, two)
  return all.length > MOST ? unknownOf(one, two) : { kind: 'either', of: useful }
}

// A result of testing the payload's text on one path counts on both.
function unknownOf(one: FlowValue, two: FlowValue): FlowValue {
  const contents = [one, two].map((side) => ('content' in side ? side.content : undefined))
  const content = contents.includes('question') ? 'question' : contents.find(Boolean)
  const areLists = [one, two].every((side) => side.kind === 'unknown' && side.type === 'list')
  const type = areLists ? LIST : isBoolean(one) && isBoolean(two) ? BOOLEAN : UNKNOWN
  return { ...type, kind: 'unknown', content }
}

const WORTH: ReadonlySet<FlowValue['kind']> = new Set([
  'dict',
  'list',
  'json',
  'routine',
  'partial',
  'stdin',
  'class',
  'instance',
])

/** The value that is one of these. */
export function joinAll([first = UNKNOWN, ...rest]: readonly FlowValue[]): FlowValue {
  return rest.reduce(join, first)
}

/** Adds a possible value of a name. */
export function joinInto(names: Map<string, FlowValue>, name: string, value: FlowValue): void {
  const before = names.get(name)
  names.set(name, before === undefined ? value : join(before, value))
}

/** A value from one of several places in the payload; none of them is certain. */
export function eitherPlace(one: readonly FlowPlace[], two: readonly FlowPlace[]): FlowValue {
  const places = new Map<string, FlowPlace>()
  for (const place of [...one, ...two]) places.set(place.path.join('\0'), { ...place, sure: false })
  return { kind: 'payload', places: [...places.values()].slice(0, 4) }
}

/** Joins what callers pass: different places in the payload become unknown. */
export function agree(one: FlowValue, two: FlowValue): FlowValue {
  return one.kind === 'payload' && two.kind === 'payload' && !same(one, two) ? UNKNOWN : join(one, two)
}
