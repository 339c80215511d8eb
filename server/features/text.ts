// Builds Markdown for display, and converts it to plain text for clients without Markdown. Text from users' files is
// escaped, so that it can add neither formatting nor links.

import type { MarkupContent, MarkupKind } from 'vscode-languageserver'
import { printable } from '../../runtime/contract/printable.ts'

/** Joins paragraphs, lists and fenced code with blank lines. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** A fenced code block; the tag is the language. */
export function fenced(tag: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${tag}\n${code}\n${fence}`
}

/** Inline code, with any backticks handled. */
export function inCode(word: string): string {
  const line = printable(word.replaceAll(/\s+/g, ' '))
  const mark = '`'.repeat(longestRun(line) + 1)
  const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${mark}${gap}${line}${gap}${mark}`
}

/** Escapes text from a user's file so that it is shown verbatim. */
export function escaped(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' '))
    .replaceAll(/[\\`*_{}[\]()<>#+!|~-]/g, '\\$&')
    .replaceAll(BARE_LINK, '\\$&')
}

// Editors turn bare URLs into links.
const BARE_LINK = /:(?=\/\/)|(?<=\bwww)\./gi

/** The text in a format that this client supports. */
export function shown(markdown: string, formats: readonly MarkupKind[] | undefined): MarkupContent {
  return formats?.includes('markdown')
    ? { kind: 'markdown', value: markdown }
    : { kind: 'plaintext', value: plain(markdown) }
}

/** The text without Markdown. */
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

// Matched from left to right, as a Markdown parser does: escaped characters open nothing.
const MARKS =
  /\\(?<char>[\\`*_{}[\]()<>#+!|~:.-])|(?<ticks>`+)(?<code>.*?[^`])\k<ticks>(?!`)|\[(?<words>[^\]]*)\]\([^)]*\)|\*\*/g

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
