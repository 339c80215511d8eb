// Checks indentation as Python's own tokenizer does: the grammar that parses the text is more lenient than Python.
// Lines inside brackets and strings, and continuation lines, may have any indentation.

import type { Range } from '../../contract/problems.ts'
import type { SyntaxNode } from '../treeSitter.ts'

export type Fault = { readonly range: Range; readonly what: string }

/** The first line whose indentation Python rejects. The text must otherwise parse. */
export function indentationFault(root: SyntaxNode, text: string): Fault | undefined {
  const levels: Level[] = [{ columns: 0, signs: 0 }]
  let depth = 0
  let before: SyntaxNode | undefined
  for (const token of tokensOf(root)) {
    const gap = text.slice(before?.end ?? 0, token.start)
    const white = gap.slice(gap.lastIndexOf('\n') + 1)
    const begins = depth === 0 && (before === undefined || (gap.includes('\n') && !isContinued(gap)))
    if (begins && /^[ \t\f\uFEFF]*$/.test(white)) {
      const what = judge(levels, levelOf(white), before?.type === ':')
      if (what !== undefined) return { range: { start: token.start, end: token.end }, what }
    }
    if (/^[([{]$/.test(token.type)) depth++
    if (/^[)\]}]$/.test(token.type)) depth--
    before = token
  }
  if (before?.type !== ':' || depth > 0) return undefined
  return { range: { start: before.start, end: before.end }, what: EXPECTED }
}

/** The indentation of a line: with tabs of 8, as Python counts, and with tabs of 1, to detect ambiguous mixes. */
type Level = { readonly columns: number; readonly signs: number }

const EXPECTED = 'an indented block is expected'

function levelOf(white: string): Level {
  let columns = 0
  let signs = 0
  for (const sign of white) {
    if (sign === '\f') columns = signs = 0
    else if (sign !== '\uFEFF') {
      columns = sign === '\t' ? (Math.floor(columns / 8) + 1) * 8 : columns + 1
      signs++
    }
  }
  return { columns, signs }
}

// Updates the stack of open levels and returns the fault of the next line, if any.
function judge(levels: Level[], line: Level, isBlock: boolean): string | undefined {
  const top = levels.at(-1) as Level
  if (isBlock && line.columns <= top.columns) return EXPECTED
  if (line.columns > top.columns) {
    if (!isBlock) return 'unexpected indentation'
    levels.push(line)
    return line.signs > top.signs ? undefined : MIXED
  }
  while ((levels.at(-1) as Level).columns > line.columns) levels.pop()
  const outer = levels.at(-1) as Level
  if (outer.columns !== line.columns) return 'the indentation matches no outer level'
  return outer.signs === line.signs ? undefined : MIXED
}

const MIXED = 'the indentation mixes tabs and spaces'

// A backslash at the end of a line. A comment cannot follow it, and a backslash inside a comment has no effect.
function isContinued(gap: string): boolean {
  return !gap.includes('#') && /\\\r?\n/.test(gap)
}

/** The tokens in source order, with strings whole, without comments and empty tokens. */
function* tokensOf(root: SyntaxNode): Generator<SyntaxNode> {
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (/^(comment|line_continuation)$/.test(node.type) || node.start === node.end) continue
    if (node.type === 'string' || node.children.length === 0) yield node
    else for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] as SyntaxNode)
  }
}
