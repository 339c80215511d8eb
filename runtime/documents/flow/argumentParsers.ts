// Parsers of argparse: their options, their subcommands, and the functions that `set_defaults(run=…)` gives to these.

import { declareDefault, declareOption, parsedOptions } from './options.ts'
import { passOver } from './routines.ts'
import type { FlowState } from './state.ts'
import { eventsOfWord } from './subcommands.ts'
import { alternatives, type FlowValue, type GivenArguments, UNKNOWN } from './values.ts'

/** The method of a parser, and the subcommand that the parser is for; several in a loop that adds them. */
const METHOD = /^argparse\.parser(?:\((.*)\))?\.(\w+)$/s

const ARGUMENTS: FlowValue = { kind: 'named', name: 'sys.argv' }

/** The result of a call of argparse or getopt; undefined for other calls. */
export function parserCall(name: string, given: GivenArguments, flow: FlowState): FlowValue | undefined {
  if (name === 'argparse.ArgumentParser') return parserOf(undefined)
  if (/^getopt\.(?:gnu_)?getopt$/.test(name)) return { kind: 'list', items: [UNKNOWN, ARGUMENTS] }
  const [, command, method] = METHOD.exec(name) ?? []
  const [first] = given.items
  switch (method) {
    case 'parse_args':
    case 'parse_known_args':
      return parsedOptions(given, flow)
    case 'add_argument_group':
    case 'add_mutually_exclusive_group':
    case 'add_subparsers':
      return parserOf(command)
    case 'add_parser':
      return parserOf(first === undefined ? undefined : textsOf(first)?.join('|'))
    case 'add_argument':
      declareOption(given, flow)
      return UNKNOWN
    case 'set_defaults':
      for (const [key, value] of given.names) declareFunctions(key, value, command?.split('|') ?? [], flow)
      return UNKNOWN
    default:
      return undefined
  }
}

function parserOf(command: string | undefined): FlowValue {
  return { kind: 'named', name: command === undefined ? 'argparse.parser' : `argparse.parser(${command})` }
}

function textsOf(value: FlowValue): readonly string[] | undefined {
  const all = alternatives(value)
  return all.every((one) => one.kind === 'text') ? all.map(({ text }) => text) : undefined
}

// `for name, run in (("pre", before), ("post", after)):` gives both in the same order.
function declareFunctions(
  name: string,
  value: FlowValue,
  commands: readonly string[],
  flow: FlowState,
): void {
  const all = alternatives(value)
  if (all.length !== commands.length) return
  for (const [at, one] of all.entries())
    if (one.kind === 'routine') declareFunction(name, one, commands[at] ?? '', flow)
}

function declareFunction(
  name: string,
  value: FlowValue & { readonly kind: 'routine' },
  command: string,
  flow: FlowState,
): void {
  const events = eventsOfWord(command, flow)
  if (events.length === 0) passOver(value.routine, flow)
  else declareDefault(name, { ...value, events }, flow)
}
