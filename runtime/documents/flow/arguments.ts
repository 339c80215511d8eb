// Command-line arguments that entries pass to a script: `sys.argv[1]`, `process.argv[2]`, `args.event` of argparse.
// Their positions are not distinguished: a comparison keeps the events whose entries pass that word. A program
// embedded in a shell script receives what the script passes to it, such as the payload.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import { variablesSetIn } from '../lineVariables.ts'
import { parserCall } from './argumentParsers.ts'
import type { FlowState } from './state.ts'
import { type FlowPlace, type FlowValue, type GivenArguments, UNKNOWN } from './values.ts'

/** The argument list, or the namespace that argparse returns for it. */
const LISTS = /^(?:sys\.argv|argparse\.arguments)$/

/** An item of the argument list, at index `key`; undefined if `of` is not one. */
export function argumentOf(of: FlowValue, { reading }: FlowState, key?: FlowValue): FlowValue | undefined {
  const { called } = reading.input
  if (of.kind !== 'named' || called === undefined || !LISTS.test(of.name)) return undefined
  if (called.within !== undefined) {
    const at = key?.kind === 'constant' ? Number(key.value) : -1
    return called.within.args.includes(at) ? { kind: 'stdin' } : UNKNOWN
  }
  return { kind: 'payload', places: [{ path: [ARGUMENT], sure: true, marks: [] }] }
}

/** An argument with a text that stands in its place where it is missing. */
export function orDefault(value: FlowValue, text: FlowValue): FlowValue {
  if (value.kind !== 'payload' || text.kind !== 'text') return value
  const places = value.places.map((place) =>
    place.path[0] === ARGUMENT ? { ...place, defaults: [...(place.defaults ?? []), text.text] } : place,
  )
  return { kind: 'payload', places }
}

/** The events that remain where a field or an argument is one of these texts, and where it is none of them. */
export function eventsBy(
  { path, defaults = [] }: FlowPlace,
  texts: readonly string[],
  { events, reading }: FlowState,
): { readonly yes: readonly string[]; readonly no: readonly string[] } {
  const { yes = events, no = events } = reading.input.called?.narrow(events, path, texts) ?? {}
  return { yes: yes.length === 0 && texts.some((text) => defaults.includes(text)) ? events : yes, no }
}

/**
 * The value of an environment variable: the payload if the calling script passes it there, a word of the command lines
 * if one of them sets it, otherwise unknown.
 */
export function variableOf(name: string, { reading }: FlowState): FlowValue {
  const { called } = reading.input
  if (called?.within !== undefined)
    return called.within.variables.includes(name) ? { kind: 'stdin' } : UNKNOWN
  const isSet = called?.callers.some(({ entry }) => variablesSetIn(entry.command).has(name)) === true
  return isSet ? { kind: 'payload', places: [{ path: [ARGUMENT], sure: true, marks: [] }] } : UNKNOWN
}

/** Whether a value is a word of a command line and nothing else. */
export function isArgument(value: FlowValue): boolean {
  return value.kind === 'payload' && value.places.every(({ path }) => path[0] === ARGUMENT)
}

/** The result of a call that parses or slices the argument list; undefined for other calls. */
export function argumentsOf(name: string, given: GivenArguments, flow: FlowState): FlowValue | undefined {
  return name === 'sys.argv.slice' ? { kind: 'named', name: 'sys.argv' } : parserCall(name, given, flow)
}
