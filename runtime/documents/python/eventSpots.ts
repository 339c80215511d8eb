// Spots of event names: printed by an executable that is queried, listed by a Kaizen class, members of HookEvent.

import type { DocumentInput, HookDocument } from '../document.ts'
import { writtenIn } from '../flow/keys.ts'
import { quoteAt, type Spot } from '../spots.ts'
import { child, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { moduleOf, type PythonModule } from './module.ts'

/** A spot for every event name, complete or being typed. */
export function eventSpots(root: SyntaxNode, input: DocumentInput, { sites }: HookDocument): readonly Spot[] {
  if (input.exports === 'classes') return namedByClasses(root)
  return sites.flatMap(({ events, range }) => {
    const [name] = events
    if (name === undefined || input.text.slice(range.start, range.end) !== name) return []
    return [{ kind: 'event', range, name, quote: quoteAt(input.text, range.start) } as const]
  })
}

function namedByClasses(root: SyntaxNode): readonly Spot[] {
  const spots: Spot[] = []
  const module = moduleOf(root)
  for (const node of nodesIn(root)) {
    if (node.type === 'assignment' && /^(self\.)?events$/.test(child(node, 'left')?.text ?? ''))
      spots.push(...stringsOf(child(node, 'right')))
    const member = memberOf(node, module)
    if (member === undefined) continue
    const range = { start: member.start, end: member.end }
    spots.push({ kind: 'event', range, name: member.text.toLowerCase(), quote: 'bare', written: 'upper' })
  }
  return spots
}

const HOLDS_STRINGS = /^(list|tuple|set|call|argument_list|parenthesized_expression|binary_operator|ERROR)$/

// events = ["pre_tool_use", "post_tool_use"]; the string in HookEvent("pre_tool_use") counts too.
function stringsOf(value: SyntaxNode | undefined): readonly Spot[] {
  return nodesIn(value, ({ type }) => HOLDS_STRINGS.test(type)).flatMap((node) => {
    const written = writtenIn(node)
    if (written === undefined) return []
    return [{ kind: 'event', range: written.range, name: written.text, quote: written.quote } as const]
  })
}

function memberOf(node: SyntaxNode, { aliases }: PythonModule): SyntaxNode | undefined {
  if (node.type !== 'attribute') return undefined
  const object = child(node, 'object')
  const name = child(node, 'attribute')
  const isEnum =
    object?.type === 'identifier'
      ? (aliases.get(object.text) ?? object.text) === 'HookEvent'
      : object?.type === 'attribute' && child(object, 'attribute')?.text === 'HookEvent'
  return isEnum && name !== undefined && /^[A-Z0-9_]+$/.test(name.text) ? name : undefined
}
