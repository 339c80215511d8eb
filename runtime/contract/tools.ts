// What most agents' tools do, and how a dialect spells it: values of its record, which translation and conversion read.

import type { McpNaming } from './hosts/mcpNames.ts'

/** What most agents' tools do. */
export type CommonTool =
  | 'shell'
  | 'read'
  | 'write'
  | 'edit'
  | 'fetch'
  | 'grep'
  | 'glob'
  | 'search'
  | 'agent'
  | 'todo'

/** What the inputs of those tools hold. */
export type ToolField =
  | 'command'
  | 'path'
  | 'content'
  | 'before'
  | 'after'
  | 'url'
  | 'pattern'
  | 'folder'
  | 'query'
  | 'task'

/** Where each of them stands, as dotted paths. */
export type ToolFields = { readonly [F in ToolField]?: string }

export type ToolSpelling = {
  readonly name: string
  /** Names that it had, or has beside, in payloads. */
  readonly also?: readonly string[]
  /** Names that the model or other programs have for it, and no payload has. */
  readonly elsewhere?: readonly string[]
  /** In the tool's input. */
  readonly fields: ToolFields
  /** The field of the input that says all of it as one patch. */
  readonly patch?: string
  /** Where the payload has what the tool printed, where that is not where its event has it. */
  readonly text?: string
}

/** How a dialect spells tools and the fields of their input. */
export type ToolNames = { readonly [T in CommonTool]?: ToolSpelling }

/** An event that comes up for some tools only, beside another that comes up for all of them. */
export type ToolEvent = {
  readonly event: string
  /** `mcp`: the tools of MCP servers. What an edit and a whole file are told alike as comes first. */
  readonly tools: readonly (CommonTool | 'mcp')[]
  /** Where its payload has what is in the tool's input. */
  readonly fields: ToolFields
  /** Its input and its result are JSON texts. */
  readonly asText?: true
}

/** How a dialect, or an event that does it otherwise, names the tools of MCP servers. */
export type NamesMcp = { readonly mcp?: McpNaming }
