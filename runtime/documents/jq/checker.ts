// Reads a jq program and throws where jq certainly rejects its syntax. The grammar accepts what any version of jq (1.5
// to 1.8) does, so it is wider than each of them; modules are not followed.

import type { Range } from '../../contract/problems.ts'
import { SyntaxFault, Undecided } from './faults.ts'
import { JqScanner } from './scan.ts'
import { NAME, NUMBER, OPERATOR, OUTSIDE, SET, STRAY, VARIABLE } from './tokens.ts'

const MAX_DEPTH = 200
type Call = { readonly name: string; readonly count: number; readonly range: Range }

/** The names that a program defines and uses. */
export class JqChecker {
  readonly #scan: JqScanner
  readonly functions = new Set<string>()
  readonly variables = new Set<string>(SET)
  readonly calls: Call[] = []
  readonly reads: { readonly name: string; readonly range: Range }[] = []
  #depth = 0

  constructor(text: string) {
    this.#scan = new JqScanner(text)
    if (this.#scan.peek() !== '') this.#pipe(true)
    if (this.#scan.peek() !== '') this.#fail()
  }

  #fail(at = this.#next()): never {
    const { text } = this.#scan
    // `||` is read as two pipes, `&&` as no token at all.
    const start = text[at] === '|' && text[at - 1] === '|' ? at - 1 : at
    const length = /^(?:\|\||&&|\w+|[\s\S])/.exec(text.slice(start, start + 40))?.[0].length ?? 0
    throw new SyntaxFault({ start, end: start + length })
  }

  #next(): number {
    this.#scan.blanks()
    return this.#scan.at
  }

  #expect(sign: string): void {
    if (!this.#scan.take(sign)) this.#fail()
  }

  #word(word: string): void {
    if (!this.#scan.word(word)) this.#fail()
  }

  // Precedence does not decide whether a program is valid, so operands and operators simply alternate.
  #pipe(top = false, commas = true): void {
    if (this.#depth++ > MAX_DEPTH) throw new Undecided()
    const scan = this.#scan
    for (;;) {
      if (this.#operand(top)) break
      while (scan.word('as')) {
        this.#patterns()
        this.#expect('|')
        this.#operand(false)
      }
      if (scan.match(OPERATOR) === undefined && !(commas && scan.take(','))) break
    }
    this.#depth--
  }

  // Returns true where the program ends with a definition.
  #operand(top: boolean): boolean {
    const scan = this.#scan
    for (;;) {
      if (scan.word('def')) {
        this.#define()
        if (top && scan.peek() === '') return true
      } else if (scan.word('label')) {
        this.#variable()
        this.#expect('|')
      } else if (scan.word('try')) {
        if (this.#depth++ > MAX_DEPTH) throw new Undecided()
        this.#operand(false)
        this.#depth--
        if (!scan.word('catch')) return false
      } else if (!scan.take('-')) break
    }
    this.#primary()
    this.#postfixes()
    return false
  }

  #define(): void {
    const scan = this.#scan
    this.functions.add(scan.match(NAME) ?? this.#fail())
    if (scan.take('(')) {
      do {
        const isVariable = scan.take('$')
        const name = scan.match(NAME) ?? this.#fail()
        this.functions.add(name)
        if (isVariable) this.variables.add(name)
      } while (scan.take(';'))
      this.#expect(')')
    }
    this.#expect(':')
    this.#pipe()
    this.#expect(';')
  }

  #postfixes(): void {
    const scan = this.#scan
    for (;;) {
      if (scan.take('?')) continue
      if (scan.peek() === '[') this.#index()
      else if (scan.match(/\.[A-Za-z_]\w*/y) !== undefined) continue
      else if (scan.match(/\.\s*(?=\[)/y) !== undefined) this.#index()
      else if (scan.match(/\.\s*(?=")/y) !== undefined) this.#text()
      else return
    }
  }

  #index(): void {
    const scan = this.#scan
    scan.at++
    if (scan.take(']')) return
    if (!scan.take(':')) {
      this.#pipe()
      if (scan.take(']')) return
      this.#expect(':')
    }
    if (scan.take(']')) return
    this.#pipe()
    this.#expect(']')
  }

  #primary(): void {
    const scan = this.#scan
    switch (scan.peek()) {
      case '"':
        this.#text()
        break
      case '(':
        scan.at++
        this.#pipe()
        this.#expect(')')
        break
      case '[':
        scan.at++
        if (scan.take(']')) break
        this.#pipe()
        this.#expect(']')
        break
      case '{':
        this.#object()
        break
      case '$':
        this.#read()
        break
      case '@':
        if (scan.match(/@[A-Za-z0-9_]+/y) === undefined) this.#fail()
        if (scan.peek() === '"') this.#text()
        break
      case '.':
        this.#dot()
        break
      default:
        if (scan.match(NUMBER) === undefined) this.#named()
    }
  }

  #dot(): void {
    const scan = this.#scan
    if (scan.match(NUMBER) !== undefined || scan.take('..')) return
    scan.at++
    // A blank after the dot is allowed only before a quoted key.
    if (/[A-Za-z_]/.test(scan.text[scan.at] ?? '')) scan.match(NAME)
    else if (scan.peek() === '"') this.#text()
  }

  #named(): void {
    const scan = this.#scan
    const start = this.#next()
    const name = scan.match(NAME)
    if (name === undefined || STRAY.has(name)) this.#fail(start)
    if (OUTSIDE.has(name)) throw new Undecided()
    if (name === 'if') this.#if()
    else if (name === 'break' && scan.peek() === '$') this.#read()
    else if (name === 'reduce' || name === 'foreach') {
      this.#primary()
      this.#postfixes()
      this.#word('as')
      this.#patterns()
      this.#arguments()
    } else {
      const range = { start, end: start + name.length }
      this.calls.push({ name, count: scan.peek() === '(' ? this.#arguments() : 0, range })
    }
  }

  #arguments(): number {
    this.#expect('(')
    let count = 0
    do {
      this.#pipe()
      count++
    } while (this.#scan.take(';'))
    this.#expect(')')
    return count
  }

  #if(): void {
    do {
      this.#pipe()
      this.#word('then')
      this.#pipe()
    } while (this.#scan.word('elif'))
    if (this.#scan.word('else')) this.#pipe()
    this.#word('end')
  }

  #object(): void {
    const scan = this.#scan
    scan.at++
    while (!scan.take('}')) {
      const isComputed = scan.peek() === '('
      this.#key()
      if (scan.take(':')) this.#pipe(false, false)
      else if (isComputed) this.#fail()
      if (scan.take('}')) return
      this.#expect(',')
    }
  }

  #key(): void {
    const scan = this.#scan
    const next = scan.peek()
    if (next === '$') this.#read()
    else if (next === '"' || next === '(' || next === '@') this.#primary()
    else if (scan.match(NAME) === undefined) this.#fail()
  }

  #patterns(): void {
    do this.#pattern()
    while (this.#scan.take('?//'))
  }

  #pattern(): void {
    if (this.#depth++ > MAX_DEPTH) throw new Undecided()
    const scan = this.#scan
    if (scan.take('[')) {
      do this.#pattern()
      while (scan.take(','))
      this.#expect(']')
    } else if (scan.take('{')) {
      do this.#part()
      while (scan.take(','))
      this.#expect('}')
    } else this.#variable()
    this.#depth--
  }

  #part(): void {
    const scan = this.#scan
    if (scan.peek() === '$') {
      this.#variable()
      if (scan.take(':')) this.#pattern()
    } else {
      this.#key()
      this.#expect(':')
      this.#pattern()
    }
  }

  #variable(): void {
    this.variables.add((this.#scan.match(VARIABLE) ?? this.#fail()).slice(1).trim())
  }

  #read(): void {
    const start = this.#next()
    const name = this.#scan.match(VARIABLE) ?? this.#fail(start)
    this.reads.push({ name: name.slice(1).trim(), range: { start, end: start + name.length } })
  }

  #text(): void {
    const scan = this.#scan
    scan.blanks()
    for (scan.at++; ; ) {
      const rest = /[^"\\]*/y
      rest.lastIndex = scan.at
      scan.at += rest.exec(scan.text)?.[0].length ?? 0
      if (scan.at >= scan.text.length) throw new Undecided()
      if (scan.text[scan.at] === '"') break
      if (scan.text.startsWith('\\(', scan.at)) {
        scan.at += 2
        this.#pipe()
        this.#expect(')')
      } else {
        const length = /^\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/.exec(scan.text.slice(scan.at, scan.at + 6))?.[0]
          .length
        if (length === undefined) throw new SyntaxFault({ start: scan.at, end: scan.at + 2 })
        scan.at += length
      }
    }
    scan.at++
  }
}
