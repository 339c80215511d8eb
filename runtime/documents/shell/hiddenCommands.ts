// Commands that a shell runs although the grammar reads them as plain text: substitutions in a here-document, in the
// words and patterns of an expansion, in a regular expression, and backticks within backticks. A text in single quotes
// is plain, except in an expansion that is itself in double quotes.

import type { SyntaxNode } from '../treeSitter.ts'

/** Node types whose text a shell does not expand. */
const PLAIN: ReadonlySet<string> = new Set([
  'raw_string',
  'comment',
  'ansi_c_string',
  'heredoc_start',
  'heredoc_end',
])

/** An escaped character, a substitution in backticks, or the start of another one. `$((` starts arithmetic. */
const SUBSTITUTION = /\\.|`((?:\\.|[^`\\])*)`|`|\$\((?!\()|\$\{[\s|]/gs

/** What ends an expansion and the quotes around it, if single quotes are plain characters there. */
const ENDS = /\}[^"]*"/s

/** Whether the parts of a node are in double quotes, or in a here-document; `before` holds for the node itself. */
export function isInString({ type }: SyntaxNode, before: boolean): boolean {
  if (type === 'command_substitution' || type === 'process_substitution') return false
  return before || type === 'string' || type === 'heredoc_body'
}

/** Whether the grammar did not understand a part, which a shell may understand: it may run what is in it. */
export function isMisread({ type, text, children }: SyntaxNode): boolean {
  // In `cat <<X;./z` the grammar takes all of `X;./z` for the end of the text.
  if (type === 'heredoc_start') return /^[^"'\\]*[;|&<>()]/.test(text)
  if (type === 'ERROR') return !PATTERN.test(text.replaceAll(/'[^']*'|"[^"$`]*"/g, ''))
  return children.some(({ missing }) => missing)
}

/** A part of a pattern, and the base of a number (`10#$n`), start nothing. */
const PATTERN = /^(?:[*?()|]|\[\[:[a-z]+:\]\])*$|^\d+#$/

/** Whether a here-document is not expanded, because its end is quoted. */
export function isQuotedEnd({ children }: SyntaxNode): boolean {
  return children.some(({ type, text }) => type === 'heredoc_start' && /["'\\]/.test(text))
}

/** The command lines in a node's own text; undefined for one whose text is not known. */
export function hiddenCommands(node: SyntaxNode, inString: boolean): readonly (string | undefined)[] {
  if (!node.named) return []
  if (node.type === 'command_substitution')
    return node.text.startsWith('`') && node.text.includes('\\`') ? [undefined] : []
  if (node.type === 'raw_string' && inString)
    return ENDS.test(node.text) ? [undefined] : substitutionsIn(node.text)
  if (PLAIN.has(node.type)) return []
  return ownTexts(node).flatMap(substitutionsIn)
}

// The text of a node without that of its children.
function ownTexts({ start, end, text, children }: SyntaxNode): readonly string[] {
  const starts = [...children.map((one) => one.start), end]
  const ends = [start, ...children.map((one) => one.end)]
  return starts
    .map((to, at) => text.slice((ends[at] ?? start) - start, to - start))
    .filter((one) => one !== '')
}

function substitutionsIn(text: string): readonly (string | undefined)[] {
  const found: (string | undefined)[] = []
  SUBSTITUTION.lastIndex = 0
  for (let match = SUBSTITUTION.exec(text); match !== null; match = SUBSTITUTION.exec(text)) {
    const [whole, line] = match
    if (whole.startsWith('\\')) continue
    if (line !== undefined) {
      found.push(line.replaceAll(/\\([`\\$"])/g, '$1'))
      continue
    }
    const end = whole === '$(' ? endOf(text, SUBSTITUTION.lastIndex) : undefined
    if (end === undefined) return [...found, undefined]
    found.push(text.slice(SUBSTITUTION.lastIndex, end))
    SUBSTITUTION.lastIndex = end + 1
  }
  return found
}

// The place of the parenthesis that ends a substitution.
function endOf(text: string, start: number): number | undefined {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\\') at++
    else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at
  }
  return undefined
}
