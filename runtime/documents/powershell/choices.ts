// Variables of a script that are one of several texts, whichever way it went: those that nothing asks for before they
// are used, so that no way is ruled out.

import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'

/** By the names of variables, the texts that they are set to: several each. */
export type Choices = ReadonlyMap<string, readonly SyntaxNode[]>

/** More than these are no choice that an author made by hand. */
const MOST = 16

export function choicesIn(root: SyntaxNode): Choices {
  const set = new Map<string, SyntaxNode[]>()
  const tested = new Set<string>()
  // A test stands in another where several are joined: each node is looked at once.
  const looked = new Set<SyntaxNode>()
  for (const node of nodesIn(root)) {
    if (node.type === 'assignment_expression') {
      const variable = bare(child(node, 'left') ?? named(node)[0] ?? node)
      const isPlain = node.children.some(({ type, text }) => type === 'assignement_operator' && text === '=')
      const value = child(node, 'value')
      if (variable?.type !== 'variable' || value === undefined) continue
      const name = variable.text.toLowerCase()
      if (!isPlain) tested.add(name)
      else set.set(name, [...(set.get(name) ?? []), ...textsOf(value)])
    }
    for (const one of testsIn(node)) addTested(one)
  }
  return new Map(
    [...set].filter(([name, texts]) => !tested.has(name) && texts.length > 1 && texts.length <= MOST),
  )

  function addTested(test: SyntaxNode): void {
    const open = [test]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (looked.has(node)) continue
      looked.add(node)
      if (node.type === 'variable') tested.add(node.text.toLowerCase())
      open.push(...node.children)
    }
  }
}

/** The node that stands alone in nodes around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  const [only, ...more] = node.children
  const isWhole = node.type === 'string_literal' || node.type === 'variable'
  return !isWhole && only !== undefined && more.length === 0 && only.named ? bare(only) : node
}

// What a value may come to, as far as it is written out.
function textsOf(value: SyntaxNode): readonly SyntaxNode[] {
  const only = bare(value)
  if (isText(only)) return [only]
  if (value.type !== 'if_statement' && value.type !== 'switch_statement') return []
  return nodesIn(value).flatMap((node) => {
    if (node.type !== 'statement_block') return []
    const pipelines = named(child(node, 'statement_list')).filter(({ type }) => type === 'pipeline')
    const last = pipelines.at(-1)
    const text = last && bare(last)
    return text !== undefined && isText(text) ? [text] : []
  })
}

// With nothing in it that is worked out.
function isText({ type, text }: SyntaxNode): boolean {
  return type === 'string_literal' && !text.includes('$') && text.length > 2
}

function testsIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'switch_condition' || node.type === 'expression_with_unary_operator') return [node]
  if (/^(?:comparison|logical)_expression$/.test(node.type) && node.children.length > 1) return [node]
  return node.children.filter(({ field }) => field === 'condition' || field === 'for_condition')
}
