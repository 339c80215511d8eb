// How a comment of its own line is written in a file, and where one may stand: for the comments that ignores.ts reads.
// Where a comment would become part of a text, or the file has none, there is no answer.

import { extname } from 'node:path'
import { factsOf } from '../documents/languages.ts'
import type { View } from '../project/view.ts'

const BY_ENDING: Readonly<Record<string, string>> = {
  '.jsonc': '//',
  '.pl': '#',
  '.rb': '#',
  '.yaml': '#',
  '.yml': '#',
}

/** The sign a comment begins with; undefined where the file can hold none. */
export function commentSign({
  path,
  document,
  text,
}: Pick<View, 'path' | 'document' | 'text'>): string | undefined {
  // Of all JSON files only our settings may hold comments.
  const settings = /[\\/]\.hookbench[\\/]settings\.json$/.test(path) ? '//' : undefined
  const known = factsOf(document.language)?.comment ?? BY_ENDING[extname(path).toLowerCase()] ?? settings
  // What the system starts by its first line takes that line for a comment.
  return known ?? (text.startsWith('#!') ? '#' : undefined)
}

/** True where a new line before this offset's line would stand in a text, or in the middle of a command. */
export function standsInText(text: string, offset: number, sign: string): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(0, start)
  if (/\\\r?\n$/.test(before)) return true
  if (sign === '//') return count(before, /(?<!\\)`/g) % 2 === 1
  return count(before, /"""|'''/g) % 2 === 1 || inHereDocument(before)
}

function inHereDocument(before: string): boolean {
  let end: string | undefined
  for (const line of before.split('\n')) {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined
    } else end = /(?<!<)<<-?\s*(['"]?)(\w+)\1/.exec(line)?.[2]
  }
  return end !== undefined
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
