// Arguments that entries give a called script: `sys.argv[1]`, `process.argv[2]`, `args.event` of argparse. Which one it is
// does not matter: a comparison leaves the events whose entries have that word. A program in a script is given what the
// script gives it, such as the payload.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import type { FlowState } from './state.ts'
import { type FlowValue, UNKNOWN } from './values.ts'

/** A list of arguments, or what argparse makes of it. */
const LISTS = /^(?:sys\.argv|argparse\.arguments)$/

/** An item of such a list; `key`: which. */
export function argumentOf(of: FlowValue, { reading }: FlowState, key?: FlowValue): FlowValue | undefined {
  const { called } = reading.input
  if (of.kind !== 'named' || called === undefined || !LISTS.test(of.name)) return undefined
  if (called.within !== undefined) {
    const at = key?.kind === 'constant' ? Number(key.value) : -1
    return called.within.args.includes(at) ? { kind: 'stdin' } : UNKNOWN
  }
  return { kind: 'payload', places: [{ path: [ARGUMENT], sure: true, marks: [] }] }
}

/** What a variable of the environment holds. */
export function variableOf(name: string, { reading }: FlowState): FlowValue {
  return reading.input.called?.within?.variables.includes(name) === true ? { kind: 'stdin' } : UNKNOWN
}

/** What a call gives that takes such a list apart. */
export function argumentsOf(name: string): FlowValue | undefined {
  if (name === 'argparse.ArgumentParser') return { kind: 'named', name: 'argparse.parser' }
  if (/^argparse\.parser\.parse_(?:known_)?args$/.test(name))
    return { kind: 'named', name: 'argparse.arguments' }
  return name === 'sys.argv.slice' ? { kind: 'named', name: 'sys.argv' } : undefined
}
