// Parses jq programs, and therefore JSON, which is valid jq. Tolerates half-typed text: parts that are not understood
// become unknown terms. Never throws.

import { destructured, withBounds } from './destructuring.ts'
import { define, patterns, wordTerm } from './keywords.ts'
import { objectTerm, textTerm } from './objects.ts'
import type { Parsing } from './parsing.ts'
import { JqScanner } from './scan.ts'
import { INTERPOLATION, type Term, UNKNOWN } from './term.ts'

/** Parses a program. Trailing line breaks are removed, so that an unfinished part ends at the end of its text. */
export function parseProgram(text: string): Term {
  return new Parser(text.replace(/\n+$/, '')).pipe()
}

const MAX_DEPTH = 200

/** Binary operators, in order of increasing precedence. Associativity does not affect which fields are read. */
const LEVELS: readonly { readonly kind: (Term & { left: Term })['kind']; readonly match: RegExp }[] = [
  { kind: 'alternative', match: /\/\/(?!=)/y },
  { kind: 'assign', match: /(?:\/\/=|\|=|\+=|-=|\*=|\/=|%=|=(?!=))/y },
  { kind: 'logic', match: /or\b/y },
  { kind: 'logic', match: /and\b/y },
  { kind: 'compare', match: /(?:==|!=|<=|>=|<|>)/y },
  { kind: 'math', match: /[+-](?!=)/y },
  { kind: 'math', match: /(?:\*|\/(?!\/)|%)(?!=)/y },
]

class Parser implements Parsing {
  readonly scan: JqScanner
  #depth = 0

  constructor(text: string) {
    this.scan = new JqScanner(text)
  }

  /** `a | b`, with definitions and `as` before it. */
  pipe(commas = true): Term {
    return this.#nested(() => this.#piped(commas))
  }

  // Nesting deeper than any real program's ends the parse.
  #nested(parse: () => Term): Term {
    if (this.#depth > MAX_DEPTH) {
      this.scan.at = this.scan.text.length
      return UNKNOWN
    }
    this.#depth++
    const term = parse()
    this.#depth--
    return term
  }

  #piped(commas: boolean): Term {
    const scan = this.scan
    if (scan.word('def')) return define(this, commas)
    const left = commas ? this.#commas() : this.#binary(0)
    const isBound = scan.word('as')
    const bounds = isBound ? destructured(this) : undefined
    const names = isBound && bounds === undefined ? patterns(this) : undefined
    if (!scan.pipe()) return left
    const right = this.pipe(commas)
    if (bounds !== undefined) return withBounds(left, bounds, right)
    if (names !== undefined) return { kind: 'as', source: left, names, body: right }
    return { kind: 'pipe', by: '|', left, right }
  }

  #commas(): Term {
    let left = this.#binary(0)
    while (this.scan.take(',')) left = { kind: 'comma', by: ',', left, right: this.#binary(0) }
    return left
  }

  #binary(level: number): Term {
    const rule = LEVELS[level]
    if (rule === undefined) return this.postfix()
    let left = this.#binary(level + 1)
    for (let by = this.scan.match(rule.match); by !== undefined; by = this.scan.match(rule.match)) {
      const right = this.#binary(level + 1)
      left = { kind: rule.kind, by, left, right } as Term
    }
    return left
  }

  postfix(): Term {
    return this.#nested(() => this.#postfixed())
  }

  #postfixed(): Term {
    const scan = this.scan
    let term = this.primary()
    for (;;) {
      if (scan.here('?') && !scan.here('?//')) scan.at++
      else if (scan.tight('[')) term = this.#index(term)
      else if (scan.match(/\.(?=\s*[A-Za-z_"$[])/y) !== undefined) term = this.#afterDot(term)
      else if (scan.match(/\.(?!\.|\d)/y) !== undefined)
        return { kind: 'field', of: term, key: '', range: { start: scan.at, end: scan.at }, quote: 'bare' }
      else return term
    }
  }

  #afterDot(of: Term): Term {
    const scan = this.scan
    if (scan.peek() === '[') {
      scan.at++
      return this.#index(of)
    }
    if (scan.peek() === '"') {
      const { value, range } = textTerm(this)
      return value === undefined ? UNKNOWN : { kind: 'field', of, key: value, range, quote: '"' }
    }
    const key = scan.match(/[A-Za-z_]\w*/y)
    if (key === undefined || scan.text[scan.at] === INTERPOLATION) return UNKNOWN
    return { kind: 'field', of, key, range: { start: scan.at - key.length, end: scan.at }, quote: 'bare' }
  }

  #index(of: Term): Term {
    const scan = this.scan
    if (scan.take(']')) return { kind: 'index', of }
    const index = scan.peek() === ':' ? UNKNOWN : this.pipe()
    const sliced = scan.take(':')
    if (sliced && scan.peek() !== ']') this.pipe()
    scan.take(']')
    if (sliced) return { kind: 'index', of, index: UNKNOWN }
    return index.kind === 'text' && index.value !== undefined
      ? { kind: 'field', of, key: index.value, range: index.range, quote: '"' }
      : { kind: 'index', of, index }
  }

  primary(): Term {
    const scan = this.scan
    const next = scan.peek()
    const start = scan.at
    switch (next) {
      case '':
        return { kind: 'unknown', missing: scan.text.length }
      case INTERPOLATION:
        scan.at++
        return UNKNOWN
      case '"':
        return textTerm(this)
      case '(': {
        scan.at++
        const inner = this.pipe()
        scan.take(')')
        return inner
      }
      case '[': {
        scan.at++
        if (scan.take(']')) return { kind: 'list' }
        const of = this.pipe()
        scan.take(']')
        return { kind: 'list', of }
      }
      case '{':
        return objectTerm(this)
      case '-':
        scan.at++
        return this.#negative(this.postfix(), start)
      case '.':
        return this.#dot()
      case '$':
        scan.at++
        return { kind: 'variable', name: scan.match(/(?:\w|::)+/y) ?? '' }
      case '@': {
        scan.at++
        const format = scan.match(/\w+/y) ?? ''
        return scan.peek() === '"' ? textTerm(this) : { kind: 'call', name: `@${format}`, args: [] }
      }
    }
    const number = scan.match(/\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+/y)
    if (number !== undefined)
      return { kind: 'literal', value: Number(number), range: { start, end: scan.at } }
    const word = scan.match(/[A-Za-z_](?:\w|::\w)*/y)
    return word === undefined ? { kind: 'unknown', missing: scan.at } : wordTerm(this, word, start)
  }

  #negative(of: Term, start: number): Term {
    if (of.kind !== 'literal' || typeof of.value !== 'number') return UNKNOWN
    return { ...of, value: -of.value, range: { start, end: of.range.end } }
  }

  #dot(): Term {
    const scan = this.scan
    scan.at++
    if (scan.text[scan.at] === '.') {
      scan.at++
      return { kind: 'call', name: 'recurse', args: [] }
    }
    const first = scan.text[scan.at] ?? ''
    const identity: Term = /\s/.test(first) ? { kind: 'identity' } : { kind: 'identity', at: scan.at }
    if (first === '[') {
      scan.at++
      return this.#index(identity)
    }
    return first === INTERPOLATION ? UNKNOWN : /[A-Za-z_"]/.test(first) ? this.#afterDot(identity) : identity
  }
}
