// Statements that the grammar accepts and Python's compiler rejects at their place: `return` outside a function,
// `await` outside an async function, and statements that exist only in Python 2.

import type { SyntaxNode } from '../treeSitter.ts'
import type { Fault } from './indentation.ts'

type Around = 'module' | 'function' | 'async' | 'lambda'

/** The first such statement, in source order. The text must otherwise parse. */
export function misplacedStatement(root: SyntaxNode): Fault | undefined {
  const open: { readonly node: SyntaxNode; readonly around: Around }[] = [{ node: root, around: 'module' }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, around } = one
    const what = faultOf(node, around)
    if (what !== undefined) return { range: { start: node.start, end: node.end }, what }
    for (let i = node.children.length - 1; i >= 0; i--) {
      const inner = node.children[i] as SyntaxNode
      open.push({ node: inner, around: inner.field === 'body' ? within(node, around) : around })
    }
  }
  return undefined
}

function within(node: SyntaxNode, around: Around): Around {
  if (node.type === 'class_definition') return 'module'
  if (node.type === 'lambda') return 'lambda'
  if (node.type !== 'function_definition') return around
  return node.children.some(({ type }) => type === 'async') ? 'async' : 'function'
}

function faultOf({ type, text }: SyntaxNode, around: Around): string | undefined {
  if (type === 'return_statement' && around === 'module') return '"return" outside of a function'
  if (type === 'await' && (around === 'module' || around === 'function'))
    return '"await" outside of an async function'
  if (type === 'print_statement' && !/^print\s*\(/.test(text)) return 'print is a function: write print(…)'
  if (type === 'exec_statement' && !/^exec\s*\(/.test(text)) return 'exec is a function: write exec(…)'
  return undefined
}
