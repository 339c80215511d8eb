// The names that hosts give to tools of MCP servers. Each host declares its naming as a value; this file reads and
// writes such names, and the patterns for them in matchers.

import { valueAt } from '../json.ts'
import type { Word } from '../walk.ts'

export type McpNaming = {
  /** Prefix before the server, or before the tool where the name leaves the server out: `mcp__`, `MCP:`. */
  readonly opens: string
  /** Separator between server and tool; absent where the name leaves the server out. */
  readonly joins?: string
  /** Servers whose names are used unchanged; how the host alters other names is not known. */
  readonly servers: RegExp
  /** Tools whose names are used unchanged. */
  readonly tools: RegExp
  /** Maximum length of a name; longer names are shortened. */
  readonly longest?: number
  /** Dotted payload paths that contain the server and the tool in addition to the name. */
  readonly stated?: { readonly server: string; readonly tool?: string }
}

/** A tool of a server; the server is absent where it is not known. */
export type McpTool = { readonly server?: string | undefined; readonly tool: string }

/** The characters that most names consist of. */
export const PLAIN = /^[\w-]+$/

/** Whether a name belongs to a tool of an MCP server. */
export function isMcpName({ opens, joins }: McpNaming, name: string): boolean {
  return name.startsWith(opens) && (opens !== '' || joins === undefined || name.includes(joins))
}

/** Whether a name contains a server but no tool. */
export function isServerAlone({ opens, joins = '' }: McpNaming, name: string): boolean {
  return name.startsWith(opens) && name.length > opens.length && !name.slice(opens.length).includes(joins)
}

/** Whether a matcher may target tools of MCP servers. */
export function mentionsMcp({ opens, joins = '' }: McpNaming, matcher: string): boolean {
  return matcher.includes(opens.replace(/\W+$/, '') || joins)
}

/**
 * The tools that a name may refer to: several where neither the name nor the payload determines where the server ends.
 */
export function readMcpName(naming: McpNaming, name: string, payload?: unknown): readonly McpTool[] {
  if (!isMcpName(naming, name)) return []
  const { opens, joins, stated } = naming
  const rest = name.slice(opens.length)
  const server = stated === undefined ? undefined : valueAt(payload, stated.server)
  const own = stated?.tool === undefined ? undefined : valueAt(payload, stated.tool)
  if (joins === undefined) return [{ tool: rest, ...(typeof server === 'string' ? { server } : {}) }]
  const all = splits(rest, joins).filter(
    (one) => naming.servers.test(one.server) && naming.tools.test(one.tool),
  )
  if (typeof server !== 'string') return all
  if (typeof own === 'string') return [{ server, tool: own }]
  return all.filter((one) => one.server === server)
}

/** The host's name for a tool; undefined where it is not known. */
export function writeMcpName(naming: McpNaming, { server, tool }: McpTool): string | undefined {
  const { opens, joins, servers, tools, longest = Number.POSITIVE_INFINITY } = naming
  if (!tools.test(tool)) return undefined
  if (joins === undefined) return `${opens}${tool}`
  if (server === undefined || !servers.test(server)) return undefined
  const name = `${opens}${server}${joins}${tool}`
  return name.length > longest ? undefined : name
}

// ---- Patterns in matchers

/** The MCP tools that a matcher targets: all of them, all of one server, or a single tool. */
export type McpPattern = { readonly server?: string | undefined; readonly tool?: string }

/** Suggestions for a matcher; `alone`: what the name of a server by itself does. */
export function mcpWords(naming: McpNaming, alone = ''): readonly Word[] {
  const { opens, joins } = naming
  if (joins === undefined)
    return [
      {
        name: `${opens}tool`,
        about: `A tool of an MCP server; \`${opens}\` alone is every one.`,
        fill: ['tool'],
      },
    ]
  return [
    { name: every(naming), about: 'Every tool of every MCP server.' },
    {
      name: `${opens}server${joins}.*`,
      about: `Every tool of one MCP server.${alone === '' ? '' : ` ${alone}`}`,
      fill: ['server'],
    },
    {
      name: `${opens}server${joins}tool`,
      about: 'One tool of one MCP server.',
      fill: ['server', 'tool'],
    },
  ]
}

/** The possible meanings of a part of a matcher; empty where it is not a pattern of such tools. */
export function readMcpPattern(naming: McpNaming, text: string): readonly McpPattern[] {
  const { opens, joins } = naming
  if (text === every(naming) || (opens !== '' && [opens, `${opens}.*`, `${opens}*`].includes(text)))
    return [{}]
  const ofAny = `${opens}.*${joins}`
  if (joins !== undefined && text.startsWith(ofAny) && naming.tools.test(text.slice(ofAny.length)))
    return [{ tool: text.slice(ofAny.length) }]
  const [, named, stars] = /^(.*?)(\.?\*)?$/.exec(text) ?? []
  if (named === undefined || !isMcpName(naming, named)) return []
  if (stars === undefined) return readMcpName(naming, named)
  if (joins === undefined || !named.endsWith(joins)) return []
  const server = named.slice(opens.length, -joins.length)
  return naming.servers.test(server) ? [{ server }] : []
}

/** The part of a matcher with this meaning; undefined where it cannot be expressed. */
export function writeMcpPattern(naming: McpNaming, { server, tool }: McpPattern): string | undefined {
  const { opens, joins, servers, tools } = naming
  if (tool === undefined && server === undefined) return every(naming)
  if (tool !== undefined && server !== undefined) return writeMcpName(naming, { server, tool })
  if (joins === undefined) return tool === undefined ? undefined : writeMcpName(naming, { tool })
  if (server !== undefined) return servers.test(server) ? `${opens}${server}${joins}.*` : undefined
  // Where the separator may be part of a tool's name, the pattern would also match longer names with the same ending.
  const isCertain = joins.length > 1 && tool !== undefined && tools.test(tool)
  return isCertain ? `${opens}.*${joins}${tool}` : undefined
}

// Without a prefix, only the separator distinguishes such names from those of the host's own tools.
function every({ opens, joins = '' }: McpNaming): string {
  return opens === '' ? `.+${joins}.+` : `${opens}.*`
}

function splits(text: string, joins: string): readonly { readonly server: string; readonly tool: string }[] {
  const found: { readonly server: string; readonly tool: string }[] = []
  for (let at = text.indexOf(joins, 1); at !== -1; at = text.indexOf(joins, at + 1)) {
    const tool = text.slice(at + joins.length)
    if (tool !== '') found.push({ server: text.slice(0, at), tool })
  }
  return found
}
