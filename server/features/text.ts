// Text for people: written as Markdown, and shown as plain text to clients that know none.
// What comes from a user's file is escaped, so that it can neither format nor link.

import type { MarkupContent, MarkupKind } from 'vscode-languageserver'
import { printable } from '../../runtime/contract/printable.ts'

/** Paragraphs, lists and fenced code, one below the other. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** A fenced block; the tag names the language. */
export function fenced(tag: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${tag}\n${code}\n${fence}`
}

/** A word as code, whatever stands in it. */
export function inCode(word: string): string {
  const line = printable(word.replaceAll(/\s+/g, ' '))
  const mark = '`'.repeat(longestRun(line) + 1)
  const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${mark}${gap}${line}${gap}${mark}`
}

/** Text of a user's file, to be read as it is. */
export function escaped(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' '))
    .replaceAll(/[\\`*_{}[\]()<>#+!|~-]/g, '\\$&')
    .replaceAll(BARE_LINK, '\\$&')
}

// Markdown as editors read it makes links of addresses that nothing marks as such.
const BARE_LINK = /:(?=\/\/)|(?<=\bwww)\./gi

/** The text as this client shows it. */
export function shown(markdown: string, formats: readonly MarkupKind[] | undefined): MarkupContent {
  return formats?.includes('markdown')
    ? { kind: 'markdown', value: markdown }
    : { kind: 'plaintext', value: plain(markdown) }
}

/** The same text without its marks. */
export function plain(markdown: string): string {
  let inFence: string | undefined
  const lines: string[] = []
  for (const line of markdown.split('\n')) {
    const fence = /^(`{3,})\S*$/.exec(line)?.[1]
    if (fence !== undefined && (inFence === undefined || inFence === fence)) {
      inFence = inFence === undefined ? fence : undefined
      continue
    }
    lines.push(inFence === undefined ? unmarked(line) : line)
  }
  return lines.join('\n')
}

function unmarked(line: string): string {
  return line.replace(/^> /, '').replaceAll(MARKS, (...found) => {
    const { char, code, words } = found.at(-1) as { char?: string; code?: string; words?: string }
    if (code !== undefined) return /^ (`.*|.*`) $/.test(code) ? code.slice(1, -1) : code
    return char ?? words ?? ''
  })
}

// From left to right, as a reader of Markdown takes them: what is escaped opens nothing.
const MARKS =
  /\\(?<char>[\\`*_{}[\]()<>#+!|~:.-])|(?<ticks>`+)(?<code>.*?[^`])\k<ticks>(?!`)|\[(?<words>[^\]]*)\]\([^)]*\)|\*\*/g

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
