// An answer written as JSON in a single string of the hook: its keys and values as spots, and whether it parses.
// An incomplete text, which may be continued elsewhere, is not reported.

import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'
import { jsonTrouble } from '../jsonTrouble.ts'
import { contentOf } from '../python/literals.ts'
import type { LiteralAnswer } from '../spots.ts'
import { mark } from './found.ts'
import type { FlowState } from './state.ts'
import type { FlowValue } from './values.ts'

type Text = FlowValue & { readonly kind: 'text' }

export type JsonText =
  | { readonly kind: 'whole'; readonly root: Node }
  /** `what`: the error, in words. */
  | { readonly kind: 'broken'; readonly what: string }

/** Parses a text that starts like a JSON object; undefined for other text, and for text that may be continued. */
export function jsonText(text: string): JsonText | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const [first] = errors
  if (first === undefined) return root === undefined ? undefined : { kind: 'whole', root }
  const range = { start: first.offset, end: first.offset + first.length }
  if (range.end >= text.trimEnd().length) return undefined
  return { kind: 'broken', what: jsonTrouble(text, first.error, range).what }
}

/** Records the spots of an answer that is written in a string. */
export function answerText(root: Node, { text, node }: Text, flow: FlowState): void {
  if (node === undefined) return
  const content = contentOf(node)
  // With escapes, offsets in the value differ from those in the file; text after the object shifts nothing.
  const end = root.offset + root.length
  if (node.text.slice(content.start - node.start).slice(0, end) !== text.slice(0, end)) return
  const { found, certain } = flow.reading
  const sure = certain && flow.guessed === 0 && flow.events.length > 0
  const place = (from: number, length: number): Range => ({
    start: content.start + from,
    end: content.start + from + length,
  })
  tell(root, [])
  const range = place(root.offset, root.length)
  found.answers.set(`${range.start} ${range.end}`, {
    range,
    events: new Set(flow.events),
    keys: new Set(keysOf(root)),
    more: !sure,
    value: getNodeValue(root) as LiteralAnswer,
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
        mark(found, { kind: 'field', ...common, range, path: at, quote: '"', siblings })
        if (value !== undefined) tell(value, at)
      }
    }
    if (one.type === 'string')
      mark(found, {
        kind: 'value',
        ...common,
        json: true,
        range: place(one.offset + 1, one.length - 2),
        path,
        quote: '"',
        value: String(one.value),
      })
    if (one.type === 'number' || one.type === 'boolean' || one.type === 'null')
      mark(found, {
        kind: 'value',
        ...common,
        json: true,
        range: place(one.offset, one.length),
        path,
        quote: 'bare',
        value: one.value as number | boolean | null,
      })
  }
}

function keysOf(object: Node): readonly string[] {
  return Object.keys(getNodeValue(object))
}
