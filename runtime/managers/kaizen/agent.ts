// ADR-010's agent, limited to hooks: fires the events of a tool call and of a run. It calls no model; subclasses
// implement the run, and the config provides the tools.

import type { BaseAgentConfig, BaseAgent as Published, Tool } from 'hookbench/kaizen'
import { readHead, whyUnreadable } from '../../files/read.ts'
import { HookManager } from '../kaizen.ts'
import type { KaizenOptions } from './options.ts'

/** The cost estimate assumes that a model reads the result, at about four characters per token. */
const CHARACTERS_PER_TOKEN = 4
const USD_PER_TOKEN = 3 / 1_000_000
const LARGEST_FILE = 1024 * 1024

/** An agent with a HookManager. */
export class BaseAgent implements Published {
  readonly config: BaseAgentConfig
  readonly hookManager: HookManager

  constructor(config: BaseAgentConfig = {}, hookManager: HookManager = new HookManager()) {
    this.config = config
    this.hookManager = hookManager
    for (const { event_type: event, handler, priority } of config.hooks ?? []) {
      hookManager.register(event, handler, priority)
    }
  }

  static async fromOptions(options: KaizenOptions, config: BaseAgentConfig = {}): Promise<BaseAgent> {
    return new BaseAgent(config, await HookManager.fromOptions(options))
  }

  async executeTool(toolName: string, toolInput: Record<string, unknown>): Promise<unknown> {
    const call = { tool_name: toolName, tool_input: toolInput }
    await this.#trigger('pre_tool_use', call)
    const result = await this.executeToolInternal(toolName, toolInput)
    const cost = this.estimateCost(toolName, result)
    await this.#trigger('post_tool_use', { ...call, result, estimated_cost_usd: cost })
    return result
  }

  async run(inputs: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    await this.#trigger('pre_agent_loop', { inputs })
    const result = await this.runInternal(inputs)
    await this.#trigger('post_agent_loop', { inputs, result })
    return result
  }

  async close(): Promise<void> {
    await this.hookManager.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async executeToolInternal(toolName: string, toolInput: Record<string, unknown>): Promise<unknown> {
    const { tools = {}, name = 'agent' } = this.config
    const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : TOOLS.get(toolName)
    if (tool === undefined) {
      throw new Error(`${name} has no tool "${toolName}"; name it in the config's tools`)
    }
    return tool(toolInput)
  }

  async runInternal(_inputs: Record<string, unknown>): Promise<Record<string, unknown>> {
    return {}
  }

  estimateCost(_toolName: string, result: unknown): number {
    const characters = (JSON.stringify(result) ?? '').length
    return Math.max(1, characters / CHARACTERS_PER_TOKEN) * USD_PER_TOKEN
  }

  async #trigger(event: string, data: object): Promise<void> {
    await this.hookManager.trigger(event, this.config.name ?? 'agent', data)
  }
}

/** Tools that every agent has. */
const TOOLS: ReadonlyMap<string, Tool> = new Map([['Read', read]])

// The first MiB of a file as text; only regular files are opened.
async function read({ file_path: path }: Record<string, unknown>): Promise<unknown> {
  try {
    return { success: true, content: readHead(String(path), LARGEST_FILE).toString('utf8') }
  } catch (error) {
    return { success: false, error: whyUnreadable(error) }
  }
}
