// Options that a script declares with argparse: `parser.add_argument("--dry-run", action="store_true")`. What an option
// is where the entries pass none is its default; what they all pass is its value. Anything else stays an argument.

import { oncePer } from '../../contract/oncePer.ts'
import type { DocumentInput } from '../document.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { joinInto } from './joining.ts'
import { passedWords } from './passedWords.ts'
import { type FlowState, getName } from './state.ts'
import {
  alternatives,
  type FlowValue,
  type GivenArguments,
  isNothing,
  isPlain,
  NONE,
  type PlainValue,
  UNKNOWN,
} from './values.ts'

/** The namespace that argparse returns for the argument list. */
const NAMESPACE = 'argparse.arguments'

// Kept as globals, under names that no program can use.
const keyOf = (name: string): string => `option ${name}`
/** Set where the words that are parsed are not those that the entries pass. */
const OTHERS = keyOf('')

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

function valueGiven(flags: readonly string[], { names }: GivenArguments, { reading }: FlowState): FlowValue {
  const lines = linesOf(reading.input)
  const action = names.get('action')
  const does = action === undefined ? 'store' : action.kind === 'text' ? action.text : undefined
  if (lines === undefined || does === undefined) return UNKNOWN
  if (lines.some((words) => words.some((word) => mayBe(word, flags)))) return UNKNOWN
  const passed = lines.map((words) => words.findLastIndex((word) => flags.includes(flagIn(word))))
  if (passed.every((at) => at === -1)) return defaultOf(does, names)
  if (passed.includes(-1)) return UNKNOWN
  if (/^store_(?:true|false)$/.test(does)) return { kind: 'constant', value: does === 'store_true' }
  if (does !== 'store' || names.has('nargs') || names.has('type')) return UNKNOWN
  const texts = lines.map((words, i) => {
    const word = words[passed[i] as number] ?? ''
    return flagIn(word) === word ? words[(passed[i] as number) + 1] : word.slice(word.indexOf('=') + 1)
  })
  const [text, ...others] = new Set(texts)
  return text === undefined || others.length > 0 ? UNKNOWN : { kind: 'text', text }
}

// `--mode=strict`
function flagIn(word: string): string {
  return word.startsWith('--') ? word.replace(/=.*/s, '') : word
}

// Whether a word may be one of the flags in another form: `--enf` for `--enforce`, `-qe` for `-e`, `-s2` for `-s 2`.
function mayBe(word: string, flags: readonly string[]): boolean {
  const flag = flagIn(word)
  if (!/^-./.test(flag) || flags.includes(flag)) return false
  const isShort = !flag.startsWith('--')
  return flags.some(
    (one) => one.startsWith(flag) || (isShort && one.length === 2 && flag.includes(one.charAt(1))),
  )
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

const linesOf = oncePer((input: DocumentInput) => (CHANGES.test(input.text) ? undefined : passedWords(input)))

/** Changes what options are in a way that is not followed. */
const CHANGES =
  /\b(?:set_defaults|argument_default|prefix_chars|fromfile_prefix_chars|setattr|__dict__)\b|\bvars\(\w{1,40}\)(?:\.update\(|\[.{1,40}\]\s{0,9}=)/

/**
 * The namespace of `parse_args(…)`; where other words are parsed, or an object with values is filled, its options are
 * unknown.
 */
export function parsedOptions(given: GivenArguments, { reading }: FlowState): FlowValue {
  const isUsual = [...given.items, ...given.names.values()].every((one) =>
    alternatives(one).every(
      (words) => isNothing(words) || (words.kind === 'named' && words.name === 'sys.argv'),
    ),
  )
  if (!isUsual || given.isOpen) reading.now.globals.set(OTHERS, UNKNOWN)
  return { kind: 'named', name: NAMESPACE }
}

/** Records the function that a parser sets under this name. */
export function declareDefault(name: string, value: FlowValue, { reading }: FlowState): void {
  joinInto(reading.now.globals, keyOf(name), value)
}

/** The functions under a name of the namespace, each with the events for which it is called. */
export function functionOption(of: FlowValue, name: string, { reading }: FlowState): FlowValue | undefined {
  if (of.kind !== 'named' || of.name !== NAMESPACE) return undefined
  const value = reading.before.globals.get(keyOf(name)) ?? reading.now.globals.get(keyOf(name))
  return value !== undefined && alternatives(value).every(({ kind }) => kind === 'routine')
    ? value
    : undefined
}

/** `args.status = 2` */
export function changeOption(of: FlowValue, name: string, value: FlowValue, { reading }: FlowState): void {
  if (of.kind === 'named' && of.name === NAMESPACE) joinInto(reading.now.globals, keyOf(name), value)
}

/** The value of an option, where it is the same for all entries. */
export function optionOf(of: FlowValue, name: string, { reading }: FlowState): PlainValue | undefined {
  if (of.kind !== 'named' || of.name !== NAMESPACE) return undefined
  const known = (key: string) => reading.before.globals.get(key) ?? reading.now.globals.get(key)
  const value = known(OTHERS) ?? known(keyOf(name))
  return value !== undefined && isPlain(value) ? { ...value, option: true } : undefined
}

/**
 * Whether a condition holds by the options that it looks at, or as it is written; undefined where something else decides
 * as well.
 */
export function decidedByOptions(test: SyntaxNode | undefined, flow: FlowState): boolean | undefined {
  switch (test?.type) {
    // `if False:` around code that is switched off.
    case 'true':
    case 'false':
      return test.type === 'true'
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
  // `True == 1`
  if (value.kind === other.kind && typeof valueIn(value) !== typeof valueIn(other)) return undefined
  const isSame = valueIn(value) === valueIn(other)
  return operator === '==' || operator === 'is'
    ? isSame
    : /^(?:!=|is not)$/.test(operator ?? '')
      ? !isSame
      : undefined
}

function valueIn(value: PlainValue): string | number | boolean | null {
  return value.kind === 'text' ? value.text : value.value
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
