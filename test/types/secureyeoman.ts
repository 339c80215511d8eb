// Type-checked, never run: extensions as authors write them, and mistakes that the types must reject.

import {
  type AuthFailureContext,
  type Events,
  type Extension,
  type ExtensionInfo,
  ExtensionManager,
  emit,
  type HookHandlers,
  type ToolContext,
} from 'hookbench/secureyeoman'

export const extension: Extension = {
  name: 'custom-memory-filter',
  version: '1.0.0',
  hooks: {
    async agent_init(ctx) {
      emit('shop.agent.started', { agent: ctx.agentName })
    },
    async memory_save_before(ctx) {
      if (ctx.kind === 'episodic' && ctx.importance < 0.2) return null
      return { ...ctx, tags: [...ctx.tags, 'filtered'] }
    },
    async before_llm_call(ctx, { signal }) {
      signal.throwIfAborted()
      return { ...ctx, temperature: 0 }
    },
    tool_execute_before: async (ctx) => (ctx.toolName === 'bash' ? null : ctx),
  },
}

export async function tool_execute_before(ctx: ToolContext): Promise<ToolContext | null> {
  return ctx.input.command === 'sudo' ? null : ctx
}

export const handler: HookHandlers['tool_execute_before'] = tool_execute_before
export const payload: Events['auth_failure']['payload'] = {} as AuthFailureContext

export const wrong: Extension = {
  name: 'wrong',
  hooks: {
    // @ts-expect-error The event has no such field.
    agent_init: async (ctx) => void ctx.nobody,
    // @ts-expect-error A transform cannot cancel.
    before_llm_call: async () => null,
    // @ts-expect-error A transform must return the context.
    prompt_assembly_after: async () => {},
  },
}

// @ts-expect-error There is no such event.
export const misspelt: Partial<HookHandlers> = { tool_execute_befor: async () => null }

// @ts-expect-error An extension must have a name.
export const nameless: Extension = { hooks: {} }

export async function embed(): Promise<ToolContext | null> {
  await using manager = new ExtensionManager({
    workspace: '.',
    isolation: 'none',
    settings: { failOpen: false },
  })
  manager.on('auth_failure', (context) => console.log(context.reason))
  manager.on('shop.order', (data: unknown) => console.log(data))
  manager.registerWebhook('auth_failure', 'https://siem.internal/api/events', 'secret')
  await manager.loadExtensions()
  const infos: ExtensionInfo[] = manager.getLoadedExtensions()
  console.log(infos.map(({ name, version, state }) => `${name} ${version ?? ''} ${state}`))
  await manager.executeObserve('agent_init', {})
  // @ts-expect-error A veto may answer null.
  const certain: ToolContext = await manager.executeVeto('tool_execute_before', {} as ToolContext)
  // @ts-expect-error The only choices are workers and this process.
  new ExtensionManager({ isolation: 'process' })
  return (await manager.executeTransform('tool_execute_before', certain)) ?? null
}
