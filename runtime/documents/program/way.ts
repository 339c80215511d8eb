// Follows a program along one way it may go, as far as it can be known, and collects what it prints.
// Nothing is run: whatever is not plain work on known values is unknown.

import type { Expr, Stmt, Target } from './program.ts'
import { reach } from './reach.ts'
import {
  changed,
  compared,
  failed,
  isList,
  isRoutine,
  isText,
  itemOf,
  joined,
  lengthOf,
  printed,
  type Routine,
  type Scopes,
  scopeOf,
  setName,
  sliceOf,
  type Text,
  takenApart,
  textOf,
  truth,
  type Value,
} from './values.ts'

const MAX_DEPTH = 32
const MAX_ROUNDS = 16

/** What one way through the program prints; `undefined` among it is output nobody knows. */
export type Output = readonly (Text | undefined)[]

/** Thrown where the program ends, and caught where following it began. */
class Ended extends Error {
  readonly failed: boolean
  constructor(failed: boolean) {
    super()
    this.failed = failed
  }
}

/** Thrown when a program is too long to follow. */
export class Lost extends Error {}

type Flow = 'next' | 'break' | 'continue' | { readonly value: Value }

/** One way through a program. Where a test is unknown, the choices say which branch this way takes. */
export class Way {
  readonly #choices: boolean[]
  readonly #budget: { steps: number }
  readonly #output: (Text | undefined)[] = []
  readonly #later: Routine[] = []
  #chosen = 0
  #depth = 0
  #scopes: Scopes = [new Map()]

  constructor(choices: boolean[], budget: { steps: number }) {
    this.#choices = choices
    this.#budget = budget
  }

  follow(program: readonly Stmt[]): Output | undefined {
    try {
      this.#block(program)
      for (let i = 0; i < this.#later.length && i < MAX_ROUNDS; i++) {
        if (this.#choose()) this.#call(this.#later[i] as Routine, [])
      }
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      if (error.failed) return undefined
    }
    return this.#output
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
    if (--this.#budget.steps < 0) throw new Lost()
    switch (one.kind) {
      case 'do':
        this.#value(one.of)
        return 'next'
      case 'define':
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
        return one.kind
    }
  }

  #if(one: Stmt & { kind: 'if' }): Flow {
    const test = truth(this.#value(one.test))
    if (test !== undefined) return this.#block(test ? one.yes : one.no)
    // Branches that only set names need no two ways: the names are unknown from here on.
    const names = reach(one.yes, one.no)
    if (names === undefined) return this.#block(this.#choose() ? one.yes : one.no)
    for (const { name, local } of names) setName(this.#scopes, name, undefined, local)
    return 'next'
  }

  #while(one: Stmt & { kind: 'while' }): Flow {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const test = truth(this.#value(one.test))
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

  /** After rounds that were not followed, what the body sets is unknown. */
  #forget(body: readonly Stmt[]): Flow {
    for (const { name, local } of reach(body) ?? []) setName(this.#scopes, name, undefined, local)
    return 'next'
  }

  #switch(one: Stmt & { kind: 'switch' }): Flow {
    const of = this.#value(one.of)
    let from = -1
    for (const [i, { tests }] of one.cases.entries()) {
      const matches = tests.some((test) => compared('==', of, this.#value(test)) ?? this.#choose())
      if (!matches) continue
      from = i
      break
    }
    if (from === -1) from = one.cases.findIndex(({ tests }) => tests.length === 0)
    if (from === -1) return 'next'
    const flow = this.#block(one.cases.slice(from).flatMap(({ body }) => body))
    return flow === 'break' ? 'next' : flow
  }

  #value(of: Expr): Value {
    if (--this.#budget.steps < 0) throw new Lost()
    switch (of.kind) {
      case 'text':
        return textOf(of.text, of.range)
      case 'known':
        return typeof of.value === 'string' ? textOf(of.value) : of.value
      case 'name':
        return scopeOf(this.#scopes, of.name)?.get(of.name)
      case 'list':
        return { kind: 'list', items: this.#items(of.items) ?? [] }
      case 'item':
        return itemOf(this.#value(of.of), this.#value(of.at))
      case 'slice':
        return sliceOf(this.#value(of.of), this.#value(of.from))
      case 'length':
        return lengthOf(this.#value(of.of))
      case 'join':
        return this.#join(of)
      case 'change':
        return changed(of.how, this.#value(of.of))
      case 'compare':
        return compared(of.by, this.#value(of.left), this.#value(of.right))
      case 'not': {
        const test = truth(this.#value(of.of))
        return test === undefined ? undefined : !test
      }
      case 'and':
      case 'or':
        return this.#logic(of)
      case 'choose':
        return this.#value((truth(this.#value(of.test)) ?? this.#choose()) ? of.yes : of.no)
      case 'assign': {
        const value = this.#value(of.value)
        this.#bind(of.target, value, of.local)
        return value
      }
      case 'function':
        return { kind: 'routine', params: of.params, body: of.body, scopes: this.#scopes }
      case 'spread':
        this.#value(of.of)
        return undefined
      case 'call':
        return this.#callOf(of)
      case 'write':
        this.#write(this.#value(of.text))
        return undefined
      case 'exit':
        throw new Ended(failed(this.#value(of.status)))
      case 'steps':
        return this.#steps(of.steps)
      case 'capture':
        return this.#capture(of)
      case 'unknown':
        return this.#unknown(of.parts)
    }
  }

  #logic(of: Expr & { kind: 'and' | 'or' }): Value {
    const left = this.#value(of.left)
    const test = truth(left)
    if (test === undefined) {
      // An unknown left side decides whether the right side is worked out; a right side without effects is not asked.
      if (reach([{ kind: 'do', of: of.right }]) === undefined && this.#choose()) return this.#value(of.right)
      return undefined
    }
    return test === (of.kind === 'and') ? this.#value(of.right) : left
  }

  #join(of: Expr & { kind: 'join' }): Value {
    const items = this.#items(of.parts)
    return items === undefined ? undefined : joined(items, of.between ?? '')
  }

  #items(items: readonly Expr[]): Value[] | undefined {
    const values: Value[] = []
    let certain = true
    for (const item of items) {
      if (item.kind !== 'spread') {
        values.push(this.#value(item))
        continue
      }
      const list = this.#value(item.of)
      if (isList(list)) values.push(...list.items)
      else certain = false
    }
    return certain ? values : undefined
  }

  #steps(steps: readonly Stmt[]): Value {
    let last: Value
    for (const one of steps) {
      if (one.kind === 'do') last = this.#value(one.of)
      else {
        last = undefined
        this.#statement(one)
      }
    }
    return last
  }

  #capture(of: Expr & { kind: 'capture' }): Value {
    const before = this.#output.length
    try {
      this.#steps(of.steps)
    } catch (error) {
      if (!(error instanceof Ended) || !of.apart) {
        this.#output.length = before
        throw error
      }
    }
    const captured = joined(this.#output.splice(before), '')
    return isText(captured) ? textOf(captured.text.replace(/\n+$/, ''), captured.range) : undefined
  }

  #callOf(of: Expr & { kind: 'call' }): Value {
    const named = this.#value(of.callee)
    // A shell calls a function by a string that holds its name.
    const callee = isText(named) ? scopeOf(this.#scopes, `${named.text}()`)?.get(`${named.text}()`) : named
    const args = this.#items(of.args) ?? []
    if (isRoutine(callee)) return this.#call(callee, args)
    // A name that is not the program's own is a library's: taken to print nothing. Its own, but unknown: who knows.
    if (of.callee.kind !== 'name' || scopeOf(this.#scopes, of.callee.name) !== undefined)
      this.#output.push(undefined)
    for (const arg of args) if (isRoutine(arg)) this.#later.push(arg)
    return undefined
  }

  #call(routine: Routine, args: readonly Value[]): Value {
    if (++this.#depth > MAX_DEPTH) throw new Lost()
    const outside = this.#scopes
    this.#scopes = [...routine.scopes, new Map()]
    this.#bind(routine.params, { kind: 'list', items: args }, true)
    const flow = this.#block(routine.body)
    this.#scopes = outside
    this.#depth--
    return typeof flow === 'object' ? flow.value : null
  }

  #unknown(parts: readonly Expr[]): Value {
    for (const part of parts) {
      const value = this.#value(part)
      if (isRoutine(value)) this.#later.push(value)
    }
    return undefined
  }

  #write(value: Value): void {
    const text = printed(value)
    this.#output.push(text === undefined ? undefined : isText(value) ? value : textOf(text))
  }

  #bind(target: Target, value: Value, local: boolean): void {
    for (const { name, value: taken, otherwise } of takenApart(target, value)) {
      const missing = taken === null && otherwise !== undefined
      setName(this.#scopes, name, missing ? this.#value(otherwise) : taken, local)
    }
  }
}
