// Scans the words of a shell script: quotes, substitutions, here-documents. Throws `AmbiguousSyntax` where the syntax
// is in doubt, and `Mistake` for what is certainly never closed; `mistake.ts` catches both.

/** A certain error in a script. */
export class Mistake extends Error {
  readonly start: number
  readonly end: number
  constructor(message: string, start: number, end: number) {
    super(message)
    this.start = start
    this.end = end
  }
}

/** A line that begins with an option: it is run as a command of its own, because the line above lacks its backslash. */
export class LostLine extends Mistake {}

/** Thrown where bash may read the text differently than this scanner. */
export class AmbiguousSyntax extends Error {}

/** The most failed attempts to read arithmetic: each scans to its end, which may be that of the text. */
const MOST_ATTEMPTS = 200

/** The position of a scan: the next character, and the here-documents whose text begins on the next line. */
export class ShellScanner {
  readonly text: string
  /** Reads commands up to the closing bracket, for `$(…)`. */
  readonly #commands: () => void
  at = 0
  /** Offsets where `((` is not arithmetic; retrying them inside every enclosing bracket would take exponential time. */
  readonly #commandsAt = new Set<number>()
  readonly #waiting: { readonly delimiter: string; readonly tabs: boolean }[] = []

  constructor(text: string, commands: () => void) {
    this.text = text
    this.#commands = commands
  }

  get char(): string {
    return this.text[this.at] ?? ''
  }

  get ended(): boolean {
    return this.at >= this.text.length
  }

  /** Advances past these characters if they come next. */
  take(what: string): boolean {
    if (!this.text.startsWith(what, this.at)) return false
    this.at += what.length
    return true
  }

  /** Advances past blanks, joined lines and a comment; not past the end of a line. */
  blanks(): void {
    for (;;) {
      if (this.char === ' ' || this.char === '\t') this.at++
      else if (!this.take('\\\n')) break
    }
    if (this.char !== '#') return
    const end = this.text.indexOf('\n', this.at)
    this.at = end === -1 ? this.text.length : end
  }

  /** Advances past the end of a line, and past the here-documents that begin after it. */
  newline(): void {
    this.at++
    for (const { delimiter, tabs } of this.#waiting.splice(0)) this.#document(delimiter, tabs)
  }

  /**
   * Advances past one word and returns it; empty where none begins. Only space, tab and line feed separate words in a
   * shell.
   */
  word(): string {
    const start = this.at
    while (!this.ended && !/[ \t\n;&|<>()]/.test(this.char)) this.piece()
    return this.text.slice(start, this.at)
  }

  /** Advances past one character, or past a quoted or substituted part. */
  piece(): void {
    switch (this.char) {
      case '\\':
        this.at += 2
        return
      case "'":
        this.#until("'", false)
        return
      case '"':
        this.double()
        return
      case '`':
        this.#until('`', true)
        return
      case '$':
        this.#dollar(false)
        return
      default:
        this.at++
    }
  }

  /** Advances past `"…"`. */
  double(): void {
    const start = this.at++
    while (this.char !== '"') {
      if (this.ended) throw new Mistake('unclosed quote', start, start + 1)
      if (this.char === '\\') this.at += 2
      else if (this.char === '`') this.#until('`', true)
      else if (this.char === '$') this.#dollar(true)
      else this.at++
    }
    this.at++
  }

  /** Advances past a redirection; false if none comes next. */
  redirection(): boolean {
    if (this.text.startsWith('<(', this.at) || this.text.startsWith('>(', this.at)) {
      const start = this.at
      this.at += 2
      this.#inner(start)
      return true
    }
    if (this.take('<<<')) return this.#target()
    if (this.take('<<')) {
      const tabs = this.take('-')
      this.blanks()
      const delimiter = this.word().replaceAll(/['"\\]/g, '')
      if (delimiter === '' || delimiter.includes('$')) throw new AmbiguousSyntax()
      this.#waiting.push({ delimiter, tabs })
      return true
    }
    for (const sign of ['&>>', '&>', '>>', '>&', '<&', '>|', '<>', '<', '>'])
      if (this.take(sign)) return this.#target()
    return false
  }

  /** Advances past a bracket with its nested brackets, quotes and substitutions. */
  brackets(): void {
    this.at++
    for (let depth = 1; depth > 0; ) {
      if (this.ended) throw new AmbiguousSyntax()
      if (this.char === '(') depth++
      if (this.char === ')') depth--
      this.piece()
    }
  }

  /** Advances past `((…))`; false, without advancing, where these are nested brackets. */
  arithmetic(): boolean {
    const start = this.at
    if (this.#commandsAt.size > MOST_ATTEMPTS) throw new AmbiguousSyntax()
    if (this.#commandsAt.has(start)) return false
    try {
      this.brackets()
      if (this.text.startsWith('))', this.at - 2)) return true
    } catch {
      // Read it as commands instead.
    }
    this.#commandsAt.add(start)
    this.at = start
    return false
  }

  #target(): true {
    this.blanks()
    if (this.text.startsWith('<(', this.at) || this.text.startsWith('>(', this.at)) return true
    this.word()
    return true
  }

  #dollar(quoted: boolean): void {
    const start = this.at++
    // `$$`, the process id, whatever comes next.
    if (this.take('$')) return
    if (this.char === '(') {
      if (this.text[this.at + 1] === '(' && this.arithmetic()) return
      this.at++
      this.#inner(start)
    } else if (this.char === '{') this.#braces(start, quoted)
    else if (this.char === "'" && !quoted) this.#until("'", true)
    else if (this.char === '"' && !quoted) this.double()
  }

  #inner(start: number): void {
    this.#commands()
    if (!this.take(')')) throw new Mistake('unclosed bracket', start, start + 2)
  }

  #braces(start: number, quoted: boolean): void {
    this.at++
    while (this.char !== '}') {
      if (this.ended) throw new Mistake('unclosed brace', start, start + 2)
      // Whether a quote counts there depends on what precedes it.
      if (this.char === "'" && quoted) throw new AmbiguousSyntax()
      if (this.char === '$') this.#dollar(quoted)
      else this.piece()
    }
    this.at++
  }

  #until(quote: string, escapes: boolean): void {
    const start = this.at++
    while (this.char !== quote) {
      if (this.ended) throw new Mistake('unclosed quote', start, start + 1)
      this.at += escapes && this.char === '\\' ? 2 : 1
    }
    this.at++
  }

  #document(delimiter: string, tabs: boolean): void {
    for (;;) {
      if (this.ended) throw new AmbiguousSyntax()
      const end = this.text.indexOf('\n', this.at)
      const line = this.text.slice(this.at, end === -1 ? undefined : end)
      this.at = end === -1 ? this.text.length : end + 1
      if ((tabs ? line.replace(/^\t+/, '') : line) === delimiter) return
    }
  }
}
