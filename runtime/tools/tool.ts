// What a tool for agents is: its words, the shape of its input and of its answer, and a function over whatever
// connection to a hook runtime its host has. It knows neither MCP nor an editor.

import type { Static, TObject } from 'typebox'
import type { AgentToolRequest } from './serverAnswers.ts'

/** The runtime of one workspace, as tools need it. */
export type ToolRuntime = {
  /** The workspace folder, absolute: what stands in it is told by its path from there. */
  readonly root: string
  /** Asks a method of the hook server (docs/protocol.md). Rejects with one line that says what to do. */
  ask<M extends keyof AgentToolRequest>(
    method: M,
    params: AgentToolRequest[M]['params'],
  ): Promise<AgentToolRequest[M]['result']>
}

/** An answer twice: in lines for a model to read, and as data for a program. */
export type ToolAnswer = { readonly text: string; readonly data: object }

/** The names of all tools, for hosts that load the tools themselves when one is called. */
export const TOOL_NAMES = [
  'hookbench_list',
  'hookbench_check',
  'hookbench_explain',
  'hookbench_replay',
] as const

export type ToolName = (typeof TOOL_NAMES)[number]

export type Tool = {
  readonly name: ToolName
  /** How a person refers to it in a chat: `#hooks`. */
  readonly reference: string
  readonly title: string
  /** For the model: what it does, when to use it, what it does not do. */
  readonly description: string
  /** For the person, in one line. */
  readonly summary: string
  /** A codicon. */
  readonly icon: string
  /** Whether it runs hooks; the other tools only look. */
  readonly runs: boolean
  readonly input: TObject
  readonly output: TObject
  call(input: never, runtime: ToolRuntime): Promise<ToolAnswer>
}

/** Checks one tool and remembers the types of its input and its answer. */
export function tool<I extends TObject, O extends TObject>(
  definition: Omit<Tool, 'input' | 'output' | 'call'> & {
    readonly input: I
    readonly output: O
    call(input: Static<I>, runtime: ToolRuntime): Promise<{ readonly text: string; readonly data: Static<O> }>
  },
): Tool {
  return definition
}
