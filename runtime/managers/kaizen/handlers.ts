// Kaizen hooks in this process: a base class, an adapter for functions, and the constants for events and priorities.

import type {
  HookEvent as EventName,
  HandlerOptions,
  HookContext,
  HookFunction,
  HookResult,
  BaseHook as PublishedBase,
} from 'hookbench/kaizen'
import { kaizen } from '../../contract/dialects/kaizen.ts'

const names = Object.keys(kaizen.events) as EventName[]

/** The events of Kaizen, keyed as in the Python enum. */
export const HookEvent = Object.freeze(
  Object.fromEntries(names.map((name) => [name.toUpperCase(), name])),
) as unknown as typeof import('hookbench/kaizen').HookEvent

/** Execution order of an event's hooks: lower values run first. */
export const HookPriority = Object.freeze({ CRITICAL: 0, HIGH: 1, NORMAL: 2, LOW: 3 } as const)

/** Base class for hooks; subclasses implement `handle`. */
export class BaseHook<E extends EventName = EventName> implements PublishedBase<E> {
  name: string

  constructor(name?: string) {
    this.name = name ?? new.target.name
  }

  async handle(_context: HookContext<E>, _options: HandlerOptions): Promise<HookResult> {
    throw new Error(`${this.constructor.name}.handle() must be implemented`)
  }

  async onError(_error: Error, _context: HookContext<E>): Promise<void> {}
}

/** Wraps a plain function as a hook named after the function. */
export class FunctionHookAdapter<E extends EventName = EventName> extends BaseHook<E> {
  readonly #func: HookFunction<E>

  constructor(func: HookFunction<E>) {
    super(func.name === '' ? 'anonymous' : func.name)
    this.#func = func
  }

  override async handle(context: HookContext<E>, options: HandlerOptions): Promise<HookResult> {
    return this.#func(context, options)
  }
}
