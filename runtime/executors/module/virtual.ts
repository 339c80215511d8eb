// The virtual modules of a hook's thread: `hookbench/secureyeoman` and `hookbench/kaizen`.
// Everything else under `hookbench/` consists of types, which are stripped before a hook runs.

/** Key of the global symbol under which the worker stores the function that `emit` calls. */
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

/** The source of a virtual module; undefined if there is none of this name. */
export function virtualSource(specifier: string, events: readonly string[]): string | undefined {
  if (specifier === 'hookbench/secureyeoman') return SECUREYEOMAN
  if (specifier !== 'hookbench/kaizen') return undefined
  const names = Object.fromEntries(events.map((event) => [event.toUpperCase(), event]))
  return `${KAIZEN}export const HookEvent = Object.freeze(${JSON.stringify(names)})\n`
}
