// Evaluates conditions: `[ … ]`, `[[ … ]]`, `(( … ))`, `test …`. Known texts decide them; a comparison with a payload
// field is a spot, and one with an event's name narrows the events.

import { onlyWords } from '../../onlyWords.ts'
import { quoteAt } from '../../spots.ts'
import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { comparedContent, contentWay, failedCheck, isChecked, isTooLong } from './content.ts'
import { narrowedChoices } from './narrowing.ts'
import { numeric } from './numericTest.ts'
import { searchedKeys } from './searches.ts'
import { forgetSet, forgetStatus, fork, setByArithmetic } from './state.ts'
import { isFound, made, only, type PayloadData, plain, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, State } from './walk.ts'
import { argumentBy, chained, either, eventsAt, eventsBy, isArgument } from './ways.ts'
import { evaluate } from './words.ts'

/** `[ … ]`, `[[ … ]]` with its patterns, `(( … ))` with its numbers. */
type Brackets = '[' | '[[' | '(('

/** Walks a condition; both branches where the result is unknown. */
function condition(node: SyntaxNode | undefined, state: State, context: Context, brackets: Brackets): Both {
  if (node === undefined || context.depth > 150) return either(state)
  const inner = { ...context, depth: context.depth + 1 }
  const value = (one: SyntaxNode | undefined): ShellValue =>
    brackets === '((' && one?.type === 'variable_name'
      ? (state.vars.get(one.text) ?? UNKNOWN_TEXT)
      : evaluate(one, state, inner)
  if (node.type === 'parenthesized_expression') return condition(named(node)[0], state, inner, brackets)
  if (node.type === 'negation_expression') return not(condition(named(node)[0], state, inner, brackets))
  if (node.type === 'unary_expression') {
    const operator = child(node, 'operator')?.text ?? node.children[0]?.text ?? ''
    const operand = named(node).find(({ field, type }) => field !== 'operator' && type !== 'test_operator')
    if (operator === '!') return not(condition(operand, state, inner, brackets))
    return presence(operator, value(operand), state)
  }
  if (node.type !== 'binary_expression' && brackets === '((') return numbers('!=', value(node), ZERO, state)
  if (node.type !== 'binary_expression') return presence('-n', value(node), state)
  const operator =
    child(node, 'operator')?.text ?? node.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
  const [left, right] = [child(node, 'left'), rightOf(node)]
  if (/^(&&|-a|\|\||-o)$/.test(operator)) {
    const isAnd = operator === '&&' || operator === '-a'
    const one = condition(left, state, inner, brackets)
    return chained(isAnd, one, (going) => condition(right, going, inner, brackets))
  }
  // The grammar parses `$1 = hook && $2` as `$1 = (hook && $2)`.
  const nested = right?.type === 'binary_expression' ? child(right, 'operator')?.text : undefined
  if (right !== undefined && nested !== undefined && /^(&&|\|\|)$/.test(nested)) {
    const one = compare(operator, left, child(right, 'left'), state, value, brackets)
    return chained(nested === '&&', one, (going) => condition(child(right, 'right'), going, inner, brackets))
  }
  return compare(operator, left, right, state, value, brackets)
}

// The grammar splits `*"text"*` into neighbors, and only the first is the right side.
function rightOf(node: SyntaxNode): SyntaxNode | undefined {
  const right = child(node, 'right')
  const parts = right === undefined ? [] : named(node).filter(({ start }) => start >= right.start)
  const end = parts.at(-1)?.end ?? 0
  if (right === undefined || parts.length < 2) return right
  const text = node.text.slice(right.start - node.start, end - node.start)
  return { ...right, type: 'concatenation', children: parts, end, text }
}

/** A test in brackets. */
export function bracketed(node: SyntaxNode, state: State, context: Context): Both {
  const both = inBrackets(node, state, context)
  for (const way of [both.yes, both.no]) if (way !== undefined) forgetStatus(way)
  return both
}

function inBrackets(node: SyntaxNode, state: State, context: Context): Both {
  const brackets = /^(\[\[|\(\(|\[)/.exec(node.text)?.[0] as Brackets | undefined
  const inner = named(node)
  const [only, ...more] = inner
  const sets = brackets === '((' && setByArithmetic(node.text).length > 0
  if (brackets !== undefined && only !== undefined && more.length === 0 && !sets)
    return condition(only, state, context, brackets)
  for (const one of inner) evaluate(one, state, context)
  if (sets) forgetSet(state, node.text)
  return either(state)
}

/** The condition in the arguments of `test` or `[`. */
export function testWords(words: readonly SyntaxNode[], state: State, context: Context): Both {
  const [first, second, third] = words
  const value = (one: SyntaxNode | undefined): ShellValue => evaluate(one, state, context)
  if (first?.text === '!' && words.length > 1) return not(testWords(words.slice(1), state, context))
  if (words.length === 1) return presence('-n', value(first), state)
  if (words.length === 2 && first !== undefined) return presence(first.text, value(second), state)
  if (words.length === 3 && second !== undefined) return compare(second.text, first, third, state, value, '[')
  for (const one of words) value(one)
  return either(state)
}

/** The negation. */
export function not({ yes, no }: Both): Both {
  return { yes: no, no: yes }
}

/** A single branch where the result is known. */
function decided(state: State, holds: boolean | undefined): Both {
  if (holds === undefined) return either(state)
  return holds ? { yes: state } : { no: state }
}

function presence(operator: string, value: ShellValue, state: State): Both {
  if (operator !== '-n' && operator !== '-z') return either(state)
  const text = plain(value)
  if (text !== undefined) return decided(state, (text !== '') === (operator === '-n'))
  const left = narrowedChoices(value, state, (one) => (one !== '') === (operator === '-n'))
  if (left !== undefined) return left
  if (isFound(value)) return anyFound(either(state), operator)
  const part = only(value)
  const both = missing(part?.kind === 'data' ? part.reads : [NOWHERE], state)
  return operator === '-z' ? both : not(both)
}

// Whether `grep` found anything in the payload's content: its output is tested, or the number that it counted.
function anyFound(both: Both, operator: string): Both {
  if (ANY.test(operator)) return { ...both, yes: contentWay(both) }
  return NONE.test(operator) ? failedCheck(both) : both
}

const ANY = /^(?:-n|-gt|-ge|-ne|>=?|!=)$/
const NONE = /^(?:-z|-lt|-le|-eq|<=?|={1,2})$/

// On the branch where a field is empty, other fields may be read instead.
function missing(reads: readonly number[], state: State): Both {
  state.walk.spots.guarded(reads)
  const yes = fork(state)
  if (state.walk.script.budget.take(yes.fallback.length >> 2))
    yes.fallback = [...new Set([...yes.fallback, ...reads])]
  return { yes, no: state }
}

const ZERO: ShellValue = [made('0')]

/** Stands for unknown reads. */
const NOWHERE = -1

function compare(
  operator: string,
  left: SyntaxNode | undefined,
  right: SyntaxNode | undefined,
  state: State,
  value: (node: SyntaxNode | undefined) => ShellValue,
  brackets: Brackets,
): Both {
  const [one, two] = [value(left), value(right)]
  if (isFound(one)) return anyFound(either(state), operator)
  if (isTooLong(operator, left, two, state)) return { yes: contentWay(either(state)), no: state }
  if (brackets === '((') return numbers(operator, one, two, state)
  if (!/^(=|==|!=|=~|-eq|-ne|-gt|-ge|-lt|-le)$/.test(operator)) return either(state)
  const both = compared(operator, one, two, right, state, brackets)
  if (isChecked(one) || isChecked(two))
    return /^(?:=|==|-eq)$/.test(operator) ? failedCheck(both) : not(failedCheck(not(both)))
  if (operator === '!=') return not(comparedContent(not(both), one, two))
  return /^(=|==|=~)$/.test(operator) ? comparedContent(both, one, two) : both
}

function compared(
  operator: string,
  one: ShellValue,
  two: ShellValue,
  right: SyntaxNode | undefined,
  state: State,
  brackets: Brackets,
): Both {
  const [first, second] = [plain(one), plain(two)]
  if (operator === '=~' && /^(string|raw_string)$/.test(right?.type ?? '')) return either(state)
  const isPattern =
    brackets === '[[' && operator !== '=~' && right?.type !== 'string' && /[*?[(|]/.test(second ?? '')
  if (first !== undefined && second !== undefined) {
    if (!isPattern) return decided(state, decide(operator, first, second))
    const both = decided(state, matches(first, second))
    return operator === '!=' ? not(both) : both
  }
  const left =
    second === undefined
      ? undefined
      : narrowedChoices(one, state, (text) =>
          isPattern ? holdsFor(operator, matches(text, second)) : decide(operator, text, second),
        )
  if (left !== undefined) return left
  if (operator === '=~') {
    searchedKeys([two], one, state, { sure: true })
    if (second !== undefined && isArgument(one))
      return argumentBy(one, (word) => decide(operator, word, second), state)
    return amongWords(one, two, state)
  }
  if (!/^(=|==|!=)$/.test(operator)) return either(state)
  if (isPattern) {
    for (const part of two) searchedKeys([[part]], one, state, { sure: true })
    const both = argumentBy(one, (word) => matches(word, second ?? ''), state)
    return operator === '!=' ? not(both) : both
  }
  const [data, literal] = only(one)?.kind === 'data' ? [only(one), two] : [only(two), one]
  const both = data?.kind === 'data' ? comparedWith(data, literal, state) : either(state)
  return operator === '!=' ? not(both) : both
}

/** Compares a field with the words of a regular expression that matches nothing else. */
export function amongWords(one: ShellValue, pattern: ShellValue, state: State): Both {
  const [data, text] = [only(one), only(pattern)]
  if (data?.kind !== 'data' || text?.kind !== 'text' || text.end - text.start !== text.text.length)
    return either(state)
  const words = onlyWords(text.text)
  const all = words.map(({ word }) => word)
  for (const { word, at } of words) {
    const start = text.start + at
    comparedWith(data, [{ kind: 'text', text: word, start, end: start + word.length }], fork(state), all)
  }
  return either(state)
}

/** Compares a field with a text: a spot, and a narrowing of the events where the text names one. */
export function comparedWith(
  data: PayloadData,
  literal: ShellValue,
  state: State,
  others: readonly string[] = [],
): Both {
  const text = plain(literal)
  if (text === undefined) return either(state)
  if (text === '' || text === 'null') return missing(data.reads, state)
  const { walk } = state
  const isEvent = data.path.length === 1 && data.path[0] === 'hook_event_name'
  const left = eventsAt(state, data.events)
  // `elif` after a test for the only event of the script: its name may be misspelled.
  const events = isEvent && left.length === 0 ? walk.script.events : left
  const [first, ...more] = literal
  const inQuotes = !data.raw && data.path.length > 0 && !walk.script.text.includes(`"${text}\\"`)
  // jq also prints numbers and booleans as text, and a default may replace the field.
  const isSure =
    data.sure && data.defaults?.includes(text) === false && !/^(true|false|-?\d.*|".*)$/.test(text)
  if (first?.kind === 'text' && more.length === 0 && first.start >= 0)
    walk.spots.add({
      kind: 'value',
      range: { start: first.start, end: first.end },
      side: { of: 'payload', events },
      path: data.path,
      value: text,
      quote: quoteAt(walk.script.text, first.start),
      access: 'read',
      ...(inQuotes ? { inQuotes } : {}),
      ...(data.letters === undefined ? {} : { letters: data.letters, others }),
      sure: isSure && (data.raw || inQuotes),
    })
  const word = wordIn(data, text)
  const ways = word === undefined ? undefined : eventsBy(data, [word], left, walk.script)
  if (ways === undefined) return either(state)
  const yes = fork(state)
  yes.events = ways.yes
  state.events = ways.no ?? state.events
  return { yes, no: state }
}

/** The field's value where it is compared with this text, which may contain the quotes that jq prints. */
export function wordIn({ raw, path, letters }: PayloadData, text: string): string | undefined {
  if (letters !== undefined) return undefined
  if (raw || path.length === 0 || /^(?:true|false|-?\d.*)$/.test(text)) return text
  return /^"([^"\\]*)"$/.exec(text)?.[1]
}

function holdsFor(operator: string, fits: boolean | undefined): boolean | undefined {
  return fits === undefined || operator !== '!=' ? fits : !fits
}

function decide(operator: string, one: string, two: string): boolean | undefined {
  if (operator === '=' || operator === '==') return one === two
  if (operator === '!=') return one !== two
  // Only patterns with the same meaning in JavaScript and bash.
  if (operator === '=~')
    return /^\^?(?:[\w|-]+|\([\w|-]+\))\$?$/.test(two) ? new RegExp(two).test(one) : undefined
  return numeric(operator, one, two)
}

function numbers(operator: string, one: ShellValue, two: ShellValue, state: State): Both {
  const left = narrowedChoices(one, state, (text) => numeric(operator, text, plain(two) ?? ''))
  if (left !== undefined) return left
  return decided(state, numeric(operator, plain(one) ?? '', plain(two) ?? ''))
}

/** Whether a text matches a pattern; undefined for unsupported patterns. */
export function matches(text: string, pattern: string): boolean | undefined {
  const plainer = pattern.replace(/\[!?[\w.-]+\]/g, '')
  if (/[[\]()\\|]/.test(plainer) || plainer.split('*').length > 4) return undefined
  const source = pattern.replace(/\*|\?|\[!?[\w.-]+\]|[.+^${}]/g, (part) => {
    if (part === '*') return '[^]*'
    if (part === '?') return '[^]'
    return part.startsWith('[') ? part.replace('[!', '[^') : `\\${part}`
  })
  try {
    return new RegExp(`^${source}$`).test(text)
  } catch {
    // A range in reverse order: `[z-a]`.
    return undefined
  }
}
