// Follows a script along one path when started with one argument, as far as values are known, and collects what it
// prints. The tree is Python's, to which other languages are translated (`flow`). Nothing is run: anything but simple
// operations on known values is unknown, and exceptions are not followed.

import type { Budget } from '../budget.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { reach } from './assignedNames.ts'
import { expression } from './expressions.ts'
import { block } from './statements.ts'
import {
  asText,
  failed,
  isLibrary,
  isList,
  isRoutine,
  type List,
  type ProgramRoutine,
  type ProgramScopes,
  type ProgramText,
  type ProgramValue,
  scopeOf,
  setName,
  textOf,
} from './values.ts'
import type { ProgramWay } from './way.ts'

const MAX_DEPTH = 32
const MAX_ROUNDS = 16

/** What one path through the program prints; `undefined` in it is unknown output. */
export type ProgramOutput = readonly (ProgramText | undefined)[]

/** Thrown when a program is too long to follow. */
export class BudgetExceeded extends Error {}

// Thrown where the program ends.
class Ended extends Error {
  readonly failed: boolean
  constructor(failed: boolean) {
    super()
    this.failed = failed
  }
}

/** A target that is destructured, and its parts. */
const PATTERN = /^(?:pattern_list|tuple_pattern|list_pattern)$/
const TARGET =
  /^(?:identifier|(?:typed_|default_|typed_default_)parameter|(?:list_splat|tuple|list)_pattern)$/

/** One path through a program. Where a test is unknown, the choices determine which branch the path takes. */
export class ExecutionPath implements ProgramWay {
  readonly source: string
  readonly arguments: List
  readonly #choices: boolean[]
  readonly #budget: Budget
  readonly #output: (ProgramText | undefined)[] = []
  readonly #later: ProgramRoutine[] = []
  #chosen = 0
  #depth = 0
  #scopes: ProgramScopes = [new Map([['__name__', textOf('__main__')]])]

  constructor(source: string, given: List, choices: boolean[], budget: Budget) {
    this.source = source
    this.arguments = given
    this.#choices = choices
    this.#budget = budget
  }

  follow(root: SyntaxNode): ProgramOutput | undefined {
    try {
      block(root, this)
      for (let i = 0; i < this.#later.length && i < MAX_ROUNDS; i++)
        this.#perhaps(this.#later[i] as ProgramRoutine)
    } catch (error) {
      if (!(error instanceof Ended)) throw error
      if (error.failed) return undefined
    }
    return this.#output
  }

  value(node: SyntaxNode | undefined): ProgramValue {
    this.spend(1)
    return node === undefined ? undefined : expression(node, this)
  }

  choose(): boolean {
    if (this.#chosen === this.#choices.length) this.#choices.push(false)
    return this.#choices[this.#chosen++] as boolean
  }

  print(value: ProgramValue): undefined {
    this.#output.push(asText(value))
  }

  exit(status: ProgramValue): never {
    throw new Ended(failed(status))
  }

  read(name: string): ProgramValue {
    return scopeOf(this.#scopes, name)?.get(name)
  }

  routine(node: SyntaxNode): ProgramRoutine {
    return { kind: 'routine', node, scopes: this.#scopes }
  }

  keep(values: readonly ProgramValue[]): undefined {
    this.#later.push(...values.filter(isRoutine))
  }

  forget(...parts: readonly (SyntaxNode | undefined)[]): 'next' {
    for (const name of reach(parts) ?? []) {
      for (const scope of this.#scopes) if (scope.has(name)) scope.set(name, undefined)
      setName(this.#scopes, name, undefined, true)
    }
    return 'next'
  }

  bind(target: SyntaxNode | undefined, value: ProgramValue, isLocal = true): void {
    if (target?.type === 'identifier') setName(this.#scopes, target.text, value, isLocal)
    else if (target !== undefined && PATTERN.test(target.type))
      this.#bindAll(named(target), isList(value) ? value : undefined)
  }

  list(items: readonly SyntaxNode[]): List | undefined {
    const values: ProgramValue[] = []
    let certain = true
    for (const item of items) {
      if (item.type !== 'list_splat') {
        values.push(this.value(item.type === 'keyword_argument' ? child(item, 'value') : item))
        continue
      }
      const value = this.value(named(item)[0])
      if (isList(value)) {
        this.spend(value.items.length)
        values.push(...value.items)
      } else certain = false
    }
    return certain ? { kind: 'list', items: values } : undefined
  }

  call(callee: SyntaxNode, args: List | undefined): ProgramValue {
    const value = this.value(callee)
    if (isRoutine(value)) return this.#call(value, args)
    this.keep(args?.items ?? [])
    if (isLibrary(value)) return value
    // A name that the program does not define is a library's and assumed to print nothing; the output of any other
    // unknown callee is unknown.
    if (callee.type !== 'identifier' || scopeOf(this.#scopes, callee.text) !== undefined)
      this.print(undefined)
    return undefined
  }

  spend(steps: number): void {
    if (!this.#budget.take(steps)) throw new BudgetExceeded()
  }

  // A function that may be called later: if it prints, the output is unknown.
  #perhaps(routine: ProgramRoutine): void {
    if (!this.choose()) return
    const before = this.#output.length
    try {
      this.#call(routine, undefined)
    } finally {
      if (this.#output.length > before) this.#output.push(undefined)
    }
  }

  #call({ node, scopes }: ProgramRoutine, args: List | undefined): ProgramValue {
    if (++this.#depth > MAX_DEPTH) throw new BudgetExceeded()
    const outside = this.#scopes
    this.#scopes = [...scopes, new Map()]
    this.#bindAll(named(child(node, 'parameters')), args)
    const body = child(node, 'body')
    const end = node.type === 'lambda' ? { value: this.value(body) } : block(body, this)
    this.#scopes = outside
    this.#depth--
    return typeof end === 'object' ? end.value : null
  }

  // `null` where a list is too short; the default value is then used, if there is one.
  #bindAll(targets: readonly SyntaxNode[], given: List | undefined): void {
    const items = given?.items
    const taken = targets.filter(({ type }) => TARGET.test(type))
    const rest = taken.findIndex(({ type }) => type === 'list_splat_pattern')
    for (const [i, target] of taken.entries()) {
      const [first] = named(target)
      const behind = taken.length - i
      if (i === rest) {
        const all = items?.slice(i, items.length - behind + 1)
        this.bind(first, all && { kind: 'list', items: all })
        continue
      }
      const at = items !== undefined && rest !== -1 && i > rest ? items.length - behind : i
      const value = items === undefined ? undefined : at < items.length ? items[at] : null
      const otherwise = child(target, 'value')
      const name = child(target, 'name') ?? (target.type === 'typed_parameter' ? first : target)
      this.bind(name, value === null && otherwise !== undefined ? this.value(otherwise) : value)
    }
  }
}
