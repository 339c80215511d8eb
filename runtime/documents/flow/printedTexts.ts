// The text that a value is printed as, as far as it is known: `…` stands for the rest.

import { stringOf } from '../python/literals.ts'
import type { LiteralAnswer } from '../spots.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { jsonText, literalText } from './jsonText.ts'
import { literalOf } from './results.ts'
import { alternatives, type Dict, type FlowValue, type TextPart, UNKNOWN } from './values.ts'

/** Whether a value is already JSON text, so that encoding it again makes a JSON string. */
export function isWritten(value: FlowValue): boolean {
  return alternatives(value).every((one) => one.kind === 'json' || jsonText(one)?.kind === 'whole')
}

/** The text that a value is printed as; undefined if not known. */
export function textOf(value: FlowValue | undefined): string | undefined {
  if (value?.kind === 'text') return value.text
  if (value?.kind === 'either') return isWritten(value) ? textOf(value.of[0]) : undefined
  if (value?.kind === 'unknown') {
    const text = jsonText(value)
    return text?.kind === 'whole' ? openText(literalText(text.root)) : undefined
  }
  if (value?.kind !== 'json') return undefined
  if (value.of.kind === 'either') return textOf({ kind: 'json', of: value.of.of[0] ?? UNKNOWN })
  if (isWritten(value.of)) return JSON.stringify(textOf(value.of)?.replaceAll('…', ''))
  // The whole payload; its other fields make no difference.
  if (isWhole(value.of)) return openText({ cwd: undefined })
  if (value.of.kind !== 'dict') return undefined
  return openText(literalOf(firstOf(value.of)))
}

// The JSON of an answer, with `…` for what is not known.
function openText(answer: LiteralAnswer): string {
  return JSON.stringify(answer, (key, one: unknown) =>
    one === undefined ? (INPUT.test(key) ? { '…': '…' } : '…') : one,
  )
}

// The input of a tool is an object.
const INPUT = /(?:input|args)$/i

// A dict with the first alternative of each value. A dict may contain itself, so each is converted once.
function firstOf(dict: Dict, made = new Map<Dict, Dict>()): Dict {
  const before = made.get(dict)
  if (before !== undefined) return before
  made.set(dict, dict)
  const entries = dict.entries.map((entry) => {
    const [first = entry.value] = alternatives(entry.value)
    return { ...entry, value: first.kind === 'dict' ? firstOf(first, made) : first }
  })
  const first = { ...dict, entries, more: false }
  made.set(dict, first)
  return first
}

/** An answer, or the whole payload, as Python writes a dict; undefined for other values. */
export function printedDict(value: FlowValue): FlowValue | undefined {
  if (isWhole(value)) return { kind: 'text', text: 'payload …' }
  const keys = value.kind === 'dict' ? value.entries.filter(({ read }) => read === undefined) : []
  const answer = keys.find(({ key }) => ANSWER_KEY.test(key))
  return answer === undefined ? undefined : { kind: 'text', text: `{'${answer.key}': '…'}` }
}

/** Keys of an answer that have an effect. */
export const ANSWER_KEY =
  /^(?:additional_?context|decision|permission|permissionDecision|hookSpecificOutput|followup_message|continue|systemMessage|stopReason|(?:user|agent)_?message|(?:modified|updated)\w+)$/i

function isWhole(value: FlowValue): boolean {
  return value.kind === 'payload' && value.places.every(({ path }) => path.length === 0)
}

/** The first part of a text that is built from several: `"seen " + command`, `"seen {}".format(command)`. */
export function leading(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type === 'binary_operator') return leading(child(node, 'left'))
  const object = node?.type === 'call' ? child(child(node, 'function'), 'object') : undefined
  return object?.type === 'string' ? object : node
}

/** The start of a text that is built from several parts, followed by `…`. */
export function firstWords(whole: SyntaxNode | undefined): string {
  const from = leading(whole)
  if (from?.type === 'conditional_expression') return firstWords(named(from)[0])
  const content = from?.children.find(({ type }) => type === 'string_content')?.text
  return `${wordsIn(from) ?? content ?? ''}…`
}

const PIECE = /^(?:string_content|interpolation)$/

/** The certain start of a text; undefined if not known. */
export function wordsIn(text: SyntaxNode | undefined): string | undefined {
  const pieces = text?.children.filter((one) => PIECE.test(one.type) && one.text !== '') ?? []
  if (pieces.length === 0) return stringOf(text)
  return wordsOf(
    pieces.map(({ type, text: piece }) =>
      type === 'interpolation' ? { text: piece, computed: true } : { text: piece },
    ),
  )
}

/** The certain start of a text with these parts; undefined if not known. */
export function wordsOf(parts: readonly TextPart[]): string | undefined {
  const written = parts.filter(({ text }) => text !== '')
  const [first] = written
  if (first === undefined) return undefined
  const filled = (value: string, some = written) =>
    some.map(({ computed, text }) => (computed === true ? value : text)).join('')
  const known = written.findIndex(({ computed }) => computed === true)
  if (first.computed !== true)
    return /^\[value\]\s+\S/.test(filled('value'))
      ? filled('value')
      : filled('', written.slice(0, known === -1 ? undefined : known))
  // The text starts with an unknown value: without any JSON character beside it, the whole cannot be JSON.
  return /^(?!.*["{}[\]]).*[^\s\d,]/s.test(filled('')) ? filled('value') : undefined
}
