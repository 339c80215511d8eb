// Tool names in comparisons that only other hosts have: the script was written for one of those.

import { calledOf, type ScriptCall } from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
import { foreignTool, ownTools, type SameTool } from '../contract/foreignTools.ts'
import { isMcpName, type McpNaming, writeMcpName } from '../contract/hosts/mcpNames.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { factsOf } from '../documents/languages.ts'
import type { Spot } from '../documents/spots.ts'
import type { Ground } from './ground.ts'
import { replacement } from './repair.ts'

type ValueSpot = Spot & { readonly kind: 'value' }

/** A problem where no calling host has a tool of this name, and each has another name for it. */
export function toolNameProblem(spot: ValueSpot, { events, view, dialect }: Ground): readonly Problem[] {
  const { path, range, value } = spot
  if (typeof value !== 'string' || value === '') return []
  const instead: InsteadOf[] = []
  const calls = events.map((event) => calledOf(dialect)?.calls.get(event))
  for (const call of calls) {
    if (call === undefined || call.record.common.tool !== path.join('.')) return []
    // `-eq` and `-in` compare texts case-insensitively.
    const isAnyCase = factsOf(view.document.language)?.anyCase === true
    if (isAnyCase && ownTools(call).some((name) => name.toLowerCase() === value.toLowerCase())) return []
    const one = spot.part === undefined ? nameInstead(value, call, view.text) : undefined
    const found = one ?? mcpInstead(value, call, view.text)
    if (found === undefined) return []
    instead.push(found)
  }
  const [first] = instead
  const [call] = calls
  if (first === undefined || call === undefined) return []
  const { title } = call.host
  const same = 'so this comparison always has the same result'
  const message =
    first.server === undefined
      ? `${title} has no tool "${value}", ${same}; it names that tool "${first.name}".`
      : `${title} has no tool whose name begins with "${value}", ${same}; it names MCP tools "${first.server}".`
  const more = first.name === undefined ? {} : replacement(view, range, first.name)
  return [problem('value.impossible', view.document.path, message, { range, ...more })]
}

/** The equivalent in this host: its name for the tool, or the form of its names for MCP server tools. */
type InsteadOf = { readonly name?: string; readonly server?: string }

function nameInstead(value: string, call: ScriptCall, text: string): InsteadOf | undefined {
  const all = ownTools(call)
  const same = foreignTool(value, call)
  if (same === undefined) return undefined
  // A script that also tests for this host's names serves several hosts; a name the other hosts share proves nothing. A
  // name from this host's `elsewhere` belongs to no other host: only the host's name for hooks beside it shows that the
  // author knows the difference.
  const telling = same.others.size === 0 ? [same.name] : all.filter((name) => !same.others.has(name))
  const isOwn = telling.some((name) => isWritten(name, text)) && !isSlip(value, same, all, text)
  return isOwn ? undefined : { name: same.name }
}

// Only the case is wrong, the right name occurs nowhere, and no other name of another host occurs.
function isSlip(value: string, { name, others }: SameTool, all: readonly string[], text: string): boolean {
  if (name.toLowerCase() !== value.toLowerCase() || isWritten(name, text)) return false
  return ![...others].some((one) => one !== value && !all.includes(one) && isWritten(one, text))
}

function isWritten(name: string, text: string): boolean {
  const code = text.replace(/^#!.*/, '')
  const word = name.replaceAll(/\W/g, '\\$&')
  // In a shell, `| grep -q …` and `bash -c …` are programs.
  const isProgram = `(?<=(?:^|[|;&(!]|\\b(?:if|then|else|do|while|until))[ \\t]*${word})[ \\t]+-`
  return new RegExp(`(?<![\\w-])${word}(?![\\w-]|${isProgram})`, 'm').test(code)
}

// `mcp__github__` where the host's MCP tool names have another prefix.
function mcpInstead(value: string, { host, record }: ScriptCall, text: string): InsteadOf | undefined {
  const own = record.mcp ?? host.mcp
  if (own === undefined) return undefined
  const isOthers = Object.values<Dialect>(dialects).some(
    ({ mcp }) =>
      mcp !== undefined &&
      mcp.opens !== '' &&
      mcp.opens !== own.opens &&
      !(own.opens === '' && isPlainStart(mcp.opens)) &&
      isMcpName({ ...mcp, joins: '' }, value),
  )
  if (!isOthers || isOwnMcp(own, value)) return undefined
  const { opens } = own
  if (opens !== '' && new RegExp(`["'\`^]${opens}(?![\\W_])`).test(text)) return undefined
  return { server: writeMcpName(own, { server: 'server', tool: 'tool' }) ?? opens }
}

// A server or a tool may have a name that begins with a word and one underscore, but hardly with two.
function isPlainStart(opens: string): boolean {
  return /^[a-z]+_$/.test(opens)
}

// No server name begins with a punctuation character.
function isOwnMcp({ opens }: McpNaming, value: string): boolean {
  return opens !== '' && value.startsWith(opens) && !/^[\W_]/.test(value.slice(opens.length))
}
