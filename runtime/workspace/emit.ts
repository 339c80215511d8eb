// `emit` of `hookbench/secureyeoman` for code in this process. Hooks in workers have their own (module/virtual.ts).

import { EMIT } from '../executors/module/virtual.ts'

/** Emits an event on the bus of the manager whose hook is running. */
export function emit(event: string, data: unknown): void {
  const lent: unknown = Reflect.get(globalThis, Symbol.for(EMIT))
  if (typeof lent === 'function') lent(event, data)
  else throw new Error('emit() is for hooks while they run; elsewhere call emit() of your ExtensionManager')
}
