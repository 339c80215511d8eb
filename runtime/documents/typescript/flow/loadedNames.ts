// The exports of a local module, as names in the tree that `flow` follows.

import ts from 'typescript'
import { string } from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { pathOf } from '../syntax.ts'
import { type LoadedNames, made, name, ownName, type TranslatedModule, unknown } from './places.ts'

/** The exported names of a module; `module.exports = …` stands for all of them. */
export function loadedNames({ file, base, prefix }: Omit<TranslatedModule, 'load'>): LoadedNames {
  const names = exportsIn(file)
  const inner = (local: string, at: SyntaxNode) => name(ownName(local, prefix), at)
  const whole = (at: SyntaxNode) => {
    const all = names.get(WHOLE)
    if (all !== undefined) return inner(all, at)
    const pairs = [...names].map(([exported, local], i) => {
      // Each key has a distinct offset.
      const key = { ...at, start: base + i, end: base + i + exported.length, text: exported }
      return made('pair', key, { key: string(key), value: inner(local, key) })
    })
    return made('dictionary', at, pairs)
  }
  return {
    whole,
    named(exported, at) {
      const local = names.get(exported)
      if (local !== undefined) return inner(local, at)
      return exported === 'default' && names.has(WHOLE) ? whole(at) : unknown(at)
    },
  }
}

const WHOLE = 'module.exports'

/** The name in the tree that `exports.x = …` assigns. */
export function exportedName(node: ts.Expression): string | undefined {
  const path = pathOf(node)
  if (path === WHOLE) return 'exports'
  return /^(?:module\.)?exports\.(\w+)$/.exec(path)?.[1]?.replace(/^/, 'export ')
}

// Maps exported names to local names.
function exportsIn({ statements }: ts.SourceFile): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const one of statements) {
    if (ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)) {
      const local = one.name?.text ?? 'default'
      if (has(one, ts.SyntaxKind.ExportKeyword))
        found.set(has(one, ts.SyntaxKind.DefaultKeyword) ? 'default' : local, local)
    } else if (ts.isVariableStatement(one) && has(one, ts.SyntaxKind.ExportKeyword)) {
      for (const { name: to } of one.declarationList.declarations)
        if (ts.isIdentifier(to)) found.set(to.text, to.text)
    } else if (ts.isExportAssignment(one)) found.set('default', 'default')
    else if (ts.isExportDeclaration(one) && one.moduleSpecifier === undefined) {
      const named = one.exportClause
      if (named !== undefined && ts.isNamedExports(named))
        for (const { name: outside, propertyName } of named.elements)
          found.set(outside.text, (propertyName ?? outside).text)
    } else if (ts.isExpressionStatement(one) && ts.isBinaryExpression(one.expression)) {
      const set = exportedName(one.expression.left)
      if (set === 'exports') found.set(WHOLE, set)
      else if (set !== undefined) found.set(set.replace('export ', ''), set)
    }
  }
  return found
}

function has(
  { modifiers }: { readonly modifiers?: ts.NodeArray<ts.ModifierLike> },
  kind: ts.SyntaxKind,
): boolean {
  return modifiers?.some((one) => one.kind === kind) === true
}
