// Creates elements in one expression. Never parses markup: payload contents stay text.

import { filled } from '../l10n.ts'

type Given = Readonly<Record<string, string | number | boolean | undefined>>

/** An element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  given: Given = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) if (child !== undefined) element.append(child)
  return element
}

/** A button with a click handler. */
export function button(
  given: Given,
  act: () => void,
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const element = make('button', { type: 'button', ...given }, ...children)
  element.addEventListener('click', act)
  return element
}

/** The text for a count; 1 has its own form. */
export function counted(one: string, many: string, count: number): string {
  return count === 1 ? one : filled(many, count)
}
