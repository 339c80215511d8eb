// The value of a shell word: texts of the script, pieces of the payload, objects that jq builds, and unknown parts. A
// text keeps its position in the script, so findings in it have a range.

import type { Range } from '../../../contract/problems.ts'
import type { Path } from '../../../contract/walk.ts'
import type { Built } from '../../jq/values.ts'
import type { Letters } from '../../spots.ts'
import type { Guards } from './guards.ts'

/** A piece of the payload, as text. */
export type PayloadData = {
  readonly kind: 'data'
  readonly path: Path
  readonly sure: boolean
  /** Printed by `jq -r`: a string has no quotes. */
  readonly raw: boolean
  /** The texts that may stand in its place where it is missing; undefined where anything may. */
  readonly defaults: readonly string[] | undefined
  /** `${x,,}`, `${x^^}` */
  readonly letters?: Letters
  /** A word that every entry passes, so no default stands in its place. */
  readonly isPassed?: boolean
  /** Offsets of the fields it was read from, so that these can be marked as unsure later. */
  readonly reads: readonly number[]
  readonly events?: readonly string[]
}

export type ShellText = {
  readonly kind: 'text'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** An object that jq builds; `where` maps ranges of its program to the script. */
export type Made = { readonly kind: 'made'; readonly built: Built; readonly where: PayloadOrigin }

/** One possible value after a merge, what held on its path, and the paths: the side taken at each merge. */
export type Choice = {
  readonly value: ShellValue
  readonly stderr: string | undefined
  readonly events: readonly string[] | undefined
  readonly byContent?: boolean
  readonly ways: readonly (readonly string[])[]
}

export type UnknownText = {
  readonly kind: 'unknown'
  readonly choices?: readonly Choice[]
  /** The conditions that led to its creation; later ones may have ruled choices out. */
  readonly guards?: Guards
  /** The status of a program that checks code. */
  readonly checked?: true
  /** What `grep` finds in the payload's content: nothing, or zero with `-c`, if there is none. */
  readonly found?: true
  /** Text of the payload's content, from one of several fields or from all of them. */
  readonly content?: true
  /** The output of a program, usually several lines. */
  readonly output?: true
  /** The path of a temporary file, by the place of the command that makes it. */
  readonly temporary?: number
}

export type StringPart = ShellText | PayloadData | Made | UnknownText

export type ShellValue = readonly StringPart[]

/** Maps a range of a joined text to the script; undefined where it has no place there. */
export type PayloadOrigin = (range: Range) => Range | undefined

export const UNKNOWN_TEXT: ShellValue = [{ kind: 'unknown' }]
export const EMPTY: ShellValue = []
/** The status of a test, linter or type checker. */
export const CHECKED: ShellValue = [{ kind: 'unknown', checked: true }]

/** A text without a place in the script. */
export function made(text: string): ShellText {
  return { kind: 'text', text, start: -1, end: -1 }
}

/** A number as text; unknown where it is undefined. */
export function numberOf(count: number | undefined): ShellValue {
  return count === undefined ? UNKNOWN_TEXT : [made(String(count))]
}

/** What `grep` prints, which found something in the payload's content or nothing. */
export const FOUND: ShellValue = [{ kind: 'unknown', found: true }, made('\n')]

/** Text of the payload's content that is no single field. */
export const CONTENT: ShellValue = [{ kind: 'unknown', content: true }]

/** Whether a value is what `grep` found in the content. */
export function isFound(value: ShellValue): boolean {
  return value.some((part) => part.kind === 'unknown' && part.found === true)
}

/** The budget steps for looking through a value. */
export function sizeOf(value: ShellValue): number {
  return value.reduce((sum, part) => sum + (part.kind === 'text' ? 1 + (part.text.length >> 6) : 1), 0)
}

/** The text of a value that consists of text only. */
export function plain(value: ShellValue | undefined): string | undefined {
  let text = ''
  for (const part of value ?? [{ kind: 'unknown' } as const]) {
    if (part.kind !== 'text') return undefined
    text += part.text
  }
  return text
}

/** The status number that a value is, and its range; undefined where it is not a number. */
export function statusIn(
  value: ShellValue | undefined,
): { readonly status: number; readonly at: Range } | undefined {
  const text = plain(value)
  const part = value === undefined ? undefined : only(value)
  if (text === undefined || part?.kind !== 'text' || !/^\d{1,3}$/.test(text)) return undefined
  return { status: Number(text), at: { start: part.start, end: part.end } }
}

/** The only non-blank part of a value; undefined where there are several. */
export function only(value: ShellValue): StringPart | undefined {
  let found: StringPart | undefined
  for (const part of value) {
    if (part.kind === 'text' && part.text.trim() === '') continue
    if (found !== undefined) return undefined
    found = part
  }
  return found
}

/** A value as one text, with a NUL for each non-text part, and the mapping of its ranges to the script. */
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

// An end offset belongs to the part it ends, a start offset to the part it begins.
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
  // An escape is longer in the script than the text it stands for.
  if (end - start !== text.length) return within === 0 ? start : end
  return start + within
}

/** A value without its trailing line breaks, as `$(…)` returns it. */
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

/** The pieces of a value between these signs, of which several in a row count as one; unknown parts contain none. */
export function splitAt(value: ShellValue, signs: string): readonly ShellValue[] {
  const pieces: StringPart[][] = [[]]
  for (const part of value) {
    if (part.kind !== 'text' || ![...part.text].some((sign) => signs.includes(sign))) {
      pieces.at(-1)?.push(part)
      continue
    }
    let word = ''
    for (const sign of part.text) {
      if (!signs.includes(sign)) word += sign
      else {
        if (word !== '') pieces.at(-1)?.push(made(word))
        word = ''
        if (pieces.at(-1)?.length !== 0) pieces.push([])
      }
    }
    if (word !== '') pieces.at(-1)?.push(made(word))
  }
  return pieces
}

/** A value that a program has cut or changed, but that is most likely still the same data. */
export function reshaped(value: ShellValue): ShellValue {
  const part = only(value)
  if (part?.kind === 'data') return [{ ...part, sure: false, defaults: undefined }]
  if (value.some((one) => one.kind === 'unknown' && one.content === true)) return CONTENT
  return isFound(value) ? FOUND : UNKNOWN_TEXT
}

/** Whether two values are certainly the same. */
export function same(one: ShellValue | undefined, two: ShellValue | undefined): boolean {
  if (one === two) return true
  if (one === undefined || two === undefined || one.length !== two.length) return false
  return one.every((part, at) => {
    const other = two[at] as StringPart
    if (part === other) return true
    if (part.kind === 'text')
      return other.kind === 'text' && part.text === other.text && part.start === other.start
    if (part.kind !== 'data' || other.kind !== 'data') return false
    const isAlike = part.raw === other.raw && part.defaults?.join('\0') === other.defaults?.join('\0')
    return isAlike && part.path.join('\0') === other.path.join('\0')
  })
}

/** The text of a value, with `…` for unknown parts. */
export function spoken(value: ShellValue): string {
  return value.map((part) => (part.kind === 'text' ? part.text : '…')).join('')
}
