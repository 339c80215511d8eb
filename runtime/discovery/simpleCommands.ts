// Splits a shell line into simple commands, as words with quotes resolved, to find the files they run. Skips tests,
// lists of values, `case` patterns, comments and here-documents; keeps substitutions as written, and marks quoted
// special characters. An approximation, not a shell: what it returns as a command may not be one.

const SHELL = /^(?:\S*\/)?(?:ba|da|z|k|a)?sh$/

/** Characters that are special to a shell; where they are quoted, private-use characters stand for them. */
const SIGNS = '$`~*?['
const QUOTED = '\u{f0001}\u{f0002}\u{f0003}\u{f0004}\u{f0005}\u{f0006}'
const QUOTED_SIGNS = [...QUOTED]

/** The text with each special character marked as quoted. */
export function quotedSigns(text: string): string {
  return text.replaceAll(/[$`~*?[]/g, (sign) => QUOTED_SIGNS[SIGNS.indexOf(sign)] ?? sign)
}

/** The text as its program receives it, without the marks. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(/[\u{f0001}-\u{f0006}]/gu, (sign) => SIGNS[QUOTED_SIGNS.indexOf(sign)] ?? sign)
}

/** Whether the text contains this special character, quoted. */
export function hasQuoted(text: string, sign: string): boolean {
  return text.includes(quotedSigns(sign))
}

/** The simple commands, in the order of the text. */
export function commandsOf(text: string): readonly (readonly string[])[] {
  const all: string[][] = []
  let words: string[] = []
  let word: string | undefined
  let at = 0
  /** Number of open parentheses: a `)` without an open one ends the patterns of a `case`. */
  let open = 0
  /** Index of the pipeline's first command: in `a | b)`, both are patterns of a `case` and are removed. */
  let piped = 0
  const documents: string[] = []
  const endWord = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  const endCommand = () => {
    endWord()
    if (words.length > 0) all.push(words)
    words = []
  }
  while (at < text.length) {
    const sign = text[at] as string
    if (sign === "'") {
      const end = text.indexOf("'", at + 1)
      word = (word ?? '') + quotedSigns(text.slice(at + 1, end === -1 ? undefined : end))
      at = end === -1 ? text.length : end + 1
    } else if (sign === '"') {
      at++
      word ??= ''
      while (at < text.length && text[at] !== '"') {
        // Variables and substitutions keep their meaning in double quotes.
        const isSign = text[at] === '$' || text[at] === '`'
        if (text.startsWith('\\\n', at)) at++
        else if (text[at] === '\\' && /[$`"\\]/.test(text[at + 1] ?? ''))
          word += quotedSigns(text[++at] ?? '')
        else word += isSign ? text[at] : quotedSigns(text[at] ?? '')
        at++
      }
      at++
    } else if (sign === '\\') {
      if (text[at + 1] !== '\n') word = (word ?? '') + quotedSigns(text[at + 1] ?? '')
      at += 2
    } else if (text.startsWith('$(', at)) {
      const end = closing(text, at + 1)
      word = (word ?? '') + text.slice(at, end)
      at = end
    } else if (sign === '#' && word === undefined) {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    } else if (/[ \t]/.test(sign)) {
      endWord()
      at++
      if (words.at(-1) === '[[') at = endOfTest(text, at)
    } else if (sign === '(' && word !== undefined && /^\w+\+?=$/.test(word)) {
      const end = closing(text, at)
      word += text.slice(at, end)
      at = end
    } else if (
      /[;&|\n(){}]/.test(sign) &&
      !(sign === '{' && text[at - 1] === '$') &&
      !(sign === '}' && word?.includes('${'))
    ) {
      if (sign === ')' && open === 0) {
        word = undefined
        words = []
        all.length = piped
      }
      endCommand()
      if (sign !== '|' || text[at + 1] === '|' || text[at - 1] === '|') piped = all.length
      at++
      if (sign === '(') open++
      if (sign === ')') open = Math.max(0, open - 1)
      if (sign === '\n') for (const end of documents.splice(0)) at = endOfDocument(text, at, end)
    } else if (sign === '<' || sign === '>') {
      endWord()
      const document = /^<<-?\s*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/.exec(text.slice(at, at + 200))
      // A here-document that is passed to a shell is code, so it is not skipped.
      if (document !== null && text[at + 2] !== '<' && !words.some((one) => SHELL.test(one)))
        documents.push(document[1] ?? document[2] ?? document[3] ?? '')
      const target = /^[<>]{1,3}&?\s*(?:"[^"]*"|'[^']*'|[^\s;&|]*)/.exec(text.slice(at))?.[0].length ?? 1
      if (words.length > 0 && /^\d$/.test(words.at(-1) ?? '')) words.pop()
      at += target
    } else {
      word = (word ?? '') + sign
      at++
    }
  }
  endCommand()
  return all
}

function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

function endOfTest(text: string, from: number): number {
  const end = text.indexOf(' ]]', from)
  return end === -1 ? from : end
}

function endOfDocument(text: string, from: number, word: string): number {
  for (let at = from; at < text.length; ) {
    const next = text.indexOf('\n', at)
    const end = next === -1 ? text.length : next
    if (text.slice(at, end).replace(/^\t+/, '') === word) return end
    at = end + 1
  }
  return text.length
}
