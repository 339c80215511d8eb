// A place in a program's text, moved on by what is found there. Blanks and comments are passed over.

/** Reads a text piece by piece. */
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

  /** The next character that means something; empty at the end. */
  peek(): string {
    this.blanks()
    return this.text[this.at] ?? ''
  }

  /** Passes over what a sticky pattern matches, and says it. */
  match(pattern: RegExp): string | undefined {
    this.blanks()
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** Passes over a text if it stands next. */
  take(text: string): boolean {
    this.blanks()
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** Passes over a text if it stands right here, with no blank before it. */
  tight(text: string): boolean {
    if (!this.here(text)) return false
    this.at += text.length
    return true
  }

  here(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  /** Passes over a key word. */
  word(word: string): boolean {
    this.blanks()
    if (!this.here(word) || /[\w:]/.test(this.text[this.at + word.length] ?? '')) return false
    this.at += word.length
    return true
  }

  /** Passes over `|`, which is no `|=`. */
  pipe(): boolean {
    this.blanks()
    if (!this.here('|') || this.here('|=')) return false
    this.at++
    return true
  }
}
