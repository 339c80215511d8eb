// One scope of a Python module, and which definition a name refers to.

import type { SyntaxNode } from '../treeSitter.ts'

/** A place where a name is set or asked for. */
export type NameUse = {
  readonly node: SyntaxNode
  readonly scope: PythonScope
  readonly sets: boolean
  /**
   * `load`: whenever the file is loaded; `later`: only where a branch is taken or somebody calls; `caught`: a NameError
   * there is expected, as in `try: unicode`, or cannot be told, as in annotations, which not every version evaluates.
   */
  readonly when: 'load' | 'later' | 'caught'
}

export type PythonScope = {
  readonly kind: 'module' | 'class' | 'function' | 'comprehension'
  readonly names: Set<string>
  /** Names that are those of a scope further out, by word of their author. */
  readonly outer: Map<string, 'global' | 'nonlocal'>
  /** Of a function. */
  readonly title: string | undefined
  readonly parent: PythonScope | undefined
}

/** The scope whose name this is, as the language looks it up; undefined where the file does not set it. */
export function definingScope(name: string, from: PythonScope): PythonScope | undefined {
  const declared = from.outer.get(name)
  for (let at: PythonScope | undefined = from; at !== undefined; at = at.parent) {
    if (declared === 'global' && at.parent !== undefined) continue
    if (declared === 'nonlocal' && at === from) continue
    // From within a function nobody sees the names of the class around it.
    if (at !== from && at.kind === 'class') continue
    if (at.names.has(name)) return at
  }
  return undefined
}

/** True where a scope or one around it defines the name. Who asks in a class or a function is given the benefit. */
export function isDefined(name: string, scope: PythonScope): boolean {
  for (let at: PythonScope | undefined = scope; at !== undefined; at = at.parent)
    if (at.names.has(name)) return true
  return false
}
