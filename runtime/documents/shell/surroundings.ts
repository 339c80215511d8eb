// Spots beside the payload: files that a script loads, and environment variables it reads.

import type { Spot } from '../spots.ts'
import { allNodes, child, childrenOf, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { localLoad } from './localLoad.ts'

/** The files and variables of a script, without variables that every shell has and those it sets itself. */
export function surroundingSpots(root: SyntaxNode): readonly Spot[] {
  const spots: Spot[] = []
  const set = new Set<string>()
  const values = new Map<string, SyntaxNode>()
  const commands: SyntaxNode[] = []
  for (const node of allNodes(root)) {
    if (node.type === 'variable_assignment') {
      const name = child(node, 'name')?.text ?? ''
      const value = child(node, 'value')
      set.add(name)
      if (value !== undefined && !values.has(name)) values.set(name, value)
    } else if (node.type === 'for_statement') set.add(child(node, 'variable')?.text ?? '')
    else if (node.type === 'simple_expansion' || node.type === 'expansion') {
      const [name] = named(node)
      if (name?.type === 'variable_name' && isEnvironment(name.text))
        spots.push({ kind: 'variable', range: { start: name.start, end: name.end }, name: name.text })
    } else if (node.type === 'command') {
      commands.push(node)
      if (/^(read|mapfile|readarray|printf|getopts)$/.test(child(node, 'name')?.text ?? ''))
        for (const { text } of childrenOf(node, 'argument')) set.add(text)
    }
  }
  const files = commands.flatMap((node) => fileSpot(node, values, false))
  return [...spots.filter((spot) => spot.kind !== 'variable' || !set.has(spot.name)), ...files]
}

/** The files of a script, those below variables (`${CLAUDE_PROJECT_DIR}/…`) included. */
export function anchoredFiles(written: SyntaxNode): readonly FileSpot[] {
  const root = withoutDefaults(written)
  const values = new Map<string, SyntaxNode>()
  for (const node of nodesIn(root)) {
    const value = node.type === 'variable_assignment' ? child(node, 'value') : undefined
    const name = child(node, 'name')?.text ?? ''
    if (value !== undefined && !values.has(name)) values.set(name, value)
  }
  return nodesIn(root).flatMap((node) => (node.type === 'command' ? fileSpot(node, values, true) : []))
}

// `${CLAUDE_PROJECT_DIR:-$(pwd)}`: a host sets the variable.
function withoutDefaults(node: SyntaxNode, depth = 0): SyntaxNode {
  if (depth > DEEPEST || !/\$\{\w+:?-/.test(node.text)) return node
  const [, name] = node.type === 'expansion' ? (/^\$\{(\w+):?-/.exec(node.text) ?? []) : []
  if (name === undefined)
    return { ...node, children: node.children.map((one) => withoutDefaults(one, depth + 1)) }
  const children = node.children.filter(({ type }) => type === 'variable_name')
  return { ...node, text: `\${${name}}`, children }
}

/** No path that a script loads is nested this deep. */
const DEEPEST = 50

type FileSpot = Spot & { readonly kind: 'file' }

function fileSpot(
  node: SyntaxNode,
  values: ReadonlyMap<string, SyntaxNode>,
  isAnchored: boolean,
): readonly FileSpot[] {
  const load = localLoad(node, values, isAnchored)
  if (load === undefined) return []
  const quotes = /string$/.test(load.node.type) ? 1 : 0
  const range = { start: load.node.start + quotes, end: load.node.end - quotes }
  return [{ kind: 'file', range, file: load.file }]
}

function isEnvironment(name: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(name) && !OWN.has(name) && !name.startsWith('BASH')
}

const OWN: ReadonlySet<string> = new Set(
  'HOME PATH PWD OLDPWD USER LOGNAME SHELL TERM LANG LC_ALL TMPDIR TMP TEMP IFS OPTARG OPTIND PIPESTATUS REPLY RANDOM SECONDS LINENO FUNCNAME EUID UID PPID HOSTNAME OSTYPE MACHTYPE EPOCHSECONDS EPOCHREALTIME SRANDOM DIRSTACK GROUPS COLUMNS LINES'.split(
    ' ',
  ),
)
