// In YAML the indentation of a blank line determines what may be written there: another key of the mapping whose keys
// begin at that column, or the first key below one that has no value yet.

import type { Member, ObjectTree, WrittenNode } from './tree.ts'

/** A key of a block mapping, and the object it belongs to. */
export type KeyPlace = {
  readonly offset: number
  readonly owner: ObjectTree
  readonly member: Member
}

/** Adds every blank line as a hole to the mapping it would continue. `keys` in text order. */
export function blankLines(text: string, keys: readonly KeyPlace[], root: ObjectTree | undefined): void {
  const open: (KeyPlace & { readonly column: number })[] = []
  const sorted = [...keys].sort((one, two) => one.offset - two.offset)
  let next = 0
  let given = 0
  for (let start = 0; start <= text.length && given < MOST; ) {
    const end = lineEnd(text, start)
    const line = text.slice(start, end)
    const indent = line.length - line.trimStart().length
    if (indent === line.length) {
      if (give(line.length, end)) given++
    } else if (line[indent] !== '#') {
      const isItem = line[indent] === '-'
      while (open.length > 0 && columnOf(open) >= indent + (isItem ? 1 : 0)) open.pop()
      for (let key = sorted[next]; key !== undefined && key.offset < end; key = sorted[++next])
        if (key.offset >= start) open.push({ ...key, column: key.offset - start })
    }
    start = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }

  function give(column: number, at: number): boolean {
    const place: WrittenNode = { range: { start: at, end: at }, text: '', quote: 'bare', asKey: true }
    const above = open.findLast((key) => key.column <= column)
    if (above?.column === column) above.owner.holes.push(place)
    else if (above !== undefined && above === open.at(-1) && above.member.value === undefined)
      above.member.holes.push(place)
    else if (above === undefined && column === 0) root?.holes.push(place)
    else return false
    return true
  }
}

const MOST = 400

function columnOf(open: readonly { readonly column: number }[]): number {
  return open.at(-1)?.column ?? -1
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  if (end === -1) return text.length
  return text[end - 1] === '\r' ? end - 1 : end
}
