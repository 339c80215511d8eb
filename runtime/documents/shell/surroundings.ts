// Spots beside the payload: files that a script loads, and environment variables it reads.

import type { Spot } from '../spots.ts'
import { allNodes, child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { localLoad } from './imports.ts'

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
  const files = commands.flatMap((node): readonly Spot[] => {
    const load = localLoad(node, values)
    if (load === undefined) return []
    const quotes = /string$/.test(load.node.type) ? 1 : 0
    const range = { start: load.node.start + quotes, end: load.node.end - quotes }
    return [{ kind: 'file', range, file: load.file }]
  })
  return [...spots.filter((spot) => spot.kind !== 'variable' || !set.has(spot.name)), ...files]
}

function isEnvironment(name: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(name) && !OWN.has(name) && !name.startsWith('BASH')
}

const OWN: ReadonlySet<string> = new Set(
  'HOME PATH PWD OLDPWD USER LOGNAME SHELL TERM LANG LC_ALL TMPDIR TMP TEMP IFS OPTARG OPTIND PIPESTATUS REPLY RANDOM SECONDS LINENO FUNCNAME EUID UID PPID HOSTNAME OSTYPE MACHTYPE EPOCHSECONDS EPOCHREALTIME SRANDOM DIRSTACK GROUPS COLUMNS LINES'.split(
    ' ',
  ),
)
