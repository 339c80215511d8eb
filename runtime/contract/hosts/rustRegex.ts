// Converts regular expressions of Rust's `regex` crate to JavaScript: no look-around or backreferences, inline flags,
// nested classes. Undefined where Rust rejects the text. Borders of words (`\b`), and sets (`\w`) beyond `MOST_SETS`,
// are those of ASCII; what JavaScript has no table for (`\p{age=…}`) and very long differences (`~~`) hold.

import { ASCII_CLASS, asciiClass, unicodeProperty, unicodeSet } from './rustProperties.ts'

type Flags = { readonly i: boolean; readonly m: boolean; readonly s: boolean; readonly x: boolean }

/** The equivalent JavaScript expression; undefined where Rust rejects the pattern. */
export function rustRegex(pattern: string): RegExp | undefined {
  const reader = new Reader(pattern)
  const source = reader.alternatives({ i: false, m: false, s: false, x: false })
  if (source === undefined || !reader.done) return undefined
  try {
    return new RegExp(source, 'v')
  } catch {
    return undefined
  }
}

/** Maximum nesting of groups. */
const DEEPEST = 250

/** Maximum length of the operands of all symmetric differences, each of which is twice as long. */
const LONGEST_OPERANDS = 2000

/** V8 takes a tenth of a millisecond for each `\w` of Unicode; beyond so many, JavaScript's are used. */
const MOST_SETS = 16

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\\x07',
  f: '\\f',
  t: '\\t',
  n: '\\n',
  r: '\\r',
  v: '\\v',
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  b: '\\b',
  B: '\\B',
  '<': '\\b(?=\\w)',
  '>': '\\b(?<=\\w)',
  'b{start}': '\\b(?=\\w)',
  'b{end}': '\\b(?<=\\w)',
  'b{start-half}': '(?<!\\w)',
  'b{end-half}': '(?!\\w)',
}

/** Parses a pattern from left to right. Every method returns JavaScript source, or undefined for what Rust rejects. */
class Reader {
  readonly #text: string
  #at = 0
  #depth = 0
  #sets = 0
  #operands = 0
  readonly #names = new Set<string>()

  constructor(text: string) {
    this.#text = text
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  get #next(): string {
    return this.#text[this.#at] ?? ''
  }

  #take(expected: RegExp): string | undefined {
    expected.lastIndex = this.#at
    const [found] = expected.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  /** Parses up to the closing parenthesis of the group, or the end. */
  alternatives(outer: Flags): string | undefined {
    let flags = outer
    const pieces: string[] = []
    let canRepeat = false
    while (!this.done && this.#next !== ')') {
      if (flags.x && this.#take(/(?:\s+|#[^\n]*)/y) !== undefined) continue
      if (this.#take(/\|/y) !== undefined) {
        pieces.push('|')
        canRepeat = false
        continue
      }
      const repeated = this.#take(/[*+?]|\{/y)
      if (repeated !== undefined) {
        const count = repeated === '{' ? this.#take(/\s*\d+\s*(?:,\s*\d*\s*)?\}/y) : ''
        if (!canRepeat || count === undefined) return undefined
        const range = repeated === '{' ? `{${count.replaceAll(/\s/g, '')}` : repeated
        // Rust allows a repetition to be repeated again; JavaScript requires a group for it.
        pieces.push(`(?:${pieces.pop() ?? ''})${range}${this.#take(/\?/y) ?? ''}`)
        continue
      }
      const change = this.#take(/\(\?[a-zA-Z-]+\)/y)
      if (change !== undefined) {
        const changed = flagsIn(change.slice(2, -1), flags)
        if (changed === undefined) return undefined
        flags = changed
        canRepeat = false
        continue
      }
      const piece = this.#piece(flags)
      if (piece === undefined) return undefined
      pieces.push(piece)
      canRepeat = true
    }
    return pieces.join('')
  }

  #piece(flags: Flags): string | undefined {
    const sign = this.#next
    if (sign === '(') return this.#group(flags)
    if (sign === '[') return this.#class(flags)
    if (sign === '\\') return this.#escape(flags)
    const whole = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    this.#at += whole.length
    if (sign === '.') return flags.s ? '[\\s\\S]' : '[^\\n]'
    if (sign === '^') return flags.m ? '(?<=^|\\n)' : '(?<![\\s\\S])'
    if (sign === '$') return flags.m ? '(?=\\n|(?![\\s\\S]))' : '(?![\\s\\S])'
    return literal(whole, flags)
  }

  #group(flags: Flags): string | undefined {
    this.#at++
    let inner = flags
    const name = this.#take(/\?P?<[\p{Alphabetic}_][\p{Alphabetic}\d_.[\]]*>/uy)?.replace(/^.*</, '')
    if (name !== undefined) {
      if (this.#names.has(name)) return undefined
      this.#names.add(name)
    } else if (this.#next === '?') {
      const set = this.#take(/\?[a-zA-Z-]*:/y)
      const changed = set === undefined ? undefined : flagsIn(set.slice(1, -1), flags)
      if (changed === undefined) return undefined
      inner = changed
    }
    // The nesting limit of Rust's own parser.
    if (++this.#depth > DEEPEST) return undefined
    const source = this.alternatives(inner)
    this.#depth--
    if (source === undefined || this.#take(/\)/y) === undefined) return undefined
    return `(?:${source})`
  }

  #escape(flags: Flags): string | undefined {
    this.#at++
    if (/[pP]/.test(this.#next)) return this.#property()
    const code = this.#code()
    if (code !== undefined) return code === '' ? undefined : literal(code, flags)
    const sign = this.#next
    this.#at++
    const set = this.#set(sign)
    if (set !== undefined) return set
    const half = sign === 'b' ? this.#take(/\{(?:start|end)(?:-half)?\}/y) : undefined
    const known = ESCAPES[`${sign}${half ?? ''}`]
    if (known !== undefined) return known
    return /^[A-Za-z0-9]?$/.test(sign) ? undefined : literal(sign, flags)
  }

  #set(sign: string): string | undefined {
    const set = unicodeSet(sign)
    return set !== undefined && ++this.#sets > MOST_SETS ? `\\${sign}` : set
  }

  #property(): string | undefined {
    const found = this.#take(/[pP](?:\{[\w =:!.-]+\}|[A-Za-z])/y)
    if (found === undefined) return undefined
    return unicodeProperty(found.slice(1).replaceAll(/[{}]/g, ''), found.startsWith('P'))
  }

  // A character by its code point; empty where the number is not a valid code point.
  #code(): string | undefined {
    const found = this.#take(/x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[xuU]\{[\dA-Fa-f]+\}/y)
    if (found === undefined) return undefined
    const code = Number.parseInt(found.replaceAll(/[xuU{}]/g, ''), 16)
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code)
  }

  #class(flags: Flags): string | undefined {
    const source = this.#classSource()
    if (source === undefined) return undefined
    return flags.i ? `(?i:${source})` : source
  }

  #classSource(): string | undefined {
    if (++this.#depth > DEEPEST) return undefined
    this.#at++
    const negated = this.#take(/\^/y) !== undefined
    // Hyphens at the beginning are plain.
    let source = this.#take(/-+/y) === undefined ? '' : '\\-'
    let isFirst = source === ''
    for (;;) {
      if (this.done) return undefined
      if (this.#next === ']' && !isFirst) break
      const set = this.#take(/&&|--|~~/y)
      const isEmpty = set !== undefined && this.#next === ']'
      const item = isEmpty ? '' : this.#classItem()
      if (item === undefined) return undefined
      const operand = set === undefined ? item : this.#operand(item)
      if (operand === undefined) return undefined
      if (set === undefined) source += operand
      else if (set === '~~') source = this.#difference(source, operand)
      else source = `[${source}]${set}${operand}`
      isFirst = false
    }
    this.#at++
    this.#depth--
    return `[${negated ? '^' : ''}${source}]`
  }

  #difference(one: string, other: string): string {
    this.#operands += one.length + other.length
    return this.#operands > LONGEST_OPERANDS ? '\\s\\S' : `[[${one}]--${other}][${other}--[${one}]]`
  }

  // The operand of `&&`, `--` or `~~`, up to the next operator or the end of the class.
  #operand(first: string): string | undefined {
    let source = first
    while (!this.done && this.#next !== ']' && !/^(?:&&|--|~~)/.test(this.#text.slice(this.#at))) {
      const item = this.#classItem()
      if (item === undefined) return undefined
      source += item
    }
    return `[${source}]`
  }

  #classItem(): string | undefined {
    const named = this.#take(ASCII_CLASS)
    if (named !== undefined) return asciiClass(named)
    if (this.#next === '[') return this.#classSource()
    const from = this.#classSign()
    if (from === undefined || !/^-[^\]-]/.test(this.#text.slice(this.#at, this.#at + 2))) return from
    this.#at++
    const to = this.#classSign()
    return to === undefined || isSet(from) || isSet(to) ? undefined : `${from}-${to}`
  }

  #classSign(): string | undefined {
    const sign = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    this.#at += sign.length
    if (sign !== '\\') return escaped(sign)
    if (/[pP]/.test(this.#next)) return this.#property()
    const code = this.#code()
    if (code !== undefined) return code === '' ? undefined : escaped(code)
    const next = this.#next
    this.#at++
    const set = this.#set(next)
    if (set !== undefined) return set
    if (/[aftnrv]/.test(next)) return ESCAPES[next]
    return /^[A-Za-z0-9]?$/.test(next) ? undefined : escaped(next)
  }
}

function flagsIn(text: string, before: Flags): Flags | undefined {
  if (!/^[imsxuUR]*(?:-[imsxuUR]+)?$/.test(text) || /([imsxuUR]).*\1/.test(text)) return undefined
  const [on = '', off = ''] = text.split('-')
  const flag = (name: keyof Flags) => (before[name] || on.includes(name)) && !off.includes(name)
  return { i: flag('i'), m: flag('m'), s: flag('s'), x: flag('x') }
}

/** Whether this is the source of a set of characters, which cannot begin or end a range. */
function isSet(source: string): boolean {
  return /^(?:\[|\\[dDsSwWpP])/.test(source)
}

function literal(sign: string, { i }: Flags): string {
  const source = escaped(sign)
  // In a class: V8 does not fold the case of a single character such as `ſ`.
  return i && /\p{L}/u.test(sign) ? `(?i:[${source}])` : source
}

function escaped(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
}
