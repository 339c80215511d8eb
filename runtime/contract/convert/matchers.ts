// Converts a matcher of one host for another. Both hosts evaluate their own matchers: a text is accepted only where the
// target runs it on the same names, as far as both have names for them.

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

/** `texts`: the matcher, or several where one entry cannot express it; empty where it cannot be expressed. */
export type ConvertedMatcher = {
  readonly texts: readonly (string | undefined)[]
  readonly notes: readonly ConversionNote[]
}

export function convertMatcher(matcher: string | undefined, from: AtEvent, to: AtEvent): ConvertedMatcher {
  const { title } = to.dialect
  if (matcher === undefined || matcher === '' || matcher === '*') return { texts: [undefined], notes: [] }
  if (!looksAtMatchers(from.dialect, from.event)) {
    const text = `${from.dialect.title} ignores the matcher "${matcher}" here, so it is omitted.`
    return { texts: [undefined], notes: [changed('matcher', text)] }
  }
  const named = namesOf(from)
  const known = [...named.keys()]
  const passed = known.filter((name) => fires(from.dialect, from.event, matcher, name))
  if (!looksAtMatchers(to.dialect, to.event)) {
    const mcp = mcpOf(from)
    if (known.length > 0 && passed.length === 0 && (mcp === undefined || !mentionsMcp(mcp, matcher)))
      return none(`"${matcher}" matches nothing in ${from.dialect.title}, so there is nothing to convert.`)
    const then = 'it runs every time, so check the payload in the script'
    return {
      texts: [undefined],
      notes: [lost('matcher', `${title} ignores matchers of ${to.event}: without "${matcher}" ${then}.`)],
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
    const text = `The matcher "${matcher}" matches every tool, so it is omitted.`
    return { texts: [undefined], notes: [changed('matcher', text)] }
  }
  if (items === undefined && passed.length === 0)
    return none(`${title} has no counterpart of the matcher "${matcher}".`)
  const values = [...namesOf(to).keys()]
  const isName = (item: string) =>
    values.length === 0 || values.some((value) => fires(to.dialect, to.event, item, value))
  const gone: string[] = []
  const wider: string[] = []
  let isAlike = items !== undefined
  const rename = (item: string): readonly string[] => {
    const ofServer = mcpPart(item, from, to)
    const found = ofServer ?? toolNames(item, from, to, items)
    isAlike &&= ofServer === undefined ? isName(item) : found.names[0] === item
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
  if (text === undefined) return none(`${title} cannot express the matcher "${matcher}".`)
  // Another name of the target for one of the wanted tools: that the matcher runs on it is intended.
  function aliased(value: string): boolean {
    return wanted.some(
      (one) =>
        one !== value &&
        (fires(to.dialect, to.event, `^${one}$`, value) || fires(to.dialect, to.event, `^${value}$`, one)),
    )
  }
  // Names that the matcher includes unintentionally: a regular expression matches anywhere in a name.
  const strays = passed.filter((value) => {
    const isMatched = (item: string) =>
      item === value ||
      fires(from.dialect, from.event, `^${item}$`, value) ||
      fires(from.dialect, from.event, `^${value}$`, item)
    return items !== undefined && !items.some(isMatched)
  })
  const astray = strays.map((one) => `"${one}"`).join(', ')
  const pattern = `"${matcher}" is a pattern; only tools that both hosts name are kept.`
  const missing = [...new Set(gone)].map((one) => `"${one}"`).join(', ')
  return {
    texts: [text],
    notes: [
      ...(text === matcher ? [] : [changed('matcher', `"${matcher}" becomes "${text}".`)]),
      ...(items === undefined ? [lost('matcher', pattern)] : []),
      ...(gone.length === 0 ? [] : [lost('matcher', `${title} has no tool for ${missing}.`)]),
      ...(strays.length === 0
        ? []
        : [lost('matcher', `"${matcher}" also matches ${astray}, which is lost.`)]),
      ...[...new Set(wider)].map((one) => lost('matcher', one)),
    ],
  }
}

/** The names and patterns of a list or an alternation; undefined for any other pattern. */
function itemsOf(matcher: string, mcp: McpNaming | undefined): readonly string[] | undefined {
  const inner = matcher.replace(/^\^?\(?(?:\?:)?/, '').replace(/\)?\$?$/, '')
  const items = inner.split(/\s*[|,]\s*/)
  const isPart = (item: string) =>
    /^[\w:-]+$/.test(item) || (mcp !== undefined && readMcpPattern(mcp, item).length > 0)
  return items.every(isPart) ? items : undefined
}

type Renamed = {
  readonly names: readonly string[]
  /** Part of it has no name at the target. */
  readonly lacks?: boolean
  /** A sentence about what it also includes. */
  readonly wider?: string
}

/**
 * The target's name of a tool: by its function, by its own name where the target has it too, or by an alias. The names
 * in `beside` are in the same matcher, so they are included on purpose.
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
    const wider = `In ${to.dialect.title}, "${names.join('", "')}" also matches ${others}, so the entry runs on that too.`
    return { names, lacks, wider }
  }
  const values = [...namesOf(to).keys()]
  const isTaken = values.includes(name) || values.some((value) => fires(to.dialect, to.event, name, value))
  return { names: isTaken ? [name] : [] }
}

// ---- Tools of MCP servers

/** The part of a matcher that targets tools of MCP servers; undefined where there is none. */
function mcpPart(item: string, from: AtEvent, to: AtEvent): Renamed | undefined {
  const [source, target] = [mcpOf(from), mcpOf(to)]
  const mcpNames = source === undefined ? [] : readMcpPattern(source, item)
  if (mcpNames.length === 0) return undefined
  if (target === undefined) return { names: [] }
  const names = new Set(mcpNames.map((one) => writeMcpPattern(target, one)))
  const [name] = names
  if (names.size !== 1 || name === undefined) return { names: [] }
  const isWider = target.joins === undefined && mcpNames.some(({ server }) => server !== undefined)
  const wider = `${to.dialect.title} omits the server from names, so "${name}" matches that tool of any server.`
  return { names: [name], ...(isWider ? { wider } : {}) }
}

/**
 * Sample names of MCP tools, matched and unmatched, in the target's spelling, and whether the entry is to run on them.
 */
function samplesOf(items: readonly string[], matcher: string, from: AtEvent, to: AtEvent) {
  const [source, target] = [mcpOf(from), mcpOf(to)]
  if (source === undefined || target === undefined) return []
  const mcpNames = items.flatMap((item) => readMcpPattern(source, item))
  if (mcpNames.length === 0) return []
  const servers = [...new Set([...mcpNames.flatMap(({ server }) => server ?? []), 'other'])]
  // Where a pattern matches anywhere, a longer name with the same beginning must be tested too.
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
  // Neither host lists the possible values: they are the author's own names, with the same spelling in both.
  if (known.length === 0 || values.length === 0) {
    const subject = recordAt(from).matches
    const other = recordAt(to).matches
    if (subject !== undefined && subject === other && values.length === 0)
      return { texts: [matcher], notes: [] }
    return none(`${title} matches ${to.event} by something else, so "${matcher}" has no counterpart.`)
  }
  const wanted = passed.filter((name) => values.includes(name))
  const gone = passed.filter((name) => !values.includes(name))
  if (wanted.length === 0) return none(`${title} has no counterpart of "${matcher}" at ${to.event}.`)
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

/** The names that an event can be matched by, as far as the host lists them; patterns are left out. */
function namesOf(at: AtEvent): ReadonlyMap<string, Word> {
  const words = offersOf(at).filter(({ name, fill }) => fill === undefined && /^[\w:-]+$/.test(name))
  const tools = isTool(at) ? Object.values(toolsOf(at)).map(({ name }) => ({ name, about: '' })) : []
  return new Map([...tools, ...words].map((word) => [word.name, word]))
}

function offersOf({ dialect, event }: AtEvent): readonly Word[] {
  return eventShape(dialect, event).matcher?.offers ?? []
}
