// Follows a program along one way it may go, as far as it can be known, and collects what it prints.
// Nothing is run: whatever is not plain work on known values is unknown.

import type { Budget } from '../budget.ts'
import { reach } from './assignedNames.ts'
import { BudgetExceeded, Ended } from './ended.ts'
import { evaluateOperation } from './operations.ts'
import type { Expr, ProgramTarget, Stmt } from './program.ts'
import {
  asText,
  compared,
  destructured,
  failed,
  isList,
  isRoutine,
  joined,
  type List,
  type ProgramRoutine,
  type ProgramScopes,
  type ProgramText,
  type ProgramValue,
  scopeOf,
  setName,
  truthiness,
} from './values.ts'

const MAX_DEPTH = 32
const MAX_ROUNDS = 16

/** What one way through the program prints; `undefined` among it is output nobody knows. */
export type ProgramOutput = readonly (ProgramText | undefined)[]

type Flow = 'next' | 'break' | 'continue' | { readonly value: ProgramValue }

/** One way through a program. Where a test is unknown, the choices say which branch this way takes. */
export class ExecutionPath {
  readonly #choices: boolean[]
  readonly #budget: Budget
  readonly #output: (ProgramText | undefined)[] = []
  readonly #later: ProgramRoutine[] = []
  #chosen = 0
  #depth = 0
  #scopes: ProgramScopes = [new Map()]

  constructor(choices: boolean[], budget: Budget) {
    this.#choices = choices
    this.#budget = budget
  }

  follow(program: readonly Stmt[]): ProgramOutput | undefined {
    try {
      this.#block(program)
      for (let i = 0; i < this.#later.length && i < MAX_ROUNDS; i++)
        this.#perhaps(this.#later[i] as ProgramRoutine)
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      if (error.failed) return undefined
    }
    return this.#output
  }

  // What is called later by others, if at all: should it print, nobody knows what.
  #perhaps(routine: ProgramRoutine): void {
    if (!this.#choose()) return
    const before = this.#output.length
    try {
      this.#call(routine, undefined)
    } finally {
      if (this.#output.length > before) this.#output.push(undefined)
    }
  }

  #spend(steps: number): void {
    if (!this.#budget.take(steps)) throw new BudgetExceeded()
  }

  #choose(): boolean {
    if (this.#chosen === this.#choices.length) this.#choices.push(false)
    return this.#choices[this.#chosen++] as boolean
  }

  #block(statements: readonly Stmt[]): Flow {
    for (const one of statements)
      if (one.kind === 'define') setName(this.#scopes, one.name, this.#value(one.value), true)
    for (const one of statements) {
      const flow = this.#statement(one)
      if (flow !== 'next') return flow
    }
    return 'next'
  }

  #statement(one: Stmt): Flow {
    this.#spend(1)
    switch (one.kind) {
      case 'do':
        this.#value(one.of)
        return 'next'
      case 'if':
        return this.#if(one)
      case 'while':
        return this.#while(one)
      case 'each':
        return this.#each(one)
      case 'switch':
        return this.#switch(one)
      case 'return':
        return { value: this.#value(one.value) }
      default:
        // A definition is done when its block begins.
        return one.kind === 'define' ? 'next' : one.kind
    }
  }

  #if(one: Stmt & { kind: 'if' }): Flow {
    const test = truthiness(this.#value(one.test))
    if (test !== undefined) return this.#block(test ? one.yes : one.no)
    // Branches that only set names need no two ways: the names are unknown from here on.
    if (reach(one.yes, one.no) === undefined) return this.#block(this.#choose() ? one.yes : one.no)
    return this.#forget(one.yes, one.no)
  }

  #while(one: Stmt & { kind: 'while' }): Flow {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const test = truthiness(this.#value(one.test))
      if (test === false || (test === undefined && !this.#choose())) return 'next'
      const flow = this.#block(one.body)
      if (flow === 'break') return 'next'
      if (typeof flow === 'object') return flow
      if (test === undefined) return this.#forget(one.body)
    }
    return this.#forget(one.body)
  }

  #each(one: Stmt & { kind: 'each' }): Flow {
    const list = this.#value(one.of)
    if (!isList(list) && !this.#choose()) return 'next'
    const items = isList(list) ? list.items.slice(0, MAX_ROUNDS) : [undefined]
    for (const item of items) {
      this.#bind(one.target, item, true)
      const flow = this.#block(one.body)
      if (flow === 'break') return 'next'
      if (typeof flow === 'object') return flow
    }
    return isList(list) && list.items.length <= MAX_ROUNDS ? 'next' : this.#forget(one.body)
  }

  /** What statements set that were not followed is unknown. */
  #forget(...blocks: readonly (readonly Stmt[])[]): Flow {
    for (const { name, local } of reach(...blocks) ?? []) setName(this.#scopes, name, undefined, local)
    return 'next'
  }

  #switch(one: Stmt & { kind: 'switch' }): Flow {
    const of = this.#value(one.of)
    const matches = (test: Expr): boolean => compared('==', of, this.#value(test)) ?? this.#choose()
    const match = one.cases.findIndex(({ tests }) => tests.some(matches))
    const from = match === -1 ? one.cases.findIndex(({ tests }) => tests.length === 0) : match
    if (from === -1) return 'next'
    const flow = this.#block(one.cases.slice(from).flatMap(({ body }) => body))
    return flow === 'break' ? 'next' : flow
  }

  #value(of: Expr): ProgramValue {
    this.#spend(1)
    switch (of.kind) {
      case 'name':
        return scopeOf(this.#scopes, of.name)?.get(of.name)
      case 'list':
        return this.#list(of.items, of.paths)
      case 'join':
        return this.#join(of)
      case 'and':
      case 'or':
        return this.#logic(of)
      case 'choose':
        return this.#value((truthiness(this.#value(of.test)) ?? this.#choose()) ? of.yes : of.no)
      case 'assign': {
        const value = this.#value(of.value)
        this.#bind(of.target, value, of.local)
        return value
      }
      case 'function':
        return { kind: 'routine', params: of.params, body: of.body, scopes: this.#scopes }
      case 'call':
        return this.#callOf(of)
      case 'write':
        this.#output.push(asText(this.#value(of.text)))
        return undefined
      case 'exit':
        throw new Ended(failed(this.#value(of.status)))
      case 'steps':
        return this.#steps(of.steps)
      case 'spread':
        return this.#unknown([of.of])
      case 'unknown':
        return this.#unknown(of.parts)
      default:
        return evaluateOperation(of, (part) => this.#value(part))
    }
  }

  #logic(of: Expr & { kind: 'and' | 'or' }): ProgramValue {
    const left = this.#value(of.left)
    const test = truthiness(left)
    if (test === undefined) {
      // A right side that only sets names is not worked out: the names are unknown from here on.
      const right = [{ kind: 'do', of: of.right }] as const
      if (reach(right) !== undefined) this.#forget(right)
      else if (this.#choose()) this.#value(of.right)
      return undefined
    }
    return test === (of.kind === 'and') ? this.#value(of.right) : left
  }

  #join(of: Expr & { kind: 'join' }): ProgramValue {
    const parts = this.#list(of.parts)
    return parts === undefined ? undefined : joined(parts.items, of.between ?? '')
  }

  /** The items as a list; undefined when one of them is a spread of nobody knows how many. */
  #list(items: readonly Expr[], paths = 0): List | undefined {
    const values: ProgramValue[] = []
    let certain = true
    for (const item of items) {
      const value = this.#value(item.kind === 'spread' ? item.of : item)
      if (item.kind !== 'spread') values.push(value)
      else if (isList(value)) {
        this.#spend(value.items.length)
        values.push(...value.items)
      } else certain = false
    }
    return certain ? { kind: 'list', items: values, paths } : undefined
  }

  #steps(steps: readonly Stmt[]): ProgramValue {
    let last: ProgramValue
    for (const one of steps) {
      last = one.kind === 'do' ? this.#value(one.of) : undefined
      if (one.kind !== 'do') this.#statement(one)
    }
    return last
  }

  #callOf(of: Expr & { kind: 'call' }): ProgramValue {
    const callee = this.#value(of.callee)
    const args = this.#list(of.args)
    if (isRoutine(callee)) return this.#call(callee, args)
    // A name that is not the program's own is a library's: taken to print nothing. Its own, but unknown: who knows.
    if (of.callee.kind !== 'name' || scopeOf(this.#scopes, of.callee.name) !== undefined)
      this.#output.push(undefined)
    this.#keep(args?.items ?? [])
    return undefined
  }

  #call(routine: ProgramRoutine, args: List | undefined): ProgramValue {
    if (++this.#depth > MAX_DEPTH) throw new BudgetExceeded()
    const outside = this.#scopes
    this.#scopes = [...routine.scopes, new Map()]
    this.#bind(routine.params, args, true)
    const flow = this.#block(routine.body)
    this.#scopes = outside
    this.#depth--
    return typeof flow === 'object' ? flow.value : null
  }

  #unknown(parts: readonly Expr[]): ProgramValue {
    this.#keep(parts.map((part) => this.#value(part)))
    return undefined
  }

  /** Functions that are handed to others may be called later. */
  #keep(values: readonly ProgramValue[]): void {
    this.#later.push(...values.filter(isRoutine))
  }

  #bind(target: ProgramTarget, value: ProgramValue, local: boolean): void {
    for (const { name, value: taken, otherwise } of destructured(target, value)) {
      const missing = taken === null && otherwise !== undefined
      setName(this.#scopes, name, missing ? this.#value(otherwise) : taken, local)
    }
  }
}
