// Translates JavaScript expressions into the tree that `flow` follows: a member becomes a `get`, because a missing one
// gives undefined; objects become dicts; an expression without a counterpart becomes unknown, with its parts.

import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { attribute, comparison, sign, taken } from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { isAssignment, pathOf, skipWrappers } from '../syntax.ts'
import { wholeReadIn } from '../typed/inputTexts.ts'
import { called } from './calls.ts'
import {
  call,
  dotted,
  filled,
  GLOBALS,
  input,
  type Module,
  made,
  name,
  own,
  placeOf,
  reading,
  string,
  unknown,
} from './places.ts'

const CONSTANTS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.TrueKeyword]: 'true',
  [ts.SyntaxKind.FalseKeyword]: 'false',
  [ts.SyntaxKind.NullKeyword]: 'none',
}

/** Translates an expression. */
export function expression(node: ts.Expression, module: Module): SyntaxNode {
  const inner = skipWrappers(node)
  const at = placeOf(inner)
  const constant = CONSTANTS[inner.kind]
  if (constant !== undefined) return made(constant, at)
  if (isJson(inner, module)) return call('json.loads', [input(at)], at)
  if (mayBeText(inner) && module.isText(inner)) {
    const whole = wholeReadIn(inner)
    return whole === undefined ? input(at) : call('sys.stdin.read', [], placeOf(whole))
  }
  const path = pathOf(inner)
  const known = Object.hasOwn(GLOBALS, path) ? GLOBALS[path] : undefined
  if (known !== undefined) return dotted(known, at)
  if (path === 'Deno.args') return call('sys.argv.slice', [reading('2', made('integer', at))], at)
  if (ts.isIdentifier(inner)) return inner.text === 'undefined' ? made('absent', at) : own(inner.text, at)
  if (inner.kind === ts.SyntaxKind.ThisKeyword) return name('self', at)
  if (inner.kind === ts.SyntaxKind.SuperKeyword) return call('super', [], at)
  if (ts.isStringLiteralLike(inner)) return string(inner)
  if (ts.isNumericLiteral(inner)) return made(/^\d+$/.test(inner.text) ? 'integer' : 'float', at)
  if (ts.isTemplateExpression(inner)) {
    const parts = inner.templateSpans.map((span) => expression(span.expression, module))
    return filled(inner, parts)
  }
  // A shell of Bun or zx: `$`npm test``.
  if (ts.isTaggedTemplateExpression(inner) && /^(?:Bun\.)?\$$/.test(pathOf(inner.tag)))
    return call(own('spawn', at), [expression(inner.template, module)], at)
  if (ts.isPropertyAccessExpression(inner)) return member(inner, module)
  if (ts.isElementAccessExpression(inner)) return element(inner, module)
  if (ts.isDeleteExpression(inner)) return deleted(skipWrappers(inner.expression), at, module)
  if (ts.isObjectLiteralExpression(inner)) return object(inner, module)
  if (ts.isYieldExpression(inner)) return yielded(inner, module)
  if (ts.isSpreadElement(inner)) return made('list_splat', at, all([inner.expression], module))
  if (ts.isArrayLiteralExpression(inner)) return made('list', at, all(inner.elements, module))
  if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) return called(inner, module, expression)
  if (ts.isBinaryExpression(inner)) return binary(inner, module)
  if (ts.isConditionalExpression(inner))
    return made('conditional_expression', at, all([inner.whenTrue, inner.condition, inner.whenFalse], module))
  if (ts.isPrefixUnaryExpression(inner) || ts.isPostfixUnaryExpression(inner)) {
    const argument = expression(inner.operand, module)
    return made(UNARY[ts.tokenToString(inner.operator) ?? ''] ?? 'unknown', at, { argument })
  }
  if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) return module.define(inner)
  const parts: ts.Expression[] = []
  ts.forEachChild(inner, (child) => {
    if (ts.isExpression(child)) parts.push(child)
  })
  return unknown(at, all(parts, module))
}

// `new Response(Deno.stdin.readable).json()`
function isJson(node: ts.Expression, { isText }: Module): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name: member, expression: of } = node.expression
  return member.text === 'json' && isText(of)
}

// `process.stdin.on('end', () => …)`
function takesFunction(node: ts.CallExpression): boolean {
  return node.arguments.some((one) => ts.isFunctionLike(skipWrappers(one)))
}

/** Methods that test a text. */
const TESTS = /^(?:includes|indexOf|startsWith|endsWith|match|search|test)$/

// A field of the input text is not the text itself, nor is the result of testing it.
const mayBeText = oncePer((node: ts.Expression): boolean => {
  if (ts.isPropertyAccessExpression(node)) return /^(?:process|Bun|Deno)\.|\.promises$/.test(pathOf(node))
  if (ts.isBinaryExpression(node))
    return (
      !COMPARES.test(ts.tokenToString(node.operatorToken.kind) ?? '') &&
      [node.left, node.right].every(partMayBeText)
    )
  if (ts.isTemplateExpression(node))
    return node.templateSpans.every(({ expression: part }) => partMayBeText(part))
  if (!ts.isCallExpression(node)) return true
  const { expression: callee } = node
  if (takesFunction(node)) return false
  if (ts.isPropertyAccessExpression(callee) && TESTS.test(callee.name.text)) return false
  return (
    !ts.isPropertyAccessExpression(callee) ||
    !ts.isPropertyAccessExpression(callee.expression) ||
    mayBeText(callee.expression)
  )
})

function partMayBeText(node: ts.Expression): boolean {
  return mayBeText(skipWrappers(node))
}

export function all(nodes: readonly ts.Expression[], module: Module): readonly SyntaxNode[] {
  return nodes.map((one) => expression(one, module))
}

// Members that every value has, whatever the payload contains.
const INTRINSIC = /^(?:size|constructor|prototype|name|message|stack)$/

/** Translates an object whose member is read: a name that is given other values as well is not the text itself. */
export function ofMember(node: ts.Expression, module: Module): SyntaxNode {
  const inner = skipWrappers(node)
  return ts.isIdentifier(inner) && module.isText(inner) && !module.isOnlyText(inner)
    ? own(inner.text, placeOf(inner))
    : expression(inner, module)
}

function member(node: ts.PropertyAccessExpression, module: Module): SyntaxNode {
  const at = placeOf(node)
  const prints = isAssigned(node) ? undefined : PRINTS.find(([path]) => path.test(pathOf(node)))
  if (prints !== undefined) return dotted(prints[1], at)
  const of = ofMember(node.expression, module)
  if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return attribute(of, node.name.text, at)
  if (node.name.text === 'length') return made('length', at, [of])
  return INTRINSIC.test(node.name.text) ? unknown(at, [of]) : taken(of, string(node.name), at)
}

// Functions that print, as values: `const say = console.log`.
const PRINTS = [
  [/^console\.(?:log|info|debug)$/, 'print'],
  [/^process\.stdout\.write$/, 'sys.stdout.write'],
] as const

// `console.log = console.error`
function isAssigned(node: ts.Node): boolean {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node
}

// `yield* reasons(text)` yields any item of a list.
function yielded(node: ts.YieldExpression, module: Module): SyntaxNode {
  const at = placeOf(node)
  const of = node.expression === undefined ? made('absent', at) : expression(node.expression, module)
  return made('yield', at, [node.asteriskToken === undefined ? of : call('next', [of], at)])
}

function element(node: ts.ElementAccessExpression, module: Module): SyntaxNode {
  const at = placeOf(node)
  const { expression: of, argumentExpression: key } = node
  const value = ofMember(of, module)
  if (ts.isStringLiteralLike(key)) return taken(value, string(key), at)
  return made('subscript', at, { value, subscript: expression(key, module) })
}

// `delete answer.reason`, `delete answer[key]`
function deleted(node: ts.Expression, at: SyntaxNode, module: Module): SyntaxNode {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node))
    return unknown(at, [expression(node, module)])
  const key = ts.isPropertyAccessExpression(node)
    ? string(node.name)
    : expression(node.argumentExpression, module)
  return call(attribute(expression(node.expression, module), 'pop', at), [key], at)
}

function object(node: ts.ObjectLiteralExpression, module: Module): SyntaxNode {
  const pairs = node.properties.map((one): SyntaxNode => {
    const at = placeOf(one)
    if (ts.isSpreadAssignment(one)) return made('dictionary_splat', at, [expression(one.expression, module)])
    if (ts.isShorthandPropertyAssignment(one))
      return made('pair', at, { key: string(one.name), value: own(one.name.text, placeOf(one.name)) })
    const isPlain = ts.isIdentifier(one.name) || ts.isStringLiteralLike(one.name)
    const key = isPlain
      ? string(one.name as ts.Identifier | ts.StringLiteral)
      : ts.isComputedPropertyName(one.name)
        ? expression(one.name.expression, module)
        : unknown(placeOf(one.name))
    if (ts.isMethodDeclaration(one)) return made('pair', at, { key, value: module.define(one) })
    if (!ts.isPropertyAssignment(one)) return made('pair', at, { key: unknown(at), value: unknown(at) })
    return made('pair', at, { key, value: expression(one.initializer, module) })
  })
  return made('dictionary', placeOf(node), pairs)
}

const LOGIC: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '??': 'or' }
const COMPARES = /^(?:[=!]==?|[<>]=?|in)$/

const UNARY: Readonly<Record<string, string>> = {
  ...{ '!': 'not_operator', '-': 'unary_operator', '++': 'update', '--': 'update' },
}

function binary(node: ts.BinaryExpression, module: Module): SyntaxNode {
  const at = placeOf(node)
  const { kind } = node.operatorToken
  const [left, right] = [expression(node.left, module), expression(node.right, module)]
  const by = ts.tokenToString(kind) ?? ''
  const logic = LOGIC[by]
  if (logic !== undefined) return made('boolean_operator', at, { left, operator: sign(logic, at), right })
  if (COMPARES.test(by)) return comparison(left, by.replace(/^(.=)=$/, '$1'), right, at)
  if (kind === ts.SyntaxKind.PlusToken)
    return made('binary_operator', at, { left, operator: sign('+', at), right })
  if (isAssignment(kind) && left.type === 'identifier') {
    const value = kind === ts.SyntaxKind.EqualsToken ? right : unknown(at, [right])
    return made('named_expression', at, { name: left, operator: sign('=', at), value })
  }
  return unknown(at, isAssignment(kind) ? [right] : [left, right])
}
