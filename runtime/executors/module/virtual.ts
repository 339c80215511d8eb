// The modules that exist only inside a hook: `hookbench/secureyeoman` and `hookbench/kaizen`.
// Everything else under `hookbench/` is types and is gone before a hook runs.

/** Under this symbol the worker keeps the function that `emit` calls. */
export const EMIT = 'hookbench.emit'

const KAIZEN = `
export class BaseHook {
  constructor(name) {
    this.name = name ?? new.target.name
  }
  async handle() {
    throw new Error(this.constructor.name + '.handle() must be implemented')
  }
  async onError() {}
}
export const HookPriority = Object.freeze({ CRITICAL: 0, HIGH: 1, NORMAL: 2, LOW: 3 })
`

const SECUREYEOMAN = `
export function emit(event, data) {
  globalThis[Symbol.for(${JSON.stringify(EMIT)})](event, data)
}
`

/** The source of a virtual module; undefined when there is none of this name. */
export function virtualSource(specifier: string, events: readonly string[]): string | undefined {
  if (specifier === 'hookbench/secureyeoman') return SECUREYEOMAN
  if (specifier !== 'hookbench/kaizen') return undefined
  const names = Object.fromEntries(events.map((event) => [event.toUpperCase(), event]))
  return `${KAIZEN}export const HookEvent = Object.freeze(${JSON.stringify(names)})\n`
}
