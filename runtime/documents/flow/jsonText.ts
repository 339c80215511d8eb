// An answer written as JSON in a text of the hook, or concatenated: its keys and values as spots, and whether it parses.
// An incomplete text, which may be continued elsewhere, is not reported.

import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { Path } from '../../contract/walk.ts'
import { jsonTrouble } from '../jsonTrouble.ts'
import type { LiteralAnswer, LiteralValue } from '../spots.ts'
import { mark } from './found.ts'
import type { FlowState } from './state.ts'
import { asJsonParts, joinedText, partsOf, placeIn } from './textParts.ts'
import type { FlowValue, TextPart } from './values.ts'

export type JsonText =
  | { readonly kind: 'whole'; readonly root: Node; readonly parts: readonly TextPart[] }
  /** `what`: the error, in words. */
  | { readonly kind: 'broken'; readonly what: string }

/** Parses a text that starts like a JSON object; undefined for other text, and for text that may be continued. */
export function jsonText(value: FlowValue): JsonText | undefined {
  if (value.kind !== 'text' && (value.kind !== 'unknown' || value.parts === undefined)) return undefined
  const parts = asJsonParts(partsOf(value))
  const text = joinedText(parts)
  if (!text.trimStart().startsWith('{')) return undefined
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const [first] = errors
  if (first === undefined) return root === undefined ? undefined : { kind: 'whole', root, parts }
  const range = { start: first.offset, end: first.offset + first.length }
  const computed = parts.findIndex((part) => part.computed)
  const known = computed === -1 ? text : joinedText(parts.slice(0, computed))
  if (range.end >= known.trimEnd().length) return undefined
  return { kind: 'broken', what: jsonTrouble(text, first.error, range).what }
}

/** The literal part of an answer that is written as JSON: what is computed is undefined. */
export function literalText(root: Node): LiteralAnswer {
  return knownOf(getNodeValue(root)) as LiteralAnswer
}

function knownOf(value: LiteralValue): LiteralValue {
  if (typeof value === 'string') return value.includes('…') ? undefined : value
  if (Array.isArray(value)) return value.map(knownOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, knownOf(one as LiteralValue)]))
}

/** Records the spots of an answer that is written in a string. */
export function answerText({ root, parts }: JsonText & { readonly kind: 'whole' }, flow: FlowState): void {
  const { found, certain } = flow.reading
  const sure = certain && flow.guessed === 0 && flow.events.length > 0
  const place = (from: number, length: number) => placeIn(parts, from, length)
  tell(root, [])
  const range = place(root.offset, root.length)
  if (range === undefined) return
  found.answers.set(`${range.start} ${range.end}`, {
    range,
    events: new Set(flow.events),
    keys: new Set(keysOf(root)),
    more: !sure,
    value: literalText(root),
  })

  function tell(one: Node, path: Path): void {
    if (path.length > 12) return
    const common = { of: 'result', access: 'write', events: flow.events, sure } as const
    if (one.type === 'array') for (const item of one.children ?? []) tell(item, [...path, '*'])
    if (one.type === 'object') {
      const keys = keysOf(one)
      for (const { children: [key, value] = [] } of one.children ?? []) {
        if (key === undefined) continue
        const name = String(key.value)
        const at = [...path, name]
        const siblings = keys.filter((other) => other !== name)
        const range = place(key.offset + 1, key.length - 2)
        if (range !== undefined && !name.includes('…'))
          mark(found, { kind: 'field', ...common, range, path: at, quote: '"', siblings })
        if (value !== undefined) tell(value, at)
      }
    }
    const isText = one.type === 'string'
    if (!isText && !/^(?:number|boolean|null)$/.test(one.type)) return
    const range = isText ? place(one.offset + 1, one.length - 2) : place(one.offset, one.length)
    const { value } = one as { value: string | number | boolean | null }
    if (range === undefined || String(value).includes('…')) return
    const quote = isText ? '"' : 'bare'
    mark(found, { kind: 'value', ...common, json: true, range, path, quote, value })
  }
}

function keysOf(object: Node): readonly string[] {
  return Object.keys(getNodeValue(object))
}
