// Which local files a script sources or runs, which loads cannot be followed, which programs it cannot work without.

import { opaqueAt, withOpaque } from '../opaque.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { loadOf } from './loads.ts'

export type Needs = {
  readonly imports: readonly string[]
  readonly opaque?: readonly string[]
  readonly tools: readonly string[]
}

/** Files beside the script that it sources or runs, and tools it calls without asking whether they are there. */
export function needsOf(root: SyntaxNode): Needs {
  const imports = new Set<string>()
  const opaque = new Set<string>()
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
      const load = loadOf(name, child(node, 'name'), args)
      if (load !== undefined) {
        const path = pathOf(load.file, variables, 0)
        const local = path === undefined ? undefined : besideScript(path)
        if (local !== undefined) imports.add(local)
        else if (load.certain && !(path !== undefined && isSystems(path)))
          opaque.add(opaqueAt(root.text, node.start - root.start, node.text))
      }
      if (TOOLS.has(name)) called.add(name)
      if (/^(command|type|which|hash)$/.test(name)) for (const { text } of args) own.add(text)
    }
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] as SyntaxNode)
  }
  const needs = { imports: [...imports], ...withOpaque([...opaque]) }
  return { ...needs, tools: [...called].filter((tool) => !own.has(tool)) }
}

/** The local file that a command loads, relative to the script, and the word that names it. */
export function localLoad(
  node: SyntaxNode,
  variables: ReadonlyMap<string, SyntaxNode>,
): { readonly node: SyntaxNode; readonly file: string } | undefined {
  const load = loadOf(child(node, 'name')?.text ?? '', child(node, 'name'), childrenOf(node, 'argument'))
  const path = load && pathOf(load.file, variables, 0)
  const file = path === undefined ? undefined : besideScript(path)
  return load === undefined || file === undefined ? undefined : { node: load.file, file }
}

// Programs that hooks lean on and that a bare system does not have.
const TOOLS: ReadonlySet<string> = new Set(['jq', 'yq'])

// The path as it stands beside the script: `./lib.sh`, `lib.sh`, `$(dirname "$0")/lib.sh`, `${0%/*}/lib.sh`.
function besideScript(path: string): string | undefined {
  if (path === '' || path.startsWith('/') || path.startsWith('~')) return undefined
  const plain = path.replace(/^(\.\/)+/, '')
  return plain.startsWith('../') ? plain : `./${plain}`
}

// What comes with the system is no local code.
function isSystems(path: string): boolean {
  return /^\/(etc|usr|lib|lib64|bin|sbin|opt|dev|proc)\//.test(path)
}

function pathOf(
  node: SyntaxNode,
  variables: ReadonlyMap<string, SyntaxNode>,
  depth: number,
): string | undefined {
  if (depth > 8) return undefined
  if (node.type === 'word') return /[*?[]/.test(node.text) ? undefined : node.text
  if (node.type === 'string_content') return node.text
  if (node.type === 'raw_string') return node.text.slice(1, -1)
  const folder = folderOfScript(node)
  if (folder !== undefined) return folder
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

// `$(dirname "$0")` in its many ways, and what `$(cd "$(dirname "$0")/.." && pwd)` makes of it.
function folderOfScript({ type, text }: SyntaxNode): string | undefined {
  if (type === 'expansion') return /^\$\{(0|BASH_SOURCE(\[0\])?)%\/\*\}$/.test(text) ? '.' : undefined
  if (type !== 'command_substitution' || !/\bdirname\b/.test(text) || !/\$0|BASH_SOURCE|\$\{0\}/.test(text))
    return undefined
  const further = /\$\(\s*dirname\b[^()]*\)"?((?:\/[\w.-]+)+)/.exec(text)?.[1] ?? ''
  if (/\.\./.test(text.replace(further, ''))) return undefined
  return `.${further}`
}
