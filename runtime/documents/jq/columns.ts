// The values of a jq program that stand side by side: in its output, in a list, or in one text with a separator. Only
// where their number is certain; each has one of several possible values.

import type { Term } from './term.ts'
import { holding, type JqValue, SOME_TEXT, type Unknown } from './values.ts'

type Each = (term: Term) => readonly JqValue[]

/** The terms between the commas of a term, if each of them has exactly one result; the last one may have none. */
export function termsSideBySide(term: Term | undefined): readonly Term[] {
  const terms: Term[] = []
  let rest = term
  while (rest?.kind === 'comma') {
    terms.push(rest.right)
    rest = rest.left
  }
  if (rest !== undefined) terms.push(rest)
  return terms.every((one, at) => hasOneResult(at === 0 ? withoutEmpty(one) : one)) ? terms.reverse() : []
}

// `.path // empty`
function withoutEmpty(term: Term): Term {
  const isEmpty = term.kind === 'alternative' && term.right.kind === 'call' && term.right.name === 'empty'
  return isEmpty ? term.left : term
}

/** The value of a list; `each`: the values of a term in it. */
export function listIn({ of }: Term & { kind: 'list' }, each: Each): JqValue {
  const terms = termsSideBySide(of)
  if (terms.length === 0) return { kind: 'list', items: of === undefined ? [] : each(of) }
  const columns = terms.map(each)
  return { kind: 'list', items: columns.flat(), columns }
}

/** The value of a text; `each`: the values of a term in it. */
export function textIn(term: Term & { kind: 'text' }, each: Each): JqValue {
  const { value, range, between, parts } = term
  const columns = parts.map(each)
  if (value !== undefined) return { kind: 'literal', value, range }
  if (between !== undefined && hasOneResult(term)) return { ...SOME_TEXT, row: { columns, between } }
  return holding(SOME_TEXT, columns.flat())
}

/** The text of a list with this text between its items; undefined where the number of items is not known. */
export function rowOf(list: JqValue, between: string): Unknown | undefined {
  const columns = list.kind === 'list' ? list.columns : undefined
  return columns === undefined ? undefined : { ...SOME_TEXT, row: { columns, between } }
}

/** Functions with one result for each input. */
const ONE_RESULT =
  /^(?:not|length|test|startswith|endswith|ascii_downcase|ascii_upcase|tostring|tojson|ltrimstr|rtrimstr|gsub|sub|join|has|keys|add|type|@\w+)$/

function hasOneResult(term: Term, depth = 0): boolean {
  if (depth > 100) return false
  const all = (...terms: readonly Term[]): boolean => terms.every((one) => hasOneResult(one, depth + 1))
  switch (term.kind) {
    case 'identity':
    case 'literal':
    case 'variable':
    case 'list':
      return true
    case 'field':
      return all(term.of)
    case 'index':
      return term.index !== undefined && all(term.of, term.index)
    case 'text':
      return all(...term.parts)
    case 'pipe':
    case 'alternative':
    case 'compare':
    case 'logic':
    case 'math':
      return all(term.left, term.right)
    case 'if':
      return term.otherwise !== undefined && all(term.otherwise, ...term.ways.map(({ body }) => body))
    case 'call':
      return ONE_RESULT.test(term.name) && all(...term.args)
    default:
      return false
  }
}
