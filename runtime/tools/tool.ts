// The type of a tool for agents: its texts, the schemas of its input and output, and a function that works with any
// connection to a hook runtime. Independent of MCP and editors.

import type { Static, TObject } from 'typebox'
import type { AgentToolRequest } from './serverAnswers.ts'

/** The runtime of one workspace, as tools need it. */
export type ToolRuntime = {
  /** The workspace folder, absolute: paths in answers are relative to it. */
  readonly root: string
  /** Calls a method of the hook server (docs/protocol.md). Rejects with one line that states a remedy. */
  ask<M extends keyof AgentToolRequest>(
    method: M,
    params: AgentToolRequest[M]['params'],
  ): Promise<AgentToolRequest[M]['result']>
}

/** An answer in two forms: as lines for a model, and as data for a program. */
export type ToolAnswer = { readonly text: string; readonly data: object }

/** The names of all tools, for hosts that load the tools only when one is called. */
export const TOOL_NAMES = [
  'hookbench_list',
  'hookbench_check',
  'hookbench_explain',
  'hookbench_replay',
] as const

export type ToolName = (typeof TOOL_NAMES)[number]

export type Tool = {
  readonly name: ToolName
  /** The name for references in a chat: `#hooks`. */
  readonly reference: string
  readonly title: string
  /** For the model: what it does, when to use it, what it does not do. */
  readonly description: string
  /** For the user, in one line. */
  readonly summary: string
  /** A codicon. */
  readonly icon: string
  /** Whether it runs hooks; the other tools only read. */
  readonly runs: boolean
  readonly input: TObject
  readonly output: TObject
  call(input: never, runtime: ToolRuntime): Promise<ToolAnswer>
}

/** Type-checks one tool and preserves the types of its input and output. */
export function tool<I extends TObject, O extends TObject>(
  definition: Omit<Tool, 'input' | 'output' | 'call'> & {
    readonly input: I
    readonly output: O
    call(input: Static<I>, runtime: ToolRuntime): Promise<{ readonly text: string; readonly data: Static<O> }>
  },
): Tool {
  return definition
}
