// A set of listeners for steps or other values. A listener that throws, or whose promise is rejected, does not affect
// the others or the process; its first error is reported, and it stays subscribed.

import type { Step } from '../contract/outcome.ts'

export type Listener<T = Step> = (value: T) => void

export type Listeners<T = Step> = {
  add(listener: Listener<T>): () => void
  /** Calls every listener; undefined while there is none, so that no steps are created in vain. */
  readonly tell: Listener<T> | undefined
}

export function openListeners<T = Step>(complain: (error: unknown) => void): Listeners<T> {
  const listeners = new Set<Listener<T>>()
  const complained = new WeakSet<Listener<T>>()
  function tell(value: T): void {
    for (const listener of listeners) {
      try {
        const returned: unknown = listener(value)
        if (returned instanceof Promise) returned.catch((error) => failed(listener, error))
      } catch (error) {
        failed(listener, error)
      }
    }
  }
  function failed(listener: Listener<T>, error: unknown): void {
    if (!complained.has(listener)) complain(error)
    complained.add(listener)
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
