// Tests of the words of a command line: methods of a word or of the whole list, and `in`. What a test holds for is
// known as far as the entries' own words show it.

import type { WantedWords } from '../../contract/calledNarrowing.ts'
import { eventsBy, isArgumentList } from './arguments.ts'
import { argumentValue, isArgument } from './argumentValues.ts'
import type { FlowState } from './state.ts'
import { alternatives, BOOLEAN, type FlowValue, type GivenArguments } from './values.ts'

/** Methods that give the word itself, a piece of it or another spelling, which is looked for in the same words. */
const SAME_WORD =
  /^\.?(?:removeprefix|removesuffix|[lr]?strip|trim|lower|upper|casefold|toLowerCase|toUpperCase|replace|replaceAll|slice|substring)$/
const PIECES = /^\.?(?:r?split|r?partition)$/
/** Methods of a list of words that give one of them. */
const ONE_WORD = /^\.?(?:pop|shift|at|find|findLast|join|copy|filter)$/
const TESTS: Readonly<Record<string, (word: string, text: string) => boolean>> = {
  startswith: (word, text) => word.startsWith(text),
  endswith: (word, text) => word.endsWith(text),
  includes: (word, text) => word.includes(text),
}

/** The result of a method of a word, or of a list of words; undefined where it is neither. */
export function wordMethod(
  of: FlowValue,
  name: string,
  { items }: GivenArguments,
  flow: FlowState,
): FlowValue | undefined {
  if (!isWordOrWords(of, flow)) return undefined
  if (PIECES.test(name)) return { kind: 'list', items: [of] }
  if (SAME_WORD.test(name)) return of
  if (ONE_WORD.test(name)) return isArgument(of) ? of : argumentValue()
  const test = TESTS[name.replace('.', '').toLowerCase()]
  const texts = items[0] === undefined ? undefined : textsOf(items[0])
  if (test === undefined || texts === undefined) return undefined
  return answerOf((word) => texts.some((text) => test(word, text)), of, flow)
}

/** What a parser of the command line gives, by any names. */
export const PARSED: FlowValue = { kind: 'named', name: 'argparse.arguments' }

/** `" ".join(sys.argv[1:])` */
export function joinedWords(name: string, { items }: GivenArguments, flow: FlowState): FlowValue | undefined {
  const [words] = items
  return name === 'join' && words !== undefined && isWordOrWords(words, flow) ? argumentValue() : undefined
}

/** The events that remain where one of these texts is among the words, and where none is; undefined for other values. */
export function amongWords(text: FlowValue, words: FlowValue, flow: FlowState) {
  const texts = isWordOrWords(words, flow) ? textsOf(text) : undefined
  return texts && eventsOf((word) => texts.includes(word), words, flow)
}

/** Whether a value is a word of the command line, or the list of them. */
export function isWordOrWords(value: FlowValue, flow: FlowState): boolean {
  return isArgument(value) || isArgumentList(value, flow)
}

function answerOf(wanted: WantedWords, words: FlowValue, flow: FlowState): FlowValue {
  return { ...BOOLEAN, kind: 'unknown', narrows: eventsOf(wanted, words, flow) }
}

function eventsOf(wanted: WantedWords, words: FlowValue, flow: FlowState) {
  const value = isArgument(words) ? words : argumentValue()
  const [place] = isArgument(value) ? value.places : []
  return place && eventsBy(place, wanted, flow)
}

function textsOf(value: FlowValue): readonly string[] | undefined {
  const all = value.kind === 'list' ? value.items : alternatives(value)
  return all.every((one) => one.kind === 'text') ? all.map(({ text }) => text) : undefined
}
