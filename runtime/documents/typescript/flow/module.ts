// Translates JavaScript and TypeScript statements into the tree that `flow` follows, where output, logs and ends are
// followed for every language alike. Types are covered by the typed view.

import ts from 'typescript'
import {
  attempt,
  attribute,
  branches,
  call,
  comparison,
  type IfBranch,
  made,
  name,
  ofClass,
  reading,
  sign,
  statement,
  unknown,
} from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { isAssignment, pathOf, skipWrappers } from '../syntax.ts'
import { asserted } from './asserts.ts'
import { bound, declared, parameterFor, target } from './bindings.ts'
import { all, expression } from './expressions.ts'
import { calledForEach } from './forEach.ts'
import { imported } from './imported.ts'
import { basesOf, enumeration, functionIn, isMember, over } from './members.ts'
import { assignment, bodyAt, type Module, mostFollowed, own, placeOf } from './places.ts'
import { isResolvedLast } from './promises.ts'
import { isOwnSum } from './sums.ts'

type Texts = Omit<Module, 'define'>

/** Translates the statements that may be followed; functions come first: they are known throughout their block. */
export function statements(nodes: readonly ts.Statement[], texts: Texts): readonly SyntaxNode[] {
  const isDefinition = (one: ts.Statement) => ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)
  const found: SyntaxNode[] = []
  for (const one of [...nodes.filter(isDefinition), ...nodes.filter((one) => !isDefinition(one))]) {
    for (const node of translated(one, texts)) found.push(node)
    // One more than are followed, so that reaching the end is more than that.
    if (found.length > mostFollowed()) break
  }
  return found
}

function translated(node: ts.Statement, texts: Texts): readonly SyntaxNode[] {
  return withFunctions(texts, (module) => statementOf(node, module))
}

// Functions used as values are defined before the statement.
function withFunctions(texts: Texts, make: (module: Module) => readonly SyntaxNode[]): readonly SyntaxNode[] {
  const before: SyntaxNode[] = []
  const found = make({
    ...texts,
    define(code, known) {
      const title = own(known ?? `function at ${code.getStart()}`, placeOf(code))
      before.push(definition(code, title, texts))
      return title
    },
  })
  return [...before, ...found]
}

function block(node: ts.Statement | undefined, texts: Texts): SyntaxNode | undefined {
  if (node === undefined) return undefined
  const inner = ts.isBlock(node) ? node.statements : [node]
  return made('block', placeOf(node), statements(inner, texts))
}

function statementOf(node: ts.Statement, module: Module): readonly SyntaxNode[] {
  const at = placeOf(node)
  if (ts.isVariableStatement(node)) return declared(node.declarationList, module)
  const called = ts.isExpressionStatement(node) ? calledForEach(node.expression) : undefined
  if (called !== undefined) return [eachIn(called.of, called.item, called.body, at, module)]
  if (ts.isExpressionStatement(node)) return [expressionStatement(node.expression, module)]
  if (ts.isBlock(node)) return statements(node.statements, module)
  if (ts.isLabeledStatement(node)) return statementOf(node.statement, module)
  if (ts.isIfStatement(node)) {
    const test = expression(node.expression, module)
    const first = { at, test, body: block(node.thenStatement, module) }
    const body = block(node.elseStatement, module)
    return branches(at, body === undefined ? [first] : [first, { at: body, body }])
  }
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) {
    const given = node.expression === undefined ? [] : [expression(node.expression, module)]
    return [made(ts.isThrowStatement(node) ? 'raise_statement' : 'return_statement', at, given)]
  }
  if (ts.isForOfStatement(node)) {
    const [first] = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations : []
    return [eachIn(node.expression, first?.name, node.statement, at, module)]
  }
  if (ts.isIterationStatement(node, false)) {
    const test = ts.isWhileStatement(node) || ts.isDoStatement(node) ? node.expression : undefined
    const condition = test === undefined ? unknown(at) : expression(test, module)
    return [made('while_statement', at, { condition, body: block(node.statement, module) })]
  }
  if (ts.isTryStatement(node)) {
    const handler = block(node.catchClause?.block, module)
    const handlers = handler === undefined ? [] : [handler]
    return [attempt(at, block(node.tryBlock, module), handlers, block(node.finallyBlock, module))]
  }
  if (ts.isSwitchStatement(node)) return chosen(node, module)
  if (ts.isFunctionDeclaration(node)) {
    const title = own(node.name?.text ?? 'default', at)
    return [definition(node, title, module)]
  }
  if (ts.isClassDeclaration(node)) return [classOf(node, module)]
  if (ts.isEnumDeclaration(node))
    return [statement(assignment(own(node.name.text, placeOf(node.name)), enumeration(node, module), at))]
  if (ts.isImportDeclaration(node)) return imported(node)
  if (ts.isExportAssignment(node))
    return [statement(assignment(own('default', at), expression(node.expression, module), at))]
  if (ts.isBreakStatement(node) && isInLoop(node)) return [made('break_statement', at)]
  return ts.isContinueStatement(node) ? [made('continue_statement', at)] : []
}

function eachIn(
  of: ts.Expression,
  item: ts.BindingName | undefined,
  statement: ts.Statement,
  at: SyntaxNode,
  module: Module,
): SyntaxNode {
  const left = item === undefined ? unknown(at) : parameterFor(item)
  const right = expression(of, module)
  const parts = item === undefined || ts.isIdentifier(item) ? [] : bound(item, left, module)
  const inner = block(statement, module) as SyntaxNode
  const body = { ...inner, children: [...parts, ...inner.children] }
  return made('for_statement', at, { left, right, body })
}

// A `break` in a case ends only the case.
function isInLoop({ parent }: ts.Node): boolean {
  if (parent === undefined || ts.isFunctionLike(parent) || ts.isCaseOrDefaultClause(parent)) return false
  return ts.isIterationStatement(parent, false) || isInLoop(parent)
}

function expressionStatement(node: ts.Expression, module: Module): SyntaxNode {
  const inner = skipWrappers(node)
  const test = ts.isCallExpression(inner) ? asserted(inner, module) : undefined
  if (test !== undefined) return test
  if (isResolvedLast(inner)) return made('return_statement', placeOf(inner), [expression(inner, module)])
  const at = placeOf(inner)
  const counted = countedName(inner)
  // `found++`
  if (counted !== undefined) {
    const sides = {
      left: target(counted, module),
      operator: sign('+=', at),
      right: reading('1', made('integer', at)),
    }
    return statement(made('augmented_assignment', at, sides))
  }
  if (!ts.isBinaryExpression(inner) || !isAssignment(inner.operatorToken.kind))
    return statement(expression(inner, module))
  const isPlain = inner.operatorToken.kind === ts.SyntaxKind.EqualsToken
  if (isPlain && pathOf(inner.left) === 'process.exitCode')
    return statement(call('sys.exit_later', [expression(inner.right, module)], at))
  const isSum = inner.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken && isOwnSum(inner)
  const sides = {
    left: target(inner.left, module),
    operator: isPlain || isSum ? sign(isSum ? '+=' : '=', at) : undefined,
    right: expression(inner.right, module),
  }
  return statement(made(isPlain ? 'assignment' : 'augmented_assignment', at, sides))
}

function countedName(node: ts.Expression): ts.Identifier | undefined {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return undefined
  const isCount = node.operator === ts.SyntaxKind.PlusPlusToken
  return isCount && ts.isIdentifier(node.operand) ? node.operand : undefined
}

function definition(node: ts.FunctionLikeDeclaration, title: SyntaxNode, texts: Texts): SyntaxNode {
  const at = placeOf(node)
  const isMethod =
    ts.isClassLike(node.parent) || ts.isPropertyDeclaration(node.parent) || ts.isMethodDeclaration(node)
  const self = isMethod ? [name('self', at)] : []
  const parameters: SyntaxNode[] = []
  const { body } = node
  const inner = withFunctions(texts, (module) => {
    const parts = node.parameters.flatMap((one) => {
      const { name: to, initializer, dotDotDotToken } = one
      const isName = ts.isIdentifier(to)
      if (isName && to.text === 'this') return []
      const parameter = parameterFor(to)
      // A missing argument is `undefined`.
      const value = initializer === undefined ? made('absent', placeOf(one)) : expression(initializer, module)
      if (dotDotDotToken !== undefined) parameters.push(made('list_splat_pattern', parameter, [parameter]))
      else parameters.push(made('default_parameter', parameter, { name: parameter, value }))
      // `constructor(private readonly input: Payload)` sets a field.
      if (isName && ts.isParameterPropertyDeclaration(one, node))
        return [statement(assignment(attribute(name('self', at), to.text, at), parameter, at))]
      return isName ? [] : bound(to, parameter, module)
    })
    if (body === undefined || ts.isBlock(body)) return parts
    return [...parts, made('return_statement', placeOf(body), [expression(body, module)])]
  })
  const code = body !== undefined && ts.isBlock(body) ? body.statements : []
  const block = bodyAt(body === undefined ? at : placeOf(body), () => [...inner, ...statements(code, texts)])
  const head = { name: title, parameters: made('parameters', at, [...self, ...parameters]) }
  return made('function_definition', at, head, [block])
}

// The cases as an if/elif chain; cases without statements share the next one's.
function chosen(node: ts.SwitchStatement, module: Module): readonly SyntaxNode[] {
  const value = expression(node.expression, module)
  const isOpen = node.expression.kind === ts.SyntaxKind.TrueKeyword
  let labels: ts.Expression[] = []
  let last: SyntaxNode | undefined
  const sides: IfBranch[] = []
  for (const clause of node.caseBlock.clauses) {
    const at = placeOf(clause)
    if (ts.isCaseClause(clause)) labels.push(clause.expression)
    const body = made('block', at, statements(clause.statements, module))
    if (!ts.isCaseClause(clause)) last = body
    else if (clause.statements.length > 0) {
      const given = all(labels, module)
      const [only = unknown(at)] = given
      const several = made('list', at, given)
      const test = isOpen
        ? only
        : comparison(value, given.length === 1 ? '==' : 'in', given.length === 1 ? only : several, at)
      sides.push({ at, test, body })
      labels = []
    }
  }
  const [first] = sides
  if (first === undefined) return last?.children ?? []
  return branches(first.at, last === undefined ? sides : [...sides, { at: last, body: last }])
}

function classOf(node: ts.ClassDeclaration, texts: Texts): SyntaxNode {
  const at = placeOf(node)
  const members = node.members.flatMap((one) => {
    if (ts.isConstructorDeclaration(one)) return [definition(one, name('__init__', placeOf(one)), texts)]
    const code = ts.isPropertyDeclaration(one) ? functionIn(one.initializer) : one
    if (ts.isPropertyDeclaration(one) && code === undefined) return fieldOf(one, texts)
    const isCode = ts.isMethodDeclaration(one) || ts.isGetAccessor(one) || ts.isPropertyDeclaration(one)
    // A member without a body is implemented elsewhere: in a subclass, or below its overloads.
    if (!isCode || code === undefined || !isMember(one.name) || !('body' in code) || code.body === undefined)
      return []
    const own = definition(code as ts.FunctionLikeDeclaration, name(one.name.text, placeOf(one)), texts)
    return [ts.isGetAccessor(one) ? over('property', own) : isStatic(one) ? over('classmethod', own) : own]
  })
  return made('class_definition', at, {
    name: own(node.name?.text ?? 'default', at),
    superclasses: made('argument_list', at, basesOf(node)),
    body: made('block', at, members),
  })
}

// The fields that a class initializes: `static Exit = { Deny: 1 }`, `#decision = 'deny'`.
function fieldOf(node: ts.PropertyDeclaration, texts: Texts): readonly SyntaxNode[] {
  const { name: title, initializer } = node
  if (initializer === undefined || !isMember(title)) return []
  return withFunctions(texts, (module) => {
    const at = placeOf(title)
    const set = assignment(name(title.text, at), expression(initializer, module), at)
    return [statement(isStatic(node) ? ofClass(set) : set)]
  })
}

function isStatic({
  modifiers,
}: ts.PropertyDeclaration | ts.MethodDeclaration | ts.AccessorDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true
}
