// Tools that most agents have, and the types by which a dialect's record spells them; used by translation and
// conversion.

import type { McpNaming } from './hosts/mcpNames.ts'

/** The function of a tool that most agents have. */
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

/** Fields of those tools' inputs. */
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

/** Dotted path of each field. */
export type ToolFields = { readonly [F in ToolField]?: string }

export type ToolSpelling = {
  readonly name: string
  /** Further names in payloads: former names and aliases. */
  readonly also?: readonly string[]
  /** Names that the model or other programs use, but no payload contains. */
  readonly elsewhere?: readonly string[]
  /** Paths within the tool's input. */
  readonly fields: ToolFields
  /** The input field that contains the whole change as one patch. */
  readonly patch?: string
  /** Payload path of the tool's printed output, where it differs from the event's `common.text`. */
  readonly text?: string
}

/** How a dialect spells tools and the fields of their input. */
export type ToolNames = { readonly [T in CommonTool]?: ToolSpelling }

/** An event that fires only for some tools, beside another that fires for all of them. */
export type ToolEvent = {
  readonly event: string
  /** `mcp`: the tools of MCP servers. The tool that stands for edits and whole files in common comes first. */
  readonly tools: readonly (CommonTool | 'mcp')[]
  /** Payload paths of the fields of the tool's input. */
  readonly fields: ToolFields
  /** Its input and its result are JSON text. */
  readonly asText?: true
}

/** How a dialect, or an event that differs from it, names the tools of MCP servers. */
export type NamesMcp = { readonly mcp?: McpNaming }
