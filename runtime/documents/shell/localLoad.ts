// The local file that a command of a script loads.

import type { SyntaxNode } from '../treeSitter.ts'
import { loadsOf } from './loads.ts'
import { OWN_FOLDER, textOf, type Values } from './paths.ts'
import { wordsOf } from './wordSplitting.ts'

/** The local file that a command loads, relative to the script or below a variable, and the word that names it. */
export function localLoad(
  node: SyntaxNode,
  variables: Values,
  isAnchored = false,
): { readonly node: SyntaxNode; readonly file: string } | undefined {
  for (const load of loadsOf(wordsOf(node), (word) => textOf(word, variables))) {
    if (load.kind !== 'file') continue
    const path = textOf(load.file, variables)
    if (isAnchored && path !== undefined && /^\$\{\w+\}\/[^$]*$/.test(path))
      return { node: load.file, file: path }
    if (path === undefined || path === '' || /^[/~]|\$\{/.test(path)) continue
    const beside = path.startsWith(OWN_FOLDER) ? path.slice(OWN_FOLDER.length).replace(/^\/+/, '') : path
    return { node: load.file, file: besideScript(beside) }
  }
  return undefined
}

/** A relative path, beginning with `./` or `../`. */
export function besideScript(path: string): string {
  const bare = path.replace(/^(\.\/+)+/, '')
  return bare.startsWith('../') ? bare : `./${bare}`
}
