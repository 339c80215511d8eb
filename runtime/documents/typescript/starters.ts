// The names by which a module calls the functions of `child_process` and starts threads, and where such a function, or
// another one that loads code, is passed on instead of being called: whoever calls it then is not known.

import ts from 'typescript'
import { isExported, isReference } from './commandNames.ts'
import { ofKinds, pathOf, skipWrappers } from './syntax.ts'

const STARTS = /^(?:execFile|execFileSync|exec|execSync|spawn|spawnSync|fork)$/

export type Starters = {
  /** Local name -> the function that it calls; `*` stands for the module itself. */
  readonly names: ReadonlyMap<string, string>
  /** Where a function or the module is passed on. */
  readonly passedOn: readonly ts.Node[]
}

/** Whether a function of `child_process` of this name starts a program. */
export function startsProgram(name: string): boolean {
  return STARTS.test(name)
}

/** Finds the starters of a module, and the loaders that it passes on. */
export function startersOf(file: ts.SourceFile): Starters {
  const names = new Map<string, string>()
  const passedOn: ts.Node[] = []
  const { ImportDeclaration, ExportDeclaration, CallExpression, VariableDeclaration } = ts.SyntaxKind
  const { Identifier, PropertyAccessExpression } = ts.SyntaxKind
  for (const node of ofKinds(file, [ImportDeclaration, ExportDeclaration, CallExpression]))
    if (ts.isImportDeclaration(node) && isModuleName(node.moduleSpecifier)) takeImport(node)
    else if (ts.isExportDeclaration(node) && isModuleName(node.moduleSpecifier)) passedOn.push(node)
    else if (isModule(node) && !taken(node)) passedOn.push(node)
  // Names of names: `const run = promisify(exec)`.
  for (const node of ofKinds(file, [VariableDeclaration])) if (ts.isVariableDeclaration(node)) takeAlias(node)
  for (const node of ofKinds(file, [Identifier, PropertyAccessExpression]))
    if (
      ts.isIdentifier(node) ? isKnown(node) && isReference(node) && isPassedOn(node) : isMemberPassedOn(node)
    )
      passedOn.push(node)
  return { names, passedOn }

  function isKnown({ text }: ts.Identifier): boolean {
    return names.has(text) || LOADERS.has(text)
  }

  function takeImport({ importClause }: ts.ImportDeclaration): void {
    if (importClause === undefined) return
    const { name, namedBindings } = importClause
    if (name !== undefined) names.set(name.text, '*')
    if (namedBindings === undefined) return
    if (ts.isNamespaceImport(namedBindings)) names.set(namedBindings.name.text, '*')
    else
      for (const one of namedBindings.elements) {
        const from = (one.propertyName ?? one.name).text
        names.set(one.name.text, from === 'default' ? '*' : from)
      }
  }

  // Whether all that is done with the module is understood: it gets a name, or one of its functions is called or named.
  function taken(module: ts.Expression): boolean {
    const node = outermost(module)
    const { parent } = node
    if (ts.isVariableDeclaration(parent)) return takeNames(parent.name) && !isExported(parent.parent.parent)
    if (ts.isExpressionStatement(parent)) return true
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      if (!ts.isIdentifier(parent.left)) return false
      names.set(parent.left.text, '*')
      return true
    }
    if (!ts.isPropertyAccessExpression(parent)) return false
    // What the function is called with has names of its own, whose calls are judged by their name.
    if (parent.name.text === 'then')
      return ts.isCallExpression(parent.parent) && parent.parent.arguments.every(ts.isFunctionLike)
    return !startsProgram(parent.name.text) || isCalled(parent) || isNamed(parent)
  }

  function takeNames(name: ts.BindingName): boolean {
    if (ts.isIdentifier(name)) {
      names.set(name.text, '*')
      return true
    }
    for (const one of name.elements) {
      if (!ts.isBindingElement(one) || !ts.isIdentifier(one.name) || one.dotDotDotToken !== undefined)
        return false
      const from = one.propertyName ?? one.name
      if (!ts.isIdentifier(from) && !ts.isStringLiteralLike(from)) return false
      names.set(one.name.text, from.text)
    }
    return true
  }

  // `const run = cp.execSync`, `const run = promisify(exec)`
  function takeAlias({ name, initializer }: ts.VariableDeclaration): void {
    const of = initializer && promised(skipWrappers(initializer))
    const from = of && nameOf(of)
    if (from !== undefined && ts.isIdentifier(name)) names.set(name.text, from)
  }

  function nameOf(node: ts.Expression): string | undefined {
    if (ts.isIdentifier(node)) return names.get(node.text)
    if (!ts.isPropertyAccessExpression(node) || !startsProgram(node.name.text)) return undefined
    const of = skipWrappers(node.expression)
    return isModule(of) || (ts.isIdentifier(of) && names.get(of.text) === '*') ? node.name.text : undefined
  }

  function isPassedOn(node: ts.Identifier): boolean {
    const whole = outermost(node)
    const from = names.get(node.text)
    if (from === undefined) return isLoaderPassedOn(node)
    if (isTarget(whole)) return false
    if (from !== '*') return startsProgram(from) && !isCalled(whole) && !isNamed(whole)
    const { parent } = whole
    if (ts.isElementAccessExpression(parent)) return !ts.isStringLiteralLike(parent.argumentExpression)
    if (!ts.isPropertyAccessExpression(parent)) return !isNamed(whole)
    return startsProgram(parent.name.text) && !isCalled(parent) && !isNamed(parent)
  }
}

/** The names of the language and of Node that load code, whichever way they are used. */
const LOADERS: ReadonlySet<string> = new Set(['Function', 'WebAssembly', 'eval', 'module', 'require'])

// `["./z.js"].forEach(require)`, `const run = eval`, `module["require"]`
function isLoaderPassedOn(node: ts.Identifier): boolean {
  const whole = outermost(node)
  const { parent } = whole
  if (isTarget(whole)) return false
  if (node.text === 'Function') return ts.isCallExpression(parent) && !isCalled(whole)
  if (node.text === 'eval') return !isCalled(whole) && !ts.isPropertyAccessExpression(parent)
  // `const { instantiate } = WebAssembly`
  if (node.text === 'WebAssembly')
    return !ts.isPropertyAccessExpression(parent) && !ts.isTypeOfExpression(parent)
  if (node.text === 'module') {
    const isRequire = ts.isPropertyAccessExpression(parent) && /^(?:require|_compile)$/.test(parent.name.text)
    return ts.isElementAccessExpression(parent) || (isRequire && !isCalled(parent))
  }
  if (node.text !== 'require' || isCalled(whole)) return false
  if (ts.isPropertyAccessExpression(parent)) return /^(?:call|apply|bind)$/.test(parent.name.text)
  return !ts.isVariableDeclaration(parent) && !ts.isBinaryExpression(parent)
}

// `parent.require.call(…)`, and the constructor of a function, which makes functions of texts.
function isMemberPassedOn(node: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(node)) return false
  if (node.name.text === 'require') return !isCalled(outermost(node)) && !isTarget(node)
  if (node.name.text !== 'constructor') return false
  const of = skipWrappers(node.expression)
  return ts.isFunctionLike(of) || (ts.isCallExpression(of) && /\.getPrototypeOf$/.test(pathOf(of.expression)))
}

/** Whether an expression loads the module of child processes, or that of threads. */
export function isModule(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || !isModuleName(node.arguments[0])) return false
  const { expression } = node
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && /require/i.test(expression.text)) ||
    /(?:^|\.)(?:require|getBuiltinModule)$/.test(pathOf(expression))
  )
}

/** The kinds of nodes that `renamedIn` reads. */
export const BINDINGS = [
  ts.SyntaxKind.ImportSpecifier,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.VariableDeclaration,
]

/** Functions of modules by the local names that an import, a destructuring or a variable gives them. */
export function renamedIn(nodes: readonly ts.Node[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const node of nodes) {
    if (ts.isImportSpecifier(node)) take(node.name, node.propertyName)
    else if (ts.isBindingElement(node)) take(node.name, node.propertyName)
    else if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      const from = skipWrappers(node.initializer)
      if (ts.isPropertyAccessExpression(from)) take(node.name, from.name)
      else if (ts.isElementAccessExpression(from)) take(node.name, from.argumentExpression)
    }
  }
  return names

  function take(name: ts.Node, from: ts.Node | undefined): void {
    if (from === undefined || !ts.isIdentifier(name)) return
    if (ts.isIdentifier(from) || ts.isStringLiteralLike(from)) names.set(name.text, from.text)
  }
}

function isModuleName(node: ts.Expression | undefined): boolean {
  return (
    node !== undefined &&
    ts.isStringLiteralLike(node) &&
    /^(?:node:)?(?:child_process|worker_threads)$/.test(node.text)
  )
}

// `promisify(exec)` starts what `exec` does.
function promised(node: ts.Expression): ts.Expression {
  const isPromise = ts.isCallExpression(node) && /(?:^|\.)promisify$/.test(pathOf(node.expression))
  const [first] = isPromise ? node.arguments : []
  return first === undefined ? node : skipWrappers(first)
}

// The expression with the parentheses, types and `await` around it.
function outermost(node: ts.Node): ts.Node {
  let at = node
  while (at.parent !== undefined && ts.isExpression(at.parent) && skipWrappers(at.parent) !== at.parent)
    at = at.parent
  return at
}

function isCalled(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression === node
}

// The value of a name of this module alone, as it is or made to return a promise.
function isNamed(node: ts.Node): boolean {
  const { parent } = node
  const isGiven = ts.isCallExpression(parent) && promised(parent) !== parent && parent.arguments[0] === node
  const value = isGiven ? outermost(parent) : node
  const name = value.parent
  return ts.isVariableDeclaration(name) && ts.isIdentifier(name.name) && !isExported(name.parent.parent)
}

// `cp = require('child_process')`
function isTarget(node: ts.Node): boolean {
  const { parent } = node
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  )
}
