// The path that a specifier of an ES module names: `import` reads it as a URL, with a query, a fragment and escapes. And
// the one that `require` is given where it is computed from the file's own folder.

import ts from 'typescript'

const IS_PATH = /^(?:\.{0,2}\/|file:)/i

/** The path in a specifier that names a file; any other specifier as it is. `require` reads none of it as a URL. */
export function specifierPath(specifier: string): string {
  if (!IS_PATH.test(specifier)) return specifier
  const path = specifier
    .replaceAll(/[\t\n\r]/g, '')
    .replace(/[?#].*$/s, '')
    .replace(/^file:(?:\/\/(?:localhost)?)?/i, '')
    .replaceAll('\\', '/')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The relative path in `path.join(__dirname, 'lib', 'io.js')`, `__dirname + '/io.js'` or a template with it. */
export function pathBeside(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (ts.isTemplateExpression(node)) {
    const [span, ...more] = node.templateSpans
    const isBeside = node.head.text === '' && more.length === 0 && isOwnFolder(span?.expression)
    return isBeside && span?.literal.text.startsWith('/') ? `.${span.literal.text}` : undefined
  }
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    const isSum = operatorToken.kind === ts.SyntaxKind.PlusToken && isOwnFolder(left)
    return isSum && ts.isStringLiteralLike(right) && right.text.startsWith('/') ? `.${right.text}` : undefined
  }
  if (!ts.isCallExpression(node) || !/^(?:path\.)?(?:join|resolve)$/.test(node.expression.getText()))
    return undefined
  const [folder, ...parts] = node.arguments
  if (!isOwnFolder(folder) || parts.length === 0 || !parts.every(ts.isStringLiteralLike)) return undefined
  const below = parts.map((part) => (ts.isStringLiteralLike(part) ? part.text : '')).join('/')
  return below.startsWith('/') ? undefined : `./${below}`
}

function isOwnFolder(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isIdentifier(node) && node.text === '__dirname'
}
