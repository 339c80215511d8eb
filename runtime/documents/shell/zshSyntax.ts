// Some syntax of zsh as bash writes it, because the grammar is bash's. Lengths stay the same, and so do all offsets.

/** A script of zsh in which more of the syntax is also bash's. */
export function asBash(text: string): string {
  return simplerExpansions(closedBraces(text))
    .replaceAll(/\$\+\w+(?:\[[\w-]+\])?/g, (isSet) => `$${'_'.repeat(isSet.length - 1)}`)
    .replaceAll(/(?<=\*[^\s()*]{0,40})\([-.@/\w]{1,8}\)(?=[\s)])/g, (kinds) => '*'.repeat(kinds.length))
    .replaceAll(/(?<=\bfor [a-zA-Z_]\w{0,40})(?: [a-zA-Z_]\w*){1,8}(?= in )/g, (names) =>
      names === ' in' ? names : ' '.repeat(names.length),
    )
}

const OPENS = /\$\{(?=[#^=~]{0,2}(?:\(|\$|"\$|\+)|\w+\[\()/g

/** The longest expansion that is simplified. */
const LONGEST = 500
/** After more expansions whose end is not found, the rest of a text stays as it is. */
const MOST_OPEN = 10

// Expansions with flags or others inside, whose values are unknown: `${(f)x}`, `${${x:t}%.*}`, `${(f)"$(git diff)"}`. The
// command of the last one is kept, after one with unknown output.
function simplerExpansions(text: string): string {
  const parts: string[] = []
  let from = 0
  let unclosed = 0
  for (const { index } of text.matchAll(OPENS)) {
    if (index < from) continue
    const inner = expansionAt(text, index)
    if (inner === undefined) {
      unclosed++
      if (unclosed > MOST_OPEN) break
      continue
    }
    const { commandAt, closeAt, end } = inner
    const isQuoted = text[commandAt - 3] === '"' && text[closeAt + 1] === '"'
    const [opens, closes] = isQuoted ? ['"$(a;', ')"'] : ['$(a;', ')']
    const isCommand = commandAt > 0 && commandAt - index >= opens.length && end - closeAt >= closes.length
    parts.push(
      text.slice(from, index),
      isCommand
        ? opens.padEnd(commandAt - index) + text.slice(commandAt, closeAt) + closes.padStart(end - closeAt)
        : `\${${'_'.repeat(end - index - 3)}}`,
    )
    from = end
  }
  return parts.join('') + text.slice(from)
}

// Where an expansion ends, and the only command in it; undefined where its end is not found.
function expansionAt(
  text: string,
  start: number,
): { readonly commandAt: number; readonly closeAt: number; readonly end: number } | undefined {
  const open: string[] = []
  let commandAt = 0
  let closeAt = 0
  let quote = ''
  for (let at = start + 2; at < Math.min(text.length, start + LONGEST); at++) {
    const char = text[at] as string
    const inCommand = open.includes(')')
    if (char === '\\') at++
    else if (quote !== '') {
      if (char === quote) quote = ''
    } else if (inCommand && (char === "'" || char === '"')) quote = char
    else if (char === '\n' && !inCommand) return undefined
    else if (char === '$' && text[at + 1] === '{') open.push('}')
    else if ((char === '$' && text[at + 1] === '(') || (inCommand && char === '(' && text[at - 1] !== '$')) {
      if (commandAt === 0) commandAt = at + 2
      open.push(')')
    } else if (char === open.at(-1)) {
      open.pop()
      if (char === ')' && closeAt === 0 && !open.includes(')')) closeAt = at
    } else if (char === '}' && open.length === 0) return { commandAt, closeAt, end: at + 1 }
  }
  return undefined
}

// zsh ends a block at `}` without a semicolon before it: `{ print no; exit 2 }`. The semicolon replaces the blank.
function closedBraces(text: string): string {
  const parts: string[] = []
  let from = 0
  let quote = ''
  let isWord = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\\' && quote !== "'") at++
    else if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'" || char === '`') quote = char
    else if (char === '#' && !isWord) {
      const end = text.indexOf('\n', at)
      at = (end === -1 ? text.length : end) - 1
    } else if (char === '}' && text[at - 1] === ' ' && /[^\s;{&|]/.test(text[at - 2] ?? ';')) {
      parts.push(text.slice(from, at - 1), ';')
      from = at
    }
    isWord = !/[\s;]/.test(char)
  }
  return parts.join('') + text.slice(from)
}
