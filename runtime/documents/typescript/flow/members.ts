// Translates members of a JavaScript class into the tree that `flow` follows: base classes, decorators of methods.

import ts from 'typescript'
import type { SyntaxNode } from '../../treeSitter.ts'
import { skipWrappers } from '../syntax.ts'
import { made, name, own, placeOf } from './places.ts'

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
