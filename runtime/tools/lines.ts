// Formats answers for a model: paths relative to the workspace, truncated lists with a note on what is missing, and
// truncated values.

import { relative, sep } from 'node:path'

/** The path relative to the workspace folder, with slashes; a path outside of it stays absolute. */
export function shown(path: string, root: string): string {
  if (!path.startsWith(`${root}${sep}`)) return path
  return relative(root, path).replaceAll(sep, '/')
}

/** As many items as a model should read at once, and a line about those left out. */
export function first<T>(items: readonly T[], most: number, narrower: string) {
  const left = items.length - most
  const rest = left > 0 ? [`… and ${left} more; ${narrower}.`] : []
  return { items: items.slice(0, most), rest, ...(left > 0 ? { left } : {}) }
}

const MOST = 200

/** A value as JSON, truncated to 200 characters. */
export function brief(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return shortened(text, MOST)
}

/** The text with at most so many characters; the last of them is `…` if it was truncated. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** `1 hook`, `2 hooks`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
