// Finds object literals in a script: printed JSON, and objects in code (`{ decision: 'deny', reason }`, Python dicts)
// with `…` for every computed value. Scans brackets, quotes and commas; skips what it cannot parse.

import { isObject } from '../json.ts'

/** An object, as far as its text determines the values. */
export type Literal = { readonly written: string; readonly value: Readonly<Record<string, unknown>> }

/** Placeholder for a value that only a run determines. */
export const COMPUTED = '…'

/** Maximum number of opening braces examined in one text. */
const MOST = 200

/** The outermost objects of a text that have one of these keys, in order. */
export function literalsIn(text: string, keys: readonly string[]): readonly Literal[] {
  const found: Literal[] = []
  let looked = 0
  for (let at = text.indexOf('{'); at !== -1 && looked < MOST; at = text.indexOf('{', at + 1)) {
    looked++
    const read = objectAt(text, at)
    if (read === undefined || !keys.some((key) => Object.hasOwn(read.value, key))) continue
    found.push({ written: text.slice(at, read.end), value: read.value })
    at = read.end - 1
  }
  return found
}

type Read<T> = { readonly value: T; readonly end: number }

/** Maximum depth of names that refer to objects. */
const DEEPEST = 4

function objectAt(text: string, start: number, depth = 0): Read<Record<string, unknown>> | undefined {
  const value: Record<string, unknown> = {}
  for (let at = spaceFrom(text, start + 1); ; ) {
    if (text[at] === '}') return { value, end: at + 1 }
    const spread = /^(?:\.\.\.|\*\*)/.exec(text.slice(at, at + 3))
    if (spread !== null) at = expressionEnd(text, at)
    else {
      const key = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)'|([A-Za-z_$][\w$]*))/.exec(text.slice(at, at + 200))
      if (key === null) return undefined
      const name = key[1] ?? key[2] ?? key[3] ?? ''
      at = spaceFrom(text, at + key[0].length)
      if (text[at] === ':') {
        const read = valueAt(text, spaceFrom(text, at + 1), depth)
        if (read === undefined) return undefined
        value[name] = read.value
        at = read.end
      } else if (key[3] !== undefined) value[name] = named(text, name, depth) ?? COMPUTED
      else return undefined
    }
    at = spaceFrom(text, at)
    if (text[at] === ',') at = spaceFrom(text, at + 1)
    else if (text[at] !== '}') return undefined
  }
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['true', 'True'].map((word) => [word, true] as const),
  ...['false', 'False'].map((word) => [word, false] as const),
  ...['null', 'None'].map((word) => [word, null] as const),
])

// A literal that ends with its expression; everything else is computed.
function valueAt(text: string, at: number, depth: number): Read<unknown> | undefined {
  const end = expressionEnd(text, at)
  if (end === at || end > text.length) return undefined
  const written = text.slice(at, end).trim()
  if (written.startsWith('{')) {
    const inner = objectAt(text, at, depth)
    return inner !== undefined && text.slice(inner.end, end).trim() === ''
      ? { value: inner.value, end }
      : computed(end)
  }
  const quoted = /^(["'])((?:(?!\1)[^\\\n])*)\1$/.exec(written)
  if (quoted !== null) return { value: quoted[2], end }
  if (WORDS.has(written)) return { value: WORDS.get(written), end }
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return { value: Number(written), end }
  const object = /^[A-Za-z_$][\w$]*$/.test(written) ? named(text, written, depth) : undefined
  return object === undefined ? computed(end) : { value: object, end }
}

// The object that a name refers to, where the text assigns exactly one object literal to it.
function named(text: string, name: string, depth: number): Record<string, unknown> | undefined {
  if (depth >= DEEPEST) return undefined
  const places = [...text.matchAll(new RegExp(`(?<![\\w.$])${name.replaceAll('$', '\\$')}\\s*=\\s*\\{`, 'g'))]
  const [only] = places
  if (only === undefined || places.length > 1) return undefined
  return objectAt(text, only.index + only[0].length - 1, depth + 1)?.value
}

function computed(end: number): Read<unknown> {
  return { value: COMPUTED, end }
}

// The index of the comma or bracket that ends the expression.
function expressionEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length && at - start < 4000; at++) {
    const sign = text[at] as string
    if (sign === '"' || sign === "'" || sign === '`') {
      const end = closingQuote(text, at)
      if (end === undefined) return start
      at = end
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) {
      if (depth === 0) return at
      depth--
    } else if (sign === ',' && depth === 0) return at
  }
  return start
}

function closingQuote(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at
    else if (text[at] === '\n' && text[start] !== '`') return undefined
  }
  return undefined
}

function spaceFrom(text: string, start: number): number {
  const blank = /(?:\s|\/\/[^\n]*\n|#[^\n]*\n)*/y
  blank.lastIndex = start
  return start + (blank.exec(text)?.[0].length ?? 0)
}

/** JSON objects in a text, exactly as printed, without duplicates. */
export function jsonIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (let at = text.indexOf('{'); at !== -1 && found.size < MOST_JSON; at = text.indexOf('{', at + 1)) {
    const end = objectEnd(text, at)
    if (end === undefined) continue
    const written = text.slice(at, end)
    try {
      const value: unknown = JSON.parse(written)
      if (isObject(value) && Object.keys(value).length > 0) {
        found.add(written)
        at = end - 1
      }
    } catch {
      // The text is code rather than JSON.
    }
  }
  return [...found]
}

/** Maximum number of answers in one text. */
const MOST_JSON = 50
/** Maximum length of an answer, in characters. */
const LONGEST = 4000

function objectEnd(text: string, start: number): number | undefined {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length && at - start < LONGEST; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return undefined
}
