// Arguments that entries give a called script: `sys.argv[1]`, `process.argv[2]`, `args.event` of argparse. Which one it is
// does not matter: a comparison leaves the events whose entries have that word.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import type { FlowState } from './state.ts'
import type { FlowValue } from './values.ts'

/** A list of arguments, or what argparse makes of it. */
const LISTS = /^(?:sys\.argv|argparse\.arguments)$/

/** An item of such a list. */
export function argumentOf(of: FlowValue, { reading }: FlowState): FlowValue | undefined {
  if (of.kind !== 'named' || reading.input.called === undefined || !LISTS.test(of.name)) return undefined
  return { kind: 'payload', places: [{ path: [ARGUMENT], sure: true, marks: [] }] }
}

/** What a call gives that takes such a list apart. */
export function argumentsOf(name: string): FlowValue | undefined {
  if (name === 'argparse.ArgumentParser') return { kind: 'named', name: 'argparse.parser' }
  if (/^argparse\.parser\.parse_(?:known_)?args$/.test(name))
    return { kind: 'named', name: 'argparse.arguments' }
  return name === 'sys.argv.slice' ? { kind: 'named', name: 'sys.argv' } : undefined
}
