// What a Kaizen hook is in this process: a base class, an adapter for functions, the words for events and priorities.

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

/** The events of Kaizen, under the names of the Python enum. */
export const HookEvent = Object.freeze(
  Object.fromEntries(names.map((name) => [name.toUpperCase(), name])),
) as unknown as typeof import('hookbench/kaizen').HookEvent

/** Which hooks of an event run first; lower before higher. */
export const HookPriority = Object.freeze({ CRITICAL: 0, HIGH: 1, NORMAL: 2, LOW: 3 } as const)

/** A base to extend; what `handle` does is up to the subclass. */
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

/** A plain function as a hook, under the function's name. */
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
