// Tests of the payload's text: a command that is searched, a path that starts a certain way. A value carries whether
// it is such a text or the result of testing one; a branch that depends on such a test passes this to the ends in it.
// Tests for presence or for the tool's name do not count: a hook that ends on those has failed, not refused.

import { checksCode, startsCodeCheck } from '../codeCheckers.ts'
import { child, type SyntaxNode } from '../treeSitter.ts'
import { alternatives, BOOLEAN, type ContentLevel, type FlowValue, UNKNOWN } from './values.ts'

/** Fields of the payload that hold text a guard inspects. */
const TEXTS =
  /^(?:command|cmd|file_?path|path|content|contents|new_?string|old_?string|prompt|url|pattern|query)$/i
/** The whole input of a tool, where it is inspected as one text. */
const INPUT = /^(?:tool_?input|tool_?args)$/i

const ASKS =
  /(?:^|\.)(?:search|match|matchAll|fullmatch|findall|finditer|startswith|endswith|startsWith|endsWith|includes|contains|indexOf|find|test|has|some|every|exec|any|all|filter|fnmatch|fnmatchcase|is_relative_to|full_match|intersection|is_?(?:disjoint|subset|superset)(?:from|of)?)$/i
/** Names of functions that judge a text. */
const JUDGES =
  /danger|block|forbid|den[iy]|protect|secret|sensitive|unsafe|allow|safe|violat|bann|match|destruct|risky/i
/** Calls whose result is no longer a text of the payload. */
const RESULTS =
  /(?:^|\.)(?:isinstance|bool|open|run|exec(?:Sync|File|FileSync)|spawn\w*|Popen|check_\w+|exists(?:Sync)?|is_?file|is_?dir|stat\w*|hasattr|type)$/

const SIZES = /(?:^|\.)\$?len$/

/** How a value relates to a text of the payload; undefined if it does not. */
export function contentOf(value: FlowValue): ContentLevel | undefined {
  switch (value.kind) {
    case 'unknown':
    case 'text':
    case 'constant':
    case 'list':
    case 'dict':
      return value.content
    case 'payload':
      return value.places.some(({ path }) => TEXTS.test(lastKey(path))) ? 'text' : undefined
    case 'json':
      return isInput(value.of) || contentOf(value.of) !== undefined ? 'text' : undefined
    case 'method':
    case 'keys':
      return contentOf(value.of)
    case 'either':
      return value.of.map(contentOf).reduce(stronger, undefined)
    default:
      return undefined
  }
}

function lastKey(path: readonly (string | number)[]): string {
  return String(path.findLast((key) => typeof key === 'string' && key !== '*') ?? '')
}

/** Whether a value is the whole input of a tool. */
export function isInput(value: FlowValue): boolean {
  return value.kind === 'payload' && value.places.some(({ path }) => INPUT.test(lastKey(path)))
}

/** The higher of two levels. */
export function stronger(
  one: ContentLevel | undefined,
  two: ContentLevel | undefined,
): ContentLevel | undefined {
  return LEVELS.indexOf(one) > LEVELS.indexOf(two) ? one : two
}

const LEVELS: readonly (ContentLevel | undefined)[] = [undefined, 'size', 'text', 'question']

/** Whether a value is the result of testing such a text. */
export function isQuestion(value: FlowValue | undefined): boolean {
  return value !== undefined && contentOf(value) === 'question'
}

/** The result of testing such a text: true or false. */
export const ANSWERED: FlowValue = { ...BOOLEAN, kind: 'unknown', content: 'question' }

/** Whether a search of the whole input for this text tests the content of a field that guards inspect. */
export function searchesInput(where: FlowValue | undefined, text: string | undefined): boolean {
  return where?.kind === 'stdin' && text !== undefined && /[a-z]{2}/i.test(text) && !AROUND.test(text)
}

/** Fields around those, and the punctuation of JSON. */
const AROUND =
  /hook_?event|tool_?name|session|cwd|timestamp|source|trigger|reason|stop_?hook|status|loop_?count|permission|agent|model|version|["{}]/i

/** An unknown value derived from such a text. */
export function madeOf(level: ContentLevel | undefined): FlowValue {
  return level === undefined ? UNKNOWN : { kind: 'unknown', content: level }
}

/** Adds the level of its parts to an expression of which nothing else is known. */
export function withContent(
  value: FlowValue,
  node: SyntaxNode,
  parts: ContentLevel | undefined,
  named: NamedValue,
): FlowValue {
  if (value.kind === 'unknown' && value.content === undefined && runsCodeCheck(node, named))
    return { ...value, content: 'question' }
  // Words selected from such a text: `[word for word in text.split() if word in KNOWN]`.
  if (value.kind === 'list' && SELECTS.test(node.type)) return { ...value, content: parts }
  if (parts === undefined || value.kind !== 'unknown' || value.content !== undefined) return value
  // The words of such a text that a set has: `TOOLS & set(command.split())`.
  if (node.type === 'binary_operator' && parts === 'text' && child(node, 'operator')?.text === '&')
    return { ...value, content: 'question' }
  // `typeof input.command !== 'string'` tests for presence.
  if (node.type === 'comparison_operator' || node.text.startsWith('typeof ')) return value
  const content = node.type === 'call' ? called(child(node, 'function')?.text ?? '', parts) : parts
  return content === undefined ? value : { ...value, content }
}

const SELECTS = /^(?:\w+_comprehension|generator_expression)$/

/** Looks up the value of a name. */
export type NamedValue = (name: string) => FlowValue | undefined

/** Whether the call runs tests or a linter: its result counts as a test of the payload's text. */
export function runsCodeCheck(node: SyntaxNode, named: NamedValue): boolean {
  if (node.type !== 'call' || !STARTS.test(child(node, 'function')?.text ?? '')) return false
  const given = child(node, 'arguments')
  // A function that is called with the result is not part of the command.
  const [words = ''] = given?.text.split(/=>|\bfunction\b/, 1) ?? []
  if (startsCodeCheck(words)) return true
  // The command may be an argument of the function that runs it, or a row of a table.
  const [command] = given?.children.filter((one) => one.named) ?? []
  if (command?.type !== 'identifier') return false
  return alternatives(named(command.text) ?? UNKNOWN).some((one) => checksCode(commandLine(one)))
}

function commandLine(value: FlowValue): string {
  if (value.kind === 'text') return value.text
  if (value.kind !== 'list') return ''
  return value.items.map((one) => (one.kind === 'text' ? one.text : '…')).join(' ')
}

/** Whether such a run raises an error if it fails. */
export function raisesFailure(node: SyntaxNode, named: NamedValue): boolean {
  if (!runsCodeCheck(node, named)) return false
  return RAISES.test(child(node, 'function')?.text ?? '') || /\bcheck\s*=\s*True\b/.test(node.text)
}

const STARTS =
  /(?:^|\.|\$)(?:run|call|check_call|check_output|Popen|system|popen|getstatusoutput|spawn\w*|exec\w*|execa\w*)$/
const RAISES = /(?:^|\.|\$)(?:check_call|check_output|exec(?:File)?(?:Sync|Async|Promise)|execa\w*)$/

function called(name: string, parts: ContentLevel): ContentLevel | undefined {
  if (SIZES.test(name)) return parts === 'question' ? parts : 'size'
  if (RESULTS.test(name)) return undefined
  return ASKS.test(name) || JUDGES.test(name.slice(name.lastIndexOf('.') + 1)) ? 'question' : parts
}

/** Whether a comparison tests the content of such a text, and not its presence. */
export function asksText(one: FlowValue, two: FlowValue): boolean {
  const sides = [one, two]
  // `rule is None`, where the rule was looked for in such a text.
  if (sides.some(isQuestion)) return true
  if (sides.some((side) => contentOf(side) === 'size')) return sides.some(isLimit)
  return sides.some((side) => contentOf(side) !== undefined) && !sides.some(isPresence)
}

// `len(prompt) > 20000`; a comparison with 0 or 1 tests for presence.
function isLimit(value: FlowValue): boolean {
  return alternatives(value).some(
    (one) => one.kind === 'constant' && typeof one.value === 'number' && one.value > 1,
  )
}

function isPresence(value: FlowValue): boolean {
  return alternatives(value).every(
    (one) =>
      (one.kind === 'constant' && typeof one.value !== 'number') || (one.kind === 'text' && one.text === ''),
  )
}

/** A plain value or list set or returned in a branch that depends on such a test counts as the result of the test. */
export function answering(value: FlowValue, byContent: boolean): FlowValue {
  // `for word in WORDS: if word in command: return word`
  if (byContent && value.kind === 'either')
    return { ...value, of: value.of.map((one) => answering(one, byContent)) }
  const isPlain = value.kind === 'constant' || value.kind === 'text' || value.kind === 'list'
  return byContent && isPlain && value.content === undefined ? { ...value, content: 'question' } : value
}
