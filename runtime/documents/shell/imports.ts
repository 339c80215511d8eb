// Which local files a script sources, and which programs it cannot work without.

import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'

export type Needs = { readonly imports: readonly string[]; readonly tools: readonly string[] }

/** Sourced files beside the script, and tools it calls without asking whether they are there. */
export function needsOf(root: SyntaxNode): Needs {
  const imports = new Set<string>()
  const called = new Set<string>()
  const own = new Set<string>()
  const variables = new Map<string, SyntaxNode>()
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'function_definition') own.add(child(node, 'name')?.text ?? '')
    if (node.type === 'variable_assignment') {
      const value = child(node, 'value')
      if (value !== undefined) variables.set(child(node, 'name')?.text ?? '', value)
    }
    if (node.type === 'command') {
      const name = child(node, 'name')?.text ?? ''
      const args = childrenOf(node, 'argument')
      if ((name === 'source' || name === '.') && args[0] !== undefined) {
        const path = sourced(args[0], variables)
        if (path !== undefined) imports.add(path)
      }
      if (TOOLS.has(name)) called.add(name)
      if (/^(command|type|which|hash)$/.test(name)) for (const { text } of args) own.add(text)
    }
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] as SyntaxNode)
  }
  return { imports: [...imports], tools: [...called].filter((tool) => !own.has(tool)) }
}

// Programs that hooks lean on and that a bare system does not have.
const TOOLS: ReadonlySet<string> = new Set(['jq', 'yq'])

// The path as it stands beside the script: `./lib.sh`, `lib.sh`, `$(dirname "$0")/lib.sh`, `${0%/*}/lib.sh`.
function sourced(node: SyntaxNode, variables: ReadonlyMap<string, SyntaxNode>): string | undefined {
  const path = pathOf(node, variables, 0)
  if (path === undefined || path === '' || path.startsWith('/') || path.startsWith('~')) return undefined
  const plain = path.replace(/^(\.\/)+/, '')
  return plain.startsWith('../') ? plain : `./${plain}`
}

function pathOf(
  node: SyntaxNode,
  variables: ReadonlyMap<string, SyntaxNode>,
  depth: number,
): string | undefined {
  if (depth > 8) return undefined
  if (node.type === 'word' || node.type === 'string_content') return node.text
  if (node.type === 'raw_string') return node.text.slice(1, -1)
  if (isFolderOfScript(node)) return '.'
  if (node.type === 'simple_expansion' || node.type === 'expansion') {
    const [name, ...more] = named(node)
    const value = more.length === 0 && name !== undefined ? variables.get(name.text) : undefined
    return value && pathOf(value, variables, depth + 1)
  }
  if (node.type !== 'string' && node.type !== 'concatenation') return undefined
  let path = ''
  for (const inner of named(node)) {
    const piece = pathOf(inner, variables, depth + 1)
    if (piece === undefined) return undefined
    path += piece
  }
  return path
}

function isFolderOfScript(node: SyntaxNode): boolean {
  if (node.type === 'command_substitution')
    return (
      /\bdirname\b/.test(node.text) && /\$0|BASH_SOURCE|\$\{0\}/.test(node.text) && !/\.\./.test(node.text)
    )
  return node.type === 'expansion' && /^\$\{(0|BASH_SOURCE(\[0\])?)%\/\*\}$/.test(node.text)
}
