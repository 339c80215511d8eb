// Type-checked, never run: extensions as authors write them, and mistakes that the types must catch.

import {
  type AuthFailureContext,
  type Events,
  type Extension,
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

// @ts-expect-error An extension has a name.
export const nameless: Extension = { hooks: {} }
