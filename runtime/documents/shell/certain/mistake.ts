// Finds certain syntax errors of a bash script: a quote or bracket that is never closed, an `if` without its `fi`. The
// tree-sitter grammar does not cover all of bash, so its errors alone prove nothing.

import { AmbiguousSyntax, LostLine, Mistake, ShellScanner } from './scanner.ts'

/** The error at which bash would stop; undefined where there is none or it is not certain. */
export function mistakeIn(text: string): Mistake | undefined {
  // Other shells have another syntax, carriage returns become part of words, and an alias may replace any word.
  if (OTHER_SHELL.test(text) || /\r|^\s*alias\s/m.test(text) || text.length > MAX_LENGTH) return undefined
  try {
    new Commands(text).script()
    return undefined
  } catch (error) {
    if (error instanceof Mistake) return error
    if (error instanceof AmbiguousSyntax || error instanceof RangeError) return undefined
    throw error
  }
}

const MAX_LENGTH = 100_000
const OTHER_SHELL = /^#!.*\b(?:zsh|fish|t?csh|m?ksh)\b/

// Words that end a list of commands, where a command could begin.
const ENDS: ReadonlySet<string> = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}'])

const ASSIGNMENT = /^[A-Za-z_]\w*(\[.*\])?\+?=$/s

class Commands {
  readonly #scan: ShellScanner

  constructor(text: string) {
    this.#scan = new ShellScanner(text, () => this.#listUntilBracket())
  }

  script(): void {
    for (;;) {
      const end = this.#list(true)
      if (end === 'exit' || this.#scan.ended) return
      this.#stray(end)
    }
  }

  // A list ends before a word of ENDS, before `)`, before `;;`, or with the text; returns which.
  #list(top = false): string {
    const scan = this.#scan
    for (;;) {
      scan.blanks()
      if (scan.ended) return ''
      if (scan.char === '\n') scan.newline()
      else if (scan.char === ')') return ')'
      else if (/^;(;|&)/.test(scan.text.slice(scan.at, scan.at + 2))) return ';;'
      else if (scan.char === ';' || scan.char === '&' || scan.char === '|') this.#separator()
      else {
        const end = this.#command(top)
        if (end !== undefined) return end
      }
    }
  }

  #separator(): void {
    const scan = this.#scan
    if (scan.text.startsWith('&>', scan.at)) scan.redirection()
    else scan.at++
  }

  #command(top: boolean): string | undefined {
    const scan = this.#scan
    const start = scan.at
    if (scan.char === '(') {
      if (scan.text.startsWith('((', start) && scan.arithmetic()) return this.#rest()
      scan.at++
      this.#listUntilBracket()
      this.#close(')', start, 'unclosed bracket')
      return this.#rest()
    }
    if (scan.redirection()) return undefined
    const word = scan.word()
    if (ENDS.has(word)) {
      scan.at = start
      return word
    }
    switch (word) {
      case '!':
      case 'time':
      case 'coproc':
        return undefined
      case '[[':
        this.#test(start)
        return this.#rest()
      case '{':
        this.#expect('}', start, word)
        return this.#rest()
      case 'if':
        this.#if(start)
        return this.#rest()
      case 'while':
      case 'until':
        this.#expect('do', start, word)
        this.#expect('done', start, word)
        return this.#rest()
      case 'for':
      case 'select':
        this.#for(start, word)
        return this.#rest()
      case 'case':
        this.#case(start)
        return this.#rest()
      case 'function':
        return this.#named()
      default:
        return this.#simple(word, top)
    }
  }

  #simple(first: string, top: boolean): string | undefined {
    const scan = this.#scan
    const begun = scan.at - first.length
    if (this.#brackets(first)) return undefined
    if (/^--?[a-zA-Z]/.test(first) && continuesLine(scan.text, begun))
      throw new LostLine(`"${first}" is run as a command`, begun, begun + first.length)
    this.#rest()
    // Text after an `exit` need not be shell code: some scripts append their data there.
    const leaves = top && /^(exit|exec)$/.test(first) && /[\n;]/.test(scan.char || '\n')
    return leaves && isLineStart(scan.text, begun) ? 'exit' : undefined
  }

  // `name=(…)` is a list of words; `name()` begins a function and returns true, because its body is the next command.
  #brackets(word: string): boolean {
    const scan = this.#scan
    const at = scan.at
    scan.blanks()
    if (scan.char !== '(') {
      scan.at = at
      return false
    }
    if (scan.at === at && ASSIGNMENT.test(word)) this.#words()
    else if (scan.at === at && /[?*+@!]$/.test(word)) scan.brackets()
    else if (/^\(\s*\)/.test(scan.text.slice(scan.at, scan.at + 20))) {
      scan.at = scan.text.indexOf(')', scan.at) + 1
      return true
    } else throw new AmbiguousSyntax()
    return false
  }

  #words(): void {
    const scan = this.#scan
    const start = scan.at++
    for (;;) {
      scan.blanks()
      if (scan.ended) throw new Mistake('unclosed bracket', start, start + 1)
      if (scan.take(')')) return
      if (scan.char === '\n') scan.newline()
      else if (scan.char === '(') scan.brackets()
      else if (/[;&|<>]/.test(scan.char)) throw new AmbiguousSyntax()
      else scan.word()
    }
  }

  // Skips the words and redirections of a command, up to the separator before the next one.
  #rest(): undefined {
    const scan = this.#scan
    for (;;) {
      scan.blanks()
      if (scan.ended || /[\n;|)]/.test(scan.char)) return undefined
      if (scan.char === '&' && !scan.text.startsWith('&>', scan.at)) return undefined
      if (scan.redirection()) continue
      if (scan.char === '(') throw new AmbiguousSyntax()
      const word = scan.word()
      if (scan.char === '(') this.#brackets(word)
    }
  }

  #listUntilBracket(): void {
    const end = this.#list()
    if (end !== ')' && end !== '') this.#stray(end)
  }

  #close(what: string, start: number, message: string): void {
    if (!this.#scan.take(what)) throw new Mistake(message, start, start + 1)
  }

  #expect(end: string, start: number, opener: string): void {
    const found = this.#list()
    if (found === end) this.#scan.at += end.length
    else if (found === '') throw new Mistake(`"${opener}" without "${end}"`, start, start + opener.length)
    else this.#stray(found)
  }

  #if(start: number): void {
    this.#expect('then', start, 'if')
    for (;;) {
      const end = this.#list()
      if (end === 'fi' || end === 'else') {
        this.#scan.at += end.length
        if (end === 'else') this.#expect('fi', start, 'if')
        return
      }
      if (end !== 'elif') {
        if (end === '') throw new Mistake('"if" without "fi"', start, start + 2)
        this.#stray(end)
      }
      this.#scan.at += end.length
      this.#expect('then', start, 'if')
    }
  }

  #for(start: number, word: string): void {
    const scan = this.#scan
    scan.blanks()
    if (scan.text.startsWith('((', scan.at)) {
      if (!scan.arithmetic()) throw new AmbiguousSyntax()
    } else if (!/^[A-Za-z_]\w*$/.test(scan.word())) throw new AmbiguousSyntax()
    scan.blanks()
    if (!/^do\s/.test(scan.text.slice(scan.at, scan.at + 3))) this.#rest()
    this.#expect('do', start, word)
    this.#expect('done', start, word)
  }

  #case(start: number): void {
    const scan = this.#scan
    scan.blanks()
    scan.word()
    this.#lines()
    if (scan.word() !== 'in') throw new AmbiguousSyntax()
    for (;;) {
      this.#lines()
      if (scan.ended) throw new Mistake('"case" without "esac"', start, start + 4)
      if (/^esac(?![\w-])/.test(scan.text.slice(scan.at, scan.at + 5))) {
        scan.at += 4
        return
      }
      this.#pattern(start)
      const end = this.#list()
      if (end === ';;') scan.at += scan.text.startsWith(';;&', scan.at) ? 3 : 2
      else if (end === '') throw new Mistake('"case" without "esac"', start, start + 4)
      else if (end !== 'esac') this.#stray(end)
    }
  }

  #pattern(start: number): void {
    const scan = this.#scan
    scan.take('(')
    while (scan.char !== ')') {
      if (scan.ended) throw new Mistake('"case" without "esac"', start, start + 4)
      if (scan.char === '\n') throw new AmbiguousSyntax()
      if (scan.char === '(') scan.brackets()
      else scan.piece()
    }
    scan.at++
  }

  #lines(): void {
    const scan = this.#scan
    for (scan.blanks(); scan.char === '\n'; scan.blanks()) scan.newline()
  }

  #test(start: number): void {
    const scan = this.#scan
    for (;;) {
      while (/\s/.test(scan.char)) scan.at++
      if (scan.ended) throw new Mistake('unclosed "[["', start, start + 2)
      if (/^\]\](?![^\s;&|)])/.test(scan.text.slice(scan.at, scan.at + 3))) {
        scan.at += 2
        return
      }
      if (scan.take('=~')) {
        while (/[ \t]/.test(scan.char)) scan.at++
        while (!scan.ended && !/\s/.test(scan.char)) {
          if (scan.char === '(') scan.brackets()
          else scan.piece()
        }
      } else scan.piece()
    }
  }

  #named(): undefined {
    const scan = this.#scan
    scan.blanks()
    scan.word()
    scan.blanks()
    if (scan.char === '(') this.#brackets('')
    return undefined
  }

  #stray(end: string): never {
    const { at } = this.#scan
    const what = end === ';;' ? ';;' : end
    throw new Mistake(`unexpected "${what}"`, at, at + what.length)
  }
}

// Whether a word begins its line, and the line above has words.
function continuesLine(text: string, at: number): boolean {
  const begun = text.lastIndexOf('\n', text.lastIndexOf('\n', at - 1) - 1) + 1
  return /^[ \t]*[^\s#][^\n]*\n\s*$/.test(text.slice(begun, at))
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n'
}
