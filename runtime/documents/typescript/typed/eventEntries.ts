// Completion of events as keys: in the `hooks` of an extension, and in a configuration of lists.

import ts from 'typescript'
import type { Range } from '../../../contract/problems.ts'
import type { TypedEntry } from '../../typed.ts'
import { exportsOf, resolvedValue } from '../moduleExports.ts'
import { resolve } from '../resolve.ts'
import type { CheckContext } from './checkContext.ts'

/** The dialect's events, where these braces contain events as keys; otherwise undefined. */
export function eventEntries(
  { dialect, input, file }: CheckContext,
  braces: ts.ObjectLiteralExpression,
  range: Range,
): readonly TypedEntry[] | undefined {
  if (!holdsEvents(braces, input.exports, file)) return undefined
  return Object.entries(dialect.events).map(([name, record]) => ({
    name,
    kind: 'event',
    detail: record.semantics,
    documentation: record.summary,
    range,
  }))
}

function holdsEvents(braces: ts.ObjectLiteralExpression, exports: string, file: ts.SourceFile): boolean {
  const { main, named, locals } = exportsOf(file)
  const candidates = [main, named.find(({ name }) => name === 'extension')]
  const exported = candidates.flatMap((one) => resolvedValue(one, locals) ?? [])
  if (exports === 'lists') return exported.includes(braces)
  if (exports !== 'extension') return false
  return exported.some((object) => {
    if (!ts.isObjectLiteralExpression(object)) return false
    return object.properties.some((property) => {
      if (property.name?.getText(file).replaceAll(/^['"]|['"]$/g, '') !== 'hooks') return false
      if (ts.isPropertyAssignment(property)) return resolve(property.initializer, locals) === braces
      return ts.isShorthandPropertyAssignment(property) && resolve(property.name, locals) === braces
    })
  })
}
