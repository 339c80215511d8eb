// What is played to an agent: a situation (prompt, scripted model, grants) and, on top of it, hooks on one event.
// Types only. `{{project}}` in a situation stands for the project folder of the run.

import type { CaseObject, ConfigFile, HookAnswer } from './case.ts'

export type ToolCall = {
  readonly tool: string
  readonly input: CaseObject
  /** The input of a tool that takes a text instead of an object. */
  readonly raw?: string
}

/** One answer of the scripted model. */
export type ModelTurn = {
  readonly text?: string
  readonly calls?: readonly ToolCall[]
  /** How long it thinks. */
  readonly ms?: number
}

/** A run without any hook under test: everything but the hooks. */
export type Situation = {
  readonly name: string
  readonly prompt: string
  readonly turns: readonly ModelTurn[]
  readonly allowedTools: readonly string[]
  readonly permissionMode?: string
  readonly sandbox?: string
  readonly model?: string
  /** More switches of the command line that matter. */
  readonly flags?: readonly string[]
  /** What the person writes after that, each when the answer before it is there. */
  readonly further?: readonly string[]
  /** Offers the tool `ping` of an MCP server `demo`. */
  readonly mcp?: boolean
}

export type Scenario = {
  readonly name: string
  readonly situation: Situation
  readonly event: string
  readonly files: readonly ConfigFile[]
  /** What each hook answers to its first, second, … call; the last answer stands for all later calls. */
  readonly answers: Readonly<Record<string, readonly HookAnswer[]>>
}
