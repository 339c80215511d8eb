// Translates what writes values as text: JSON, and formats with values inserted.

import { template } from '../../flow/translatedNodes.ts'
import { stringOf } from '../../python/literals.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { call, unknown } from './places.ts'

/** `console.log('[%s] %s', level, text)`: a text with others inserted; a value alone is in its own form. */
export function formatted(given: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const [first, ...others] = given
  const text = others.length === 0 ? undefined : stringOf(first)
  const [only, ...rest] = others
  const form = rest.length === 0 ? text?.trim() : undefined
  if (only !== undefined && form === '%s') return [only]
  if (only !== undefined && form === '%j') return [writesJson([only], only)]
  return first === undefined || text === undefined || !text.includes('%')
    ? given
    : [template(first, [text.replaceAll(FORMAT, 'value')], others)]
}

const FORMAT = /%[sdifjoO]/g

/** `JSON.stringify`; a replacer may leave out any field. */
export function writesJson([first, replacer, ...more]: readonly SyntaxNode[], at: SyntaxNode): SyntaxNode {
  const isWhole = replacer === undefined || replacer.type === 'none' || replacer.type === 'absent'
  return call(
    'json.dumps',
    first === undefined ? [] : [isWhole ? first : unknown(at, [first, replacer, ...more])],
    at,
  )
}
