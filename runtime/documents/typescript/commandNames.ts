// The names of a module by the function that binds them, with what they are bound to: for following the commands that
// it composes. A name that is bound in a way that is not listed has an unknown value.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import { isAssignment } from './syntax.ts'
import { declarationOf, mentionsOf, namesOf } from './typed/declared.ts'

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

const UNKNOWN_BINDINGS: readonly CommandBinding[] = [{ kind: 'unknown' }]
/** Methods of a list that only read it; all others but `push` make its value unknown. */
const READS =
  /^(?:at|concat|entries|every|filter|find|flat|flatMap|forEach|includes|indexOf|join|keys|map|reduce|slice|some|toString|values|trim|split|replace|replaceAll|startsWith|endsWith|test|match|padEnd|toLowerCase)$/

/** Reads the names of a module. */
export function commandNames(file: ts.SourceFile): ModuleNames {
  const names = namesOf(file)
  const known = new Map<ts.Identifier | undefined, readonly CommandBinding[]>()
  return { bindingsOf, callsOf }

  function bindingsOf(name: ts.Identifier): readonly CommandBinding[] {
    const all = names.get(name.text) ?? []
    const declaration = declarationOf(name)
    // `var` is visible outside its block, so all uses of its name count.
    const uses = hasVar(all) ? all : declaration === undefined ? [] : mentionsOf(declaration, names)
    const [first] = uses
    // The same objects each time, by which a name that is bound to itself is recognized.
    const found = known.get(first) ?? uses.flatMap((use) => [...declaredAt(use), ...changedAt(use)])
    known.set(first, found)
    return found
  }

  function callsOf(definition: ts.SignatureDeclaration): readonly ts.CallExpression[] | undefined {
    const name = nameOf(definition)
    if (name === undefined) return undefined
    const own = declarationOf(name)
    const found: ts.CallExpression[] = []
    for (const one of names.get(name.text) ?? []) {
      // A function of a block is also visible outside of it.
      if (one === name || (declarationOf(one) ?? own) !== own) continue
      if (!ts.isCallExpression(one.parent) || one.parent.expression !== one) return undefined
      found.push(one.parent)
    }
    return found
  }
}

const hasVar = oncePer((all: readonly ts.Identifier[]) => all.some(isVar))

function isVar({ parent }: ts.Identifier): boolean {
  return ts.isVariableDeclaration(parent) && (parent.parent.flags & ts.NodeFlags.BlockScoped) === 0
}

// What the declaration of a name binds it to.
function declaredAt(name: ts.Identifier): readonly CommandBinding[] {
  const { parent } = name
  if ((parent as { readonly name?: ts.Node }).name !== name) return []
  if (ts.isVariableDeclaration(parent)) {
    const loop = parent.parent.parent
    if (ts.isForOfStatement(loop)) return [{ kind: 'each', value: loop.expression }]
    if (ts.isCatchClause(parent.parent) || ts.isForInStatement(loop)) return UNKNOWN_BINDINGS
    return [{ kind: 'value', value: parent.initializer ?? ts.factory.createNull() }]
  }
  if (!ts.isParameter(parent)) return ts.isPropertyAccessExpression(parent) ? [] : UNKNOWN_BINDINGS
  const { parent: of, dotDotDotToken, initializer } = parent
  const at = of.parameters.indexOf(parent)
  const given: CommandBinding = { kind: 'parameter', of, at, rest: dotDotDotToken !== undefined }
  return initializer === undefined ? [given] : [given, { kind: 'value', value: initializer }]
}

// What a use of a name binds it to, or adds to its value.
function changedAt(name: ts.Identifier): readonly CommandBinding[] {
  const { parent } = name
  if (ts.isBinaryExpression(parent) && parent.left === name && isAssignment(parent.operatorToken.kind)) {
    const { right, operatorToken } = parent
    return operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
      ? [{ kind: 'added', values: [right], isText: true }]
      : [{ kind: 'value', value: right }]
  }
  if (ts.isForOfStatement(parent) && parent.initializer === name)
    return [{ kind: 'each', value: parent.expression }]
  if (ts.isPropertyAccessExpression(parent) && parent.expression === name) {
    const call = parent.parent
    if (!ts.isCallExpression(call) || call.expression !== parent || READS.test(parent.name.text)) return []
    return parent.name.text === 'push'
      ? [{ kind: 'added', values: call.arguments, isText: false }]
      : UNKNOWN_BINDINGS
  }
  return isPartOfTarget(name) ? UNKNOWN_BINDINGS : []
}

// `[name] = …`, `({ key: name } = …)`, `name[0] = …`, `for (name in …)`
function isPartOfTarget(name: ts.Identifier): boolean {
  let at: ts.Node = name
  while (isPart(at.parent, at)) at = at.parent
  const { parent } = at
  if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === at
  return ts.isBinaryExpression(parent) && parent.left === at && isAssignment(parent.operatorToken.kind)
}

function isPart(whole: ts.Node, part: ts.Node): boolean {
  return (
    ts.isArrayLiteralExpression(whole) ||
    ts.isObjectLiteralExpression(whole) ||
    ts.isPropertyAssignment(whole) ||
    ts.isShorthandPropertyAssignment(whole) ||
    ts.isSpreadElement(whole) ||
    ts.isSpreadAssignment(whole) ||
    (ts.isElementAccessExpression(whole) && whole.expression === part) ||
    (ts.isBinaryExpression(whole) && whole.left === part && ts.isArrayLiteralExpression(whole.parent))
  )
}

/** Whether an identifier is read as a value: neither a declaration nor the name of a property or a type. */
export function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isExportSpecifier(parent)) {
    const { isTypeOnly, moduleSpecifier } = parent.parent.parent
    if (isTypeOnly || parent.isTypeOnly || moduleSpecifier !== undefined) return false
    return (parent.propertyName ?? parent.name) === node
  }
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

/** Whether other modules can use what a statement declares. */
export function isExported(statement: ts.Node): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  )
}
