// Words that others wrote (names of hooks and files, reasons, payloads) made harmless for where they are shown: no link,
// no picture, no sign, no control character comes of them. Pure: knows no editor.

import { INVISIBLE as TURNS } from '../runtime/contract/invisible.ts'

/** For a message: its links are broken by a space that nobody sees, lines stay lines. */
export function plain(text: string): string {
  return visible(text).replaceAll('](', `]${UNSEEN}(`)
}

/** For a label, where `$(name)` would draw a sign: of a quick pick, a test or the status bar. */
export function inLabel(text: string): string {
  return oneLine(text).replaceAll('$(', `$${UNSEEN}(`)
}

/** For a paragraph of Markdown. */
export function inMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_{}[\]()#+\-!~|.:@]/g, '\\$&')
    .replaceAll(/[&<>$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** For a piece of code within a paragraph of Markdown. */
export function codeInMarkdown(text: string): string {
  const ticks = text.match(/`+/g)?.map(({ length }) => length) ?? []
  const fence = '`'.repeat(Math.max(0, ...ticks) + 1)
  // Signs are drawn in code as well.
  return `${fence} ${inLabel(text)} ${fence}`
}

const UNSEEN = '\u200B'

/** For a row: on one line. */
export function oneLine(text: string): string {
  return visible(text).replaceAll(/\s+/g, ' ').trim()
}

/** For text that is shown as it is: no control characters. */
export function visible(text: string): string {
  return text.replaceAll(CONTROL, '\uFFFD')
}

// All but tab and the ends of lines, and what turns the direction of writing.
const CONTROL = new RegExp(`[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F${TURNS}]`, 'gu')
