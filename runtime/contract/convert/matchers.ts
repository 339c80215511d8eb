// One host's matcher in another host's words. What a matcher lets through is asked of the hosts themselves: a text is
// taken only where the other host runs it on the same things, as far as both have names for them.

import type { Dialect, EventRecord } from '../dialect.ts'
import type { CommonTool, ToolNames } from '../translate.ts'
import type { Word } from '../walk.ts'
import { type ConversionNote, changed, lost } from './conversion.ts'
import { eventShape, fires, looksAtMatchers, type WritableHost } from './places.ts'

/** An event of a host. */
export type AtEvent = { readonly dialect: WritableHost; readonly event: string }

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
    if (known.length > 0 && passed.length === 0 && !matcher.includes(serverPattern(from)?.[0] ?? ' '))
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
  if (all.length > 0 && passed.length === all.length && !isList(matcher)) {
    const text = `The matcher "${matcher}" lets every tool through, so it is left out.`
    return { texts: [undefined], notes: [changed('matcher', text)] }
  }
  const gone: string[] = []
  const rename = (name: string): string | undefined => {
    const found = toolName(name, from, to)
    if (found === undefined) gone.push(name)
    return found
  }
  const items = itemsOf(matcher)
  const parts = items?.map((item) => servers(item, from, to) ?? rename(item))
  if (parts === undefined && passed.length === 0)
    return none(`${title} has no counterpart of the matcher "${matcher}".`)
  const renamed = (parts ?? passed.map(rename)).filter((one) => one !== undefined)
  const wanted = [...new Set(renamed)]
  if (wanted.length === 0) return none(`${title} has no tool for the matcher "${matcher}".`)
  const inPlace =
    items === undefined || gone.length > 0
      ? undefined
      : matcher.replaceAll(/[\w:.*-]+/g, (item) => parts?.[items.indexOf(item)] ?? item)
  const texts = [inPlace, wanted.join('|'), `^(${wanted.join('|')})$`].filter((one) => one !== undefined)
  const values = [...namesOf(to).keys()]
  const plain = wanted.filter((one) => values.includes(one))
  const text = texts.find((one) => {
    const run = values.filter((value) => fires(to.dialect, to.event, one, value))
    return (
      plain.every((value) => run.includes(value)) &&
      run.every((value) => plain.includes(value) || aliased(value))
    )
  })
  if (text === undefined) return none(`${title} cannot say what the matcher "${matcher}" lets through.`)
  // A word of the target's that stands for a tool under another name: what it runs on is no accident.
  function aliased(value: string): boolean {
    return wanted.some((one) => one !== value && fires(to.dialect, to.event, `^${one}$`, value))
  }
  return {
    texts: [text],
    notes: [
      ...(text === matcher ? [] : [changed('matcher', `"${matcher}" becomes "${text}".`)]),
      ...(items === undefined
        ? [
            lost(
              'matcher',
              `"${matcher}" is a pattern; of what it matches, tools that both hosts name are kept.`,
            ),
          ]
        : []),
      ...(gone.length === 0
        ? []
        : [
            lost(
              'matcher',
              `${title} has no tool for ${[...new Set(gone)].map((one) => `"${one}"`).join(', ')}.`,
            ),
          ]),
    ],
  }
}

/** The names that a list or an alternation is made of; undefined for any other pattern. */
function itemsOf(matcher: string): readonly string[] | undefined {
  const inner = matcher.replace(/^\^?\(?(?:\?:)?/, '').replace(/\)?\$?$/, '')
  const items = inner.split(/\s*[|,]\s*/)
  return items.every((item) => /^[\w:-]+$/.test(item) || /^mcp[\w:-]*(?:\.\*)?$/i.test(item))
    ? items
    : undefined
}

function isList(matcher: string): boolean {
  return itemsOf(matcher) !== undefined
}

/** What a tool is called: by what it does, by its own name where the other host has it too, or by a name that it takes as well. */
function toolName(name: string, from: AtEvent, to: AtEvent): string | undefined {
  const common = Object.entries(toolsOf(from)).find(([, one]) => one?.name === name)?.[0] as
    | CommonTool
    | undefined
  const spelled = common === undefined ? undefined : toolsOf(to)[common]?.name
  if (spelled !== undefined) return spelled
  const values = [...namesOf(to).keys()]
  if (values.includes(name)) return name
  return values.some((value) => fires(to.dialect, to.event, name, value)) ? name : undefined
}

/** A pattern of MCP tools as the other host writes it. Hosts that have such patterns offer them, with the part to fill in. */
function servers(item: string, from: AtEvent, to: AtEvent): string | undefined {
  const [source, target] = [serverPattern(from), serverPattern(to)]
  if (source === undefined || target === undefined) return undefined
  const [before, after] = source
  const [opens, closes] = target
  if (item === `${before}.*`) return `${opens}.*`
  const rest = item.startsWith(before) ? item.slice(before.length) : undefined
  const at = rest?.indexOf(after) ?? -1
  if (rest === undefined || at < 1) return undefined
  return `${opens}${rest.slice(0, at)}${closes}${rest.slice(at + after.length)}`
}

// What stands before and after the name of a server: `mcp__server__.*`.
function serverPattern(at: AtEvent): readonly [string, string] | undefined {
  const word = offersOf(at).find(({ name, fill }) => fill?.length === 1 && name.includes(fill[0] as string))
  const [server = ''] = word?.fill ?? []
  const [before, after] = word?.name.split(server) ?? []
  if (before === undefined || after === undefined || !after.endsWith('.*')) return undefined
  return [before, after.slice(0, -2)]
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
    const subject = (from.dialect.events[from.event] as EventRecord).matches
    const other = (to.dialect.events[to.event] as EventRecord).matches
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
  const told = texts.map((one) => `"${one}"`).join(', ')
  const same = texts.length === 1 && texts[0] === matcher
  return {
    texts,
    notes: [
      ...(same
        ? []
        : [changed('matcher', `"${matcher}" becomes ${texts.length > 1 ? 'entries for ' : ''}${told}.`)]),
      ...notes,
    ],
  }
}

function isTool({ dialect, event }: AtEvent): boolean {
  const { common, matches } = dialect.events[event] as EventRecord
  return common.tool !== undefined && common.tool === matches
}

function toolsOf({ dialect, event }: AtEvent): ToolNames {
  return (dialect.events[event] as EventRecord).tools ?? (dialect as Dialect).tools ?? {}
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
