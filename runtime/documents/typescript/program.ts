// Translates a script in TypeScript or JavaScript into the small language of ../program/program.ts.

import ts from 'typescript'
import {
  act,
  type Expr,
  known,
  NOTHING,
  type ProgramCase,
  type ProgramComparison,
  type ProgramTarget,
  type Stmt,
  UNKNOWN,
  unknown,
} from '../program/program.ts'
import { knownCall, methodCall } from './calls.ts'
import { contentOf, rangeOf } from './parse.ts'
import { isLoaded, pathOf, skipWrappers, wraps } from './syntax.ts'

/** Translates a script that is started with the one argument `hook`. */
export function programOf(file: ts.SourceFile): readonly Stmt[] {
  return file.statements.flatMap(statement)
}

const ARGV: Expr = { kind: 'list', items: [UNKNOWN, UNKNOWN, known('hook')], paths: 2 }
const DENO_ARGS: Expr = { kind: 'list', items: [known('hook')] }

function block(node: ts.Statement | undefined): readonly Stmt[] {
  if (node === undefined) return []
  return ts.isBlock(node) ? node.statements.flatMap(statement) : statement(node)
}

function statement(node: ts.Statement): readonly Stmt[] {
  if (ts.isExpressionStatement(node)) return [act(expression(node.expression))]
  if (ts.isVariableStatement(node)) return declarations(node.declarationList)
  if (ts.isFunctionDeclaration(node)) {
    return node.name === undefined ? [] : [{ kind: 'define', name: node.name.text, value: routine(node) }]
  }
  if (ts.isIfStatement(node)) {
    return [
      {
        kind: 'if',
        test: expression(node.expression),
        yes: block(node.thenStatement),
        no: block(node.elseStatement),
      },
    ]
  }
  if (ts.isSwitchStatement(node))
    return [{ kind: 'switch', of: expression(node.expression), cases: node.caseBlock.clauses.map(clause) }]
  if (ts.isReturnStatement(node))
    return [{ kind: 'return', value: node.expression ? expression(node.expression) : NOTHING }]
  if (ts.isBlock(node)) return block(node)
  // What an exception would do is not followed.
  if (ts.isTryStatement(node)) return [...block(node.tryBlock), ...block(node.finallyBlock)]
  if (ts.isThrowStatement(node))
    return [act(expression(node.expression)), act({ kind: 'exit', status: known(1) })]
  if (ts.isBreakStatement(node)) return [{ kind: 'break' }]
  if (ts.isContinueStatement(node)) return [{ kind: 'continue' }]
  if (ts.isLabeledStatement(node)) return statement(node.statement)
  if (ts.isExportAssignment(node)) return [act(expression(node.expression))]
  if (ts.isImportDeclaration(node)) return importedArguments(node)
  return loop(node) ?? []
}

// `import { argv } from 'node:process'`
function importedArguments(node: ts.ImportDeclaration): readonly Stmt[] {
  const named = node.importClause?.namedBindings
  if (
    named === undefined ||
    !ts.isNamedImports(named) ||
    !/^(node:)?process$/.test((node.moduleSpecifier as ts.StringLiteral).text)
  )
    return []
  const argv = named.elements.find((one) => (one.propertyName ?? one.name).text === 'argv')
  return argv === undefined ? [] : [act(assign(argv.name.text, ARGV))]
}

function loop(node: ts.Statement): readonly Stmt[] | undefined {
  if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    const of = ts.isForOfStatement(node) ? expression(node.expression) : unknown(expression(node.expression))
    const { initializer } = node
    const first = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined
    return [
      {
        kind: 'each',
        target: target(first) ?? { kind: 'items', items: [] },
        of,
        body: block(node.statement),
      },
    ]
  }
  if (ts.isWhileStatement(node))
    return [{ kind: 'while', test: expression(node.expression), body: block(node.statement) }]
  if (ts.isDoStatement(node)) {
    const body = block(node.statement)
    return [
      ...body.filter(({ kind }) => kind !== 'break' && kind !== 'continue'),
      { kind: 'while', test: expression(node.expression), body },
    ]
  }
  if (!ts.isForStatement(node)) return undefined
  const before =
    node.initializer === undefined
      ? []
      : ts.isVariableDeclarationList(node.initializer)
        ? declarations(node.initializer)
        : [act(expression(node.initializer))]
  const after = node.incrementor === undefined ? [] : [act(expression(node.incrementor))]
  const test = node.condition === undefined ? known(true) : expression(node.condition)
  return [...before, { kind: 'while', test, body: [...block(node.statement), ...after] }]
}

function clause(node: ts.CaseOrDefaultClause): ProgramCase {
  return {
    tests: ts.isCaseClause(node) ? [expression(node.expression)] : [],
    body: node.statements.flatMap(statement),
  }
}

function declarations(list: ts.VariableDeclarationList): readonly Stmt[] {
  return list.declarations.flatMap(({ name, initializer }) => {
    if (ts.isObjectBindingPattern(name) && initializer?.getText() === 'process') return destructured(name)
    const to = target(name)
    if (initializer === undefined || to === undefined || isLoaded(initializer)) return []
    return [act({ kind: 'assign', target: to, value: expression(initializer), local: true })]
  })
}

// `const { argv } = process`
function destructured(pattern: ts.ObjectBindingPattern): readonly Stmt[] {
  const argv = pattern.elements.find((one) => (one.propertyName ?? one.name).getText() === 'argv')
  const to = target(argv?.name)
  return to === undefined ? [] : [act({ kind: 'assign', target: to, value: ARGV, local: true })]
}

function target(name: ts.BindingName | undefined, otherwise?: ts.Expression): ProgramTarget | undefined {
  if (name === undefined || ts.isObjectBindingPattern(name)) return undefined
  if (ts.isIdentifier(name))
    return { kind: 'name', name: name.text, otherwise: otherwise && expression(otherwise) }
  const { elements } = name
  const rest = elements.findIndex((one) => !ts.isOmittedExpression(one) && one.dotDotDotToken !== undefined)
  const items = elements.map((one) =>
    ts.isOmittedExpression(one) ? undefined : target(one.name, one.initializer),
  )
  return { kind: 'items', items, rest: rest === -1 ? undefined : rest }
}

function routine(node: ts.FunctionLikeDeclaration): Expr & { kind: 'function' } {
  const items = node.parameters.map((one) => target(one.name, one.initializer))
  const rest = node.parameters.findIndex((one) => one.dotDotDotToken !== undefined)
  const params: ProgramTarget = { kind: 'items', items, rest: rest === -1 ? undefined : rest }
  const { body } = node
  if (body === undefined) return { kind: 'function', params, body: [] }
  if (ts.isBlock(body)) return { kind: 'function', params, body: body.statements.flatMap(statement) }
  return { kind: 'function', params, body: [{ kind: 'return', value: expression(body) }] }
}

function expression(node: ts.Expression): Expr {
  if (ts.isStringLiteralLike(node)) {
    return { kind: 'text', text: node.text, range: contentOf(node) }
  }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap((span) => [expression(span.expression), piece(span.literal)])
    return { kind: 'join', parts: [piece(node.head), ...spans] }
  }
  if (ts.isNumericLiteral(node)) return known(Number(node.text))
  if (node.kind === ts.SyntaxKind.TrueKeyword) return known(true)
  if (node.kind === ts.SyntaxKind.FalseKeyword) return known(false)
  if (node.kind === ts.SyntaxKind.NullKeyword) return NOTHING
  if (ts.isIdentifier(node)) return node.text === 'undefined' ? NOTHING : { kind: 'name', name: node.text }
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return routine(node)
  if (ts.isArrayLiteralExpression(node)) return { kind: 'list', items: args(node.elements) }
  if (ts.isConditionalExpression(node)) {
    return {
      kind: 'choose',
      test: expression(node.condition),
      yes: expression(node.whenTrue),
      no: expression(node.whenFalse),
    }
  }
  if (ts.isBinaryExpression(node)) return binary(node)
  if (ts.isPrefixUnaryExpression(node)) return prefix(node)
  if (ts.isPostfixUnaryExpression(node)) return step(node.operand)
  if (ts.isCallExpression(node)) return call(node)
  if (ts.isElementAccessExpression(node))
    return { kind: 'item', of: expression(node.expression), at: expression(node.argumentExpression) }
  if (ts.isPropertyAccessExpression(node)) return property(node)
  if (ts.isNewExpression(node)) return unknown(...args(node.arguments ?? []))
  if (ts.isObjectLiteralExpression(node)) return unknown(...node.properties.map(member))
  if (wraps(node)) return expression(node.expression)
  return UNKNOWN
}

function piece(node: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): Expr {
  return { kind: 'text', text: node.text, range: rangeOf(node) }
}

function member(node: ts.ObjectLiteralElementLike): Expr {
  if (ts.isPropertyAssignment(node)) return expression(node.initializer)
  if (ts.isMethodDeclaration(node)) return routine(node)
  if (ts.isShorthandPropertyAssignment(node)) return { kind: 'name', name: node.name.text }
  return UNKNOWN
}

function args(nodes: readonly ts.Expression[]): readonly Expr[] {
  return nodes.map((node) =>
    ts.isSpreadElement(node) ? { kind: 'spread', of: expression(node.expression) } : expression(node),
  )
}

const COMPARISONS: Readonly<Record<string, ProgramComparison>> = {
  '==': '==',
  '===': '==',
  '!=': '!=',
  '!==': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

function binary(node: ts.BinaryExpression): Expr {
  const operator = node.operatorToken.getText()
  const left = expression(node.left)
  const right = expression(node.right)
  const by = COMPARISONS[operator]
  if (by !== undefined) return { kind: 'compare', by, left, right }
  if (operator === '&&') return { kind: 'and', left, right }
  // A `??` takes the right side where `||` would, but for an empty string, 0 and false.
  if (operator === '||' || operator === '??') return { kind: 'or', left, right }
  if (operator === '+') return { kind: 'join', parts: [left, right] }
  if (operator === ',') return { kind: 'steps', steps: [act(left), act(right)] }
  if (operator.endsWith('=')) {
    const value =
      operator === '='
        ? right
        : operator === '+='
          ? ({ kind: 'join', parts: [left, right] } as const)
          : unknown(right)
    if (ts.isIdentifier(node.left)) return assign(node.left.text, value)
    return unknown(value)
  }
  return unknown(left, right)
}

function assign(name: string, value: Expr): Expr {
  return { kind: 'assign', target: { kind: 'name', name }, value, local: false }
}

function prefix(node: ts.PrefixUnaryExpression): Expr {
  const of = expression(node.operand)
  if (node.operator === ts.SyntaxKind.ExclamationToken) return { kind: 'not', of }
  if (node.operator === ts.SyntaxKind.MinusToken && of.kind === 'known' && typeof of.value === 'number')
    return known(-of.value)
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
    ? step(node.operand)
    : unknown(of)
}

function step(operand: ts.Expression): Expr {
  return ts.isIdentifier(operand) ? assign(operand.text, UNKNOWN) : UNKNOWN
}

function property(node: ts.PropertyAccessExpression): Expr {
  const path = pathOf(node)
  if (path === 'process.argv' || path === 'Bun.argv') return ARGV
  if (path === 'Deno.args') return DENO_ARGS
  const of = expression(node.expression)
  return node.name.text === 'length' ? { kind: 'length', of } : unknown(of)
}

function call(node: ts.CallExpression): Expr {
  const callee = skipWrappers(node.expression)
  const given = args(node.arguments)
  const found = knownCall(pathOf(callee), given)
  if (found !== undefined) return found
  if (ts.isPropertyAccessExpression(callee))
    return methodCall(expression(callee.expression), callee.name.text, given)
  if (callee.kind === ts.SyntaxKind.ImportKeyword || callee.kind === ts.SyntaxKind.SuperKeyword)
    return unknown(...given)
  return { kind: 'call', callee: expression(callee), args: given }
}
