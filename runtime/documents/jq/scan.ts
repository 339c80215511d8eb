// Scans a jq program's text. Blanks and comments before a token are skipped.

/** Reads a text token by token. */
export class JqScanner {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  blanks(): void {
    for (;;) {
      const char = this.text[this.at]
      if (char === ' ' || char === '\n' || char === '\t' || char === '\r') this.at++
      else if (char === '#') {
        const end = this.text.indexOf('\n', this.at)
        this.at = end === -1 ? this.text.length : end
      } else return
    }
  }

  /** The next character after blanks and comments; empty at the end. */
  peek(): string {
    this.blanks()
    return this.text[this.at] ?? ''
  }

  /** Consumes what a sticky pattern matches, and returns it. */
  match(pattern: RegExp): string | undefined {
    this.blanks()
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** Consumes a text if it comes next. */
  take(text: string): boolean {
    this.blanks()
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** Consumes a text if it comes next without a blank before it. */
  tight(text: string): boolean {
    if (!this.here(text)) return false
    this.at += text.length
    return true
  }

  here(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  /** Consumes a keyword. */
  word(word: string): boolean {
    this.blanks()
    if (!this.here(word) || /[\w:]/.test(this.text[this.at + word.length] ?? '')) return false
    this.at += word.length
    return true
  }

  /** Consumes `|`, but not `|=`. */
  pipe(): boolean {
    this.blanks()
    if (!this.here('|') || this.here('|=')) return false
    this.at++
    return true
  }
}
