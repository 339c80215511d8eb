// Loads of a module that its literal specifiers do not show: paths that are put together and files that are started,
// which are followed, and code that cannot be determined: computed paths, `eval`, commands, `#` specifiers.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import type { RunFile } from '../document.ts'
import { closedCode } from '../inlineCode.ts'
import { opaqueAt } from '../opaque.ts'
import { runsUnknownCode } from '../started/unknownCode.ts'
import { listed } from '../started/values.ts'
import { commandValues } from './commandValues.ts'
import { htmlComments, jsxModules } from './comments.ts'
import { codeSettersOf } from './environments.ts'
import { requiresIn } from './imports.ts'
import { bare, isRareModule, LOADS_LIBRARY, loadersOf, startsProgram } from './loaders.ts'
import { passedOnIn } from './passedOn.ts'
import { constantsOf, isInOwnFolder, type ModulePath, modulePath } from './paths.ts'
import { specifierPath } from './specifierPath.ts'
import { isOptions, isPlainOption, startedBy } from './startedPrograms.ts'
import { keyOf, ofKinds, pathOf, skipWrappers } from './syntax.ts'

export type ModuleLoads = {
  /** Relative to the file. */
  readonly imports: readonly string[]
  readonly runs: readonly RunFile[]
  readonly opaque: readonly string[]
  /** Some of them are resolved against the working directory. */
  readonly fromCwd: boolean
}

/** What Node reads as a module by its name. */
const MODULE_NAME = /\.(?:[cm]?[jt]sx?|json|node)$/
/**
 * Specifiers of files, of packages and of Node's own modules. Any other is looked up in a configuration (`#x`, `@/x`),
 * is the text of the module itself (`data:`), or is on another machine.
 */
const NAMES_A_MODULE =
  /^(?:$|\.|\/|file:|(?:node|bun):|data:application\/json|(?:@[\w.~-]+\/)?[\w.~-]+(?:\/|$))/i
/** A file without any of these words needs no analysis. */
const MENTIONS =
  /\b(?:arguments|_?(?:linkedB|b)inding|require|import|eval|Function|Worker|child_process|createRequire|dlopen|getBuiltinModule|runIn\w+|Script|register|_load|WebAssembly|constructor|execve|module|vm|repl|inspector|cluster|Bun|Deno|env|PATH|from|ShadowRealm|import\w+|loadExtension)\b/
const RUNS_CODE =
  /^(?:_compile|compileFunction|constructor|createScript|dlopen|eval|Function|runIn\w*Context|Script|SourceTextModule)$/
/** What nothing but its call is needed for to be judged as not understood. */
const UNKNOWN_LOADER =
  /^(?:(?:WebAssembly|cluster|commonjs|repl)\.|test\.run$|global\.(?:ShadowRealm|importScripts)$|module\.(?!createRequire$)|registerHooks$|_(?:extensions|findPath|resolveFilename)$)/
/** Functions by which a module loads another one relative to itself. */
const OF_THIS_MODULE = /^(?:global|globalThis|module)\W+require\W*$/
/** What relative specifiers start from; where it is assigned, it is another place. */
const PLACE_OF_MODULE = /^(?:import\.meta\.\w+|module\.(?:filename|paths))$/
const LOADS_UNSEEN =
  /^(?:execve|enable(?:CompileCache|LoadExtension)|importValue|setCustomSQLite|setEngine|setup(?:Primary|Master))$/
const PROCESS_BINDING = /(?:^|\.)process\.(?:binding|_linkedBinding)$/
/** Requests of the inspector that run no code. */
const PLAIN_REQUEST = /^(?:HeapProfiler|Network|NodeTracing|Profiler)\.|\.(?:disable|enable)$/

/** What a module loads besides its literal specifiers. */
export const moduleLoads = oncePer((file: ts.SourceFile): ModuleLoads => {
  const imports = new Set<string>()
  const runs: RunFile[] = []
  const opaque = new Set<string>()
  let fromCwd = false
  for (const { start, end } of [...htmlComments(file), ...jsxModules(file)])
    opaque.add(opaqueAt(file.text, start, file.text.slice(start, end)))
  if (!MENTIONS.test(file.text)) return { imports: [], runs: [], opaque: [...opaque], fromCwd }
  const constants = constantsOf(file)
  const valuesOf = commandValues(file)
  const { nameOf } = loadersOf(file)
  const requires = requiresIn(file).names
  const startsPrograms = mentions(file.text, 'child_process')
  const startsAny = startsPrograms || mentions(file.text, 'Worker')
  const isElsewhere = startsAny && ofKinds(file, OPTIONS).some(changesFolder)
  const setsCode = codeSettersOf(file)
  for (const node of passedOnIn(file)) say(node)
  for (const node of ofKinds(file, LOADS)) {
    if (setsCode(node)) say(node)
    else if (ts.isCallExpression(node) || ts.isNewExpression(node)) called(node)
    else if (ts.isPropertyAssignment(node)) option(node, node.name.getText(file), node.initializer)
    else if (ts.isShorthandPropertyAssignment(node)) option(node, node.name.text, node.name)
    else if (ts.isTaggedTemplateExpression(node)) tagged(node)
    // `import source x from './x.wasm'` is to the parser an alias without its equals sign.
    else if (ts.isImportEqualsDeclaration(node) && !node.getText(file).includes('=')) say(node)
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      if (PLACE_OF_MODULE.test(node.left.getText(file))) say(node)
      option(node, keyOf(node.left) ?? '', node.right)
    } else if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      // In a text that is being typed, any expression may be in the place of the specifier.
      const from = node.moduleSpecifier
      if (from !== undefined && ts.isStringLiteralLike(from)) literal(node, from.text)
    }
  }
  return { imports: [...imports], runs, opaque: [...opaque], fromCwd }

  function called(node: ts.CallExpression | ts.NewExpression): void {
    const callee = bare(node.expression)
    const text = callee.getText(file)
    const loader = nameOf(callee)
    const own = keyOf(callee)
    const name = loader?.split('.').at(-1) ?? own ?? text
    const args = [...(node.arguments ?? [])]
    const [first] = args
    if (first === undefined) {
      // Without a folder, the compiled code is in one of the system's.
      if (loader !== undefined && UNKNOWN_LOADER.test(loader) && name !== 'enableCompileCache') say(node)
    } else if (callee.kind === ts.SyntaxKind.ImportKeyword || isPhase(callee) || name === 'require') {
      if (ts.isStringLiteralLike(first) && own === undefined) literal(node, first.text)
      else follow(node, first)
      if (own !== undefined && !OF_THIS_MODULE.test(text)) say(node)
    } else if (name === '_load' || name === 'loadExtension' || loader === 'module.register') {
      follow(node, first)
      if (name !== 'loadExtension' && startsElsewhere(args[1])) say(node)
    } else if (name === 'createRequire') {
      if (!isInOwnFolder(first, constants)) say(node)
    } else if (args.length > 1 && /\.resolve$/.test(text) && requires.has(text.slice(0, -'.resolve'.length)))
      say(node)
    else if (name === 'Worker' && ts.isNewExpression(node)) {
      if (args.some((one) => /\beval\b/.test(one.getText(file)))) say(node)
      else start(node, first, 'node', args)
    } else if (loader === 'inspector.post') {
      if (!ts.isStringLiteralLike(first) || !PLAIN_REQUEST.test(first.text)) say(node)
    } else if (RUNS_CODE.test(name) && !(name === 'constructor' && ts.isNewExpression(node))) {
      if (name === 'dlopen' || !args.every((one) => isClosed(one) || isPlainOptions(one))) say(node)
    } else if (isUnseen(loader, name, callee) || changesOptions(callee, args)) say(node)
    else if (
      (startsPrograms && startsProgram(name) && !isPattern(callee)) ||
      /^Bun\.spawn(?:Sync)?$/.test(loader ?? '')
    )
      program(node, name, args)
    else if (loader !== undefined && UNKNOWN_LOADER.test(loader)) say(node)
  }

  // The module that loads another one, or its URL: a relative specifier starts from there.
  function startsElsewhere(base: ts.Expression | undefined): boolean {
    return base !== undefined && base.getText(file) !== 'module' && !isInOwnFolder(base, constants)
  }

  // Settings of a cluster, variables of a file that the programs started later have, and a folder of compiled code that
  // runs in place of the text it was made of.
  function isUnseen(loader: string | undefined, name: string, callee: ts.Expression): boolean {
    if (name === 'loadEnvFile') return startsAny
    if (LOADS_UNSEEN.test(name) || PROCESS_BINDING.test(pathOf(callee)) || isOfWrapper(callee)) return true
    return /^(?:Bun\.(?:build|openInEditor|plugin)|Deno\.(?:Command|dlopen|run)|bun:ffi\.\w+)$/.test(
      loader ?? '',
    )
  }

  // `process.execArgv.push("--require", "./z.js")`
  function changesOptions(callee: ts.Expression, args: readonly ts.Expression[]): boolean {
    const [, method] = /(?:^|\.)execArgv\.(push|splice|unshift)$/.exec(pathOf(callee)) ?? []
    if (!startsAny || method === undefined) return false
    const added = listed(args.slice(method === 'splice' ? 2 : 0).map(valuesOf), () => false)
    return added.some((words) => runsUnknownCode(['node', ...words, '--version']))
  }

  // `shell: "./run.sh"`
  function option(node: ts.Node, key: string, value: ts.Expression): void {
    const name = key.replaceAll(/["']/g, '')
    const loads = LOADS_LIBRARY.test(name) && value.kind !== ts.SyntaxKind.FalseKeyword
    const starts = startsAny && /^(?:shell|execPath|execArgv)$/.test(name)
    if (loads || (starts && !isPlainOption(name, value, valuesOf))) say(node)
  }

  function tagged(node: ts.TaggedTemplateExpression): void {
    if (nameOf(node.tag) === 'Bun.$' && startedBy('exec', [node.template], valuesOf) !== 'known') say(node)
  }

  function program(node: ts.Node, name: string, args: readonly ts.Expression[]): void {
    const found = startedBy(name, args, valuesOf)
    if (found === 'unknown') say(node)
    else if (found !== 'known') start(node, found.file, found.runBy, args)
  }

  // Starts a file: a relative path is looked up in the folder in which the program runs.
  function start(
    node: ts.Node,
    file: ts.Expression | string,
    runBy: string,
    args: readonly ts.Expression[],
  ): void {
    const found: ModulePath | undefined =
      typeof file === 'string' ? { path: file } : modulePath(file, constants)
    const isAnywhere = found === undefined || found.path.startsWith('/') || found.from === 'its folder'
    if (found === undefined) say(node)
    else if (!isAnywhere && (isElsewhere || !args.slice(1).every(isClear))) say(node)
    else {
      fromCwd ||= !isAnywhere
      run(spelled(found.path), runBy)
    }
  }

  // Options that cannot name another folder, because all of them are written there.
  function isClear(node: ts.Expression): boolean {
    const value = ts.isIdentifier(node) ? constants.get(node.text) : skipWrappers(node)
    if (value === undefined) return false
    if (ts.isObjectLiteralExpression(value)) return !value.properties.some(ts.isSpreadAssignment)
    return ts.isArrayLiteralExpression(value) || isOptions(value)
  }

  function literal(node: ts.Node, specifier: string): void {
    const path = specifierPath(specifier)
    if (!NAMES_A_MODULE.test(specifier) || isRareModule(specifier)) say(node)
    else if (path.startsWith('/')) imports.add(path)
    else if (path !== specifier) run(path, 'node')
    else if (/^\.\.?\//.test(specifier) && ts.isCallExpression(node)) run(specifier, 'node')
  }

  function follow(node: ts.Node, path: ts.Expression): void {
    const found = modulePath(path, constants)
    if (found === undefined || (found.from === 'working directory' && isElsewhere)) say(node)
    else {
      fromCwd ||= found.from === 'working directory'
      run(spelled(found.path), 'node')
    }
  }

  function run(path: string, runBy: string): void {
    imports.add(path)
    imports.add(specifierPath(path))
    if (runBy !== 'node' || !MODULE_NAME.test(path)) runs.push({ file: path, runBy })
  }

  function say(node: ts.Node): void {
    const start = node.getStart(file)
    opaque.add(opaqueAt(file.text, start, file.text.slice(start, node.end)))
  }

  // Excludes `/x/.exec(text)` and similar calls: only a name of its own or of the module starts programs.
  function isPattern(callee: ts.Expression): boolean {
    if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'exec') return false
    const of = callee.expression.getText(file)
    return !/^(?:cp|child_process|childProcess|proc)$/.test(of) && nameOf(callee) === undefined
  }
})

// `import.source('./x.wasm')`
function isPhase(callee: ts.Expression): boolean {
  return ts.isMetaProperty(callee) && callee.keywordToken === ts.SyntaxKind.ImportKeyword
}

// `arguments[1]` outside of a function: what Node calls a CommonJS module with has `require` in it.
function isOfWrapper(callee: ts.Expression): boolean {
  if (!ts.isElementAccessExpression(callee) || callee.expression.getText() !== 'arguments') return false
  let at: ts.Node = callee
  while (!ts.isSourceFile(at) && (!ts.isFunctionLike(at) || ts.isArrowFunction(at))) at = at.parent
  return ts.isSourceFile(at)
}

// A text that is code by itself: `Function("return this")`.
function isClosed(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && closedCode('node', node.text)
}

/** The kinds of nodes that may load something. */
const LOADS = [
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ImportEqualsDeclaration,
  ts.SyntaxKind.ExportDeclaration,
]

/** The kinds of nodes that may change the folder in which paths are looked up. */
const OPTIONS = [
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.BinaryExpression,
]

// In a text of two megabytes an expression that begins with `\b` takes a hundred times as long as this search.
function mentions(text: string, word: string): boolean {
  return text.includes(word) && new RegExp(`\\b${word}\\b`).test(text)
}

// `process.chdir(…)`, and an option or a field `cwd`: relative paths are then looked up elsewhere.
function changesFolder(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return node.text === 'chdir'
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
    return /^["']?cwd["']?$/.test(node.name.getText())
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false
  return keyOf(node.left) === 'cwd'
}

// `{ filename: 'x' }`: no compiled code.
function isPlainOptions(node: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(node) && !/\bcachedData\b/.test(node.getText())
}

function spelled(path: string): string {
  return /^(?:\/|\.\.?\/)/.test(path) ? path : `./${path}`
}
