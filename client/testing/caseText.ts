// The text of a case file: reads what it tests, and writes an actual outcome into it as the new expectation. Pure;
// whether a case passes is decided by the runtime.

import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  parse,
  parseTree,
} from 'jsonc-parser'
import { objectOf } from '../../runtime/contract/json.ts'
import { l10n } from '../l10n.ts'
import type { CaseResultMessage } from '../protocol.ts'

export type CaseText = {
  readonly name: string
  readonly dialect: string
  readonly event: string
  /** The hook it runs; undefined for a whole chain. */
  readonly hook: string | undefined
  /** Offset of `expect` in the text. */
  readonly expectAt: number
}

/** Parses the text; undefined if it is not a case with a name. */
export function readCase(text: string): CaseText | undefined {
  const root = parseTree(text)
  const found = root && caseOf(parse(text))
  if (found?.name === undefined) return undefined
  const { name, dialect, event, hook } = found
  const expectAt = findNodeAtLocation(root as Node, ['expect'])?.parent?.offset ?? 0
  return { name, dialect, event, hook, expectAt }
}

export type CaseValue = {
  readonly name: string | undefined
  readonly dialect: string
  readonly event: string
  readonly hook: string | undefined
  readonly payload: unknown
}

/** The case that a value of JSON is; undefined if it is none. */
export function caseOf(value: unknown): CaseValue | undefined {
  const { v, name, dialect, event, hook, expect, payload } = objectOf(value)
  const isCase = v === 1 && typeof expect === 'object' && expect !== null
  if (!isCase || typeof dialect !== 'string' || typeof event !== 'string') return undefined
  return { name: textOf(name), dialect, event, hook: textOf(hook), payload }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The case's expectation as formatted JSON. */
export function expectation(text: string): string {
  const { expect } = parse(text) as { expect?: unknown }
  return JSON.stringify(expect, undefined, 2)
}

/** The case with its actual outcome as the expectation: only what differs is rewritten. */
export function accepted(text: string, { differences, why, outcome }: CaseResultMessage): string {
  if (outcome === undefined) return text
  let now = text
  const change = (path: JSONPath, value: unknown) => {
    now = applyEdits(now, edited(now, path, value))
  }
  // From the back, because deleting a list item shifts the indexes after it.
  for (const { path, replayed } of differences.toReversed()) {
    change(placeIn(now, path), replayed)
    if (matchersOf(now).includes(path)) change(['matchers', path], undefined)
  }
  if (Object.keys(matchersOf(now)).length === 0 && 'matchers' in rootOf(now)) change(['matchers'], undefined)
  const { reason } = outcome
  const decides = differences.some(({ path }) => path === 'decision')
  if (decides && reason !== undefined && !('reason' in expectOf(now))) change(['expect', 'reason'], reason)
  if (why !== undefined) {
    const failed = outcome.hooks.flatMap(({ id, failure }) => (failure === undefined ? [] : [[id, failure]]))
    change(['expect', 'failures'], failed.length === 0 ? undefined : Object.fromEntries(failed))
  }
  return now
}

/** One difference on one line. */
export function differenceLine({
  path,
  recorded,
  replayed,
  masked,
}: CaseResultMessage['differences'][number]): string {
  const sides = [path, shown(recorded), shown(replayed)]
  return masked === true
    ? l10n.t('{0}: expected {1}, got {2} (masked)', ...sides)
    : l10n.t('{0}: expected {1}, got {2}', ...sides)
}

function edited(text: string, path: JSONPath, value: unknown): readonly Edit[] & Edit[] {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
  }
  return modify(text, path, value, { formattingOptions })
}

// Resolves a dotted path within `expect`; field names may contain dots themselves.
function placeIn(text: string, dotted: string): JSONPath {
  let node = parseTree(text)
  if (node !== undefined) node = findNodeAtLocation(node, ['expect'])
  const place: (string | number)[] = ['expect']
  let words = dotted.split('.')
  while (words.length > 0) {
    const [step, length] = stepIn(node, words)
    place.push(step)
    node = node === undefined ? undefined : findNodeAtLocation(node, [step])
    words = words.slice(length)
  }
  return place
}

function stepIn(node: Node | undefined, words: readonly string[]): readonly [string | number, number] {
  const first = words[0] ?? ''
  if (node?.type === 'array') return [Number(first), 1]
  const names = new Set((node?.children ?? []).map((property) => String(property.children?.[0]?.value)))
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join('.')
    if (names.has(name)) return [name, length]
  }
  return [first, 1]
}

function rootOf(text: string): Readonly<Record<string, unknown>> {
  return objectOf(parse(text))
}

function expectOf(text: string): object {
  return objectOf(rootOf(text).expect)
}

function matchersOf(text: string): readonly string[] {
  return Object.keys(objectOf(rootOf(text).matchers))
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? l10n.t('nothing')
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
