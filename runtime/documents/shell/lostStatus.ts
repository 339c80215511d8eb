// Tests of `$?` behind a command that ends in `|| true`: the status of the command is lost there, and `$?` is 0.

import { type Problem, problem } from '../../contract/problems.ts'
import { allNodes, child, named, nodesIn, type SyntaxNode, type SyntaxTree } from '../treeSitter.ts'

/** The places of a script that take the status of a command that can only be 0. */
export function lostStatuses(root: SyntaxTree, path: string): readonly Problem[] {
  if (!/\|\|\s*(?:true|:)/.test(root.text)) return []
  const nodes = allNodes(root)
  if (nodes.some((node) => node.type === 'function_definition' && isNothing(child(node, 'name')))) return []
  return nodes.flatMap(({ children }) =>
    children.flatMap((node, at) => {
      const word = node.type === 'list' ? lastWord(node) : undefined
      const next = word === undefined ? undefined : following(children, at)
      const taken = next && takenIn(next, root.text)
      if (taken === undefined || (taken.type !== 'simple_expansion' && isPiped(node))) return []
      const message = `"${taken.text}" is always 0 here, because the command before it ends in "|| ${word}".`
      const fix = `Write "code=0" before the command, "|| code=$?" in place of "|| ${word}", and use $code.`
      return [
        problem('value.impossible', path, message, { range: { start: taken.start, end: taken.end }, fix }),
      ]
    }),
  )
}

// The word behind the last `||` of a list, if it does nothing.
function lastWord({ children }: SyntaxNode): string | undefined {
  const last = children.at(-1)
  return children.at(-2)?.type === '||' && isNothing(last) ? last?.text : undefined
}

function isNothing(node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^(?:true|:)$/.test(node.text)
}

// What runs next in the same block. A command that is put in the background has another status.
function following(nodes: readonly SyntaxNode[], at: number): SyntaxNode | undefined {
  const rest = nodes.slice(at + 1)
  const next = rest.findIndex((node) => node.named && node.type !== 'comment')
  return rest.slice(0, next).some(({ type }) => type === '&') ? undefined : rest[next]
}

// With a pipe before `||`, PIPESTATUS may still be that of the pipe.
function isPiped(node: SyntaxNode): boolean {
  return nodesIn(node, ({ type }) => type !== 'command_substitution').some(({ type }) => type === 'pipeline')
}

// The status that a statement tests before it runs anything, or keeps in a variable which is used.
function takenIn(node: SyntaxNode, text: string): SyntaxNode | undefined {
  const first = named(node)[0]
  switch (node.type) {
    case 'if_statement':
    case 'list':
    case 'negated_command':
      return first && takenIn(first, text)
    case 'case_statement':
      return first && statusIn(first)
    case 'command':
      return /^(?:test$|\(\()/.test(first?.text ?? '') ? testedIn(node) : undefined
    case 'test_command':
      return testedIn(node)
    case 'declaration_command':
      return named(node).length === 1 && first ? takenIn(first, text) : undefined
    case 'variable_assignment': {
      const name = child(node, 'name')?.text ?? ''
      const value = child(node, 'value')
      return value && isUsed(name, text.slice(node.end)) ? statusIn(value) : undefined
    }
    default:
      return undefined
  }
}

function testedIn(node: SyntaxNode): SyntaxNode | undefined {
  const inside = nodesIn(node)
  if (inside.some(({ type }) => type === 'command_substitution')) return undefined
  return inside.find((one) => statusIn(one) === one)
}

function isUsed(name: string, text: string): boolean {
  return /^\w+$/.test(name) && new RegExp(`\\$(?:\\{[#!]?)?${name}\\b`).test(text)
}

// `$?`, `"$?"`, `${PIPESTATUS[0]}` or `${PIPESTATUS[0]:-$?}`.
function statusIn(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'string') {
    const parts = named(node)
    return parts.length === 1 && parts[0] ? statusIn(parts[0]) : undefined
  }
  if (node.type === 'simple_expansion') return node.text === '$?' ? node : undefined
  return node.type === 'expansion' && /^\$\{(?:\?|PIPESTATUS\[0\](?::?-\$\?)?)\}$/.test(node.text)
    ? node
    : undefined
}
