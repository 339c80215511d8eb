// Methods of texts, and of other values that give texts and lists, as far as what they give is known.

import { STDIN } from './names.ts'
import { formatted, joined, replaced, substituted } from './operators.ts'
import { splitText } from './splitTexts.ts'
import { type FlowValue, type GivenArguments, LIST, TEXT, UNKNOWN } from './values.ts'

/** The text on stdin. */
export const STREAM: FlowValue = { kind: 'stdin' }

/** True of stdin as a stream. */
export function isStream(value: FlowValue | undefined): boolean {
  return value?.kind === 'named' && STDIN.test(value.name)
}

/** The result of calling a method of a text that is known. */
export function textMethod(
  of: FlowValue & { readonly kind: 'text' },
  name: string,
  given: GivenArguments,
): FlowValue {
  const [first] = given.items
  if (/^(?:safe_)?substitute$/.test(name)) return substituted(of, given)
  if (name === 'format') return formatted(of, given)
  if (name === 'join' && first?.kind === 'list' && given.nodes[0]?.type === 'list') return joined(first, of)
  if (SPLITS.test(name)) return split(of, given) ?? LIST
  if (REPLACES.test(name) && first?.kind === 'text')
    return replaced(of, first.text, given.items[1] ?? UNKNOWN, name.endsWith('All'))
  if (name !== 'join') return UNKNOWN
  return first?.kind === 'stdin' || isStream(first) ? STREAM : TEXT
}

const SPLITS = /^\.?split$/

// JavaScript's split takes a pattern as well, which is not followed.
function split(
  of: FlowValue & { readonly kind: 'text' },
  { items, nodes }: GivenArguments,
): FlowValue | undefined {
  const [by] = items
  if (nodes.length > 1 || (nodes.length === 1 && by?.kind !== 'text')) return undefined
  return by?.kind === 'text' && by.text === ''
    ? undefined
    : splitText(of, by?.kind === 'text' ? by.text : undefined)
}

const REPLACES = /^\.?replace(?:All)?$/

/** Whether a value is a list, with known items or without. */
export function isList(value: FlowValue): boolean {
  return value.kind === 'list' || (value.kind === 'unknown' && value.type === 'list')
}

/** The result of a method of a list. What a list is given later is not followed. */
export function listResult(name: string): FlowValue {
  if (JOINS.test(name)) return TEXT
  return LISTS_OF_LISTS.test(name) ? LIST : ofAnyKind(UNKNOWN, name)
}

const JOINS = /^\.?join$/
// Python's `sort` and `reverse` give nothing.
const LISTS_OF_LISTS = /^(?:\.?(?:slice|map|flat|concat|toSorted|toReversed)|\.(?:sort|reverse))$/

/** What a method gives, whatever it is called on; `otherwise` if that is not known. */
export function ofAnyKind(otherwise: FlowValue, name: string): FlowValue {
  if (otherwise !== UNKNOWN) return otherwise
  return LISTS.test(name) ? LIST : TEXTS.test(name) ? TEXT : otherwise
}

const LISTS = /^\.?(?:r?split|splitlines|readlines|filter|flatMap)$/

/** Methods of texts that give another text, and that other values do not have. */
const TEXTS =
  /^\.?(?:l?strip|rstrip|replaceAll|trim|trimEnd|trimStart|toLowerCase|toUpperCase|lower|upper|casefold)$/
