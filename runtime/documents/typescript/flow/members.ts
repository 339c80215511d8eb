// Translates members of a JavaScript class into the tree that `flow` follows: base classes, decorators of methods,
// enums.

import ts from 'typescript'
import type { SyntaxNode } from '../../treeSitter.ts'
import { skipWrappers } from '../syntax.ts'
import { expression } from './expressions.ts'
import { type Module, made, name, own, placeOf, reading, string, unknown } from './places.ts'

/** The classes that a class extends, where they are named. */
export function basesOf(node: ts.ClassDeclaration): readonly SyntaxNode[] {
  return (node.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types.map((type) => type.expression))
    .filter((type) => ts.isIdentifier(type))
    .map((type) => own(type.text, placeOf(type)))
}

/** A member name that can be translated: an identifier or a private one. */
export function isMember(node: ts.PropertyName): node is ts.Identifier | ts.PrivateIdentifier {
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node)
}

/** The function of a class field: `run = async () => …`. */
export function functionIn(node: ts.Expression | undefined): ts.FunctionLikeDeclaration | undefined {
  const value = node && skipWrappers(node)
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    ? value
    : undefined
}

/** A method with the equivalent Python decorator. */
export function over(decorator: string, of: SyntaxNode): SyntaxNode {
  return made('decorated_definition', of, { definition: of }, [made('decorator', of, [name(decorator, of)])])
}

/** `enum Status { Ok, Block = 2 }` as the equivalent object. */
export function enumeration(node: ts.EnumDeclaration, module: Module): SyntaxNode {
  let next: number | undefined = 0
  const pairs = node.members.map((one) => {
    const at = placeOf(one)
    const { initializer } = one
    const written = initializer === undefined ? undefined : expression(initializer, module)
    const number = initializer === undefined ? next : numberOf(initializer)
    next = number === undefined ? undefined : number + 1
    const isPlain = ts.isIdentifier(one.name) || ts.isStringLiteralLike(one.name)
    const value =
      written ?? (number === undefined ? unknown(at) : reading(String(number), made('integer', at)))
    return made('pair', at, {
      key: isPlain ? string(one.name as ts.Identifier | ts.StringLiteral) : unknown(at),
      value,
    })
  })
  return made('dictionary', placeOf(node), pairs)
}

function numberOf(node: ts.Expression): number | undefined {
  return ts.isNumericLiteral(node) ? Number(node.text) : undefined
}
