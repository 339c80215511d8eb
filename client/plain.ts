// Escapes untrusted text (names of hooks and files, reasons, payloads) for the place where it is shown, so that it
// cannot create links, images, icons or control characters. Pure: does not use the editor.

import { INVISIBLE as TURNS } from '../runtime/contract/invisible.ts'

/** For a message: inserts a zero-width space into links; keeps line breaks. */
export function plain(text: string): string {
  return visible(text).replaceAll('](', `]${UNSEEN}(`)
}

/** For a quick pick label, a test label or the status bar, where `$(name)` would become an icon. */
export function inLabel(text: string): string {
  return oneLine(text).replaceAll('$(', `$${UNSEEN}(`)
}

/** For a Markdown paragraph. */
export function inMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_{}[\]()#+\-!~|.:@]/g, '\\$&')
    .replaceAll(/[&<>$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** For inline code in a Markdown paragraph. */
export function codeInMarkdown(text: string): string {
  const ticks = text.match(/`+/g)?.map(({ length }) => length) ?? []
  const fence = '`'.repeat(Math.max(0, ...ticks) + 1)
  // Icons are rendered inside code as well.
  return `${fence} ${inLabel(text)} ${fence}`
}

const UNSEEN = '\u200B'

/** For a row: on one line. */
export function oneLine(text: string): string {
  return visible(text).replaceAll(/\s+/g, ' ').trim()
}

/** For text shown verbatim: replaces control characters. */
export function visible(text: string): string {
  return text.replaceAll(CONTROL, '\uFFFD')
}

// Control characters except tab and line breaks, and characters that change the writing direction.
const CONTROL = new RegExp(`[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F${TURNS}]`, 'gu')
