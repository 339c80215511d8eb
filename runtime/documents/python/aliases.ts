// Resolves names that import statements of a Python file bind: `from subprocess import run as r`, `import os as o`.
// Scopes are not distinguished: callers look for anything a name may mean.

import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { namesFrom } from './starters.ts'

/** Name -> the dotted name it was imported as. */
export function aliasesOf(root: SyntaxNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const node of nodesIn(root)) {
    if (node.type === 'import_statement') for (const one of named(node)) take(one, '')
    if (node.type !== 'import_from_statement') continue
    const from = child(node, 'module_name')
    if (from === undefined) continue
    if (node.children.some(({ type }) => type === 'wildcard_import'))
      for (const name of namesFrom(from.text)) if (!found.has(name)) found.set(name, `${from.text}.${name}`)
    for (const one of named(node)) if (one !== from) take(one, `${from.text}.`)
  }
  return found

  function take(one: SyntaxNode, before: string): void {
    const name = one.type === 'aliased_import' ? child(one, 'name') : one
    const alias = one.type === 'aliased_import' ? child(one, 'alias') : one
    // `import os.path` binds `os` under its own name.
    if (name?.type !== 'dotted_name' || alias === undefined || alias.text.includes('.')) return
    if (before + name.text !== alias.text) found.set(alias.text, before + name.text)
  }
}

/** A dotted name with its first part replaced by what was imported. */
export function withoutAlias(name: string, aliases: ReadonlyMap<string, string>): string {
  const [head = ''] = name.split('.', 1)
  const whole = aliases.get(head)
  return whole === undefined ? name : whole + name.slice(head.length)
}
