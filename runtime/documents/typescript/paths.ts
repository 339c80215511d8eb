// Paths that a module puts together: relative to its own folder, or to the folder in which it runs.

import ts from 'typescript'
import { ofKinds } from './syntax.ts'

/** Stands for the folder of the module. */
const OWN_FOLDER = '\uE000'
/** Stands for the working directory. */
const WORKING_FOLDER = '\uE001'

export type ModulePath = {
  readonly path: string
  /** What a relative path starts from, where the text says so. */
  readonly from?: 'its folder' | 'working directory'
}

/** The path that an expression names; undefined where it cannot be determined. */
export function modulePath(
  node: ts.Expression,
  constants: ReadonlyMap<string, ts.Expression | undefined>,
): ModulePath | undefined {
  const file = node.getSourceFile()
  const found = pathOf(node, 0)?.replace(/^file:\/\//, '')
  if (found === undefined || /.[\uE000\uE001]/s.test(found)) return undefined
  if (found.startsWith(OWN_FOLDER)) return { path: `.${found.slice(1)}`, from: 'its folder' }
  return found.startsWith(WORKING_FOLDER)
    ? { path: `.${found.slice(1)}`, from: 'working directory' }
    : { path: found }

  function pathOf(node: ts.Expression, depth: number): string | undefined {
    if (depth > 8) return undefined
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return pathOf(node.expression, depth + 1)
    const text = node.getText(file)
    if (text === '__dirname' || text === 'import.meta.dirname') return OWN_FOLDER
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
    return ts.isCallExpression(node) || ts.isNewExpression(node) ? called(node, depth) : undefined
  }

  function called(node: ts.CallExpression | ts.NewExpression, depth: number): string | undefined {
    const { expression } = node
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(file)
    const args = [...(node.arguments ?? [])]
    const [first, second] = args
    const given = first && pathOf(first, depth + 1)
    if (name === 'URL')
      return second?.getText(file) === 'import.meta.url' ? inFolder(given, OWN_FOLDER) : undefined
    if (/^(?:fileURLToPath|pathToFileURL|normalize|String)$/.test(name)) return given
    if (name === 'dirname' && /^__filename$|import\.meta\.(?:url|filename)/.test(first?.getText(file) ?? ''))
      return OWN_FOLDER
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
