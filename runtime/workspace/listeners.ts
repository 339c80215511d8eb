// Who hears the steps. A listener that throws hurts nobody: it is told of once, on standard error, and goes on hearing.

import type { Step } from '../contract/outcome.ts'

export type Listener = (step: Step) => void

export type Listeners = {
  add(listener: Listener): () => void
  /** Tells every listener; undefined while there is none, so that no step is made for nobody. */
  readonly tell: Listener | undefined
}

export function openListeners(complain: (error: unknown) => void): Listeners {
  const listeners = new Set<Listener>()
  const complained = new WeakSet<Listener>()
  function tell(step: Step): void {
    for (const listener of listeners) {
      try {
        listener(step)
      } catch (error) {
        if (!complained.has(listener)) complain(error)
        complained.add(listener)
      }
    }
  }
  return {
    add(listener) {
      const own: Listener = (step) => listener(step)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    get tell() {
      return listeners.size === 0 ? undefined : tell
    },
  }
}
