// Command-line arguments that entries pass to a script: `sys.argv[1]`, `process.argv[2]`, `args.event` of argparse.
// A comparison keeps the events whose entries pass that word, at whatever position; the position only decides whether
// an argument may be missing. A program embedded in a shell script receives what the script passes to it, such as the
// payload.

import type { WantedWords } from '../../contract/calledNarrowing.ts'
import type { DocumentInput } from '../document.ts'
import { variablesSetIn } from '../lineVariables.ts'
import { parserCall } from './argumentParsers.ts'
import { argumentValue } from './argumentValues.ts'
import { passedWords } from './passedWords.ts'
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
  const at = key?.kind === 'constant' ? Number(key.value) - skipped(reading.input) : 0
  return argumentValue(at > 0 && of.name === 'sys.argv' ? { position: at } : {})
}

// The list of Node begins with the program and the script.
function skipped({ path }: DocumentInput): number {
  return /\.[cm]?[jt]sx?$/.test(path) ? 1 : 0
}

/** Whether a value is the list of all arguments. */
export function isArgumentList(value: FlowValue, { reading }: FlowState): boolean {
  const { called } = reading.input
  return value.kind === 'named' && value.name === 'sys.argv' && called !== undefined && !called.within
}

/** The events that remain where a field or an argument is one of these texts, and where it is none of them. */
export function eventsBy(
  place: FlowPlace,
  texts: WantedWords,
  { events, reading }: FlowState,
): { readonly yes: readonly string[]; readonly no: readonly string[] } {
  const { yes = events, no = events } = reading.input.called?.narrow(events, place.path, texts) ?? {}
  const isWanted = typeof texts === 'function' ? texts : (text: string) => texts.includes(text)
  const isDefault =
    place.defaults?.some((text) => isWanted(text) !== false) === true && mayBeMissing(place, reading.input)
  return { yes: yes.length === 0 && isDefault ? events : yes, no }
}

function mayBeMissing({ position, variable }: FlowPlace, input: DocumentInput): boolean {
  if (variable !== undefined)
    return input.called?.callers.every(({ entry }) => variablesSetIn(entry.command).has(variable)) !== true
  const lines = passedWords(input)
  return position === undefined || lines === undefined || lines.some(({ length }) => length < position)
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
  return isSet ? argumentValue({ variable: name }) : UNKNOWN
}

/** The result of a call that parses or slices the argument list; undefined for other calls. */
export function argumentsOf(name: string, given: GivenArguments, flow: FlowState): FlowValue | undefined {
  return /^sys\.argv\.(?:slice|filter|copy)$/.test(name)
    ? { kind: 'named', name: 'sys.argv' }
    : parserCall(name, given, flow)
}
