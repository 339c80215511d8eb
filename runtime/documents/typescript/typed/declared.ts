// What a name stands for, by the text alone: the declaration in the nearest scope. Before there is a program to ask.

import ts from 'typescript'

export type Declaration =
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.FunctionDeclaration
  | ts.BindingElement

/** The declaration that a name means; undefined where the file has none, or another kind of one. */
export function declarationOf(name: ts.Identifier): Declaration | undefined {
  for (let at: ts.Node = name; ; at = at.parent) {
    const found = declaredIn(at, name.text)
    if (found !== undefined) return found
    if (ts.isSourceFile(at)) return undefined
  }
}

/** The names of a file by their text, members left out. */
export type Names = ReadonlyMap<string, readonly ts.Identifier[]>

/** Collects all names of a file. */
export function namesOf(file: ts.SourceFile): Names {
  const found = new Map<string, ts.Identifier[]>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMember(node)) {
      const known = found.get(node.text)
      if (known === undefined) found.set(node.text, [node])
      else known.push(node)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Every place where this declaration's name stands for it, its own included. */
export function mentionsOf({ name }: Declaration, names: Names): readonly ts.Identifier[] {
  if (name === undefined || !ts.isIdentifier(name)) return []
  const declaration = name.parent
  return (names.get(name.text) ?? []).filter((one) => one === name || declarationOf(one) === declaration)
}

/** A function of the file that has a name or a constant for it. */
export type Code = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression

/** The function that a declaration stands for; undefined where it may stand for another one later. */
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

/** What a body returns, functions within it left out. */
export function returnsOf(body: ts.ConciseBody): readonly ts.Expression[] {
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return
    if (ts.isReturnStatement(node)) {
      if (node.expression !== undefined) found.push(node.expression)
    } else ts.forEachChild(node, look)
  }
  ts.forEachChild(body, look)
  return found
}

// `x.name` and `{ name: … }` name a member, not what is declared.
function isMember(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node
}

function declaredIn(scope: ts.Node, name: string): Declaration | undefined {
  if (ts.isFunctionLike(scope)) return named(scope.parameters, name)
  if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    const { initializer } = scope
    return initializer !== undefined && ts.isVariableDeclarationList(initializer)
      ? named(initializer.declarations, name)
      : undefined
  }
  if (ts.isCatchClause(scope)) return scope.variableDeclaration && named([scope.variableDeclaration], name)
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isCaseBlock(scope)) return undefined
  const statements = ts.isCaseBlock(scope)
    ? scope.clauses.flatMap((clause) => [...clause.statements])
    : scope.statements
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
    if (!ts.isVariableStatement(statement)) continue
    const found = named(statement.declarationList.declarations, name)
    if (found !== undefined) return found
  }
  return undefined
}

function named(
  declarations: readonly (ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement)[],
  name: string,
): Declaration | undefined {
  for (const one of declarations) {
    if (ts.isIdentifier(one.name)) {
      if (one.name.text === name) return one
      continue
    }
    const inner = one.name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : [element]))
    const found = named(inner, name)
    if (found !== undefined) return found
  }
  return undefined
}
