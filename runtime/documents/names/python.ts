// The names of a Python module by scope, as the language resolves them.

import { definingScope, type PythonScope } from '../python/scopeNames.ts'
import { scopesOf } from '../python/scopes.ts'
import { child, named, nodesIn, parseTree, type SyntaxNode } from '../treeSitter.ts'
import type { NameReader, WrittenName } from './reader.ts'

const RESERVED =
  /^(False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield|self|cls|__\w+__)$/

/** The name reader for Python. */
export const pythonNames: NameReader = {
  read,
  spelt: { variable: /^[^\W\d]\w*$/u, function: /^[^\W\d]\w*$/u },
  reserved: { variable: RESERVED, function: RESERVED },
}

async function read(text: string): Promise<readonly WrittenName[]> {
  const root = await parseTree('python', text)
  const { uses, scopes } = scopesOf(root, true)
  const ids = new Map(scopes.map((scope, at) => [scope, at]))
  const functions = new Map(
    scopes.flatMap((scope) => (scope.title === undefined ? [] : [[scope.title, scope]])),
  )
  const names: WrittenName[] = []
  for (const { node, scope, sets } of uses) {
    const found = definingScope(node.text, scope)
    // A name that nothing in the file sets is a builtin; one that a class sets is an attribute.
    if (found?.kind !== 'class') add(node, found, sets)
  }
  for (const call of nodesIn(root)) if (call.type === 'call') keywordsOf(call)
  return names.sort((one, two) => one.range.start - two.range.start)

  function add(
    { start, end, text: name }: SyntaxNode,
    scope: PythonScope | undefined,
    defines: boolean,
  ): void {
    const id = scope === undefined ? -1 : (ids.get(scope) ?? -1)
    names.push({ range: { start, end }, name, kind: 'variable', scope: id, defines })
  }

  // `f(name=1)` names the parameter of a function in this file.
  function keywordsOf(call: SyntaxNode): void {
    const callee = child(call, 'function')
    const title = callee?.type === 'attribute' ? child(callee, 'attribute') : callee
    const scope = functions.get(title?.text ?? '')
    for (const one of named(child(call, 'arguments'))) {
      const key = one.type === 'keyword_argument' ? child(one, 'name') : undefined
      if (key !== undefined && scope?.names.has(key.text) === true) add(key, scope, false)
    }
  }
}
