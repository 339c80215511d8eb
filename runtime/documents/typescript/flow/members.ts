// Members of a class of JavaScript in terms of the tree that flow follows: what it extends, and what stands over methods.

import ts from 'typescript'
import type { SyntaxNode } from '../../treeSitter.ts'
import { skipWrappers } from '../syntax.ts'
import { made, name, own, placeOf } from './places.ts'

/** The classes that one extends, where they have a name. */
export function basesOf(node: ts.ClassDeclaration): readonly SyntaxNode[] {
  return (node.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types.map((type) => type.expression))
    .filter((type) => ts.isIdentifier(type))
    .map((type) => own(type.text, placeOf(type)))
}

/** A name that a class's own code can use. */
export function isMember(node: ts.PropertyName): node is ts.Identifier | ts.PrivateIdentifier {
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node)
}

/** `run = async () => …` of a class. */
export function functionIn(node: ts.Expression | undefined): ts.FunctionLikeDeclaration | undefined {
  const value = node && skipWrappers(node)
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    ? value
    : undefined
}

/** A method with what Python would write over it. */
export function over(decorator: string, of: SyntaxNode): SyntaxNode {
  return made('decorated_definition', of, { definition: of }, [made('decorator', of, [name(decorator, of)])])
}
