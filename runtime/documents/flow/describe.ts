// Describes values as text, so that two rounds through a program can be compared.

import { joinedText } from './textParts.ts'
import type { FlowValue } from './values.ts'

const MOST_PARTS = 256

/** A value as text: equivalent values have the same text. Only the first parts of a large value are included. */
export function describe(value: FlowValue, depth = 0, left = { parts: MOST_PARTS }): string {
  if (depth > 4 || --left.parts < 0) return '…'
  const inner = (one: FlowValue): string => describe(one, depth + 1, left)
  const all = (values: readonly FlowValue[]): string => values.slice(0, MOST_PARTS).map(inner).join()
  switch (value.kind) {
    case 'text':
      return `text ${value.text}${value.way?.range.start ?? ''}`
    case 'constant':
      return `constant ${value.absent === true ? 'absent' : value.value}${value.way === undefined ? '' : ` ${value.way.range.start}`}`
    case 'payload':
      return `payload ${value.places.map(({ path, sure }) => `${path.join('.')}${sure}`).join('|')}`
    case 'keys':
    case 'items':
    case 'json':
      return `${value.kind}(${inner(value.of)})`
    case 'dict':
      return `dict ${value.node.start} ${value.entries.length} ${value.events.length}${value.content ?? ''}`
    case 'list':
      return `list(${all(value.items)})${value.content ?? ''}`
    case 'instance':
      return `instance ${value.name} ${value.above ?? ''} ${value.record === undefined ? '' : inner(value.record)} ${value.events ?? ''}`
    case 'named':
    case 'class':
      return `${value.kind} ${value.name}`
    case 'method':
      return `method(${inner(value.of)}) ${value.name}`
    case 'routine':
      return `routine ${value.routine.node.start} ${value.events ?? ''}`
    case 'partial':
      return `partial ${value.given.call.start} ${inner(value.of)}`
    case 'either':
      return `either(${all(value.of)})`
    case 'unknown':
      return `unknown ${value.content ?? ''}${value.type ?? ''}${joinedText(value.parts ?? [])}${value.narrows === undefined ? '' : JSON.stringify(value.narrows)}`
    default:
      return value.kind
  }
}
