// Command-line arguments that entries pass to a script: `sys.argv[1]`, `process.argv[2]`, `args.event` of argparse.
// Their positions are not distinguished: a comparison keeps the events whose entries pass that word. A program
// embedded in a shell script receives what the script passes to it, such as the payload.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import { parsedOptions } from './options.ts'
import type { FlowState } from './state.ts'
import { type FlowValue, type GivenArguments, UNKNOWN } from './values.ts'

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

/** The value of an environment variable: the payload if the calling script passes it there, otherwise unknown. */
export function variableOf(name: string, { reading }: FlowState): FlowValue {
  return reading.input.called?.within?.variables.includes(name) === true ? { kind: 'stdin' } : UNKNOWN
}

/** The result of a call that parses or slices the argument list; undefined for other calls. */
export function argumentsOf(name: string, given: GivenArguments, flow: FlowState): FlowValue | undefined {
  if (name === 'argparse.ArgumentParser') return { kind: 'named', name: 'argparse.parser' }
  if (/^argparse\.parser\.parse_(?:known_)?args$/.test(name)) return parsedOptions(given, flow)
  if (/^argparse\.parser\.add_(?:argument_group|mutually_exclusive_group|subparsers|parser)$/.test(name))
    return { kind: 'named', name: 'argparse.parser' }
  return name === 'sys.argv.slice' ? { kind: 'named', name: 'sys.argv' } : undefined
}
