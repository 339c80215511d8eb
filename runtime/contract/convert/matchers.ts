// One host's matcher in another host's words. What a matcher lets through is asked of the hosts themselves: a text is
// taken only where the other host runs it on the same things, as far as both have names for them.

import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import {
  type McpNaming,
  mentionsMcp,
  readMcpPattern,
  writeMcpName,
  writeMcpPattern,
} from '../hosts/mcpNames.ts'
import type { CommonTool, ToolNames, ToolSpelling } from '../tools.ts'
import type { Word } from '../walk.ts'
import { type ConversionNote, changed, lost } from './conversion.ts'
import { eventShape, fires, looksAtMatchers, type WritableHost } from './places.ts'

/** An event of a host. */
export type AtEvent = { readonly dialect: WritableHost; readonly event: string }

export function recordAt({ dialect, event }: AtEvent): EventRecord {
  return dialect.events[event] as EventRecord
}

/** `texts`: the matcher, or several where one entry cannot say it; none where it cannot be said. */
export type ConvertedMatcher = {
  readonly texts: readonly (string | undefined)[]
  readonly notes: readonly ConversionNote[]
}

export function convertMatcher(matcher: string | undefined, from: AtEvent, to: AtEvent): ConvertedMatcher {
  const { title } = to.dialect
  if (matcher === undefined || matcher === '' || matcher === '*') return { texts: [undefined], notes: [] }
  if (!looksAtMatchers(from.dialect, from.event)) {
    const text = `${from.dialect.title} does not look at the matcher "${matcher}" here, so it is left out.`
    return { texts: [undefined], notes: [changed('matcher', text)] }
  }
  const named = namesOf(from)
  const known = [...named.keys()]
  const passed = known.filter((name) => fires(from.dialect, from.event, matcher, name))
  if (!looksAtMatchers(to.dialect, to.event)) {
    const mcp = mcpOf(from)
    if (known.length > 0 && passed.length === 0 && (mcp === undefined || !mentionsMcp(mcp, matcher)))
      return none(`"${matcher}" matches nothing in ${from.dialect.title}, so there is nothing to convert.`)
    const then = 'it runs each time, so look at the payload in the script itself'
    return {
      texts: [undefined],
      notes: [
        lost('matcher', `${title} does not look at matchers of ${to.event}: without "${matcher}" ${then}.`),
      ],
    }
  }
  if (isTool(from)) return toolMatcher(matcher, passed, from, to)
  return wordMatcher(matcher, known, passed, from, to)
}

function none(message: string): ConvertedMatcher {
  return { texts: [], notes: [lost('matcher', message)] }
}

// ---- Tools

function toolMatcher(
  matcher: string,
  passed: readonly string[],
  from: AtEvent,
  to: AtEvent,
): ConvertedMatcher {
  const { title } = to.dialect
  const all = [...namesOf(from).keys()]
  const items = itemsOf(matcher, mcpOf(from))
  if (all.length > 0 && passed.length === all.length && items === undefined) {
    const text = `The matcher "${matcher}" lets every tool through, so it is left out.`
    return { texts: [undefined], notes: [changed('matcher', text)] }
  }
  if (items === undefined && passed.length === 0)
    return none(`${title} has no counterpart of the matcher "${matcher}".`)
  const gone: string[] = []
  const wider: string[] = []
  let isAlike = items !== undefined
  const rename = (item: string): readonly string[] => {
    const ofServer = mcpPart(item, from, to)
    const found = ofServer ?? toolNames(item, from, to, items)
    isAlike &&= ofServer === undefined || found.names[0] === item
    if (found.names.length === 0 || found.lacks === true) gone.push(item)
    if (found.wider !== undefined) wider.push(found.wider)
    return found.names
  }
  const parts = items?.map(rename)
  const wanted = [...new Set((parts ?? passed.map(rename)).flat())]
  if (wanted.length === 0) return none(`${title} has no tool for the matcher "${matcher}".`)
  const isOneForOne = parts?.every(({ length }) => length === 1) === true && wanted.length === parts.length
  const inPlace = isOneForOne
    ? [matcher.replaceAll(/[\w:.*+-]+/g, (item) => parts[items?.indexOf(item) ?? -1]?.[0] ?? item)]
    : []
  const alike = isAlike && gone.length === 0 ? [matcher] : []
  const texts = [...alike, ...inPlace, wanted.join('|'), `^(${wanted.join('|')})$`]
  const values = [...namesOf(to).keys()]
  const plain = wanted.filter((one) => values.includes(one))
  const kept = items?.filter((item) => !gone.includes(item)) ?? []
  const samples = samplesOf(kept, gone.length === 0 ? matcher : kept.join('|'), from, to)
  const text = texts.find((one) => {
    const run = values.filter((value) => fires(to.dialect, to.event, one, value))
    return (
      plain.every((value) => run.includes(value)) &&
      run.every((value) => plain.includes(value) || aliased(value)) &&
      samples.every(({ name, runs }) => fires(to.dialect, to.event, one, name) === runs)
    )
  })
  if (text === undefined) return none(`${title} cannot say what the matcher "${matcher}" lets through.`)
  // A word of the target's that stands for a tool under another name: what it runs on is no accident.
  function aliased(value: string): boolean {
    return wanted.some(
      (one) =>
        one !== value &&
        (fires(to.dialect, to.event, `^${one}$`, value) || fires(to.dialect, to.event, `^${value}$`, one)),
    )
  }
  // What a part takes in by chance: a regular expression that is found anywhere.
  const strays = passed.filter((value) => {
    const isMatched = (item: string) =>
      item === value ||
      fires(from.dialect, from.event, `^${item}$`, value) ||
      fires(from.dialect, from.event, `^${value}$`, item)
    return items !== undefined && !items.some(isMatched)
  })
  const astray = strays.map((one) => `"${one}"`).join(', ')
  const pattern = `"${matcher}" is a pattern; of what it matches, tools that both hosts name are kept.`
  const missing = [...new Set(gone)].map((one) => `"${one}"`).join(', ')
  return {
    texts: [text],
    notes: [
      ...(text === matcher ? [] : [changed('matcher', `"${matcher}" becomes "${text}".`)]),
      ...(items === undefined ? [lost('matcher', pattern)] : []),
      ...(gone.length === 0 ? [] : [lost('matcher', `${title} has no tool for ${missing}.`)]),
      ...(strays.length === 0
        ? []
        : [lost('matcher', `"${matcher}" takes in ${astray} as well, which is not kept.`)]),
      ...[...new Set(wider)].map((one) => lost('matcher', one)),
    ],
  }
}

/** The names and patterns that a list or an alternation is made of; undefined for any other pattern. */
function itemsOf(matcher: string, mcp: McpNaming | undefined): readonly string[] | undefined {
  const inner = matcher.replace(/^\^?\(?(?:\?:)?/, '').replace(/\)?\$?$/, '')
  const items = inner.split(/\s*[|,]\s*/)
  const isPart = (item: string) =>
    /^[\w:-]+$/.test(item) || (mcp !== undefined && readMcpPattern(mcp, item).length > 0)
  return items.every(isPart) ? items : undefined
}

type Renamed = {
  readonly names: readonly string[]
  /** Something of it has no name there. */
  readonly lacks?: boolean
  /** What it takes in besides, as a sentence. */
  readonly wider?: string
}

/**
 * What a tool is called: by what it does, by its own name where the other host has it too, or by a name that it takes as
 * well. What stands `beside` it in the matcher is meant as well.
 */
function toolNames(name: string, from: AtEvent, to: AtEvent, beside: readonly string[] = []): Renamed {
  const named = (at: AtEvent, one: string) =>
    (Object.entries(toolsOf(at)) as [CommonTool, ToolSpelling][]).flatMap(([tool, spelling]) =>
      spelling.name === one ? [tool] : [],
    )
  const own = named(from, name)
  const there = own.map((tool) => toolsOf(to)[tool]?.name)
  const names = [...new Set(there.filter((one) => one !== undefined))]
  if (names.length > 0) {
    const lacks = there.includes(undefined)
    const known = new Set([...own, ...beside.flatMap((one) => named(from, one))])
    const more = names.flatMap((one) => named(to, one)).filter((tool) => !known.has(tool))
    if (more.length === 0) return { names, lacks }
    const others = more.map((tool) => toolsOf(from)[tool]?.name ?? `tools for ${tool}`).join(', ')
    const wider = `In ${to.dialect.title}, "${names.join('", "')}" stands for ${others} as well, so the entry runs on that too.`
    return { names, lacks, wider }
  }
  const values = [...namesOf(to).keys()]
  const isTaken = values.includes(name) || values.some((value) => fires(to.dialect, to.event, name, value))
  return { names: isTaken ? [name] : [] }
}

// ---- Tools of MCP servers

/** A part of a matcher that has tools of MCP servers in mind; undefined where it has none. */
function mcpPart(item: string, from: AtEvent, to: AtEvent): Renamed | undefined {
  const [source, target] = [mcpOf(from), mcpOf(to)]
  const mcpNames = source === undefined ? [] : readMcpPattern(source, item)
  if (mcpNames.length === 0) return undefined
  if (target === undefined) return { names: [] }
  const names = new Set(mcpNames.map((one) => writeMcpPattern(target, one)))
  const [name] = names
  if (names.size !== 1 || name === undefined) return { names: [] }
  const isWider = target.joins === undefined && mcpNames.some(({ server }) => server !== undefined)
  const wider = `${to.dialect.title} leaves the server out of names, so "${name}" is that tool of any server.`
  return { names: [name], ...(isWider ? { wider } : {}) }
}

/** Tools of servers that a matcher names and of others, as the target calls them, and whether the entry is to run on them. */
function samplesOf(items: readonly string[], matcher: string, from: AtEvent, to: AtEvent) {
  const [source, target] = [mcpOf(from), mcpOf(to)]
  if (source === undefined || target === undefined) return []
  const mcpNames = items.flatMap((item) => readMcpPattern(source, item))
  if (mcpNames.length === 0) return []
  const servers = [...new Set([...mcpNames.flatMap(({ server }) => server ?? []), 'other'])]
  // Names that begin alike are others where a pattern is found anywhere.
  const named = mcpNames.flatMap(({ tool }) => (tool === undefined ? [] : [tool, `${tool}_more`]))
  const tools = [...new Set([...named, 'another'])]
  const samples = servers.flatMap((server) =>
    tools.flatMap((tool) => {
      const [there, name] = [writeMcpName(source, { server, tool }), writeMcpName(target, { server, tool })]
      if (there === undefined || name === undefined) return []
      return [{ name, runs: fires(from.dialect, from.event, matcher, there) }]
    }),
  )
  return [...Map.groupBy(samples, ({ name }) => name)].map(([name, all]) => ({
    name,
    runs: all.some(({ runs }) => runs),
  }))
}

export function mcpOf(at: AtEvent): McpNaming | undefined {
  return recordAt(at).mcp ?? (at.dialect as Dialect).mcp
}

// ---- Other words

function wordMatcher(
  matcher: string,
  known: readonly string[],
  passed: readonly string[],
  from: AtEvent,
  to: AtEvent,
): ConvertedMatcher {
  const { title } = to.dialect
  const values = [...namesOf(to).keys()]
  // Neither host says what there is: names of the author's own, which are spelled alike.
  if (known.length === 0 || values.length === 0) {
    const subject = recordAt(from).matches
    const other = recordAt(to).matches
    if (subject !== undefined && subject === other && values.length === 0)
      return { texts: [matcher], notes: [] }
    return none(`${title} matches ${to.event} by something else, so "${matcher}" has no counterpart.`)
  }
  const wanted = passed.filter((name) => values.includes(name))
  const gone = passed.filter((name) => !values.includes(name))
  if (wanted.length === 0) return none(`${title} has nothing that "${matcher}" stands for at ${to.event}.`)
  const notes =
    gone.length === 0
      ? []
      : [lost('matcher', `${title} has no ${gone.map((one) => `"${one}"`).join(', ')} at ${to.event}.`)]
  const text = [matcher, wanted.join('|'), `^(${wanted.join('|')})$`].find((one) =>
    values.every((value) => fires(to.dialect, to.event, one, value) === wanted.includes(value)),
  )
  const texts = text === undefined ? wanted : [text]
  const quoted = texts.map((one) => `"${one}"`).join(', ')
  const same = texts.length === 1 && texts[0] === matcher
  return {
    texts,
    notes: [
      ...(same
        ? []
        : [changed('matcher', `"${matcher}" becomes ${texts.length > 1 ? 'entries for ' : ''}${quoted}.`)]),
      ...notes,
    ],
  }
}

function isTool(at: AtEvent): boolean {
  const { common, matches } = recordAt(at)
  return common.tool !== undefined && common.tool === matches
}

export function toolsOf(at: AtEvent): ToolNames {
  return recordAt(at).tools ?? (at.dialect as Dialect).tools ?? {}
}

/** What an event can be matched by, as far as the host names it; patterns left out. */
function namesOf(at: AtEvent): ReadonlyMap<string, Word> {
  const words = offersOf(at).filter(({ name, fill }) => fill === undefined && /^[\w:-]+$/.test(name))
  const tools = isTool(at) ? Object.values(toolsOf(at)).map(({ name }) => ({ name, about: '' })) : []
  return new Map([...tools, ...words].map((word) => [word.name, word]))
}

function offersOf({ dialect, event }: AtEvent): readonly Word[] {
  return eventShape(dialect, event).matcher?.offers ?? []
}
