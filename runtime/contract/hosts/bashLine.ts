// Takes a line of Bash apart into simple commands, as far as Claude Code does to evaluate a condition. What it was
// observed not to take apart (here-documents, functions, expansions in braces, …) makes the result incomplete.

export type BashLine = {
  /** Each simple command: its words without quotes, joined by blanks, without assignments and redirections. */
  readonly commands: readonly string[]
  /** Whether the line has no other commands than these, by what Claude Code takes apart. */
  readonly isComplete: boolean
}

/** The longest line that is taken apart, in UTF-16 units. */
const LONGEST = 10_000
const MOST_SUBSTITUTIONS = 200

/**
 * The simple commands of a line, those in substitutions included; none, and incomplete, of a line that is too long.
 * Source: the calls in test/agents/cases/claude-code-conditions.jsonl.
 */
export function readBashLine(line: string): BashLine {
  if (line.length > LONGEST) return { commands: [], isComplete: false }
  const commands: string[] = []
  const assigned = new Set<string>()
  let isComplete = true
  // Substitutions are taken apart after what surrounds them.
  const texts = [line]
  for (let count = 0; texts.length > 0; count++) {
    if (count > MOST_SUBSTITUTIONS) return { commands, isComplete: false }
    read(texts.pop() ?? '', count > 0)
  }
  return { commands, isComplete }

  function read(text: string, isInner: boolean): void {
    let words: Word[] = []
    let word: Word | undefined
    let isTarget = false
    let depth = 0
    for (let at = 0; at < text.length; at++) {
      const sign = text[at] as string
      if (sign === "'") {
        const end = text.indexOf("'", at + 1)
        if (isInner) isComplete = false
        add(text.slice(at + 1, end === -1 ? undefined : end))
        at = end === -1 ? text.length : end
      } else if (sign === '"') at = quoted(text, at)
      else if (sign === '\\') {
        at++
        if (text[at] === '\n') continue
        if (text[at] === undefined || /[\s'"`]/.test(text[at] ?? '')) isComplete = false
        add(text[at] ?? '')
      } else if (sign === '$') at = expansion(text, at, words.length === 0 && word === undefined)
      else if (sign === '`') at = backquoted(text, at)
      else if (sign === '#' && word === undefined) at = endOfLine(text, at) - 1
      else if (sign === '<' || sign === '>') at = redirection(text, at)
      else if (/[ \t\r]/.test(sign)) endWord()
      else if (/[;|&\n()]/.test(sign)) {
        if (sign === '(' && (word !== undefined || text[at + 1] === '(')) isComplete = false
        if (sign === '(') depth++
        if (sign === ')' && --depth < 0) isComplete = false
        if (isInner && sign !== '\n') isComplete = false
        endCommand()
      } else {
        if (sign === '{' && !/^\{\w*\}/.test(text.slice(at, at + 100))) isComplete = false
        add(sign)
      }
    }
    endCommand()
    if (depth > 0) isComplete = false

    function add(part: string): void {
      word ??= { text: '', isComputed: false }
      word.text += part
    }

    function endWord(): void {
      if (word !== undefined && !isTarget) words.push(word)
      if (word !== undefined) isTarget = false
      word = undefined
    }

    function endCommand(): void {
      endWord()
      isTarget = false
      take(words)
      words = []
    }

    // Returns the index of the closing quote.
    function quoted(whole: string, from: number): number {
      add('')
      for (let at = from + 1; at < whole.length; at++) {
        const sign = whole[at] as string
        if (sign === '"') return at
        if (sign === '\\' && /[$`"\\\n]/.test(whole[at + 1] ?? '')) add(whole[++at] as string)
        else if (sign === '$') at = expansion(whole, at, false)
        else if (sign === '`') at = backquoted(whole, at)
        else add(sign)
      }
      isComplete = false
      return whole.length
    }

    // Returns the index of the last character of the expansion.
    function expansion(whole: string, at: number, isFirst: boolean): number {
      const next = whole[at + 1] ?? ''
      const sum = /^\$\(\([\d\s+*/%-]*\)\)/.exec(whole.slice(at, at + 100))?.[0]
      add(sum ?? '$')
      if (sum !== undefined) return at + sum.length - 1
      if (next === '(') {
        const end = closing(whole, at + 1)
        if (end === whole.length || whole[at + 2] === '(') isComplete = false
        texts.push(whole.slice(at + 2, end))
        if (word !== undefined) word.isComputed = true
        return end
      }
      const name = /^[A-Za-z_]\w*/.exec(whole.slice(at + 1, at + 100))?.[0]
      if (name === undefined ? !/[\s,.:/=%]/.test(next) : isFirst || assigned.has(name)) isComplete = false
      return at
    }

    function backquoted(whole: string, from: number): number {
      const end = whole.indexOf('`', from + 1)
      const inner = whole.slice(from + 1, end === -1 ? undefined : end)
      if (end === -1 || inner.includes('\\')) isComplete = false
      add('$')
      if (word !== undefined) word.isComputed = true
      texts.push(inner)
      return end === -1 ? whole.length : end
    }

    // Returns the index of the last character of the operator, or of the here-document.
    function redirection(whole: string, at: number): number {
      const operator = /^(?:<<<|<<-?|<\(|>\(|>>|>&|>\||<|>)/.exec(whole.slice(at, at + 3))?.[0] ?? ''
      if (word !== undefined && /^\{\w+\}$/.test(word.text)) isComplete = false
      if (word !== undefined && /^(?:\d+|\{\w+\})$/.test(word.text)) word = undefined
      endWord()
      if (operator.endsWith('(')) {
        isComplete = false
        const end = closing(whole, at + 1)
        texts.push(whole.slice(at + 2, end))
        add('$')
        return end
      }
      if (operator === '<<' || operator === '<<-') return document(whole, at + operator.length)
      isTarget = true
      return at + operator.length - 1
    }

    // Only a document whose delimiter is quoted is nothing but text.
    function document(whole: string, from: number): number {
      const found = /^[ \t]*(?:(['"])(\w+)\1|\\(\w+)|\w+)/.exec(whole.slice(from, from + 100))
      const start = endOfLine(whole, from)
      const delimiter = found?.[2] ?? found?.[3]
      if (delimiter === undefined || isInner) isComplete = false
      // The rest of the first line is a part of the command.
      texts.push(whole.slice(from + (found?.[0].length ?? 0), start))
      return delimiter === undefined
        ? whole.length
        : endOfDocument(whole, start, delimiter, whole[from - 1] === '-')
    }
  }

  function take(given: readonly Word[]): void {
    const start = given.findIndex(({ text }) => !STARTS.test(text))
    const words = start === -1 ? [] : given.slice(start)
    const [first] = words
    if (first === undefined) return
    if (OPEN.test(first.text)) isComplete = false
    if (first.text === 'for') {
      assigned.add(words[1]?.text ?? '')
      if (words.some(({ text, isComputed }) => isComputed || /[*?$]/.test(text))) isComplete = false
      return
    }
    if (first.text === '[[' && words.some(({ text }) => /^(?:==?|=~|!=)$/.test(text))) isComplete = false
    if (INDEXED.test(first.text)) isComplete = false
    const at = words.findIndex(({ text }) => !ASSIGNMENT.test(text))
    for (const { text } of at === -1 ? words : words.slice(0, at))
      assigned.add(ASSIGNMENT.exec(text)?.[1] ?? '')
    if (at === -1) return
    const plain = words.slice(at).map(({ text }) => text)
    if (plain[0] === 'read') for (const name of plain.slice(1)) assigned.add(name)
    commands.push(plain.join(' '))
    if (plain[0] === 'xargs' && plain[1]?.startsWith('-') === false) commands.push(plain.slice(1).join(' '))
  }
}

type Word = { text: string; isComputed: boolean }

/** An assignment to a part of a list. */
const INDEXED = /^[A-Za-z_]\w*\[/
const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/

/** Words after which a command begins. */
const STARTS = /^(?:if|then|elif|else|while|until|do|!|\{)$/

/** Words that begin what is not taken apart. */
const OPEN = /^(?:case|select|function|\{)$/

// The index of the last character of the line that is the delimiter; the length of the text without one.
function endOfDocument(text: string, from: number, delimiter: string, isIndented: boolean): number {
  for (let at = from; at < text.length; ) {
    const end = endOfLine(text, at + 1)
    const line = text.slice(at + 1, end)
    if ((isIndented ? line.replace(/^\t+/, '') : line) === delimiter) return end - 1
    at = end
  }
  return text.length
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

// The index of the parenthesis that closes the one at `from`, outside of quotes; the length of the text without one.
function closing(text: string, from: number): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string
    if (quote !== '') {
      if (sign === '\\' && quote === '"') at++
      else if (sign === quote) quote = ''
    } else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '\\') at++
    else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at
  }
  return text.length
}
