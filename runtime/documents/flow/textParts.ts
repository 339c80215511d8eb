// A text that is built from written and computed parts: `'{"reason":"' + reason + '"}'`, `f'{{"reason":"{reason}"}}'`.
// What is computed stands as `…`. Text that is written with escapes is placed as well, if each stands for one character.

import type { Range } from '../../contract/problems.ts'
import { contentOf } from '../python/literals.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { alternatives, type FlowValue, type TextPart } from './values.ts'

const COMPUTED: TextPart = { text: '…', computed: true }

/** Limit in characters: text that is repeatedly appended to itself doubles each time. */
const LONGEST = 100_000
const MOST = 400

/** The parts of a value that is used as text. */
export function partsOf(value: FlowValue): readonly TextPart[] {
  if ((value.kind === 'unknown' || value.kind === 'text') && value.parts !== undefined) return value.parts
  if (value.kind === 'payload') return [{ ...COMPUTED, from: value.places }]
  if (value.kind === 'json') return [{ ...COMPUTED, json: value.of }]
  return value.kind === 'text' ? writtenParts(value.text, value.node) : [COMPUTED]
}

// Most strings have no escape. Any other text has no place in the file.
function writtenParts(text: string, node: SyntaxNode | undefined): readonly TextPart[] {
  if (node?.type !== 'string') return [{ text }]
  const { start, end } = contentOf(node)
  const raw = node.text.slice(start - node.start, end - node.start)
  if (raw.startsWith(text)) return [{ text, at: start }]
  const parts = split(raw, start, ESCAPED)
  return parts.length <= MOST && joinedText(parts) === text ? parts : [{ text }]
}

const ESCAPED = /\\["'\\]/g
const DOUBLED = /\\["'\\]|\{\{|\}\}/g

// Each of these escapes stands for its second character.
function split(raw: string, start: number, escapes: RegExp): readonly TextPart[] {
  const marks = [...raw.matchAll(escapes)].map(({ index }) => index)
  return [-1, ...marks].map((mark, i) => {
    const from = mark + 1
    return { text: raw.slice(from, marks[i] ?? raw.length), at: start + from }
  })
}

const FORMS = /^(?:type_conversion|format_specifier|=)$/

/** The text that Python's `repr` gives, which has single quotes; the same value where it is not known. */
export function represented(value: FlowValue): FlowValue {
  return value.kind === 'text' && !/['\\\n]/.test(value.text)
    ? { kind: 'text', text: `'${value.text}'` }
    : value
}

/** The parts of an interpolated string; undefined where a piece has other escapes. */
export function interpolatedParts(
  node: SyntaxNode,
  values: ReadonlyMap<SyntaxNode, FlowValue>,
): readonly TextPart[] | undefined {
  const parts: TextPart[] = []
  for (const one of node.children) {
    if (one.type === 'interpolation') {
      const value = values.get(one)
      // `{name!r}`, `{name:>10}`, `{name=}`
      const [form, ...more] = one.children.filter(({ type }) => FORMS.test(type)).map(({ text }) => text)
      const shown = form === '!r' && more.length === 0 ? value && represented(value) : value
      const isAsItIs = form === undefined || shown !== value
      parts.push(...(shown === undefined || !isAsItIs ? [COMPUTED] : partsOf(shown)))
    }
    if (one.type !== 'string_content') continue
    const isLinear = one.end - one.start === one.text.length
    // In pieces of other languages than Python no brace is doubled.
    if (one.children.length === 0)
      parts.push(isLinear ? { text: one.text, at: one.start } : { text: one.text })
    else if (/\\[^"'\\]/.test(one.text.replaceAll(/\\["'\\]/g, ''))) return undefined
    else parts.push(...split(one.text, one.start, DOUBLED))
  }
  return parts
}

/** The value for a place, such as `{0}`, by what is written there and by its position among all places. */
export type Filling = (place: string, nth: number) => FlowValue

/** The parts with a value in place of each match, and with the first character of each match that is an escape. */
export function withInserted(
  parts: readonly TextPart[],
  places: RegExp,
  fill: Filling,
  escapes: readonly string[] = [],
): readonly TextPart[] {
  let nth = 0
  return parts.flatMap((part): readonly TextPart[] => {
    if (part.computed === true || parts.length > MOST) return [part]
    const found: TextPart[] = []
    const piece = (from: number, to: number): TextPart => ({
      text: part.text.slice(from, to),
      ...(part.at === undefined ? {} : { at: part.at + from }),
    })
    let from = 0
    for (const { 0: all, index } of part.text.matchAll(places)) {
      if (found.length > 2 * MOST) break
      const isEscape = escapes.includes(all)
      found.push(piece(from, isEscape ? index + 1 : index), ...(isEscape ? [] : partsOf(fill(all, nth++))))
      from = index + all.length
    }
    return [...found, piece(from, part.text.length)]
  })
}

/** The value of a text with these parts; undefined if it is too long. */
export function builtText(parts: readonly TextPart[]): FlowValue | undefined {
  const text = joinedText(parts)
  if (text.length > LONGEST || parts.length > MOST) return undefined
  if (parts.some(({ computed }) => computed)) return { kind: 'unknown', type: 'text', parts }
  return { kind: 'text', text, parts }
}

/** Limit on the texts that are built from values that are each one of several. */
const MOST_CHOICES = 8

/** The text that is built from these values: one for each choice of texts among them. */
export function ofEach(
  values: readonly FlowValue[],
  build: (values: readonly FlowValue[]) => FlowValue,
): FlowValue {
  const at = values.findIndex(isChoice)
  const choice = values[at]
  const count = values.reduce((all, one) => all * (isChoice(one) ? alternatives(one).length : 1), 1)
  if (choice === undefined || count > MOST_CHOICES) return build(values)
  const all = alternatives(choice).flatMap((one) => alternatives(ofEach(values.with(at, one), build)))
  return { kind: 'either', of: all }
}

function isChoice(value: FlowValue): boolean {
  return value.kind === 'either' && value.of.every((one) => one.kind === 'text' || isBuilt(one))
}

function isBuilt(value: FlowValue): boolean {
  return value.kind === 'unknown' && value.parts !== undefined
}

export function joinedText(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join('')
}

/** The parts with each computed one in quotes where it is a JSON value of its own. */
export function asJsonParts(parts: readonly TextPart[]): readonly TextPart[] {
  let inString = false
  return parts.map((part) => {
    if (part.computed === true) return inString ? part : { ...part, text: '"…"' }
    for (const [found] of part.text.matchAll(/\\.|"/gs)) if (found === '"') inString = !inString
    return part
  })
}

/** The place in the file of a range in the joined text; undefined if it is not written there. */
export function placeIn(parts: readonly TextPart[], from: number, length: number): Range | undefined {
  const first = offsetIn(parts, from)
  const last = length <= 1 ? first : offsetIn(parts, from + length - 1)
  if (first === undefined || last === undefined || last < first) return undefined
  return { start: first, end: length === 0 ? first : last + 1 }
}

function offsetIn(parts: readonly TextPart[], offset: number): number | undefined {
  let before = 0
  for (const { text, at } of parts) {
    if (offset < before + text.length) return at === undefined ? undefined : at + offset - before
    before += text.length
  }
  return undefined
}
