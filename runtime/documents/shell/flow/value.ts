// What a shell word comes to: texts that stand in the script, pieces of the payload, objects that jq builds, and
// holes nobody can fill. A text remembers where it stands, so that what is found in it can be pointed at.

import type { Range } from '../../../contract/problems.ts'
import type { Path } from '../../../contract/walk.ts'
import type { Built } from '../../jq/values.ts'
import type { Guards } from './guards.ts'

/** A piece of the payload, as text. */
export type PayloadData = {
  readonly kind: 'data'
  readonly path: Path
  readonly sure: boolean
  /** Put out by `jq -r`: a string comes without quotes. */
  readonly raw: boolean
  /** False where it may also be a default that stands in for it. */
  readonly exact: boolean
  /** Where the fields stand that it was read by, so that they can be doubted later. */
  readonly reads: readonly number[]
  readonly events?: readonly string[]
}

export type ShellText = {
  readonly kind: 'text'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** An object that jq builds; the map says where its program stands. */
export type Made = { readonly kind: 'made'; readonly built: Built; readonly where: PayloadOrigin }

/** What a value may be where ways met, what held on its way, and the ways: on which side of which meetings each was. */
export type Choice = {
  readonly value: ShellValue
  readonly stderr: string | undefined
  readonly events: readonly string[] | undefined
  readonly ways: readonly (readonly string[])[]
}

export type UnknownText = {
  readonly kind: 'unknown'
  readonly choices?: readonly Choice[]
  /** Questions that led to where it came about; others may have ruled choices out since. */
  readonly guards?: Guards
  /** The status of a program that checks code. */
  readonly checked?: true
  /** The path of a temporary file, by the place of the command that makes it. */
  readonly temporary?: number
}

export type StringPart = ShellText | PayloadData | Made | UnknownText

export type ShellValue = readonly StringPart[]

/** Where a range of a joined text stands in the script; undefined where it does not. */
export type PayloadOrigin = (range: Range) => Range | undefined

export const UNKNOWN_TEXT: ShellValue = [{ kind: 'unknown' }]
export const EMPTY: ShellValue = []
/** The status that a test, a linter or a type checker ended with. */
export const CHECKED: ShellValue = [{ kind: 'unknown', checked: true }]

/** A text that stands nowhere. */
export function made(text: string): ShellText {
  return { kind: 'text', text, start: -1, end: -1 }
}

/** What it takes to look through a value. */
export function sizeOf(value: ShellValue): number {
  return value.reduce((sum, part) => sum + (part.kind === 'text' ? 1 + (part.text.length >> 6) : 1), 0)
}

/** The text of a value that is nothing else. */
export function plain(value: ShellValue | undefined): string | undefined {
  let text = ''
  for (const part of value ?? [{ kind: 'unknown' } as const]) {
    if (part.kind !== 'text') return undefined
    text += part.text
  }
  return text
}

/** The number of a status that a value is, and where it stands; undefined where it is none. */
export function statusIn(
  value: ShellValue | undefined,
): { readonly status: number; readonly at: Range } | undefined {
  const text = plain(value)
  const part = value === undefined ? undefined : only(value)
  if (text === undefined || part?.kind !== 'text' || !/^\d{1,3}$/.test(text)) return undefined
  return { status: Number(text), at: { start: part.start, end: part.end } }
}

/** The one part of a value that is more than blanks; undefined where there are several. */
export function only(value: ShellValue): StringPart | undefined {
  let found: StringPart | undefined
  for (const part of value) {
    if (part.kind === 'text' && part.text.trim() === '') continue
    if (found !== undefined) return undefined
    found = part
  }
  return found
}

/** A value as one text, with a NUL for what is no text, and where each range of it stands. */
export function joined(value: ShellValue): { readonly text: string; readonly where: PayloadOrigin } {
  let text = ''
  const starts: { readonly at: number; readonly part: StringPart }[] = []
  for (const part of value) {
    starts.push({ at: text.length, part })
    text += part.kind === 'text' ? part.text : '\0'
  }
  return {
    text,
    where: ({ start, end }) => {
      const from = placeOf(starts, start, start === end)
      const to = start === end ? from : placeOf(starts, end, true)
      return from === undefined || to === undefined || to < from ? undefined : { start: from, end: to }
    },
  }
}

type Start = { readonly at: number; readonly part: StringPart }

// An end belongs to the part that it ends, a start to the part that it begins.
function placeOf(starts: readonly Start[], offset: number, isEnd: boolean): number | undefined {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as Start).at < offset + (isEnd && offset > 0 ? 0 : 1)) low = middle + 1
    else high = middle
  }
  const found = starts[low - 1]
  if (found?.part.kind !== 'text' || found.part.start < 0) return undefined
  const { text, start, end } = found.part
  const within = offset - found.at
  // An escape is longer in the script than what it stands for.
  if (end - start !== text.length) return within === 0 ? start : end
  return start + within
}

/** A value without the line breaks at its end, as `$(…)` gives it. */
export function trimmed(value: ShellValue): ShellValue {
  const parts = [...value]
  const choice = parts.at(-1)
  if (choice?.kind === 'unknown' && choice.choices !== undefined) {
    const choices = choice.choices.map((one) => ({ ...one, value: trimmed(one.value) }))
    return [...parts.slice(0, -1), { ...choice, choices }]
  }
  for (let last = parts.at(-1); last?.kind === 'text'; last = parts.at(-1)) {
    const text = last.text.replace(/\n+$/, '')
    if (text === last.text) break
    parts.pop()
    if (text === '') continue
    const linear = last.end - last.start === last.text.length
    parts.push({ ...last, text, end: linear && last.start >= 0 ? last.start + text.length : last.end })
    break
  }
  return parts
}

/** Whether two values are the same for certain. */
export function same(one: ShellValue | undefined, two: ShellValue | undefined): boolean {
  if (one === two) return true
  if (one === undefined || two === undefined || one.length !== two.length) return false
  return one.every((part, at) => {
    const other = two[at] as StringPart
    if (part === other) return true
    if (part.kind === 'text')
      return other.kind === 'text' && part.text === other.text && part.start === other.start
    if (part.kind !== 'data' || other.kind !== 'data') return false
    return (
      part.raw === other.raw && part.exact === other.exact && part.path.join('\0') === other.path.join('\0')
    )
  })
}

/** What is said, with `…` for what is not known. */
export function spoken(value: ShellValue): string {
  return value.map((part) => (part.kind === 'text' ? part.text : '…')).join('')
}
