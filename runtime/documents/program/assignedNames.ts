// The names that a part of a program may set, found without following it.

import { oncePer } from '../../contract/oncePer.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'

/** The names that these parts may set; undefined where they may do more than set names. */
export function reach(parts: readonly (SyntaxNode | undefined)[]): readonly string[] | undefined {
  const names: string[] = []
  for (const part of parts) {
    const found = part === undefined ? [] : reached(part)
    if (found === undefined) return undefined
    names.push(...found)
  }
  return names
}

const reached = oncePer((part: SyntaxNode): readonly string[] | undefined => {
  const names: string[] = []
  return setsOnly(part, names) ? names : undefined
})

const DOES_MORE =
  /^(?:(?:return|raise|break|continue|match|print)_statement|(?:function|decorated)_definition|lambda|ERROR)$/

const SETS: { readonly [type: string]: string } = {
  assignment: 'left',
  augmented_assignment: 'left',
  for_statement: 'left',
  named_expression: 'name',
  update: 'argument',
}

function setsOnly(node: SyntaxNode, names: string[]): boolean {
  if (DOES_MORE.test(node.type) || (node.type === 'call' && !isForeign(node))) return false
  const target = child(node, SETS[node.type] ?? '')
  if (target !== undefined) names.push(...namesIn(target))
  return named(node).every((inner) => setsOnly(inner, names))
}

// A method call on another object: whatever it does, it neither prints nor exits.
function isForeign(node: SyntaxNode): boolean {
  const callee = child(node, 'function')
  return (
    callee?.type === 'attribute' &&
    !/(?:^|\.)(?:stdout(?:\.buffer)?\.write|exit|_exit|run)$/.test(callee.text)
  )
}

function namesIn(target: SyntaxNode): readonly string[] {
  if (target.type === 'identifier') return [target.text]
  return /pattern/.test(target.type) ? named(target).flatMap(namesIn) : []
}
