// The names by which a module has what loads code or starts programs: functions, classes and whole modules of Node, by
// an import, `require`, a destructuring, a variable or an assignment. Scopes are ignored: a name counts everywhere.

import { isBuiltin } from 'node:module'
import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import { requiresIn } from './imports.ts'
import { constantsOf, modulePath } from './paths.ts'
import { keyOf, ofKinds, pathOf, skipWrappers } from './syntax.ts'
import { declarationOf } from './typed/declared.ts'

export type Loaders = {
  /**
   * What an expression stands for: `vm.Script`, `vm.*` for the module itself, `global.eval`; for what is known by its
   * name alone, a name without a module.
   */
  readonly nameOf: (node: ts.Expression) => string | undefined
}

const STARTS = /^(?:execFile|execFileSync|exec|execSync|spawn|spawnSync|fork)$/

/** By module or global object, the members that load code. */
const LOADERS: Readonly<Record<string, RegExp>> = {
  Bun: /^(?:\$|build|openInEditor|plugin|spawn|spawnSync)$/,
  'bun:ffi': /^(?:CFunction|cc|dlopen|linkSymbols)$/,
  Deno: /^(?:Command|dlopen|run)$/,
  child_process: STARTS,
  cluster: /^(?:settings|setup(?:Master|Primary))$/,
  inspector: /^Session$/,
  // Node adds functions that change what a module loads, and undocumented ones do as well: all but these count.
  module:
    /^(?!(?:_nodeModulePaths|builtinModules|constants|find\w+|flushCompileCache|getCompileCacheDir|isBuiltin|SourceMap|\w+SourceMapsSupport|stripTypeScriptTypes|syncBuiltinESMExports)$)/,
  repl: /^(?:REPLServer|start)$/,
  test: /^run$/,
  vm: /^(?:compileFunction|createScript|runIn\w+|Script|SourceTextModule)$/,
  worker_threads: /^Worker$/,
  WebAssembly: /^(?:compile|instantiate|Module)/,
  commonjs: /^load$/,
}

/** Modules of Node and Bun, with those in them, that load no code besides the members named below. */
const LOADS_NOTHING: ReadonlySet<string> = new Set(
  (
    'assert async_hooks buffer console constants crypto dgram diagnostics_channel dns domain events fs http http2 https net ' +
    'os path perf_hooks process punycode querystring readline sqlite stream string_decoder sys timers tls trace_events tty ' +
    'url util v8 zlib bun:sqlite bun:test test/reporters'
  ).split(' '),
)

/** Members that load code whatever object they are taken from, because nothing else has such a name. */
const UNMISTAKABLE =
  /^(?:_compile|_extensions|_findPath|_load|_resolveFilename|dlopen|enableCompileCache|enableLoadExtension|execve|getBuiltinModule|importValue|loadExtension|registerHooks|require|runIn(?:New|This)Context|setCustomSQLite|setEngine)$/

const GLOBALS: ReadonlyMap<string, string> = new Map([
  ['Bun', 'Bun.*'],
  ['Deno', 'Deno.*'],
  ['Function', 'global.Function'],
  ['WebAssembly', 'WebAssembly.*'],
  ['eval', 'global.eval'],
  ['importScripts', 'global.importScripts'],
  ['ShadowRealm', 'global.ShadowRealm'],
  ['module', 'commonjs.*'],
])

/** Options by which a module of Node loads a library that a path, or a text of SQL, names. */
export const LOADS_LIBRARY = /^(?:allowExtension|clientCertEngine|privateKeyEngine)$/

/** Longer chains of calls and members have no known name. */
const DEEPEST = 8

/** Whether a function of `child_process` of this name starts a program. */
export function startsProgram(name: string): boolean {
  return STARTS.test(name)
}

/** Whether a name of `nameOf` is of something that loads code wherever it goes. */
export function isLoader(name: string): boolean {
  return name.includes('.') || UNMISTAKABLE.test(name)
}

/** Whether a name of `nameOf` is of a whole module or global object. */
export function isWhole(name: string): boolean {
  return name.endsWith('.*')
}

/** The name of a member of what `nameOf` names; undefined where it does not load code. */
export function memberNamed(whole: string, key: string): string | undefined {
  if (whole === 'global.require' && key === 'extensions') return 'module._extensions'
  if (whole === 'global.require' && key === 'main') return 'commonjs.*'
  if (whole === 'commonjs.*' && key === 'constructor') return 'module.*'
  if (!isWhole(whole)) return undefined
  const module = whole.slice(0, -2)
  if (key === 'default' || (module === 'module' && key === 'Module')) return whole
  return LOADERS[module]?.test(key) === true ? `${module}.${key}` : undefined
}

/** The module that a specifier names, if its functions load code. */
export function moduleNamed(
  node: ts.Expression | undefined,
  constants: ReadonlyMap<string, ts.Expression | undefined> = new Map(),
): string | undefined {
  const path = node && modulePath(node, constants)?.path
  if (path === undefined || !isOfProgram(path)) return undefined
  const name = nameIn(path)
  return name in LOADERS ? `${name}.*` : undefined
}

/** Whether a specifier names a module of Node or Bun that is in no list: it may load code. */
export function isRareModule(path: string): boolean {
  const name = nameIn(path)
  return isOfProgram(path) && !(name in LOADERS) && !LOADS_NOTHING.has(name.split('/', 1)[0] ?? '')
}

function isOfProgram(path: string): boolean {
  return isBuiltin(path) || path === 'bun' || path.startsWith('bun:')
}

function nameIn(path: string): string {
  return path
    .replace(/^node:/, '')
    .replace(/\/promises$/, '')
    .replace(/^bun$/, 'Bun')
}

/** Reads the names of a module. */
export const loadersOf = oncePer((file: ts.SourceFile): Loaders => {
  const names = new Map(GLOBALS)
  const { names: requires, makers } = requiresIn(file)
  for (const one of requires) names.set(one, 'global.require')
  for (const one of makers) names.set(one, 'module.createRequire')
  const constants = constantsOf(file)
  const inspects = /["'](?:node:)?inspector(?:\/promises)?["']/.test(file.text)
  if (ofKinds(file, DECLARES).some(declaresModule)) names.delete('module')
  for (const node of ofKinds(file, BINDINGS)) {
    if (ts.isImportDeclaration(node)) takeImport(node)
    else if (ts.isImportSpecifier(node) || ts.isBindingElement(node))
      takeName(node.name, node.propertyName ?? node.name)
    else if (ts.isImportEqualsDeclaration(node)) {
      const from = node.moduleReference
      if (ts.isExternalModuleReference(from)) take(node.name, moduleNamed(from.expression))
    } else if (ts.isVariableDeclaration(node) && node.initializer !== undefined)
      takeValue(node.name, node.initializer)
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      if (ts.isIdentifier(node.left)) takeValue(node.left, node.right)
    } else if (ts.isCallExpression(node)) takeThen(node)
  }
  return { nameOf: (node) => nameOf(node, 0) }

  function nameOf(node: ts.Expression, depth: number): string | undefined {
    if (depth > DEEPEST) return undefined
    const at = bare(node)
    if (ts.isIdentifier(at)) return names.get(at.text)
    if (ts.isCallExpression(at)) return nameOfCall(at, depth)
    const key = keyOf(at)
    if (key === undefined) return undefined
    const of = (at as ts.PropertyAccessExpression | ts.ElementAccessExpression).expression
    if (ts.isIdentifier(of) && /^global(?:This)?$/.test(of.text)) return GLOBALS.get(key)
    const whole = nameOf(of, depth + 1)
    const member = whole && memberNamed(whole, key)
    if (member !== undefined) return member
    if (key === 'constructor') {
      if (keyOf(of) === 'prototype') return nameOf((of as ts.PropertyAccessExpression).expression, depth + 1)
      if (isFunction(of, depth)) return 'global.Function'
    }
    if (key === 'post' && inspects) return 'inspector.post'
    return UNMISTAKABLE.test(key) ? key : undefined
  }

  function nameOfCall(node: ts.CallExpression, depth: number): string | undefined {
    const [first] = node.arguments
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return moduleNamed(first, constants)
    const given = promisified(node)
    if (given !== undefined) return nameOf(given, depth + 1)
    if (/^(?:catch|finally)$/.test(keyOf(node.expression) ?? ''))
      return nameOf((node.expression as ts.PropertyAccessExpression).expression, depth + 1)
    const by = nameOf(node.expression, depth + 1)
    if (by === 'module.createRequire') return 'global.require'
    return by !== undefined && /(?:^|\.)(?:require|getBuiltinModule)$/.test(by)
      ? moduleNamed(first, constants)
      : undefined
  }

  function takeImport({ importClause, moduleSpecifier }: ts.ImportDeclaration): void {
    const from = moduleNamed(moduleSpecifier)
    if (importClause === undefined || from === undefined) return
    const { name, namedBindings } = importClause
    if (name !== undefined) names.set(name.text, from)
    if (namedBindings === undefined) return
    if (ts.isNamespaceImport(namedBindings)) names.set(namedBindings.name.text, from)
    else
      for (const one of namedBindings.elements)
        take(one.name, memberNamed(from, (one.propertyName ?? one.name).text))
  }

  function takeValue(name: ts.BindingName, value: ts.Expression): void {
    const from = nameOf(value, 0)
    if (from !== undefined) take(name, from)
    else takeName(name, keyNode(skipWrappers(value)))
  }

  // `import('vm').then(({ Script }) => …)`
  function takeThen(node: ts.CallExpression): void {
    const [handler] = node.arguments
    if (keyOf(node.expression) !== 'then' || handler === undefined || !ts.isFunctionLike(handler)) return
    const from = nameOf((node.expression as ts.PropertyAccessExpression).expression, 0)
    const [parameter] = handler.parameters
    if (from !== undefined && parameter !== undefined) take(parameter.name, from)
  }

  function take(name: ts.BindingName, from: string | undefined): void {
    if (from === undefined) return
    if (ts.isIdentifier(name)) names.set(name.text, from)
    else for (const [to, key] of membersOf(name) ?? []) take(to, memberNamed(from, key))
  }

  // What is taken from an object that is not known keeps the name that it has there.
  function takeName(name: ts.Node, from: ts.Node | undefined): void {
    if (from === undefined || !ts.isIdentifier(name) || names.has(name.text)) return
    const key = ts.isIdentifier(from) || ts.isStringLiteralLike(from) ? from.text : ''
    if (/^\w+$/.test(key) && (key !== name.text || UNMISTAKABLE.test(key))) names.set(name.text, key)
  }
})

/** The names that a pattern gives to members, by their keys; undefined where it does more than that. */
export function membersOf(
  name: ts.BindingPattern,
): readonly (readonly [ts.Identifier, string])[] | undefined {
  const found: (readonly [ts.Identifier, string])[] = []
  for (const one of name.elements) {
    if (!ts.isBindingElement(one) || !ts.isIdentifier(one.name) || one.dotDotDotToken !== undefined)
      return undefined
    const from = one.propertyName ?? one.name
    const key = ts.isComputedPropertyName(from) ? from.expression : from
    if (!ts.isIdentifier(from) && !ts.isStringLiteralLike(key)) return undefined
    found.push([one.name, key.getText().replaceAll(/["'`]/g, '')])
  }
  return found
}

/** `promisify(exec)` starts what `exec` does. */
export function promisified(node: ts.Node): ts.Expression | undefined {
  const isPromise = ts.isCallExpression(node) && /(?:^|\.)promisify$/.test(pathOf(node.expression))
  return isPromise ? node.arguments[0] : undefined
}

/** The expression inside its wrappers: `(0, eval)`, `(require('worker_threads').Worker)`. */
export function bare(node: ts.Expression): ts.Expression {
  let at = skipWrappers(node)
  while (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.CommaToken)
    at = skipWrappers(at.right)
  return at
}

// The constructor of a function makes functions of texts.
function isFunction(node: ts.Expression, depth: number): boolean {
  const of = skipWrappers(node)
  if (ts.isIdentifier(of) && depth < DEEPEST) {
    const own = declarationOf(of)
    if (own === undefined || ts.isFunctionDeclaration(own)) return own !== undefined
    return own.initializer !== undefined && isFunction(own.initializer, depth + 1)
  }
  return ts.isFunctionLike(of) || (ts.isCallExpression(of) && /\.getPrototypeOf$/.test(pathOf(of.expression)))
}

function keyNode(node: ts.Expression): ts.Node | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name
  return ts.isElementAccessExpression(node) ? node.argumentExpression : undefined
}

function declaresModule(node: ts.Node): boolean {
  const { name } = node as ts.NamedDeclaration
  return name !== undefined && ts.isIdentifier(name) && name.text === 'module'
}

const { ImportDeclaration, ImportEqualsDeclaration, ImportClause, NamespaceImport } = ts.SyntaxKind
const { ImportSpecifier, BindingElement, VariableDeclaration, Parameter, FunctionDeclaration } = ts.SyntaxKind

const BINDINGS = [
  ...[ImportDeclaration, ImportEqualsDeclaration, ImportSpecifier, BindingElement, VariableDeclaration],
  ...[ts.SyntaxKind.BinaryExpression, ts.SyntaxKind.CallExpression],
]

/** The kinds of nodes that give a name a meaning of its own. */
const DECLARES = [
  ...[ImportClause, ImportEqualsDeclaration, NamespaceImport, ImportSpecifier, BindingElement],
  ...[VariableDeclaration, Parameter, FunctionDeclaration],
]
