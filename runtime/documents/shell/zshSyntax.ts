// Some syntax of zsh as bash writes it, because the grammar is bash's. Lengths stay the same, and so do all offsets.

/** A script of zsh in which more of the syntax is also bash's. */
export function asBash(text: string): string {
  return closedBraces(text)
    .replaceAll(/\$\{\([\w@]+\)(?=\w)/g, (flags) => `\${${'_'.repeat(flags.length - 2)}`)
    .replaceAll(/(?<=\bfor [a-zA-Z_]\w{0,40})(?: [a-zA-Z_]\w*){1,8}(?= in )/g, (names) =>
      names === ' in' ? names : ' '.repeat(names.length),
    )
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
