// Type-checked, never run: hook classes as authors write them, and mistakes that the types must reject.

import {
  BaseHook,
  FunctionHookAdapter,
  type HookContext,
  HookEvent,
  type HookHandler,
  HookManager,
  HookPriority,
  type HookResult,
  KaizenOptions,
  type PreToolUseContext,
} from 'hookbench/kaizen'

export class ComplianceHook extends BaseHook<'pre_tool_use' | 'post_tool_use'> {
  constructor() {
    super('gdpr_compliance')
  }

  override async handle(context: HookContext<'pre_tool_use' | 'post_tool_use'>): Promise<HookResult> {
    if (context.event_type === HookEvent.PRE_TOOL_USE && context.data.tool_name === 'DatabaseQuery') {
      return { success: false, error: 'consent is missing' }
    }
    return { success: true, data: { agent: context.agent_id } }
  }
}

export class EveryEvent implements HookHandler {
  readonly seen: HookEvent[] = []

  async handle(context: HookContext): Promise<HookResult> {
    this.seen.push(context.event_type)
    return { success: true }
  }
}

export const cost = (context: HookContext<'post_tool_use'>): number => context.data.estimated_cost_usd
export const named = (context: PreToolUseContext): HookContext<'pre_tool_use'> => context

export class Wrong implements HookHandler<'pre_tool_use'> {
  // @ts-expect-error A hook must return a result.
  async handle(context: HookContext<'pre_tool_use'>): Promise<void> {
    // @ts-expect-error The tool's result does not exist before it has run.
    context.data.result
    // @ts-expect-error The time is a number of seconds.
    context.timestamp.getTime()
  }
}

// @ts-expect-error A result must have `success`.
export const result: HookResult = { error: 'nothing more' }

export async function embed(): Promise<number | undefined> {
  const options = new KaizenOptions({
    hooks: [{ event_type: HookEvent.PRE_TOOL_USE, handler: new EveryEvent(), priority: HookPriority.HIGH }],
    settingSources: ['project'],
  })
  await using manager = await HookManager.fromOptions(options)
  manager.register('post_tool_use', async (context) => ({
    success: context.data.estimated_cost_usd < 1,
  }))
  manager.register(HookEvent.PRE_TOOL_USE, new FunctionHookAdapter(async () => ({ success: true })))
  const results: HookResult[] = await manager.trigger('pre_agent_loop', 'agent', { inputs: {} }, 2.5, {
    n: 1,
  })
  // @ts-expect-error There is no such priority.
  manager.register('pre_tool_use', new EveryEvent(), 7)
  return results.length === 0 ? undefined : manager.getStats().EveryEvent?.avg_duration_ms
}
