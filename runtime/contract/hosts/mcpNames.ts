// How a host names the tools of MCP servers. Each says it as a value; reading such a name, making one, and the patterns
// of them that matchers hold, is done here for all.

import { valueAt } from '../json.ts'
import type { Word } from '../walk.ts'

export type McpNaming = {
  /** Stands before the server, or before the tool where the name leaves the server out; `mcp__`, `MCP:`. */
  readonly opens: string
  /** Stands between the server and the tool; absent where the name leaves the server out. */
  readonly joins?: string
  /** Servers whose names it takes over as they are; of others it makes something that is not known. */
  readonly servers: RegExp
  /** The same of tools. */
  readonly tools: RegExp
  /** How long a name may be before it is shortened. */
  readonly longest?: number
  /** Where a payload says besides which server and which tool it is, as dotted paths. */
  readonly stated?: { readonly server: string; readonly tool?: string }
}

/** A tool of a server; the server is absent where nobody says it. */
export type McpTool = { readonly server?: string | undefined; readonly tool: string }

/** What most names are made of. */
export const PLAIN = /^[\w-]+$/

/** Whether a name is that of a tool of an MCP server. */
export function isMcpName({ opens, joins }: McpNaming, name: string): boolean {
  return name.startsWith(opens) && (opens !== '' || joins === undefined || name.includes(joins))
}

/** Whether a name says a server and no tool. */
export function isServerAlone({ opens, joins = '' }: McpNaming, name: string): boolean {
  return name.startsWith(opens) && name.length > opens.length && !name.slice(opens.length).includes(joins)
}

/** Whether a matcher has tools of MCP servers in mind. */
export function mentionsMcp({ opens, joins = '' }: McpNaming, matcher: string): boolean {
  return matcher.includes(opens.replace(/\W+$/, '') || joins)
}

/** The tools that a name may stand for: several where it does not say where the server ends and the payload neither. */
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

/** What a tool is called; undefined where that is not known. */
export function writeMcpName(naming: McpNaming, { server, tool }: McpTool): string | undefined {
  const { opens, joins, servers, tools, longest = Number.POSITIVE_INFINITY } = naming
  if (!tools.test(tool)) return undefined
  if (joins === undefined) return `${opens}${tool}`
  if (server === undefined || !servers.test(server)) return undefined
  const name = `${opens}${server}${joins}${tool}`
  return name.length > longest ? undefined : name
}

// ---- Patterns in matchers

/** Tools of MCP servers that a matcher has in mind: all of them, all of one server, or one. */
export type McpPattern = { readonly server?: string | undefined; readonly tool?: string }

/** What a host offers to write in a matcher; `alone`: what the name of a server by itself does. */
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

/** What a part of a matcher may have in mind; none where it is no pattern of such tools. */
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

/** The part of a matcher that has the same in mind; undefined where there is none. */
export function writeMcpPattern(naming: McpNaming, { server, tool }: McpPattern): string | undefined {
  const { opens, joins, servers, tools } = naming
  if (tool === undefined && server === undefined) return every(naming)
  if (tool !== undefined && server !== undefined) return writeMcpName(naming, { server, tool })
  if (joins === undefined) return tool === undefined ? undefined : writeMcpName(naming, { tool })
  if (server !== undefined) return servers.test(server) ? `${opens}${server}${joins}.*` : undefined
  // Where the sign between the two may stand in the name of a tool, any tool that ends so would be taken as well.
  const isCertain = joins.length > 1 && tool !== undefined && tools.test(tool)
  return isCertain ? `${opens}.*${joins}${tool}` : undefined
}

// Where nothing stands before the server, the sign between the two tells such names from those of the host's own tools.
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
