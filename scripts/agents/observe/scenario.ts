// Types of what is played to an agent: a situation (prompt, scripted model, grants) and hooks on one event.
// `{{project}}` in a situation stands for the project folder of the run.

import type { CaseObject, ConfigFile, HookAnswer } from './case.ts'

export type ToolCall = {
  readonly tool: string
  readonly input: CaseObject
  /** The input, for a tool that takes text instead of an object. */
  readonly raw?: string
}

/** One reply of the scripted model. */
export type ModelTurn = {
  readonly text?: string
  readonly calls?: readonly ToolCall[]
  /** Delay before the reply, in milliseconds. */
  readonly ms?: number
}

/** Everything in a run except the hooks under test. */
export type Situation = {
  readonly name: string
  readonly prompt: string
  readonly turns: readonly ModelTurn[]
  readonly allowedTools: readonly string[]
  readonly permissionMode?: string
  readonly sandbox?: string
  readonly model?: string
  /** Additional command-line switches. */
  readonly flags?: readonly string[]
  /** Further prompts of the user, each sent after the previous answer. */
  readonly further?: readonly string[]
  /** Offers the tool `ping` of an MCP server `demo`. */
  readonly mcp?: boolean
}

export type Scenario = {
  readonly name: string
  readonly situation: Situation
  readonly event: string
  readonly files: readonly ConfigFile[]
  /** The answers of each hook to its first, second, … call; the last one repeats for all later calls. */
  readonly answers: Readonly<Record<string, readonly HookAnswer[]>>
}
