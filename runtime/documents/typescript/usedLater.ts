// The names that a module reads anywhere in its code, in reading order. Left out are names whose absence the code
// expects, and globals of other environments than Node: browsers, Bun, Deno, test runners.

import ts from 'typescript'

/** Each identifier that reads a name. */
export function usedLater(file: ts.SourceFile): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  const called = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (isOnlyType(node) || isExpectedIn(node) || isNever(node)) return
    if (ts.isTypeOfExpression(node)) {
      if (ts.isIdentifier(node.expression)) called.add(node.expression.text)
      else ts.forEachChild(node, visit)
    } else if (ts.isIdentifier(node)) {
      if (isValue(node)) found.push(node)
    } else ts.forEachChild(node, visit)
  }
  visit(file)
  const listed = new Set([...file.text.matchAll(LISTED)].flatMap(([, names = '']) => names.split(/[\s,:]+/)))
  return found.filter(({ text }) => !called.has(text) && !listed.has(text) && !ELSEWHERE.test(text))
}

// `/* global name, other: readonly */`
const LISTED = /\/\*\s*globals?\s+([^*]*)\*\//g

const ELSEWHERE =
  /^(Deno|Bun|HTMLRewriter|window|document|self|top|parent|frames|location|history|screen|alert|confirm|prompt|getComputedStyle|getSelection|matchMedia|innerWidth|innerHeight|scrollX|scrollY|scrollTo|requestAnimationFrame|cancelAnimationFrame|requestIdleCallback|customElements|Node|NodeList|NodeFilter|Element|Image|Audio|Option|FileReader|DataTransfer|Path2D|caches|WebSocketPair|addEventListener|removeEventListener|postMessage|importScripts|skipWaiting|clients|Notification|Worker|XMLHttpRequest|XPathResult|\w+Observer|(HTML|SVG|CSS|DOM|IDB|Mouse|Keyboard|Pointer|Clipboard)\w*|\w+Event|describe|suite|it|test|expect|before|after|beforeEach|afterEach|beforeAll|afterAll|jest|vi|mocha|chrome|browser|\$|__non_webpack_require__|__webpack_\w+|define)$/

// Code that is removed before the file runs, and statements whose names are not reads.
function isOnlyType(node: ts.Node): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isMetaProperty(node)) return true
  if (ts.isImportEqualsDeclaration(node)) return true
  if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword) return true
  return (
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true
  )
}

// A single statement in a `try` with a `catch` may test whether a name exists.
function isExpectedIn(node: ts.Node): boolean {
  return (
    ts.isBlock(node) &&
    ts.isTryStatement(node.parent) &&
    node.parent.tryBlock === node &&
    node.parent.catchClause !== undefined &&
    node.statements.length < 2
  )
}

// `0 && (module.exports = { name })`, which bundlers write for static analysis.
function isNever(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
    /^(0|false)$/.test(node.left.getText())
  )
}

// An identifier that reads a value, not the name of a declaration, property or label.
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return false
  if (ts.isJsxAttribute(parent) || ts.isNamespaceExportDeclaration(parent)) return false
  const named: ts.Node & { readonly name?: ts.Node } = parent
  return named.name !== node
}
