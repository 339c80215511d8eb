import { BaseHook, HookEvent } from 'hookbench/kaizen'

type Context = { event_type: string; data: Record<string, unknown> }

export class Counter extends BaseHook {
  events = [HookEvent.PRE_TOOL_USE]
  count = 0
  async handle(context: Context) {
    this.count += 1
    return { success: context.event_type === HookEvent.PRE_TOOL_USE, data: { count: this.count, name: this.name } }
  }
}

export class Fails extends BaseHook {
  async handle() {
    throw new Error('on purpose')
  }
  async onError(error: Error) {
    console.log(`heard ${error.message}`)
    throw new Error('ignored')
  }
}

export class Unfinished extends BaseHook {}

export class NeedsMore {
  constructor(options: { level: string }) {
    options.level.trim()
  }
  handle() {}
}
