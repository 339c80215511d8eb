// Converts the matcher of an event for some tools only to a host with one event for all tools, where the matcher must
// also express the event's selection.

import { type McpPattern, readMcpPattern, writeMcpPattern } from '../hosts/mcpNames.ts'
import type { CommonTool } from '../tools.ts'
import { changed, lost } from './conversion.ts'
import { type AtEvent, type ConvertedMatcher, mcpOf, recordAt, toolsOf } from './matchers.ts'
import { fires, looksAtMatchers } from './places.ts'

export function narrowMatcher(matcher: string | undefined, from: AtEvent, to: AtEvent): ConvertedMatcher {
  const { title } = to.dialect
  const { matches, beside } = recordAt(from)
  const all = matcher === undefined || matcher === '' || matcher === '*'
  const isMcp = beside?.tools.includes('mcp') === true
  const patterns = isMcp && !all ? patternsOf(matcher, from) : [{}]
  const isByName = isMcp && patterns !== undefined
  // The event always tests matchers against the same value.
  if (!all && matches === undefined && !fires(from.dialect, from.event, matcher, undefined))
    return none(`"${matcher}" matches nothing in ${from.dialect.title}, so there is nothing to convert.`)
  const names = [
    ...new Set(
      (beside?.tools ?? []).flatMap((tool): readonly (string | undefined)[] =>
        tool === 'mcp' ? (patterns ?? [{}]).map((one) => mcpName(one, to)) : [nameOf(tool, to)],
      ),
    ),
  ]
  const wanted = names.filter((one) => one !== undefined)
  if (wanted.length === 0 || wanted.length < names.length)
    return none(`${title} has no matcher for the calls at which ${from.event} fires.`)
  const text = wanted.join('|')
  const passedOver =
    all || matches === undefined || isByName
      ? []
      : [
          lost(
            'matcher',
            `${from.dialect.title} matches "${matcher}" against "${matches}", ${title} against the tool name: it runs on every call of the tool, so check the payload in the script.`,
          ),
        ]
  if (!looksAtMatchers(to.dialect, to.event)) {
    const message = `${title} ignores matchers of ${to.event}: it runs on every tool, not only on ${text}, so check the payload in the script.`
    return { texts: [undefined], notes: [lost('matcher', message), ...passedOver] }
  }
  const message = `${from.event} fires for some tools only, which the matcher "${text}" selects.`
  return { texts: [text], notes: [changed('matcher', message), ...passedOver] }
}

function none(message: string): ConvertedMatcher {
  return { texts: [], notes: [lost('matcher', message)] }
}

const nameOf = (tool: CommonTool, to: AtEvent) => toolsOf(to)[tool]?.name

function mcpName(pattern: McpPattern, to: AtEvent): string | undefined {
  const naming = mcpOf(to)
  return naming === undefined ? undefined : writeMcpPattern(naming, pattern)
}

// A matcher of such an event uses the host's names for the tools of all events.
function patternsOf(matcher: string, { dialect }: AtEvent): readonly McpPattern[] | undefined {
  const { mcp } = dialect
  const parts = matcher
    .replace(/^\^?\(?(?:\?:)?/, '')
    .replace(/\)?\$?$/, '')
    .split('|')
  const found = parts.map((part) => (mcp === undefined ? [] : readMcpPattern(mcp, part)))
  return found.every(({ length }) => length > 0) ? found.flat() : undefined
}
