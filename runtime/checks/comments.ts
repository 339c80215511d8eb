// How a comment on its own line is written in a file, and where it may be inserted: for the comments that ignores.ts
// reads. No answer where the file has no comments, or a comment would become part of a text.

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

/** The marker that begins a comment; undefined where the file cannot contain one. */
export function commentSign({
  path,
  document,
  text,
}: Pick<View, 'path' | 'document' | 'text'>): string | undefined {
  // Of all JSON files only Hookbench's settings may contain comments.
  const settings = /[\\/]\.hookbench[\\/]settings\.json$/.test(path) ? '//' : undefined
  const known = factsOf(document.language)?.comment ?? BY_ENDING[extname(path).toLowerCase()] ?? settings
  // For a file that starts with a shebang, that line is a comment to its interpreter.
  return known ?? (text.startsWith('#!') ? '#' : undefined)
}

/** True where a new line before this offset's line would be inside a text or in the middle of a command. */
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
