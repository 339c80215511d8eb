// Who hears the steps, or whatever else is told. A listener that throws hurts nobody: it is told of once, on standard error, and goes on hearing.

import type { Step } from '../contract/outcome.ts'

export type Listener<T = Step> = (value: T) => void

export type Listeners<T = Step> = {
  add(listener: Listener<T>): () => void
  /** Tells every listener; undefined while there is none, so that no step is made for nobody. */
  readonly tell: Listener<T> | undefined
}

export function openListeners<T = Step>(complain: (error: unknown) => void): Listeners<T> {
  const listeners = new Set<Listener<T>>()
  const complained = new WeakSet<Listener<T>>()
  function tell(value: T): void {
    for (const listener of listeners) {
      try {
        listener(value)
      } catch (error) {
        if (!complained.has(listener)) complain(error)
        complained.add(listener)
      }
    }
  }
  return {
    add(listener) {
      const own: Listener<T> = (value) => listener(value)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    get tell() {
      return listeners.size === 0 ? undefined : tell
    },
  }
}
