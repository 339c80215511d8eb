// Translates the names that a JavaScript module imports into the tree that `flow` follows.

import ts from 'typescript'
import { rowOf } from '../../../contract/json.ts'
import { statement } from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { assignment, dotted, loaded, own, placeOf } from './places.ts'

const MODULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  process: {
    argv: 'sys.argv',
    exit: 'sys.exit',
    stdin: 'sys.stdin',
    stdout: 'sys.stdout',
    stderr: 'sys.stderr',
  },
}

/** `import { exit, stderr } from 'node:process'`, `import { deny } from './lib.mjs'` */
export function imported({ importClause, moduleSpecifier }: ts.ImportDeclaration): readonly SyntaxNode[] {
  const bindings = importClause?.namedBindings
  const module = loaded(moduleSpecifier)
  const main = module === undefined ? undefined : importClause?.name
  const known = ts.isStringLiteral(moduleSpecifier)
    ? rowOf(MODULES, moduleSpecifier.text.replace(/^node:/, ''))
    : undefined
  const set = (to: ts.Identifier, value: SyntaxNode | undefined) =>
    value === undefined ? [] : [statement(assignment(own(to.text, value), value, value))]
  const first = main === undefined ? [] : set(main, module?.named('default', placeOf(main)))
  if (bindings === undefined) return first
  if (ts.isNamespaceImport(bindings))
    return [...first, ...set(bindings.name, module?.whole(placeOf(bindings.name)))]
  return bindings.elements.flatMap((one) => {
    const exported = (one.propertyName ?? one.name).text
    const at = placeOf(one)
    const counterpart = known?.[exported]
    const value = counterpart === undefined ? module?.named(exported, at) : dotted(counterpart, at)
    return [...first, ...set(one.name, value)]
  })
}
