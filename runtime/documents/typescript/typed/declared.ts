// Resolves names by the text alone, before there is a type checker: to the declaration in the nearest scope.

import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { nodesIn } from '../syntax.ts'

export type Declaration =
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.FunctionDeclaration
  | ts.BindingElement

/** The declaration of a name; undefined where the file has none, or one of another kind. */
export function declarationOf(name: ts.Identifier): Declaration | undefined {
  for (let at: ts.Node = name; ; at = at.parent) {
    const found = declaredIn(at, name.text)
    if (found !== undefined) return found
    if (ts.isSourceFile(at)) return undefined
  }
}

/** The identifiers of a file by their text, without members. */
export type Names = ReadonlyMap<string, readonly ts.Identifier[]>

/** Collects all names of a file. */
export function namesOf(file: ts.SourceFile): Names {
  const found = new Map<string, ts.Identifier[]>()
  for (const node of nodesIn(file)) {
    if (ts.isIdentifier(node) && !isMember(node)) {
      const known = found.get(node.text)
      if (known === undefined) found.set(node.text, [node])
      else known.push(node)
    }
  }
  return found
}

/** Every identifier that refers to this declaration, its own name included. */
export function mentionsOf(declaration: Declaration, names: Names): readonly ts.Identifier[] {
  const { name } = declaration
  const all = name !== undefined && ts.isIdentifier(name) ? (names.get(name.text) ?? []) : []
  const found = byDeclaration(all).get(declaration) ?? []
  return all.length === 0 || found.includes(name as ts.Identifier) ? found : [name as ts.Identifier, ...found]
}

// Computed once for all declarations of one name: a text may declare it in each of a thousand loops.
const byDeclaration = oncePer((all: readonly ts.Identifier[]) => Map.groupBy(all, declarationOf))

/** A function of the file that is bound to a name. */
export type Code = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression

/** The function a declaration is bound to; undefined where the name may be bound to another one later. */
export function functionOf(declaration: Declaration | undefined): Code | undefined {
  if (declaration === undefined) return undefined
  if (ts.isFunctionDeclaration(declaration)) return declaration
  const { initializer } = declaration
  const isConst =
    ts.isVariableDeclaration(declaration) && (declaration.parent.flags & ts.NodeFlags.Const) !== 0
  return isConst && initializer !== undefined && isFunction(initializer) ? initializer : undefined
}

/** A function written as an expression. */
export function isFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

/** The expressions that a body returns, without nested functions. */
export function returnsOf(body: ts.ConciseBody): readonly ts.Expression[] {
  if (!ts.isBlock(body)) return [body]
  return nodesOf(body)
    .filter(ts.isReturnStatement)
    .flatMap(({ expression }) => expression ?? [])
}

/** The nodes of a body, without nested functions and classes. */
export function nodesOf(body: ts.Block): readonly ts.Node[] {
  return nodesIn(body, (node) => !ts.isFunctionLike(node) && !ts.isClassLike(node))
}

// In `x.name` and `{ name: … }` the name is a member, not a reference.
function isMember(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node
}

function declaredIn(scope: ts.Node, name: string): Declaration | undefined {
  return declaredBy(scope).get(name)
}

// The declarations of each scope, cached because a large file looks them up for each of its names.
const declaredBy = oncePer((scope: ts.Node): ReadonlyMap<string, Declaration> => {
  const found = new Map<string, Declaration>()
  for (const one of declarationsIn(scope)) addNames(one, found)
  return found
})

function declarationsIn(scope: ts.Node): readonly Declaration[] {
  if (ts.isFunctionLike(scope)) return [...scope.parameters].filter(ts.isParameter)
  if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    const { initializer } = scope
    const isList = initializer !== undefined && ts.isVariableDeclarationList(initializer)
    return isList ? initializer.declarations : []
  }
  if (ts.isCatchClause(scope))
    return scope.variableDeclaration === undefined ? [] : [scope.variableDeclaration]
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isCaseBlock(scope)) return []
  const statements = ts.isCaseBlock(scope)
    ? scope.clauses.flatMap((clause) => [...clause.statements])
    : scope.statements
  return statements.flatMap((statement): readonly Declaration[] => {
    if (ts.isFunctionDeclaration(statement)) return [statement]
    return ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
  })
}

// Of several declarations of a name, the first counts.
function addNames(one: Declaration, found: Map<string, Declaration>): void {
  const { name } = one
  if (name === undefined) return
  if (ts.isIdentifier(name)) {
    if (!found.has(name.text)) found.set(name.text, one)
    return
  }
  for (const element of name.elements) if (!ts.isOmittedExpression(element)) addNames(element, found)
}
