// Names that are chosen by a field of the payload: `HANDLERS[event]`, `getattr(self, "on_" + event)`.

import type { FlowPlace, FlowValue } from './values.ts'

/** The field, and what is written before and after it in the name. */
export type KeyChoice = {
  readonly places: readonly FlowPlace[]
  readonly before: string
  readonly after: string
}

/** The choice that a key makes; undefined for other keys. */
export function choiceOf(key: FlowValue): KeyChoice | undefined {
  if (key.kind === 'payload') return { places: key.places, before: '', after: '' }
  const parts = (key.kind === 'unknown' && key.parts) || []
  const at = parts.findIndex(({ computed }) => computed === true)
  const places = parts[at]?.from
  const after = parts.slice(at + 1)
  if (places === undefined || after.some(({ computed }) => computed === true)) return undefined
  const textOf = (some: typeof parts) => some.map(({ text }) => text).join('')
  return { places, before: textOf(parts.slice(0, at)), after: textOf(after) }
}

/** A function or a class that is chosen for these events only; other values stay as they are. */
export function chosenAt(value: FlowValue, events: readonly string[] | undefined): FlowValue {
  const isCalled = value.kind === 'routine' || value.kind === 'class'
  return isCalled && events !== undefined ? { ...value, events } : value
}

export function isWhole({ before, after }: KeyChoice): boolean {
  return before === '' && after === ''
}

/** The field's value for which a name is chosen; undefined if it is never chosen. */
export function chosenFor(name: string, { before, after }: KeyChoice): string | undefined {
  const isChosen = name.startsWith(before) && name.slice(before.length).endsWith(after)
  return isChosen ? name.slice(before.length, name.length - after.length) : undefined
}
