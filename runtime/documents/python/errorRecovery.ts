// Repairs half-typed Python so that it parses and the code being typed keeps its place: closes strings that end with
// their line, and brackets and blocks left open. Only inserts text, never removes any.

import { type CompletedText, inserted, PLACEHOLDER, type TextInsertion } from '../insertions.ts'

type Open = {
  readonly sign: string
  readonly line: number
  readonly indent: number
  colon: boolean
  comma: boolean
}

// Statements that cannot occur inside brackets, so any bracket open before one is missing its closer.
const STATEMENT =
  /^([ \t]*)(?:(?:async[ \t]+)?def|class|return|import|raise|pass|try|while|with|del|global|nonlocal)\b/

/** The text with its likely missing parts inserted. */
export function mend(text: string): CompletedText {
  return inserted(text, insertionsFor(text))
}

const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const BLOCK = /^\s*(?:async\s+)?(?:if|elif|while|for|with|def|class|match|case|except)\b/

function insertionsFor(text: string): readonly TextInsertion[] {
  const insertions: TextInsertion[] = []
  const stack: Open[] = []
  const length = text.trimEnd().length
  let lineStart = 0
  let line = 0
  // The line of the last unclosed string.
  let unclosed = -1
  // The last character that is not a space.
  let before = ''
  let i = 0
  const indentHere = (): number => /^[ \t]*/.exec(text.slice(lineStart, lineStart + 200))?.[0].length ?? 0
  while (i <= text.length) {
    const sign = text[i] ?? ''
    if (sign === '\n' || sign === '') {
      endLine()
      i++
      lineStart = i
      line++
      continue
    }
    if (sign === '#') {
      while (i < text.length && text[i] !== '\n') i++
      continue
    }
    if (sign === '"' || sign === "'") {
      string(sign)
      continue
    }
    if (CLOSER[sign] !== undefined)
      stack.push({ sign, line, indent: indentHere(), colon: false, comma: false })
    else if (sign === ':' || sign === ',') sawSign(sign)
    else if (/[)\]}]/.test(sign) && CLOSER[stack.at(-1)?.sign ?? ''] === sign) stack.pop()
    if (sign === '.' && /[\w)\]]/.test(before) && !/[\w.]/.test(text[i + 1] ?? '') && !/\d/.test(before)) {
      // `context.` with nothing after it.
      insertions.push({ at: i + 1, text: PLACEHOLDER })
    }
    if (sign !== ' ' && sign !== '\t' && sign !== '\r') before = sign
    i++
  }
  return insertions

  function string(quote: string): void {
    const start = i
    const isKey = before === '{' || before === ','
    if (text.startsWith(quote.repeat(3), i)) {
      const end = closing(text, i + 3, quote.repeat(3))
      for (let k = i; k < end; k++) {
        if (text[k] !== '\n') continue
        line++
        lineStart = k + 1
      }
      i = end
      before = quote
      return
    }
    i++
    while (i < text.length && text[i] !== quote && !/[\r\n]/.test(text[i] as string))
      i += text[i] !== '\\' ? 1 : text.startsWith('\r\n', i + 1) ? 3 : 2
    if (i < text.length && text[i] === quote) {
      i++
      before = quote
      if (isKey) loneKey()
      return
    }
    if (i > text.length) i = text.length
    // The string is not closed on its line. Closing brackets at the end of the line are not part of it.
    const content = text.slice(start + 1, i)
    const tail = /[\s)\]},:]*$/.exec(content)?.[0] ?? ''
    const isLone = isKey && isInDict()
    const { kept, missing } = trailing(tail)
    const end = i - kept
    i = end
    before = quote
    insertions.push({ at: end, text: (isLone ? `${quote}: None${commaAfter(end)}` : quote) + missing })
    if (isLone) before = 'e'
    unclosed = line
  }

  // How many characters at the end of an unclosed string close open brackets, and which brackets to close before them.
  function trailing(tail: string): { readonly kept: number; readonly missing: string } {
    const closers = stack.map(({ sign }) => CLOSER[sign] ?? '').reverse()
    for (let from = 0; from < tail.length; from++) {
      const rest = tail.slice(from)
      if (!/^[)\]}]/.test(rest)) continue
      const given = rest.replaceAll(/[^)\]}]/g, '')
      const at = closers.join('').indexOf(given)
      if (at === -1) continue
      stack.length -= at
      return { kept: rest.length, missing: closers.slice(0, at).join('') }
    }
    return { kept: 0, missing: '' }
  }

  // A dict key without a value: `{"a": 1, "b"}`
  function loneKey(): void {
    if (!isInDict()) return
    const next = /^[ \t]*([^ \t]?)/.exec(text.slice(i, i + 200))?.[1] ?? ''
    if (next === '}' || /^[\r\n]?$/.test(next)) {
      insertions.push({ at: i, text: `: None${next === '}' ? '' : commaAfter(i)}` })
      before = 'e'
    }
  }

  function sawSign(sign: string): void {
    const innermost = stack.at(-1)
    if (innermost === undefined) return
    if (sign === ':') innermost.colon = true
    else innermost.comma = true
  }

  // Distinguishes a dict from a set of strings: a dict has a colon in it, or no comma yet.
  function isInDict(): boolean {
    const innermost = stack.at(-1)
    return innermost?.sign === '{' && (innermost.colon || !innermost.comma)
  }

  function commaAfter(from: number): string {
    return /^\s*["']/.test(text.slice(from, from + 500).replace(/^[^\n]*\n/, '')) ? ',' : ''
  }

  // Closes the brackets that cannot still be open on the next line.
  function endLine(): void {
    const outermost = stack[0]
    const isHeader = BLOCK.test(text.slice(lineStart, Math.min(i, lineStart + 300)))
    if (outermost !== undefined && (isLast() || isOver(outermost, isHeader))) {
      const added = stack
        .map(({ sign }) => CLOSER[sign])
        .reverse()
        .join('')
      const end = contentEnd()
      insertions.push({
        at: end,
        text:
          added +
          (isHeader && outermost.line === line && !/:\s*$/.test(text.slice(lineStart, end)) ? ':' : ''),
      })
      stack.length = 0
    } else if (
      outermost === undefined &&
      unclosed === line &&
      isHeader &&
      !/:\s*$/.test(text.slice(lineStart, i))
    ) {
      insertions.push({ at: contentEnd(), text: ':' })
    }
    before = ''
    if (stack.length > 0) before = lastSign()
  }

  function isLast(): boolean {
    return i >= length
  }

  function isOver(outermost: Open, isHeader: boolean): boolean {
    const statement = STATEMENT.exec(text.slice(i + 1, i + 300))
    if (statement !== null && (statement[1]?.length ?? 0) <= outermost.indent) return true
    const next = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ \t]*)([^\s]?)/.exec(text.slice(i + 1, i + 2000))
    if (next === null || /[)\]}]/.test(next[2] ?? '')) return false
    const indent = next[1]?.length ?? 0
    if (unclosed === line && isHeader && outermost.line === line) return true
    return indent <= outermost.indent && (unclosed >= outermost.line || outermost.line === line)
  }

  function contentEnd(): number {
    let end = i
    const last = insertions.at(-1)
    while (end > lineStart && /[ \t\r]/.test(text[end - 1] ?? '') && (last === undefined || end > last.at))
      end--
    return end
  }

  function lastSign(): string {
    const inserted = insertions.at(-1)
    if (inserted !== undefined && inserted.at >= lineStart && inserted.text.endsWith(',')) return ','
    return /([^\s])\s*$/.exec(text.slice(Math.max(0, i - 200), i))?.[1] ?? ''
  }
}

function closing(text: string, from: number, quotes: string): number {
  let i = from
  for (;;) {
    const end = text.indexOf(quotes, i)
    if (end === -1) return text.length
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end + 3
    i = end + 1
  }
}
