// Translates calls of Node's assert module: an assertion that does not hold is an error, as in Python.

import type ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { attribute, call, comparison, made, unknown } from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { pathOf } from '../syntax.ts'
import { all } from './expressions.ts'
import { type Module, placeOf } from './places.ts'

const isLoaded = oncePer(({ text }: ts.SourceFile) => /["'](?:node:)?assert(?:\/strict)?["']/.test(text))

const PATH =
  /^assert(?:\.strict)?(?:\.(ok|fail|(?:not)?(?:Strict)?Equal|strictEqual|equal|match|doesNotMatch))?$/

/** `assert(isAllowed(command), 'Blocked')`; undefined for other calls. */
export function asserted(node: ts.CallExpression, module: Module): SyntaxNode | undefined {
  const [whole, how = 'ok'] = PATH.exec(pathOf(node.expression)) ?? []
  if (whole === undefined || !isLoaded(node.getSourceFile())) return undefined
  const at = placeOf(node)
  const [first = unknown(at), second = unknown(at), third] = all([...node.arguments], module)
  if (how === 'fail') return made('raise_statement', at, [first])
  if (how === 'ok') return made('assert_statement', at, [first, second])
  const test = /match/i.test(how)
    ? call(attribute(first, '.match', at), [second], at)
    : comparison(first, how.startsWith('not') ? '!=' : '==', second, at)
  return made('assert_statement', at, [test, third ?? unknown(at)])
}
