// Paths that a module puts together: relative to its own folder, or to the folder in which it runs.

import ts from 'typescript'
import { ofKinds } from './syntax.ts'

/** Stands for the folder of the module. */
const OWN_FOLDER = '\uE000'
/** Stands for the name of the module's file. */
const OWN_NAME = '\uE002'
/** Stands for the working directory. */
const WORKING_FOLDER = '\uE001'

export type ModulePath = {
  readonly path: string
  /** What a relative path starts from, where the text says so. */
  readonly from?: 'its folder' | 'working directory'
}

type Constants = ReadonlyMap<string, ts.Expression | undefined>

/** Longer chains of names, calls and operators are not followed. */
const DEEPEST = 12

/** The path that an expression names; undefined where it cannot be determined. */
export function modulePath(node: ts.Expression, constants: Constants): ModulePath | undefined {
  const found = writtenPath(node, constants)
  if (found === undefined || found.includes(OWN_NAME)) return undefined
  if (found.startsWith(OWN_FOLDER)) return { path: `.${found.slice(1)}`, from: 'its folder' }
  return found.startsWith(WORKING_FOLDER)
    ? { path: `.${found.slice(1)}`, from: 'working directory' }
    : { path: found }
}

/** Whether what is relative to this file or URL is relative to the module's own folder. */
export function isInOwnFolder(node: ts.Expression, constants: Constants): boolean {
  const [folder, name, ...more] = writtenPath(node, constants)?.split('/') ?? []
  return folder === OWN_FOLDER && name !== undefined && name !== '..' && more.length === 0
}

function writtenPath(node: ts.Expression, constants: Constants): string | undefined {
  const file = node.getSourceFile()
  const found = pathOf(node, 0)
    ?.replace(/^file:\/\//, '')
    .replaceAll(`/${OWN_NAME}/..`, '')
    .replaceAll('/./', '/')
  return found === undefined || /.[\uE000\uE001]/s.test(found) ? undefined : found

  function pathOf(node: ts.Expression, depth: number): string | undefined {
    if (depth > DEEPEST) return undefined
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return pathOf(node.expression, depth + 1)
    const text = node.getText(file)
    // An ES module has these names only if it defines them.
    if (ts.isIdentifier(node) && constants.has(text)) {
      const value = constants.get(text)
      return value && pathOf(value, depth + 1)
    }
    if (text === '__dirname' || text === 'import.meta.dirname') return OWN_FOLDER
    if (/^(?:__filename|import\.meta\.(?:filename|url))$/.test(text)) return `${OWN_FOLDER}/${OWN_NAME}`
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
    return ts.isCallExpression(node) || ts.isNewExpression(node) ? called(node, depth) : undefined
  }

  function called(node: ts.CallExpression | ts.NewExpression, depth: number): string | undefined {
    const { expression } = node
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(file)
    const args = [...(node.arguments ?? [])]
    const [first, second] = args
    const given = first && pathOf(first, depth + 1)
    if (name === 'URL') {
      if (second === undefined)
        return given !== undefined && /^(?:file:|\uE000)/.test(given) ? given : undefined
      return isInOwnFolder(second, constants) ? inFolder(given, OWN_FOLDER) : undefined
    }
    if (/^(?:fileURLToPath|pathToFileURL|normalize|String)$/.test(name)) return given
    if (name === 'dirname') return given === undefined ? undefined : folderOf(given)
    if (name === 'join') return joined(args, depth, '/')
    if (name !== 'resolve') return undefined
    // Of a module's name, or of the parts of a path.
    const isModule = /(?:^require|import\.meta|createRequire\(.*\))\.resolve$/s.test(expression.getText(file))
    return isModule ? inFolder(given, OWN_FOLDER) : inFolder(joined(args, depth, '/'), WORKING_FOLDER)
  }

  function inFolder(path: string | undefined, folder: string): string | undefined {
    return path === undefined || /^[/\uE000\uE001]|^file:/.test(path) ? path : `${folder}/${path}`
  }

  function joined(parts: readonly ts.Expression[], depth: number, between: string): string | undefined {
    const found = parts.map((part) => pathOf(part, depth + 1))
    return found.includes(undefined) ? undefined : found.join(between)
  }
}

// Of a folder variable, and after a step out of a folder, there is no name to cut off.
function folderOf(path: string): string {
  const [, before, last = ''] = /^(?:(.*[^/])?\/+)?([^/]+)\/*$/s.exec(path) ?? []
  if (/^(?:\.\.?|[\uE000\uE001])$/.test(last)) return `${path}/..`
  return before ?? (path.startsWith('/') ? '/' : '.')
}

/** The names bound exactly once, by `const`. */
export function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression | undefined> {
  const found = new Map<string, ts.Expression | undefined>()
  for (const node of ofKinds(file, [ts.SyntaxKind.VariableDeclaration, ts.SyntaxKind.Parameter])) {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const isConst = (node.parent.flags & ts.NodeFlags.Const) !== 0
      found.set(node.name.text, isConst && !found.has(node.name.text) ? node.initializer : undefined)
    } else if (ts.isParameter(node) && ts.isIdentifier(node.name)) found.set(node.name.text, undefined)
  }
  return found
}
