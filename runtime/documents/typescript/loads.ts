// Loads of a module that its literal specifiers do not show: paths relative to its own folder, which are followed, and
// code that cannot be determined: computed paths, `eval`, workers, programs started with a file, `#` specifiers.

import ts from 'typescript'
import { codeVariable } from '../../contract/codeVariables.ts'
import { oncePer } from '../../contract/oncePer.ts'
import type { RunFile } from '../document.ts'
import { opaqueAt } from '../opaque.ts'
import { runsRecipe } from '../shell/recipes.ts'
import { htmlComments } from './comments.ts'
import { nodesIn } from './syntax.ts'

export type ModuleLoads = {
  /** Relative to the file. */
  readonly imports: readonly string[]
  readonly runs: readonly RunFile[]
  readonly opaque: readonly string[]
}

const STARTS = /^(?:execFile|execFileSync|exec|execSync|spawn|spawnSync|fork)$/
const INTERPRETER =
  /^(?:(?:python|pypy)[\d.]*|(?:ba|da|k|z)?sh|node|bun|deno|tsx|ruby|perl|php|npm|npx|make)$/
/** What Node reads as a module by its name. */
const MODULE_NAME = /\.(?:[cm]?[jt]sx?|json|node)$/
/** A file without any of these words needs no analysis. */
const MENTIONS =
  /\b(?:require|import|eval|Function|Worker|child_process|createRequire|dlopen|runIn\w+|Script|register|_load|WebAssembly)\b/

/** What a module loads besides its literal specifiers. */
export const moduleLoads = oncePer((file: ts.SourceFile): ModuleLoads => {
  const imports = new Set<string>()
  const runs: RunFile[] = []
  const opaque = new Set<string>()
  for (const { start, end } of htmlComments(file))
    opaque.add(opaqueAt(file.text, start, file.text.slice(start, end)))
  if (!MENTIONS.test(file.text)) return { imports: [], runs: [], opaque: [...opaque] }
  const constants = constantsOf(file)
  const startsPrograms = /\bchild_process\b/.test(file.text)
  const started = startsPrograms ? startersOf(file) : new Map<string, string>()
  const registers = /["'](?:node:)?module["']/.test(file.text)
  for (const node of nodesIn(file)) {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) called(node)
    else if (ts.isPropertyAssignment(node)) variable(node, node.name.getText(file), node.initializer)
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const [, name] = /^process\.env(?:\.|\[["'])(\w+)/.exec(node.left.getText(file)) ?? []
      if (name !== undefined) variable(node, name, node.right)
    } else if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      // In a text that is being typed, any expression may be in the place of the specifier.
      const from = node.moduleSpecifier
      if (from !== undefined && ts.isStringLiteralLike(from)) literal(node, from.text)
    }
  }
  return { imports: [...imports], runs, opaque: [...opaque] }

  function called(node: ts.CallExpression | ts.NewExpression): void {
    const callee = bare(node.expression)
    const text = callee.getText(file)
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : (started.get(text) ?? text)
    const [first, second] = node.arguments ?? []
    if (first === undefined) return
    const loads = callee.kind === ts.SyntaxKind.ImportKeyword || name === 'require' || isCreated(callee)
    if (name === '_load' || name === 'loadExtension') {
      follow(node, first)
      return
    }
    if (/^WebAssembly\.(?:compile|instantiate|Module)/.test(callee.getText(file))) say(node)
    if (
      name === 'register' &&
      registers &&
      /^(?:register|(?:module|Module)\.register)$/.test(callee.getText(file))
    ) {
      follow(node, first)
      return
    }
    if (loads || (name === 'Worker' && ts.isNewExpression(node)) || (startsPrograms && name === 'fork')) {
      if (ts.isStringLiteralLike(first) && loads && !ts.isPropertyAccessExpression(callee))
        literal(node, first.text)
      else follow(node, first)
    } else if (
      name === 'eval' ||
      name === 'Function' ||
      /^(?:runIn\w*Context|compileFunction|dlopen|_compile)$/.test(name) ||
      /(?:^|[.)])(?:Script|SourceTextModule)\)?$/.test(name)
    ) {
      if (
        !(node.arguments ?? []).every(
          (one) => ts.isStringLiteralLike(one) || ts.isObjectLiteralExpression(one),
        )
      )
        say(node)
    } else if (startsPrograms && STARTS.test(name) && !isPattern(callee)) program(node, first, second)
  }

  // `env: { LD_PRELOAD: … }`. Variables for finding programs (PATH) have many other uses, so only those that name code
  // count.
  function variable(node: ts.Node, name: string, value: ts.Expression): void {
    if (!startsPrograms || /^["']?(?:PATH|ENV)["']?$/.test(name)) return
    const text = ts.isStringLiteralLike(value) ? value.text : './'
    if (text !== '' && codeVariable(name.replaceAll(/["']/g, ''), text) !== undefined) say(node)
  }

  function program(node: ts.Node, first: ts.Expression, second: ts.Expression | undefined): void {
    const words = ts.isStringLiteralLike(first) ? first.text.split(/\s+/) : undefined
    const name =
      words?.[0] ??
      (/^(?:process\.)?(?:execPath|argv\[0\]|argv0)$/.test(first.getText(file)) ? 'node' : undefined)
    if (name === undefined) follow(node, first, 'itself')
    else if (/^\.{0,2}\/(?!usr\/|bin\/|opt\/)/.test(name)) run(name, 'itself')
    else if (runsRecipe(name, [...(words ?? [name]), ...wordsIn(second)].join(' '))) say(node)
    else if (INTERPRETER.test(name)) {
      if (words !== undefined && words.length > 1) say(node)
      else if (second !== undefined && ts.isArrayLiteralExpression(second)) {
        const given = second.elements.find(
          (one) => !(ts.isStringLiteralLike(one) && one.text.startsWith('-')),
        )
        if (given !== undefined) follow(node, given, name)
      } else if (second !== undefined || words?.length === 1) say(node)
    }
  }

  function literal(node: ts.Node, specifier: string): void {
    if (specifier.startsWith('#')) say(node)
    else if (/^(?:\/|file:)/.test(specifier)) imports.add(specifier.replace(/^file:\/\//, ''))
    else if (/^\.\.?\//.test(specifier) && ts.isCallExpression(node)) run(specifier, 'node')
  }

  function follow(node: ts.Node, path: ts.Expression, runBy = 'node'): void {
    const found = pathOf(path, 0)
    if (found === undefined) say(node)
    else run(/^(?:\/|\.\.?\/)/.test(found) ? found : `./${found}`, runBy)
  }

  function run(path: string, runBy: string): void {
    imports.add(path)
    if (runBy !== 'node' || !MODULE_NAME.test(path)) runs.push({ file: path, runBy })
  }

  function say(node: ts.Node): void {
    const start = node.getStart(file)
    opaque.add(opaqueAt(file.text, start, file.text.slice(start, node.end)))
  }

  // The path relative to the file's folder, or an absolute path; undefined where it cannot be determined.
  function pathOf(node: ts.Expression, depth: number): string | undefined {
    if (depth > 8) return undefined
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return pathOf(node.expression, depth + 1)
    const text = node.getText(file)
    if (text === '__dirname' || text === 'import.meta.dirname') return '.'
    if (ts.isIdentifier(node)) {
      const value = constants.get(node.text)
      return value && pathOf(value, depth + 1)
    }
    if (ts.isPropertyAccessExpression(node) && /^(?:href|pathname)$/.test(node.name.text))
      return pathOf(node.expression, depth + 1)
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return joined([node.left, node.right], depth, '')
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map((span) => {
        const value = pathOf(span.expression, depth + 1)
        return value && value + span.literal.text
      })
      return parts.includes(undefined) ? undefined : node.head.text + parts.join('')
    }
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined
    const name = ts.isPropertyAccessExpression(node.expression)
      ? node.expression.name.text
      : node.expression.getText(file)
    const args = [...(node.arguments ?? [])]
    const [first, second] = args
    if (name === 'URL')
      return second?.getText(file) === 'import.meta.url' ? first && pathOf(first, depth + 1) : undefined
    if (/^(?:fileURLToPath|pathToFileURL|normalize|String)$/.test(name))
      return first && pathOf(first, depth + 1)
    if (name === 'dirname' && /^__filename$|import\.meta\.(?:url|filename)/.test(first?.getText(file) ?? ''))
      return '.'
    return /^(?:join|resolve)$/.test(name) ? joined(args, depth, '/') : undefined
  }

  function joined(parts: readonly ts.Expression[], depth: number, between: string): string | undefined {
    const found = parts.map((part) => pathOf(part, depth + 1))
    return found.includes(undefined) ? undefined : found.join(between)
  }

  function isCreated(callee: ts.Expression): boolean {
    return ts.isCallExpression(callee) && /createRequire$/.test(callee.expression.getText(file))
  }

  // `(0, eval)`, `(require('worker_threads').Worker)`
  function bare(node: ts.Expression): ts.Expression {
    if (ts.isParenthesizedExpression(node)) return bare(node.expression)
    return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken
      ? bare(node.right)
      : node
  }

  // Excludes `/x/.exec(text)` and similar calls: only a name of its own or of the module starts programs.
  function isPattern(callee: ts.Expression): boolean {
    return (
      ts.isPropertyAccessExpression(callee) &&
      /^exec$/.test(callee.name.text) &&
      !/^(?:cp|child_process|childProcess|proc)$|\bchild_process['"]\)$/.test(
        callee.expression.getText(file),
      ) &&
      started.get(callee.expression.getText(file)) !== '*'
    )
  }
})

function wordsIn(list: ts.Expression | undefined): readonly string[] {
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return []
  return list.elements.map((one) => (ts.isStringLiteralLike(one) ? one.text : '$'))
}

/** Maps local names to the functions that start programs; `*` stands for the module itself. */
function startersOf(file: ts.SourceFile): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const node of nodesIn(file)) {
    if (ts.isVariableDeclaration(node) && MODULE.test(node.initializer?.getText(file) ?? '')) take(node.name)
    if (
      !ts.isImportDeclaration(node) ||
      !/child_process["']$/.test(node.moduleSpecifier?.getText(file) ?? '')
    )
      continue
    const { name, namedBindings } = node.importClause ?? {}
    if (name !== undefined) found.set(name.text, '*')
    if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings))
      found.set(namedBindings.name.text, '*')
    if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
      for (const one of namedBindings.elements) found.set(one.name.text, (one.propertyName ?? one.name).text)
  }
  return found

  function take(name: ts.BindingName): void {
    if (ts.isIdentifier(name)) found.set(name.text, '*')
    if (!ts.isObjectBindingPattern(name)) return
    for (const one of name.elements)
      if (ts.isIdentifier(one.name)) found.set(one.name.text, (one.propertyName ?? one.name).getText(file))
  }
}

const MODULE = /^(?:await )?(?:require|import)\(["'](?:node:)?child_process["']\)$/

/** The names bound exactly once, by `const`. */
function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression | undefined> {
  const found = new Map<string, ts.Expression | undefined>()
  for (const node of nodesIn(file)) {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const isConst = (node.parent.flags & ts.NodeFlags.Const) !== 0
      found.set(node.name.text, isConst && !found.has(node.name.text) ? node.initializer : undefined)
    } else if (ts.isParameter(node) && ts.isIdentifier(node.name)) found.set(node.name.text, undefined)
  }
  return found
}
