// Prepares an answer for a trial at two hosts: each of its texts becomes unique, so that it can be found again in what
// the model and the user get, and each computed value becomes a sample of its type.

import type { EventRecord } from '../eventRecord.ts'
import { isObject, valueAt } from '../json.ts'
import { textOfJson } from '../textOfJson.ts'
import { fieldsOf, formsOf, isOpen, type Path, shapeAt, valuesOf, type WalkedShape } from '../walk.ts'
import type { AnswerText } from './consequences.ts'
import { COMPUTED } from './literals.ts'

export type Probe = {
  /** The output that a hook prints at a host. */
  readonly at: (record: EventRecord) => string
  /** Another answer with the same texts, as printed. */
  readonly like: (answer: unknown) => string
  /** `key`: the key of the text in the answer. */
  readonly texts: readonly (AnswerText & { readonly key: string })[]
}

/** An answer prepared for trials at these events. */
export function probeOf(answer: Readonly<Record<string, unknown>>, records: readonly EventRecord[]): Probe {
  const texts: (AnswerText & { readonly key: string; readonly original: string })[] = []
  const words = new Set(records.flatMap(({ result }) => wordsOf(result as WalkedShape)))
  const mark = (original: string, key: string): string => {
    const known = texts.find((one) => one.original === original && one.key === key && original !== COMPUTED)
    if (known !== undefined) return known.text
    const text = `text-${texts.length + 1}-of-hook`
    texts.push({ text, name: `its "${key}"`, key, original })
    return text
  }
  const marked = (value: unknown, path: Path): unknown => {
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, marked(inner, [...path, key])]),
      )
    if (typeof value !== 'string' || value.trim() === '' || words.has(value)) return value
    return records.some((record) => isText(record, path) || isInOutput(record, path))
      ? mark(value, String(path.at(-1)))
      : value
  }
  const value = marked(answer, [])
  const like = (one: unknown): unknown => {
    if (isObject(one))
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, like(inner)]))
    return texts.find(({ original }) => original === one)?.text ?? one
  }
  return {
    texts,
    at: (record) => JSON.stringify(filled(value, [], record)),
    like: (one) => JSON.stringify(like(one)),
  }
}

/** Whether the fate of the operation depends on a value that only a run determines. */
export function decidesLater(answer: unknown, records: readonly EventRecord[], path: Path = []): boolean {
  if (isObject(answer))
    return Object.entries(answer).some(([key, inner]) => decidesLater(inner, records, [...path, key]))
  if (answer !== COMPUTED) return false
  return records.some((record) => {
    const found = shapeAt(record.result, path)
    return (
      found.kind === 'known' &&
      formsOf(found.shape).every(({ type }) => type !== 'object') &&
      !isText(record, path)
    )
  })
}

/** Whether an answer may have arbitrary text at this path. */
export function isText({ result }: EventRecord, path: Path): boolean {
  const found = shapeAt(result, path)
  if (found.kind !== 'known' || valuesOf(found.shape) !== undefined) return false
  return formsOf(found.shape).some(({ type, const: one }) => type === 'string' && one === undefined)
}

// A replacement for a tool's result is as open as the results themselves.
function isInOutput({ result }: EventRecord, path: Path): boolean {
  const at = path.findIndex((key) => /(?:tool_?output|result|response)$/i.test(String(key)))
  return at !== -1 && shapeAt(result, path.slice(0, at + 1)).kind === 'open'
}

// The literal values that a contract defines.
function wordsOf(shape: WalkedShape): readonly string[] {
  return fieldsOf(shape).flatMap(({ shape: inner }) => [
    ...(valuesOf(inner) ?? []).filter((one) => typeof one === 'string'),
    ...wordsOf(inner),
  ])
}

// For a computed object: the event's example object with one text changed.
function filled(value: unknown, path: Path, record: EventRecord): unknown {
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, filled(inner, [...path, key], record)]),
    )
  if (value !== COMPUTED) return value
  const found = shapeAt(record.result, path)
  if (found.kind === 'absent') return value
  const isObjectThere =
    found.kind === 'open' || isOpen(found.shape) || formsOf(found.shape).some(({ type }) => type === 'object')
  if (!isObjectThere) return value
  const { input, output } = record.common
  const like = [output, input].flatMap((one) => (one === undefined ? [] : [valueAt(record.example, one)]))
  return changed(like.find(isObject) ?? {})
}

// Changing one text is enough; changing one of the tool's own literals would be refused.
function changed(value: Readonly<Record<string, unknown>>): unknown {
  const key = Object.keys(value).find((one) => typeof value[one] === 'string')
  return key === undefined
    ? { ...value, hookbench: COMPUTED }
    : { ...value, [key]: `${textOfJson(value[key])} ${COMPUTED}` }
}
