// Hooks that an embedder registers in code, each with an id, a name and a priority, and the chain of each event.
// Only ordering and chains: the engine runs the hooks, and the manager decides what a hook is called with.

import type { Dialect } from '../contract/dialect.ts'
import type { Handler, Hook } from '../contract/hook.ts'
import { type Chain, chainOf } from '../engine/chain.ts'
import { knownRecord } from '../workspace/admission.ts'

export type Registration<K> = {
  readonly event: string
  /** What the embedder passed in; used to find the registration again. */
  readonly key: K
  readonly priority: number
  readonly hook: Hook
}

type Plan<K> = { readonly chain: Chain; readonly entries: readonly Registration<K>[] }

export class Registry<K> {
  readonly #dialect: Dialect
  readonly #byEvent = new Map<string, Registration<K>[]>()
  readonly #plans = new Map<string, Plan<K>>()
  readonly #timeoutMs: number
  #count = 0

  constructor(dialect: Dialect, timeoutMs: number) {
    this.#dialect = dialect
    this.#timeoutMs = timeoutMs
  }

  /** Adds a hook. Equal priorities run in order of registration. A hook without a name is named by its id. */
  add(event: string, key: K, name: string, priority: number): Registration<K> {
    const order = ++this.#count
    const id = `hook-${order}`
    const hook: Hook = {
      id,
      name: name === '' ? id : name,
      dialect: this.#dialect.id,
      events: [event],
      source: 'workspace',
      path: '',
      runner: 'in-process',
      state: 'active',
      order,
      timeoutMs: this.#timeoutMs,
      files: [],
    }
    const entry = { event, key, priority, hook }
    const entries = this.#byEvent.get(event)
    if (entries === undefined) this.#byEvent.set(event, [entry])
    else entries.push(entry)
    this.#plans.delete(event)
    return entry
  }

  /** Removes and returns every matching registration. Firings in flight keep the chain they started with. */
  remove(isMatch: (entry: Registration<K>) => boolean): readonly Registration<K>[] {
    const removed: Registration<K>[] = []
    for (const [event, entries] of this.#byEvent) {
      const kept = entries.filter((entry) => !isMatch(entry))
      if (kept.length === entries.length) continue
      removed.push(...entries.filter((entry) => !kept.includes(entry)))
      this.#plans.delete(event)
      if (kept.length > 0) this.#byEvent.set(event, kept)
      else this.#byEvent.delete(event)
    }
    return removed
  }

  has(event: string): boolean {
    return this.#byEvent.has(event)
  }

  /** Every registration of an event, in execution order. */
  of(event: string): readonly Registration<K>[] {
    return this.has(event) ? this.#plan(event).entries : []
  }

  /** The chain of an event for one run; `call` provides the handler of each hook. */
  running(event: string, call: (entry: Registration<K>) => Handler, timeoutMs = this.#timeoutMs): Chain {
    const { chain, entries } = this.#plan(event)
    const hooks = entries.map((entry) => ({ ...entry.hook, timeoutMs, handler: call(entry) }))
    return { ...chain, hooks }
  }

  #plan(event: string): Plan<K> {
    let plan = this.#plans.get(event)
    if (plan === undefined) {
      const entries = [...(this.#byEvent.get(event) ?? [])].sort((one, two) => one.priority - two.priority)
      const record = knownRecord(this.#dialect.id, event)
      const chain = chainOf(this.#dialect, event, record, [])
      // Compiles the result validator now, so that the first hook's time does not include it.
      chain.accepts(undefined)
      plan = { chain, entries }
      this.#plans.set(event, plan)
    }
    return plan
  }
}
