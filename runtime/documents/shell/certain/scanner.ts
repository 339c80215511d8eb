// Walks over the words of a shell script: quotes, substitutions, here-documents. What it has doubts about, it says so
// (`Doubt`), and what is certainly never closed is a `Mistake`; both are thrown, and `mistake.ts` catches them.

/** What is certainly wrong with a script. */
export class Mistake extends Error {
  readonly start: number
  readonly end: number
  constructor(message: string, start: number, end: number) {
    super(message)
    this.start = start
    this.end = end
  }
}

/** Thrown where bash may read the text in another way than we do. */
export class AmbiguousSyntax extends Error {}

/** So many that are no arithmetic are tried: each is read to its end, which may be that of the text. */
const MOST_ATTEMPTS = 200

/** Where a scan is: the next character, and here-documents whose text begins with the next line. */
export class ShellScanner {
  readonly text: string
  /** Reads commands up to the bracket that closes them, for `$(…)`. */
  readonly #commands: () => void
  at = 0
  /** Where `((` is no arithmetic: tried anew within each of the brackets around it, it would double with each. */
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

  /** Moves on where these characters come next. */
  take(what: string): boolean {
    if (!this.text.startsWith(what, this.at)) return false
    this.at += what.length
    return true
  }

  /** Moves over blanks, joined lines and a comment; not over the end of a line. */
  blanks(): void {
    for (;;) {
      if (this.char === ' ' || this.char === '\t') this.at++
      else if (!this.take('\\\n')) break
    }
    if (this.char !== '#') return
    const end = this.text.indexOf('\n', this.at)
    this.at = end === -1 ? this.text.length : end
  }

  /** Moves over the end of a line, and over the here-documents that begin behind it. */
  newline(): void {
    this.at++
    for (const { delimiter, tabs } of this.#waiting.splice(0)) this.#document(delimiter, tabs)
  }

  /** Moves over one word, and returns it; empty where none begins. To a shell only these blanks are some. */
  word(): string {
    const start = this.at
    while (!this.ended && !/[ \t\n;&|<>()]/.test(this.char)) this.piece()
    return this.text.slice(start, this.at)
  }

  /** Moves over one character, or over what is quoted or substituted. */
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

  /** Moves over `"…"`. */
  double(): void {
    const start = this.at++
    while (this.char !== '"') {
      if (this.ended) throw new Mistake('this quote is never closed', start, start + 1)
      if (this.char === '\\') this.at += 2
      else if (this.char === '`') this.#until('`', true)
      else if (this.char === '$') this.#dollar(true)
      else this.at++
    }
    this.at++
  }

  /** Moves over a redirection; false where none comes next. */
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

  /** Moves over brackets that hold other brackets, quotes and substitutions, from the first one on. */
  brackets(): void {
    this.at++
    for (let depth = 1; depth > 0; ) {
      if (this.ended) throw new AmbiguousSyntax()
      if (this.char === '(') depth++
      if (this.char === ')') depth--
      this.piece()
    }
  }

  /** Moves over `((…))`; false, and nowhere, where these are brackets within brackets. */
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
    // The number of the process, whatever comes next.
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
    if (!this.take(')')) throw new Mistake('this bracket is never closed', start, start + 2)
  }

  #braces(start: number, quoted: boolean): void {
    this.at++
    while (this.char !== '}') {
      if (this.ended) throw new Mistake('this brace is never closed', start, start + 2)
      // Whether a quote is one there depends on what stands before it.
      if (this.char === "'" && quoted) throw new AmbiguousSyntax()
      if (this.char === '$') this.#dollar(quoted)
      else this.piece()
    }
    this.at++
  }

  #until(quote: string, escapes: boolean): void {
    const start = this.at++
    while (this.char !== quote) {
      if (this.ended) throw new Mistake('this quote is never closed', start, start + 1)
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
