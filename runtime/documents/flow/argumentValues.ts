// Words of a command line as values: an argument, or a variable that the command sets, with the texts that stand in
// their place where they are missing.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import type { FlowPlace, FlowValue } from './values.ts'

/** A word of the command lines: the argument at a position, from 1, or the value of a variable. */
export function argumentValue(from: Pick<FlowPlace, 'position' | 'variable'> = {}): FlowValue {
  return { kind: 'payload', places: [{ path: [ARGUMENT], sure: true, marks: [], ...from }] }
}

/** Whether a value is a word of a command line and nothing else. */
export function isArgument(value: FlowValue): value is FlowValue & { readonly kind: 'payload' } {
  return value.kind === 'payload' && value.places.every(({ path }) => path[0] === ARGUMENT)
}

/** An argument with a text that stands in its place where it is missing; other values stay as they are. */
export function orDefault(value: FlowValue, text: FlowValue): FlowValue {
  if (!isArgument(value) || text.kind !== 'text') return value
  const places = value.places.map((place) => ({
    ...place,
    defaults: [...(place.defaults ?? []), text.text],
  }))
  return { kind: 'payload', places }
}
