// Patterns of `match`: whether a pattern matches a known value, and the names it binds.

import { named, type SyntaxNode } from '../treeSitter.ts'
import { compared, isList, itemOf, type ProgramValue } from './values.ts'
import type { ProgramWay } from './way.ts'

/** Whether a pattern matches; undefined where unknown. */
export function matches(
  node: SyntaxNode | undefined,
  subject: ProgramValue,
  way: ProgramWay,
): boolean | undefined {
  const inner = named(node)
  switch (node?.type) {
    case 'case_pattern':
      return inner.length === 0 || matches(inner[0], subject, way)
    case 'string':
    case 'concatenated_string':
    case 'integer':
      return compared('==', subject, way.value(node))
    case 'union_pattern': {
      const found = inner.map((one) => matches(one, subject, way))
      return found.includes(true) || (found.includes(undefined) ? undefined : false)
    }
    case 'list_pattern':
    case 'tuple_pattern': {
      if (!isList(subject) || inner.some((one) => one.children.some(({ type }) => type === 'splat_pattern')))
        return undefined
      if (subject.items.length !== inner.length) return false
      const found = inner.map((one, i) => matches(one, itemOf(subject, i), way))
      return found.includes(false) ? false : found.includes(undefined) ? undefined : true
    }
    case 'dotted_name':
      if (inner.length !== 1) return undefined
      way.bind(inner[0], subject)
      return true
    default:
      return undefined
  }
}
