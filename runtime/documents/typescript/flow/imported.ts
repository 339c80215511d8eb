// Names that a module of JavaScript imports in terms of the tree that flow follows.

import ts from 'typescript'
import type { SyntaxNode } from '../../treeSitter.ts'
import { assignment, dotted, own, placeOf, statement } from './places.ts'

const MODULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  process: { exit: 'sys.exit', stdin: 'sys.stdin', stdout: 'sys.stdout', stderr: 'sys.stderr' },
}

// `import { exit, stderr } from 'node:process'`
export function imported({ importClause, moduleSpecifier }: ts.ImportDeclaration): readonly SyntaxNode[] {
  const bindings = importClause?.namedBindings
  const known = ts.isStringLiteral(moduleSpecifier)
    ? MODULES[moduleSpecifier.text.replace(/^node:/, '')]
    : undefined
  if (known === undefined || bindings === undefined || !ts.isNamedImports(bindings)) return []
  return bindings.elements.flatMap((one) => {
    const counterpart = known[(one.propertyName ?? one.name).text]
    const at = placeOf(one)
    return counterpart === undefined
      ? []
      : [statement(assignment(own(one.name.text, at), dotted(counterpart, at), at))]
  })
}
