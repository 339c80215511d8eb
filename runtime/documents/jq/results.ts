// How many results a term of a jq program has for one input, and whether it reads fields.

import type { Term } from './term.ts'

/** Functions that pass only some values on, and no missing ones. */
const FILTERS = new Set(
  'select objects arrays strings numbers booleans values scalars iterables empty'.split(' '),
)

/** Whether a term ends in a filter that may pass nothing on. */
export function mayGiveNothing(term: Term, depth = 0): boolean {
  if (depth > 100) return false
  switch (term.kind) {
    case 'comma':
      return mayGiveNothing(term.left, depth + 1) || mayGiveNothing(term.right, depth + 1)
    case 'pipe':
      return mayGiveNothing(term.right, depth + 1)
    case 'call':
      return FILTERS.has(term.name)
    case 'if':
      return [...term.ways.map(({ body }) => body), term.otherwise].some(
        (one) => one !== undefined && mayGiveNothing(one, depth + 1),
      )
    default:
      return false
  }
}

/** Calls that return at most one value per input. */
const SINGLE =
  /^(?:select|not|length|test|startswith|endswith|ascii_downcase|ascii_upcase|tostring|tojson|fromjson|ltrimstr|rtrimstr|empty|del|has|keys|add|join|split|type|now|any|all|contains|inside|gsub|sub|map|map_values|with_entries|to_entries|from_entries|sort|unique|first|last|error|input|env)$/

/**
 * Whether a term may return several values for one input, rather than one of several. `single`: functions of the program
 * that return at most one.
 */
export function mayGiveSeveral(term: Term, single: readonly string[] = [], depth = 0): boolean {
  if (depth > 100) return true
  const any = (...terms: readonly (Term | undefined)[]): boolean =>
    terms.some((one) => one !== undefined && mayGiveSeveral(one, single, depth + 1))
  switch (term.kind) {
    case 'identity':
    case 'field':
    case 'text':
    case 'literal':
    case 'variable':
    case 'list':
    case 'compare':
    case 'logic':
    case 'math':
    case 'assign':
    case 'object':
      return false
    case 'pipe':
    case 'alternative':
      return any(term.left, term.right)
    case 'if':
      return any(...term.ways.map(({ body }) => body), term.otherwise)
    case 'try':
      return any(term.body, term.handler)
    case 'as':
      return any(term.source, term.body)
    case 'define':
      return any(term.body) || mayGiveSeveral(term.rest, [...single, term.name], depth + 1)
    case 'call':
      if (single.includes(term.name)) return any(...term.args)
      return !SINGLE.test(term.name) && term.args.length > 0
    default:
      return true
  }
}

/** The number of results that a term certainly has for one input; undefined where it depends on the input. */
export function resultsOf(term: Term, depth = 0): number | undefined {
  if (depth > 100) return undefined
  const of = (inner: Term) => resultsOf(inner, depth + 1)
  switch (term.kind) {
    case 'identity':
    case 'literal':
      return 1
    case 'field':
      return of(term.of)
    case 'text':
      return term.parts.every((part) => of(part) === 1) ? 1 : undefined
    case 'object':
      return term.entries.every(({ key, value }) => key !== undefined && (!value || of(value) === 1))
        ? 1
        : undefined
    case 'comma': {
      const [left, right] = [of(term.left), of(term.right)]
      return left === undefined || right === undefined ? undefined : left + right
    }
    case 'pipe':
      return of(term.left) === 1 ? of(term.right) : undefined
    case 'define':
      return of(term.rest)
    default:
      return undefined
  }
}

/** Whether a term reads fields of its input. */
export function readsFields(term: Term, depth = 0): boolean {
  if (depth > 100) return true
  const any = (...terms: readonly (Term | undefined)[]): boolean =>
    terms.some((one) => one !== undefined && readsFields(one, depth + 1))
  switch (term.kind) {
    case 'field':
      return true
    case 'index':
      return any(term.of, term.index)
    case 'pipe':
    case 'comma':
    case 'alternative':
    case 'compare':
    case 'logic':
    case 'math':
    case 'assign':
      return any(term.left, term.right)
    case 'object':
      return term.entries.some(({ key, value }) => value === undefined || any(value) || key === undefined)
    case 'list':
      return any(term.of)
    case 'text':
      return any(...term.parts)
    case 'call':
      return term.name !== 'empty' && any(...term.args)
    case 'if':
      return any(...term.ways.flatMap(({ test, body }) => [test, body]), term.otherwise)
    case 'try':
      return any(term.body, term.handler)
    case 'as':
      return any(term.source, term.body)
    case 'fold':
    case 'define':
      return true
    default:
      return false
  }
}
