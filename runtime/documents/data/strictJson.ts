// Reads text that is strict JSON without a repeated key, many times faster than a parser that keeps ranges: the value
// is JSON.parse's, and a range is found when it is requested. The result equals that of the tree in `json.ts`.

import type { JsonPath } from '../../contract/entry.ts'
import type { Range } from '../../contract/problems.ts'

export type StrictJson = {
  readonly value: unknown
  /** The range of the value at a path, or of its key if `key`; where there is none, of the nearest value above it. */
  readonly rangeOf: (path: JsonPath, key?: boolean) => Range
}

/** Deeper texts are left to the parser, which reports those that are nested too deeply. */
const DEEPEST = 200

/** The value and ranges of a text; undefined if it is not strict JSON, repeats a key in an object, or is too deep. */
export function strictJson(text: string, base: number): StrictJson | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { keys, depth } = measured(text)
  return depth > DEEPEST || keysIn(value) < keys ? undefined : { value, rangeOf: locator(text, base) }
}

const BACKSLASH = 92
const COLON = 58
const COMMA = 44
const QUOTE = 34

/** The number of keys written in a valid text, and its depth. */
function measured(text: string): { readonly keys: number; readonly depth: number } {
  let keys = 0
  let depth = 0
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = stringEnd(text, at) - 1
    else if (sign === COLON) keys++
    else if (isOpening(sign)) depth = Math.max(depth, ++open)
    else if (isClosing(sign)) open--
  }
  return { keys, depth }
}

function keysIn(value: unknown): number {
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += keysIn(item)
  else if (typeof value === 'object' && value !== null)
    for (const key in value) count += 1 + keysIn((value as Record<string, unknown>)[key])
  return count
}

/** A value in the text, with the key before it. */
type Part = {
  readonly start: number
  readonly key: Range | undefined
  /** Of an object or array, the parts listed so far, and where the next one begins; undefined after the last one. */
  readonly parts: Map<string, Part>
  next: number | undefined
}

// Parts are listed when a path first leads through them, and only up to the one that it names.
function locator(text: string, base: number): StrictJson['rangeOf'] {
  const whole = partAt(afterBlanks(text, 0))
  return (path, isKey = false) => {
    let part = whole
    for (const step of path) {
      const inner = innerOf(part, String(step))
      if (inner === undefined) return rangeIn(part, false)
      part = inner
    }
    return rangeIn(part, isKey)
  }

  function rangeIn({ start, key }: Part, isKey: boolean): Range {
    const own = (isKey ? key : undefined) ?? { start, end: valueEnd(text, start) }
    return { start: base + own.start, end: base + own.end }
  }

  function partAt(start: number, key?: Range): Part {
    const next = isOpening(text.charCodeAt(start)) ? afterBlanks(text, start + 1) : undefined
    return { start, key, parts: new Map(), next }
  }

  function innerOf(part: Part, step: string): Part | undefined {
    while (part.next !== undefined && !part.parts.has(step)) listNext(part, part.next)
    return part.parts.get(step)
  }

  function listNext(part: Part, at: number): void {
    if (isClosing(text.charCodeAt(at))) {
      part.next = undefined
      return
    }
    let start = at
    if (text[part.start] === '{') {
      const key = { start: at, end: stringEnd(text, at) }
      start = afterBlanks(text, afterBlanks(text, key.end) + 1)
      part.parts.set(JSON.parse(text.slice(key.start, key.end)) as string, partAt(start, key))
    } else part.parts.set(String(part.parts.size), partAt(start))
    const end = afterBlanks(text, valueEnd(text, start))
    part.next = text.charCodeAt(end) === COMMA ? afterBlanks(text, end + 1) : end
  }
}

/** The end of the value that begins here. */
function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return stringEnd(text, start)
  let open = 0
  for (let at = start; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = stringEnd(text, at) - 1
    else if (isOpening(sign)) open++
    else if (isClosing(sign)) {
      if (open === 0) return at
      if (--open === 0) return at + 1
    } else if (open === 0 && (sign === COMMA || isBlank(sign))) return at
  }
  return text.length
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at + 1
    if (sign === BACKSLASH) at++
  }
  return text.length
}

function afterBlanks(text: string, start: number): number {
  let at = start
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

function isBlank(sign: number): boolean {
  return sign === 32 || sign === 9 || sign === 10 || sign === 13
}

// `[` and `{` differ in this bit only, and so do `]` and `}`.
function isOpening(sign: number): boolean {
  return (sign | 32) === 123
}

function isClosing(sign: number): boolean {
  return (sign | 32) === 125
}
