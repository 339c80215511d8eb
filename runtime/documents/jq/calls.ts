// The jq functions that pass fields on or test for them. The result of any other function is unknown.

import { onlyWords } from '../onlyWords.ts'
import { rowOf } from './columns.ts'
import { boundTo, compared, itemsOf, type JqScope, narrowed, values } from './follow.ts'
import type { Term } from './term.ts'
import { holding, type JqValue, SILENT, SOME_TEXT, UNKNOWN_VALUE } from './values.ts'

type Call = Term & { readonly kind: 'call' }

/** Functions that return their input, or a part with the same fields. */
const SAME = new Set(
  'select objects arrays strings numbers booleans nulls values scalars iterables sort unique reverse debug stderr'.split(
    ' ',
  ),
)
/** Those of them that pass on only values of some types. */
const OF_TYPE = new Set('objects arrays strings numbers booleans nulls scalars iterables'.split(' '))
/** Functions that fail for input of another type. */
const NEEDS: ReadonlyMap<string, 'text' | 'list'> = new Map([
  ...['split', 'ascii_downcase', 'ascii_upcase', 'startswith', 'endswith', 'test', 'sub', 'gsub'].map(
    (name) => [name, 'text'] as const,
  ),
  ['join', 'list'],
  ['map', 'list'],
])
/** Functions that evaluate their argument for every item and return a list. */
const BY_ITEM = new Set('sort_by unique_by min_by max_by group_by map map_values any all'.split(' '))
/** Functions whose arguments are evaluated for the same input and whose result is unknown. */
const PLAIN = new Set(
  'error halt_error startswith endswith test match capture scan contains inside ltrimstr rtrimstr index rindex indices split splits join in range sub gsub IN isempty any all add'.split(
    ' ',
  ),
)

/** Functions that give a text, or fail. */
const TEXTS = new Set('sub gsub join ascii_downcase ascii_upcase tostring implode @tsv'.split(' '))
/** Functions whose result contains the text of their input. */
const KEEPS = new Set([
  ...TEXTS,
  ...'tojson add ltrimstr rtrimstr trim ltrim rtrim split @text @json'.split(' '),
])

/** The results of a call. */
export function called(term: Call, input: JqValue, scope: JqScope): readonly JqValue[] {
  const { name, args } = term
  const [first, second] = args
  const own = scope.functions.get(`${name}/${args.length}`)
  if (own !== undefined) return callOwn(own, args, input, scope)
  const as = NEEDS.get(name)
  if (as !== undefined && input.kind === 'piece' && input.path.length > 0 && term.range !== undefined) {
    const { path, events } = input
    scope.sink.needed({ range: term.range, path, as, sure: input.sure && scope.caught !== true, events })
  }
  if (name === 'empty' || name === 'error') {
    if (first !== undefined) values(first, input, scope)
    return []
  }
  if (name === 'select' && first !== undefined) return [narrowed(input, asTest(first, input, scope))]
  if (name === 'has' && first !== undefined) {
    hasKey(first, input, scope)
    return [UNKNOWN_VALUE]
  }
  if (name === 'del' || name === 'path' || name === 'paths' || name === 'isempty' || name === 'delpaths') {
    for (const arg of args) values(arg, input, { ...scope, sure: false })
    return [name === 'del' && input.kind === 'piece' ? { ...input, sure: false } : UNKNOWN_VALUE]
  }
  if (name === 'input' || name === 'inputs') return [scope.inputs]
  if (name === 'fromjson' || name === 'tojson')
    return [input.kind === 'piece' && input.path.length === 0 ? input : textFrom(name, input)]
  if (name === 'first' || name === 'last') {
    return first === undefined ? itemsOf(input, { kind: 'literal', value: 0 }) : values(first, input, scope)
  }
  if ((name === 'limit' || name === 'until' || name === 'nth') && second !== undefined)
    return values(second, input, scope)
  if (name === 'IN' && first !== undefined && second === undefined) {
    oneOf(first, input, scope)
    return [UNKNOWN_VALUE]
  }
  if ((name === 'any' || name === 'all') && first !== undefined && second !== undefined) {
    for (const item of values(first, input, scope)) asTest(second, item, scope)
    return [UNKNOWN_VALUE]
  }
  if (BY_ITEM.has(name) && first !== undefined) return byItem(name, first, input, scope)
  if (OF_TYPE.has(name) && input.kind === 'piece') return [{ ...input, sure: false }]
  if (SAME.has(name)) return [input]
  if (name === 'test' && second === undefined && first !== undefined) amongWords(first, input, scope)
  const given = PLAIN.has(name) ? args.flatMap((arg) => values(arg, input, scope)) : []
  const between = name === '@tsv' ? '\t' : name === 'join' ? textOf(given) : undefined
  const row = between === undefined ? undefined : rowOf(input, between)
  return [row ?? textFrom(name, input)]
}

function textFrom(name: string, input: JqValue): JqValue {
  const result = TEXTS.has(name) ? SOME_TEXT : UNKNOWN_VALUE
  return KEEPS.has(name) ? holding(result, [input]) : result
}

function textOf([only, ...more]: readonly JqValue[]): string | undefined {
  return only?.kind === 'literal' && typeof only.value === 'string' && more.length === 0
    ? only.value
    : undefined
}

function byItem(name: string, by: Term, input: JqValue, scope: JqScope): readonly JqValue[] {
  const items = itemsOf(input, '*')
  if (name === 'any' || name === 'all') {
    for (const item of items) asTest(by, item, scope)
    return [UNKNOWN_VALUE]
  }
  const found = items.flatMap((item) => values(by, item, scope))
  if (name === 'map' || name === 'map_values') return [{ kind: 'list', items: found }]
  return [/^(?:sort|unique)/.test(name) ? input : UNKNOWN_VALUE]
}

function callOwn(
  own: NonNullable<ReturnType<JqScope['functions']['get']>>,
  args: readonly Term[],
  input: JqValue,
  scope: JqScope,
): readonly JqValue[] {
  scope.budget.take((own.scope.functions.size + own.scope.variables.size) >> 2)
  const functions = new Map(own.scope.functions)
  const variables = new Map(own.scope.variables)
  for (const [at, param] of own.params.entries()) {
    const arg = args[at] as Term
    const name = param.replace(/^\$/, '')
    functions.set(`${name}/0`, { params: [], body: arg, scope })
    if (name === param) continue
    variables.set(name, boundTo(values(arg, input, scope)))
  }
  return values(own.body, input, {
    ...own.scope,
    functions,
    variables,
    sure: scope.sure,
    depth: scope.depth + 1,
  })
}

function hasKey(arg: Term, input: JqValue, scope: JqScope): void {
  const [key] = values(arg, input, scope)
  if (input.kind !== 'piece' || key?.kind !== 'literal' || typeof key.value !== 'string') return
  const path = [...input.path, key.value]
  scope.sink.tested(path)
  if (key.range === undefined) return
  const { events } = input
  scope.sink.field({ range: key.range, path, quote: '"', sure: false, access: 'read', events })
}

function oneOf(arg: Term, input: JqValue, scope: JqScope): void {
  for (const one of values(arg, input, scope)) {
    if (input.kind !== 'piece' || one.kind !== 'literal' || one.range === undefined) continue
    const quote = typeof one.value === 'string' ? '"' : 'bare'
    const { path, sure, events } = input
    scope.sink.compared({ range: one.range, path, value: one.value, quote, sure, events })
  }
}

// `test("^(Edit|Write)$")`
function amongWords(arg: Term, input: JqValue, scope: JqScope): void {
  const [pattern] = values(arg, input, { ...scope, sink: SILENT })
  if (input.kind !== 'piece' || pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return
  const { value, range } = pattern
  if (range === undefined || range.end - range.start !== value.length) return
  const { path, sure, events } = input
  for (const { word, at } of onlyWords(value)) {
    const start = range.start + at
    scope.sink.compared({
      ...{ range: { start, end: start + word.length }, path, value: word, quote: '"', sure, events },
    })
  }
}

/** Evaluates a term as a test for presence or truth; returns the events that remain where it holds. */
export function asTest(term: Term, input: JqValue, scope: JqScope): readonly string[] | undefined {
  if (scope.depth > 60 || !scope.budget.take()) return undefined
  const inner = { ...scope, depth: scope.depth + 1 }
  if (term.kind === 'logic') {
    const left = asTest(term.left, input, inner)
    const right = asTest(term.right, term.by === 'and' ? narrowed(input, left) : input, inner)
    if (term.by === 'and') return right ?? left
    return left === undefined || right === undefined ? undefined : [...left, ...right]
  }
  if (term.kind === 'compare') return compared(term, input, inner)
  if (term.kind === 'pipe' && term.right.kind === 'call' && /^(not|length|type)$/.test(term.right.name)) {
    asTest(term.left, input, inner)
    return undefined
  }
  const unsure = { ...inner, sure: false }
  const isPath = term.kind === 'field' || term.kind === 'index' || term.kind === 'alternative'
  for (const value of values(term, input, isPath ? unsure : inner))
    if (isPath && value.kind === 'piece') scope.sink.tested(value.path)
  return undefined
}
