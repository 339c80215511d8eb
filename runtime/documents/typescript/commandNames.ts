// The names of a module by the function that binds them, with what they are bound to: for following the commands that
// it composes. A name that is bound in a way that is not listed has an unknown value.

import ts from 'typescript'
import { nodesIn } from './syntax.ts'

export type CommandBinding =
  | { readonly kind: 'value'; readonly value: ts.Expression }
  /** `name += value`, `name.push(value)`. */
  | { readonly kind: 'added'; readonly values: readonly ts.Expression[]; readonly isText: boolean }
  /** `for (const name of value)` */
  | { readonly kind: 'each'; readonly value: ts.Expression }
  | {
      readonly kind: 'parameter'
      readonly of: ts.SignatureDeclaration
      readonly at: number
      readonly rest: boolean
    }
  | { readonly kind: 'unknown' }

export type ModuleNames = {
  /** All that the name at a node may be bound to; empty for a name that the module does not bind. */
  readonly bindingsOf: (name: ts.Identifier) => readonly CommandBinding[]
  /** The calls of a function; undefined where it is used in any other way. */
  readonly callsOf: (definition: ts.SignatureDeclaration) => readonly ts.CallExpression[] | undefined
}

const UNKNOWN_BINDING: CommandBinding = { kind: 'unknown' }
/** Methods of a list that only read it; all others but `push` make its value unknown. */
const READS =
  /^(?:at|concat|entries|every|filter|find|flat|flatMap|forEach|includes|indexOf|join|keys|map|reduce|slice|some|toString|values|trim|split|replace|replaceAll|startsWith|endsWith|test|match|padEnd|toLowerCase)$/

/** Reads the names of a module. */
export function commandNames(file: ts.SourceFile): ModuleNames {
  const names = new Map<ts.Node, Map<string, CommandBinding[]>>()
  const uses = new Map<string, ts.Identifier[]>()
  const nodes = nodesIn(file)
  for (const node of nodes) bindingsIn(node)
  // After all bindings, because a name may be changed before the line that binds it.
  for (const node of nodes) changesIn(node)
  for (const node of nodes)
    if (ts.isIdentifier(node) && isReference(node)) {
      const known = uses.get(node.text)
      if (known === undefined) uses.set(node.text, [node])
      else known.push(node)
    }
  return { bindingsOf: (name) => holderOf(name)?.get(name.text) ?? [], callsOf }

  function callsOf(definition: ts.SignatureDeclaration): readonly ts.CallExpression[] | undefined {
    const name = nameOf(definition)
    if (name === undefined) return undefined
    const found: ts.CallExpression[] = []
    for (const one of uses.get(name.text) ?? []) {
      if (!ts.isCallExpression(one.parent) || one.parent.expression !== one) return undefined
      found.push(one.parent)
    }
    return found
  }

  function holderOf(name: ts.Identifier): Map<string, CommandBinding[]> | undefined {
    for (let at: ts.Node = name; at !== undefined; at = at.parent) {
      const known = names.get(at)
      if (known?.has(name.text) === true) return known
    }
    return undefined
  }

  function bind(name: ts.BindingName, binding: CommandBinding, scope: ts.Node): void {
    if (!ts.isIdentifier(name)) {
      for (const one of name.elements) if (ts.isBindingElement(one)) bind(one.name, UNKNOWN_BINDING, scope)
      return
    }
    const inScope = names.get(scope) ?? new Map<string, CommandBinding[]>()
    names.set(scope, inScope)
    const known = inScope.get(name.text)
    if (known === undefined) inScope.set(name.text, [binding])
    else known.push(binding)
  }

  function bindingsIn(node: ts.Node): void {
    if (ts.isVariableDeclaration(node)) {
      const loop = node.parent.parent
      const scope = scopeOf(node)
      if (ts.isForOfStatement(loop)) bind(node.name, { kind: 'each', value: loop.expression }, scope)
      else if (ts.isCatchClause(node.parent) || ts.isForInStatement(loop))
        bind(node.name, UNKNOWN_BINDING, scope)
      else if (node.initializer !== undefined)
        bind(node.name, { kind: 'value', value: node.initializer }, scope)
      else bind(node.name, { kind: 'value', value: ts.factory.createNull() }, scope)
    } else if (ts.isParameter(node)) {
      const { parent: of, dotDotDotToken, initializer } = node
      const at = of.parameters.indexOf(node)
      bind(node.name, { kind: 'parameter', of, at, rest: dotDotDotToken !== undefined }, of)
      if (initializer !== undefined) bind(node.name, { kind: 'value', value: initializer }, of)
    } else if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name !== undefined)
      bind(node.name, UNKNOWN_BINDING, scopeOf(node))
    else if ((ts.isImportSpecifier(node) || ts.isNamespaceImport(node)) && ts.isIdentifier(node.name))
      bind(node.name, UNKNOWN_BINDING, file)
    else if (ts.isImportClause(node) && node.name !== undefined) bind(node.name, UNKNOWN_BINDING, file)
  }

  function change(of: ts.Expression, binding: CommandBinding): void {
    if (ts.isIdentifier(of)) holderOf(of)?.get(of.text)?.push(binding)
  }

  function changeAll(pattern: ts.Node): void {
    for (const one of nodesIn(pattern)) if (ts.isIdentifier(one)) change(one, UNKNOWN_BINDING)
  }

  function changesIn(node: ts.Node): void {
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node
      const { kind } = operatorToken
      if (kind < ts.SyntaxKind.FirstAssignment || kind > ts.SyntaxKind.LastAssignment) return
      if (ts.isElementAccessExpression(left)) change(left.expression, UNKNOWN_BINDING)
      else if (ts.isArrayLiteralExpression(left) || ts.isObjectLiteralExpression(left)) changeAll(left)
      else if (kind === ts.SyntaxKind.PlusEqualsToken)
        change(left, { kind: 'added', values: [right], isText: true })
      else change(left, { kind: 'value', value: right })
    } else if (ts.isForOfStatement(node) && ts.isExpression(node.initializer)) {
      if (ts.isIdentifier(node.initializer))
        change(node.initializer, { kind: 'each', value: node.expression })
      else changeAll(node.initializer)
    } else if (ts.isForInStatement(node) && ts.isExpression(node.initializer)) changeAll(node.initializer)
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text
      if (READS.test(method)) return
      const adds = method === 'push'
      change(
        node.expression.expression,
        adds ? { kind: 'added', values: node.arguments, isText: false } : UNKNOWN_BINDING,
      )
    }
  }
}

/** Whether an identifier is read as a value: neither a declaration nor the name of a property or a type. */
export function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isTypeReferenceNode(parent) ||
    ts.isTypeQueryNode(parent) ||
    ts.isLabeledStatement(parent) ||
    ts.isTypeOfExpression(parent)
  )
    return false
  return (parent as { readonly name?: ts.Node }).name !== node
}

// `function run() {}`, `const run = () => {}`; none for one that other files can call.
function nameOf(definition: ts.SignatureDeclaration): ts.Identifier | undefined {
  const at = ts.isFunctionDeclaration(definition) ? definition : definition.parent
  if (!ts.isFunctionDeclaration(at) && !ts.isVariableDeclaration(at)) return undefined
  const statement = ts.isFunctionDeclaration(at) ? at : at.parent.parent
  return isExported(statement) || at.name === undefined || !ts.isIdentifier(at.name) ? undefined : at.name
}

function scopeOf(node: ts.Node): ts.Node {
  let at = node.parent
  while (!ts.isSourceFile(at) && !ts.isFunctionLike(at)) at = at.parent
  return at
}

/** Whether other modules can use what a statement declares. */
export function isExported(statement: ts.Node): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  )
}
