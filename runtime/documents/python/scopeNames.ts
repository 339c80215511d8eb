// One scope of a Python module, and the resolution of a name to the scope that defines it.

import type { SyntaxNode } from '../treeSitter.ts'

/** A place where a name is bound or read. */
export type NameUse = {
  readonly node: SyntaxNode
  readonly scope: PythonScope
  readonly sets: boolean
  /**
   * `load`: whenever the file is loaded; `later`: only if a branch is taken or a function is called; `caught`: a
   * NameError is expected, as in `try: unicode`, or uncertain, as in annotations, which not every version evaluates.
   */
  readonly when: 'load' | 'later' | 'caught'
}

export type PythonScope = {
  readonly kind: 'module' | 'class' | 'function' | 'comprehension'
  readonly names: Set<string>
  /** Names declared `global` or `nonlocal`, which belong to an outer scope. */
  readonly outer: Map<string, 'global' | 'nonlocal'>
  /** The name of a function. */
  readonly title: string | undefined
  readonly parent: PythonScope | undefined
}

/** The scope that a name resolves to, by Python's rules; undefined if the file does not bind it. */
export function definingScope(name: string, from: PythonScope): PythonScope | undefined {
  const declared = from.outer.get(name)
  for (let at: PythonScope | undefined = from; at !== undefined; at = at.parent) {
    if (declared === 'global' && at.parent !== undefined) continue
    if (declared === 'nonlocal' && at === from) continue
    // Names of an enclosing class are not visible inside its functions.
    if (at !== from && at.kind === 'class') continue
    if (at.names.has(name)) return at
  }
  return undefined
}

/** Whether this or any enclosing scope binds the name; class scopes count too, so fewer names are reported. */
export function isDefined(name: string, scope: PythonScope): boolean {
  for (let at: PythonScope | undefined = scope; at !== undefined; at = at.parent)
    if (at.names.has(name)) return true
  return false
}
