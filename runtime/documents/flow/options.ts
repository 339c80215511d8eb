// Options that a script declares with argparse: `parser.add_argument("--dry-run", action="store_true")`. What an option
// is where the entries pass none is its default; what they all pass is its value. Anything else stays an argument.

import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { describe } from './describe.ts'
import { joinInto } from './joining.ts'
import { type FlowState, getName } from './state.ts'
import {
  type FlowValue,
  type GivenArguments,
  isNothing,
  isPlain,
  NONE,
  type PlainValue,
  UNKNOWN,
} from './values.ts'

/** The namespace that argparse returns for the argument list. */
export const NAMESPACE = 'argparse.arguments'

// Kept as globals, under names that no program can use.
const keyOf = (name: string): string => `option ${name}`

/** Records the value of an option that is declared by this call. */
export function declareOption(given: GivenArguments, flow: FlowState): void {
  const flags = given.items.flatMap((one) =>
    one.kind === 'text' && one.text.startsWith('-') ? [one.text] : [],
  )
  const [first] = flags
  if (first === undefined || flags.length < given.items.length) return
  const long = flags.find((flag) => flag.startsWith('--')) ?? first
  const own = given.names.get('dest')
  const name = own?.kind === 'text' ? own.text : long.replace(/^-+/, '').replaceAll('-', '_')
  joinInto(flow.reading.now.globals, keyOf(name), valueGiven(flags, given, flow))
}

function valueGiven(flags: readonly string[], { names }: GivenArguments, flow: FlowState): FlowValue {
  const lines = linesOf(flow)
  const passed = lines?.map((words) => words.findIndex((word) => flags.includes(word.replace(/=.*/s, ''))))
  if (lines === undefined || passed === undefined || /\bset_defaults\b/.test(flow.reading.input.text))
    return UNKNOWN
  const action = names.get('action')
  const does = action === undefined ? 'store' : action.kind === 'text' ? action.text : ''
  if (passed.every((at) => at === -1)) return defaultOf(does, names)
  if (passed.includes(-1)) return UNKNOWN
  if (/^store_(?:true|false)$/.test(does)) return { kind: 'constant', value: does === 'store_true' }
  if (does !== 'store' || names.has('nargs') || names.has('type')) return UNKNOWN
  const texts = lines.map((words, i) => {
    const word = words[passed[i] as number] ?? ''
    return word.includes('=') ? word.slice(word.indexOf('=') + 1) : words[(passed[i] as number) + 1]
  })
  const [text, ...others] = new Set(texts)
  return text === undefined || others.length > 0 ? UNKNOWN : { kind: 'text', text }
}

function defaultOf(does: string, names: ReadonlyMap<string, FlowValue>): FlowValue {
  const value = names.get('default')
  if (value === undefined) {
    if (names.has('required')) return UNKNOWN
    return /^store_(?:true|false)$/.test(does) ? { kind: 'constant', value: does === 'store_false' } : NONE
  }
  // Argparse converts a text by the type.
  return isPlain(value) && (value.kind === 'constant' || !names.has('type')) ? value : UNKNOWN
}

// The words of the command lines that call this script; undefined where one of them may pass others.
function linesOf({ reading: { input } }: FlowState): readonly (readonly string[])[] | undefined {
  if (input.called === undefined || input.called.within !== undefined) return undefined
  const script = input.path.replace(/^.*[\\/]/, '')
  const lines = input.called.callers.map(({ entry: { command, args = [] } }) => [command, ...args].join(' '))
  const isPlainLine = (line: string): boolean =>
    line.split(script).length === 2 &&
    !/[`|;&<>*?]|\$(?!\{?\w+\}?\/)/.test(line.replaceAll(/\s2>(?:&1|\/dev\/null)/g, ''))
  if (!lines.every(isPlainLine)) return undefined
  return lines.map((line) => line.slice(line.indexOf(script) + script.length).match(/[^\s"']+/g) ?? [])
}

/** The value of an option, where it is the same for all entries. */
export function optionOf(of: FlowValue, name: string, { reading }: FlowState): PlainValue | undefined {
  if (of.kind !== 'named' || of.name !== NAMESPACE) return undefined
  const value = reading.before.globals.get(keyOf(name)) ?? reading.now.globals.get(keyOf(name))
  return value !== undefined && isPlain(value) ? { ...value, option: true } : undefined
}

/** Whether a condition holds by the options that it looks at; undefined where something else decides as well. */
export function decidedByOptions(test: SyntaxNode | undefined, flow: FlowState): boolean | undefined {
  switch (test?.type) {
    case 'identifier':
    case 'attribute': {
      const value = known(test, flow)
      return value && !isNothing(value)
    }
    case 'parenthesized_expression':
      return decidedByOptions(named(test)[0], flow)
    case 'not_operator': {
      const holds = decidedByOptions(child(test, 'argument'), flow)
      return holds === undefined ? undefined : !holds
    }
    case 'boolean_operator': {
      const ends = child(test, 'operator')?.text === 'or'
      const sides = [child(test, 'left'), child(test, 'right')].map((side) => decidedByOptions(side, flow))
      if (sides.includes(ends)) return ends
      return sides.includes(undefined) ? undefined : !ends
    }
    case 'comparison_operator':
      return compared(test, flow)
    default:
      return undefined
  }
}

// `args.mode == "strict"`
function compared(test: SyntaxNode, flow: FlowState): boolean | undefined {
  const [left, right, ...others] = named(test).filter(({ field }) => field !== 'operators')
  const operator = test.children.find(({ field }) => field === 'operators')?.text
  if (left === undefined || right === undefined || others.length > 0) return undefined
  const value = known(left, flow)
  const other = value && flow.reading.value(right, flow)
  if (value === undefined || other === undefined || !isPlain(other)) return undefined
  const isSame = describe(value) === describe(other)
  return operator === '==' || operator === 'is'
    ? isSame
    : /^(?:!=|is not)$/.test(operator ?? '')
      ? !isSame
      : undefined
}

/** The text of a condition without the options in it whose values are known and decide their part of it. */
export function withoutOptions(test: SyntaxNode | undefined, flow: FlowState): string {
  const isPart = (one: SyntaxNode): boolean => decidedByOptions(one, flow) !== undefined
  let text = test?.text ?? ''
  for (const one of nodesIn(test, ({ type }) => type !== 'comparison_operator' && type !== 'call'))
    if (/^(?:attribute|identifier|comparison_operator)$/.test(one.type) && isPart(one))
      text = text.replace(one.text, '')
  return text
}

function known(node: SyntaxNode, flow: FlowState): PlainValue | undefined {
  if (node.type === 'identifier') {
    const value = getName(flow, node.text)
    return value !== undefined && isPlain(value) && value.option === true ? value : undefined
  }
  const object = node.type === 'attribute' ? child(node, 'object') : undefined
  if (object?.type !== 'identifier') return undefined
  return optionOf(flow.reading.value(object, flow), child(node, 'attribute')?.text ?? '', flow)
}
