// Maps spots in a local module to the script that loads it: to its only call of that module, or to the specifier that
// names the module.

import ts from 'typescript'
import type { Range } from '../../contract/problems.ts'
import { movedSpot } from '../movedSpot.ts'
import type { Spot } from '../spots.ts'
import type { LoadedModule } from './flow/tree.ts'
import { computedSpecifiers, localSpecifiers } from './imports.ts'
import { contentOf, rangeOf } from './parse.ts'
import { nodesIn } from './syntax.ts'

/** The spot in the script; none if its module cannot be located there. */
export function placedIn(file: ts.SourceFile, modules: readonly LoadedModule[], spot: Spot): readonly Spot[] {
  return movedSpot(spot, (range) => {
    const module = modules.find(({ start, end }) => start <= range.start && range.end <= end)
    if (module === undefined) return range.end <= file.text.length ? range : undefined
    return placeOf(module.specifier, file)
  })
}

function placeOf(specifier: string, file: ts.SourceFile): Range | undefined {
  const written = localSpecifiers(file).find(({ text }) => text === specifier)
  const named = written ?? computedSpecifiers(file).find(({ path }) => path === specifier)?.node
  if (named === undefined) return undefined
  const calls = callsOf(namesOf(named), file)
  const [only] = calls
  if (only !== undefined && calls.length === 1) return rangeOf(only)
  return written === undefined ? rangeOf(named) : contentOf(written)
}

// The names the load is bound to: `import { deny } from`, `const { deny } = require(`.
function namesOf(specifier: ts.Node): ReadonlySet<string> {
  let at: ts.Node = specifier.parent
  while (!ts.isImportDeclaration(at) && !ts.isVariableDeclaration(at) && !ts.isSourceFile(at)) at = at.parent
  const bound = ts.isImportDeclaration(at)
    ? at.importClause
    : ts.isVariableDeclaration(at)
      ? at.name
      : undefined
  const names = bound === undefined ? [] : [bound, ...nodesIn(bound)].filter(ts.isIdentifier)
  return new Set(names.map(({ text }) => text))
}

function callsOf(names: ReadonlySet<string>, file: ts.SourceFile): readonly ts.CallExpression[] {
  return nodesIn(file).filter((node): node is ts.CallExpression => {
    if (!ts.isCallExpression(node)) return false
    const callee = ts.isPropertyAccessExpression(node.expression)
      ? node.expression.expression
      : node.expression
    return ts.isIdentifier(callee) && names.has(callee.text)
  })
}
