// Rows of a table that a test picks: `for row in RULES: if row["tool"] == tool and row["text"] in command`. Any row may
// pass a search of the payload's text. Of those that another test leaves, nothing is known.

import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { itemOf } from './access.ts'
import { isQuestion } from './content.ts'
import { beyond, type FlowState, getName } from './state.ts'
import { alternatives, type FlowValue, isPlain, UNKNOWN } from './values.ts'

/** The names that hold a row or a part of it, if a table with several rows is iterated. */
export function namesOfRow(
  target: SyntaxNode | undefined,
  over: FlowValue,
  body: SyntaxNode | undefined,
): ReadonlySet<string> {
  if (target === undefined || !isOneOfSeveral(itemOf(over))) return NO_NAMES
  const names = new Set(namesIn(target))
  for (const node of nodesIn(body)) {
    const [left, right] = [child(node, 'left'), child(node, 'right')]
    if (node.type !== 'assignment' || left === undefined || right === undefined) continue
    if (namesIn(right).some((name) => names.has(name))) for (const name of namesIn(left)) names.add(name)
  }
  return names
}

// A row, or a pair of a key or number and a row: `RULES.items()`, `enumerate(RULES)`.
function isOneOfSeveral(item: FlowValue): boolean {
  const rows = alternatives(item)
  if (rows.length > 1) return rows.every(({ kind }) => ROWS.has(kind))
  if (item.kind !== 'list') return false
  return item.items.some((part) => {
    const all = alternatives(part)
    return all.length > 1 && all.every((one) => ROWS.has(one.kind) || isPlain(one))
  })
}

const ROWS: ReadonlySet<FlowValue['kind']> = new Set(['dict', 'list', 'instance'])
const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * Whether a test leaves some of the rows only, the same ones for each text of the payload. `result`: its value, or that
 * of what it negates, if known.
 */
export function picksRows(
  test: SyntaxNode,
  names: ReadonlySet<string>,
  flow: FlowState,
  result?: FlowValue,
): boolean {
  if (names.size === 0) return false
  if (test.type === 'boolean_operator') return named(test).some((part) => picksRows(part, names, flow))
  if (/^(?:parenthesized_expression|not_operator)$/.test(test.type))
    return named(test).some((part) => picksRows(part, names, flow, result))
  if (!namesIn(test).some((name) => names.has(name))) return false
  const value = result ?? flow.reading.value(test, beyond(flow))
  return !isQuestion(value) && !isAlwaysTrue(value)
}

/** Makes these names unknown on the paths behind such a test. */
export function forgetRows(names: ReadonlySet<string>, paths: readonly FlowState[]): void {
  for (const path of paths)
    for (const name of names) if (getName(path, name) !== undefined) path.scope.names.set(name, UNKNOWN)
}

// A name that is a text in every row, as in `if pattern and pattern in command`.
function isAlwaysTrue(value: FlowValue): boolean {
  return alternatives(value).every(
    (one) => (one.kind === 'text' && one.text !== '') || (one.kind === 'constant' && one.value === true),
  )
}

function namesIn(node: SyntaxNode): readonly string[] {
  return [node, ...nodesIn(node)].flatMap(({ type, text }) => (type === 'identifier' ? [text] : []))
}
