// Names of a command's own, in the shell text of an entry: its variables and functions, where they are set and where they
// are used. A script has its editor's shell support for that; text in a configuration file has nobody.

import type { Range } from '../../runtime/contract/problems.ts'
import { parseShell } from '../../runtime/documents/shell/tree.ts'
import { child, type SyntaxNode } from '../../runtime/documents/treeSitter.ts'
import type { View } from '../../runtime/project/view.ts'
import { codeAt } from './embedded.ts'
import { covers } from './spotsAt.ts'

type ShellName = {
  readonly name: string
  readonly kind: 'variable' | 'function'
  readonly range: Range
  /** It gets its value or its body here. */
  readonly sets: boolean
}

/** The name at an offset of a configuration file, and every place of its command where it stands, in that file. */
export async function shellNameAt(
  view: View,
  offset: number,
): Promise<{ readonly at: ShellName; readonly all: readonly ShellName[] } | undefined> {
  const place = view.role.kind === 'configuration' ? await codeAt(view, offset) : undefined
  if (place === undefined || place.view.document.language !== 'shell') return undefined
  const names = namesIn(await parseShell(place.view.text))
  const found = names.find(({ range }) => covers(range, place.offset))
  if (found === undefined) return undefined
  const outer = (one: ShellName): ShellName => ({ ...one, range: place.code.toOuter(one.range) })
  const all = names.filter(({ name, kind }) => name === found.name && kind === found.kind)
  return { at: outer(found), all: all.map(outer) }
}

function namesIn(root: SyntaxNode): readonly ShellName[] {
  const variables: ShellName[] = []
  const calls: ShellName[] = []
  const functions: ShellName[] = []
  const open: { readonly node: SyntaxNode; readonly above: SyntaxNode | undefined }[] = [
    { node: root, above: undefined },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, above } = next
    if (node.type === 'variable_name')
      variables.push({ ...named(node, 'variable'), sets: SETTERS.has(above?.type ?? '') })
    if (node.type === 'command_name') calls.push({ ...named(node, 'function'), sets: false })
    if (node.type === 'function_definition') {
      const name = child(node, 'name')
      if (name !== undefined) functions.push({ ...named(name, 'function'), sets: true })
    }
    if (node.type === 'command' && child(node, 'name')?.text === 'read')
      for (const word of node.children)
        if (word.field === 'argument' && /^[A-Za-z_]\w*$/.test(word.text))
          variables.push({ ...named(word, 'variable'), sets: true })
    for (const one of node.children) open.push({ node: one, above: node })
  }
  const own = new Set(functions.map(({ name }) => name))
  return [...variables, ...functions, ...calls.filter(({ name }) => own.has(name))].sort(
    (one, two) => one.range.start - two.range.start,
  )
}

const SETTERS: ReadonlySet<string> = new Set(['variable_assignment', 'for_statement', 'declaration_command'])

function named({ text, start, end }: SyntaxNode, kind: ShellName['kind']): Omit<ShellName, 'sets'> {
  return { name: text, kind, range: { start, end } }
}
