// Follows a jq program from its input to its output, and reports the fields it reads. A path that is not understood
// ends without a report.

import { defined } from '../../contract/defined.ts'
import type { Range } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import { choiceOf, type JqAlternatives } from './alternatives.ts'
import { asTest, called } from './calls.ts'
import { listIn, textIn } from './columns.ts'
import { mayGiveNothing, readsFields } from './results.ts'
import { openAt, type Term } from './term.ts'
import {
  type Built,
  type BuiltEntry,
  holding,
  type JqNarrow,
  type JqPiece,
  type JqValue,
  SILENT,
  type Sink,
  UNKNOWN_VALUE,
} from './values.ts'

export type JqScope = {
  readonly sink: Sink
  /** Variables with their values, and functions that the program defines. */
  readonly variables: ReadonlyMap<string, readonly JqValue[]>
  readonly functions: ReadonlyMap<string, OwnFunction>
  /** The value of `input` and `inputs`. */
  readonly inputs: JqValue
  readonly sure: boolean
  /** An error is caught. */
  readonly caught?: true
  /** A default replaces a missing value. */
  readonly optional?: true
  /** The fields of an alternative, if it has nothing else than those and a default. */
  readonly choice?: JqAlternatives
  readonly narrow: JqNarrow
  readonly budget: Budget
  readonly depth: number
}

export type OwnFunction = { readonly params: readonly string[]; readonly body: Term; readonly scope: JqScope }

/** The budget steps of one program, which is a small part of a script. */
const MOST_STEPS = 20_000
const MAX_VALUES = 16
const MAX_DEPTH = 60

/** The values a program may output; more than MAX_VALUES count as unknown. */
export function follow(
  term: Term,
  input: JqValue,
  more: Pick<JqScope, 'sink' | 'variables' | 'inputs' | 'narrow' | 'budget'> & {
    /** Only the presence of the program's result is tested. */
    readonly asTest?: boolean
  },
): readonly JqValue[] {
  const budget = more.budget.part(MOST_STEPS)
  const scope: JqScope = { ...more, functions: new Map(), sure: true, budget, depth: 0 }
  if (more.asTest === true) asTest(term, input, scope)
  return values(term, input, more.asTest === true ? { ...scope, sink: SILENT } : scope)
}

/** The results of a term for one input. */
export function values(term: Term, input: JqValue, scope: JqScope): readonly JqValue[] {
  if (!scope.budget.take() || scope.depth > MAX_DEPTH) return [UNKNOWN_VALUE]
  const found = given(term, input, { ...scope, depth: scope.depth + 1 })
  return found.length > MAX_VALUES ? [UNKNOWN_VALUE] : found
}

function given(term: Term, input: JqValue, scope: JqScope): readonly JqValue[] {
  const each = (inner: Term): readonly JqValue[] => values(inner, input, scope)
  const of = (inner: Term): readonly JqValue[] => (inner.kind === 'identity' ? [input] : each(inner))
  switch (term.kind) {
    case 'identity':
      if (input.kind === 'piece' && term.at !== undefined) expectKey(input, term.at, scope)
      return [input]
    case 'field':
      return of(term.of).map((one) => fieldOf(one, term, scope))
    case 'index': {
      const [at] = term.index === undefined ? [] : each(term.index)
      if (at?.kind === 'literal' && typeof at.value === 'string' && at.at !== undefined) {
        const key = { key: at.value, range: at.at, quote: 'bare', at: at.at } as const
        return of(term.of).map((one) => fieldOf(one, key, scope))
      }
      return of(term.of).flatMap((one) => itemsOf(one, term.index === undefined ? '*' : at))
    }
    case 'pipe':
      return each(term.left).flatMap((left) => values(term.right, left, scope))
    case 'comma': {
      // A filter that passes nothing on when a field is missing is an alternative to the others.
      const inner =
        mayGiveNothing(term.left) || mayGiveNothing(term.right) ? { ...scope, sure: false } : scope
      return [...values(term.left, input, inner), ...values(term.right, input, inner)]
    }
    case 'alternative': {
      // With several fields to choose from, some may be another agent's.
      const several = readsFields(term.right)
      const choice = several && scope.sure && input.kind === 'piece' ? choiceOf(term, input) : undefined
      const inner = several ? { ...scope, sure: false, ...defined({ choice }) } : scope
      return [...values(term.left, input, { ...inner, optional: true }), ...values(term.right, input, inner)]
    }
    case 'compare':
      compared(term, input, scope)
      return [UNKNOWN_VALUE]
    case 'logic':
      asTest(term, input, scope)
      return [UNKNOWN_VALUE]
    case 'math':
      return [sum(each(term.left), each(term.right), scope)]
    case 'assign': {
      const before = values(term.left, input, { ...scope, sure: false })
      // Only `|=` passes what it replaces on.
      for (const one of term.by === '|=' ? before : [input]) values(term.right, one, scope)
      return [input.kind === 'piece' ? { ...input, sure: false } : UNKNOWN_VALUE]
    }
    case 'object':
      return [built(term, input, scope)]
    case 'list':
      return [listIn(term, each)]
    case 'text':
      return [textIn(term, each)]
    case 'literal':
      return [{ kind: 'literal', value: term.value, range: term.range }]
    case 'variable':
      return scope.variables.get(term.name) ?? [UNKNOWN_VALUE]
    case 'if':
      return chosen(term, input, scope)
    case 'try':
      return [
        ...values(term.body, input, { ...scope, caught: true }),
        ...(term.handler ? values(term.handler, UNKNOWN_VALUE, scope) : []),
      ]
    case 'as':
      return values(term.body, input, bound(scope, term.names, each(term.source)))
    case 'fold': {
      const inner = bound(scope, term.names, each(term.source))
      const [start, ...others] = term.parts
      if (start !== undefined) each(start)
      for (const part of others) values(part, UNKNOWN_VALUE, inner)
      return [UNKNOWN_VALUE]
    }
    case 'define': {
      scope.budget.take(scope.functions.size >> 2)
      const functions = new Map(scope.functions)
      // It may call itself; the budget and the depth limit end the recursion.
      const inner: JqScope = { ...scope, functions }
      functions.set(`${term.name}/${term.params.length}`, {
        params: term.params,
        body: term.body,
        scope: inner,
      })
      return values(term.rest, input, inner)
    }
    case 'call':
      return called(term, input, scope)
    case 'unknown':
      return [UNKNOWN_VALUE]
  }
}

function expectKey(input: JqPiece, at: number, { sink }: JqScope): void {
  sink.field({
    range: { start: at, end: at },
    path: [...input.path, ''],
    quote: 'bare',
    sure: false,
    access: 'read',
    events: input.events,
  })
}

function fieldOf(
  of: JqValue,
  term: Omit<Term & { kind: 'field' }, 'kind' | 'of'> & { readonly at?: Range },
  { sink, sure, optional, choice }: JqScope,
): JqValue {
  if (of.kind === 'built') {
    const values = of.entries.find(({ key }) => key === term.key)?.values
    return values?.length === 1 && values[0] !== undefined ? values[0] : UNKNOWN_VALUE
  }
  if (of.kind !== 'piece') return UNKNOWN_VALUE
  const path = [...of.path, term.key]
  const { range, quote } = term
  const alternatives = choice?.first === term ? choice.paths : undefined
  sink.field({
    ...{ range, path, quote, sure: sure && of.sure, access: 'read', events: of.events, optional },
    ...defined({ alternatives, at: term.at }),
  })
  return { ...of, path, sure: sure && of.sure }
}

/** The items of a value: all, or those at one index. */
export function itemsOf(of: JqValue, at: JqValue | '*' | undefined): readonly JqValue[] {
  if (at === '*' && of.kind === 'list') return of.items
  if (at === '*') return of.kind === 'piece' ? [{ ...of, path: [...of.path, '*'] }] : [UNKNOWN_VALUE]
  if (at?.kind !== 'literal' || typeof at.value !== 'number') return [UNKNOWN_VALUE]
  if (of.kind === 'list') return [of.items[at.value] ?? UNKNOWN_VALUE]
  return of.kind === 'piece' ? [{ ...of, path: [...of.path, at.value] }] : [UNKNOWN_VALUE]
}

/**
 * Reports a comparison of a field with a literal or null; returns the events that remain where it holds, if it names
 * one.
 */
export function compared(
  term: Extract<Term, { readonly left: Term }>,
  input: JqValue,
  scope: JqScope,
): readonly string[] | undefined {
  const { sink } = scope
  const [lefts, rights] = [term.left, term.right].map((side) => ({ side, isNull: isNull(side) }))
  if (lefts?.isNull || rights?.isNull) {
    asTest(lefts?.isNull ? term.right : term.left, input, scope)
    return undefined
  }
  const [[left], [right]] = [values(term.left, input, scope), values(term.right, input, scope)]
  const piece = left?.kind === 'piece' ? left : right?.kind === 'piece' ? right : undefined
  const literal = left?.kind === 'literal' ? left : right?.kind === 'literal' ? right : undefined
  if (piece === undefined || literal?.range === undefined || !/^[=!]=$/.test(term.by)) return undefined
  sink.compared({
    range: literal.range,
    path: piece.path,
    value: literal.value,
    quote: typeof literal.value === 'string' ? '"' : 'bare',
    sure: piece.sure && scope.sure,
    events: piece.events,
  })
  if (typeof literal.value !== 'string') return undefined
  const { yes, no } = scope.narrow(piece.events, piece.path, [literal.value]) ?? {}
  return term.by === '==' ? yes : no
}

function isNull(term: Term): boolean {
  return term.kind === 'literal' && term.value === null
}

/** A payload value, narrowed to these events. */
export function narrowed(value: JqValue, events: readonly string[] | undefined): JqValue {
  return value.kind === 'piece' && events !== undefined ? { ...value, events } : value
}

function chosen(term: Term & { kind: 'if' }, input: JqValue, scope: JqScope): readonly JqValue[] {
  const found = term.ways.flatMap(({ test, body }) => {
    const events = asTest(test, input, scope)
    return values(body, narrowed(input, events), scope)
  })
  return [...found, ...(term.otherwise === undefined ? [input] : values(term.otherwise, input, scope))]
}

function bound(scope: JqScope, names: readonly string[], found: readonly JqValue[]): JqScope {
  scope.budget.take(scope.variables.size >> 2)
  const variables = new Map(scope.variables)
  for (const name of names) variables.set(name, names.length === 1 ? boundTo(found) : [UNKNOWN_VALUE])
  return { ...scope, variables }
}

/** The values of a variable: a single one, or literals to choose from. */
export function boundTo(found: readonly JqValue[]): readonly JqValue[] {
  const isKnown = found.length === 1 || found.every(({ kind }) => kind === 'literal' || kind === 'unknown')
  return isKnown && found.length > 0 ? found : [UNKNOWN_VALUE]
}

function sum(lefts: readonly JqValue[], rights: readonly JqValue[], { budget }: JqScope): JqValue {
  const objects = [...lefts, ...rights].filter((one) => one.kind === 'built')
  const [first] = objects
  if (first === undefined) return holding(UNKNOWN_VALUE, [...lefts, ...rights])
  // Adding an object to itself repeatedly doubles it each time.
  const count = objects.reduce((all, one) => all + one.entries.length, 0)
  if (!budget.take(count)) return UNKNOWN_VALUE
  const entries = objects.flatMap((one) => one.entries)
  const certain = objects.length === 2 && lefts.length === 1 && rights.length === 1
  return { ...first, entries, more: !certain || objects.some(({ more }) => more) }
}

function built(term: Term & { kind: 'object' }, input: JqValue, scope: JqScope): Built {
  const entries: BuiltEntry[] = []
  let more = !term.whole
  for (const { key, computed, range, quote, value, variable } of term.entries) {
    const open = openAt(value)
    if (key === undefined) {
      more = true
      for (const one of [computed, value]) if (one !== undefined) values(one, input, scope)
      continue
    }
    const found =
      variable !== undefined
        ? (scope.variables.get(variable) ?? [UNKNOWN_VALUE])
        : value !== undefined
          ? values(value, input, scope)
          : [fieldOf(input, { key, range, quote }, scope)]
    entries.push({ key, range, quote, values: found, ...defined({ open }) })
  }
  const { range, whole, blank } = term
  return { kind: 'built', range, entries, more, whole, ...defined({ blank }) }
}
