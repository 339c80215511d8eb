// Type-checked, never run: a hooks configuration as authors write it, and mistakes that the types must reject.

import type {
  AfterToolHookContext,
  BeforeLLMHook,
  BeforeToolHook,
  HookContext,
  HooksConfig,
  ToolExecutionResult,
  ToolHookContext,
} from 'hookbench/compilr'
import { HooksManager } from 'hookbench/compilr'

const denied: ToolExecutionResult = { success: false, error: 'not here' }

const guard: BeforeToolHook = async (context) => {
  if (context.toolName === 'bash') return { skip: true, result: denied }
  if (context.signal?.aborted === true) return undefined
  return { input: { ...context.input, dryRun: true } }
}

const steady: BeforeLLMHook = ({ systemPrompt }) => ({ systemPrompt: `${systemPrompt}\nBe brief.` })

export const config = {
  beforeIteration: [
    ({ iteration, maxIterations }) => (iteration > maxIterations ? { skip: true } : undefined),
  ],
  beforeLLM: [steady],
  beforeTool: [guard],
  afterTool: [
    async ({ result, durationMs, metadata }) => {
      metadata.slowest = durationMs
      return { result: { ...result, success: true } }
    },
  ],
  onError: [
    ({ error, phase }) => ({ handled: phase === 'tool' && error instanceof RangeError, recovery: denied }),
  ],
  afterIteration: [async ({ toolCalls }) => console.log(toolCalls.length)],
} satisfies HooksConfig

export const base: HookContext = {} as AfterToolHookContext

export const wrong: HooksConfig = {
  // @ts-expect-error `skip` must be true.
  beforeIteration: [() => ({ skip: 'yes' })],
  // @ts-expect-error The context's field is toolName.
  beforeTool: [({ tool_name }) => ({ skip: tool_name === 'bash' })],
}

// @ts-expect-error There is no such list.
export const misspelt: HooksConfig = { beforeTools: [] }

export async function embed(context: ToolHookContext): Promise<ToolExecutionResult | undefined> {
  const manager = new HooksManager({ onEvent: ({ type, durationMs }) => console.log(type, durationMs) })
  const ids: string[] = manager.registerFromConfig(config)
  manager.registerBeforeTool(guard, { name: 'guard', priority: -1 })
  manager.on('beforeTool', ({ toolName }) => console.log(toolName))
  manager.on('hook:error', ({ error }) => console.log(error?.message))
  // @ts-expect-error A hook that only observes may not answer.
  manager.registerAfterIteration(async () => ({ skip: true }))
  const { proceed, skipResult } = await manager.runBeforeTool(context)
  return proceed || !manager.unregister(ids[0] ?? '') ? undefined : skipResult
}
