// Finds where a hash table of PowerShell takes another key: unlike in other languages, a key needs no quotes, so
// nothing of it has to be written.

import type { Range } from '../../contract/problems.ts'
import type { SyntaxNode } from '../treeSitter.ts'

/** The blank places between its keys: after `@{`, after a semicolon and on a line of their own. */
export function openKeys({ text, start, end, children }: SyntaxNode): readonly Range[] {
  if (!text.startsWith('@{')) return []
  const pairs = children.filter(({ type }) => type === 'pair')
  const ends = [start + 2, ...pairs.map((pair) => pair.end)]
  const starts = [...pairs.map((pair) => pair.start), end - 1]
  return ends.flatMap((from, index) => {
    const parts = text.slice(from - start, (starts[index] ?? from) - start).split(/(?<=[;\n])/)
    const places: Range[] = []
    let at = from
    for (const [part, written] of parts.entries()) {
      const blank = written.replace(/[;\n]$/, '')
      // Behind a value, only a separator begins a new key.
      const isNext = part > 0 || index === 0 || text[from - start - 1] === ';'
      if (isNext && blank.trim() === '') places.push({ start: at, end: at + blank.length })
      at += written.length
    }
    return places
  })
}
