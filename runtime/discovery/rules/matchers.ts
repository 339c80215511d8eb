// Reports matchers that never match or that the host ignores: the faults that the host's record finds, and words that
// no payload of the event has.

import { defined } from '../../contract/defined.ts'
import type { EventRecord } from '../../contract/eventRecord.ts'
import type { MatcherFault } from '../../contract/host.ts'
import { isMcpName } from '../../contract/hosts/mcpNames.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { meaning, suggest, writing } from '../../contract/suggest.ts'
import { shapeAt, valuesOf, type WalkedShape } from '../../contract/walk.ts'
import { conditionRepair, valueRepair } from './repairs.ts'
import type { RuleInput } from './rule.ts'

/** All entries of a group share its matcher: `seen` holds the offsets of matchers reported for the file. */
export function matcherProblems(input: RuleInput, seen: Set<number>): readonly Problem[] {
  const { host, file, entry } = input
  const fault = host.matcherFault(entry.event, entry.matcher, file.path) ?? wordFault(input)
  const better = fault === undefined ? deadTool(input) : withOwnTool(fault, input)
  if (better === undefined) return []
  // The matcher is in the entry itself, or in the group around it.
  const isOwn = entry.matcher !== undefined && entry.fields.matcher === entry.matcher
  const at = [...(isOwn ? entry.at : entry.at.slice(0, -2)), 'matcher']
  const { message, fix, severity, replacement, condition, part } = better
  const range = file.read.rangeOf(at)
  if (seen.has(range.start)) return []
  seen.add(range.start)
  const finding = problem('entry.matcher', file.path, message, {
    range: part === undefined ? range : wordWithin(file, range, part),
    ...defined({ fix }),
    ...(condition === undefined
      ? valueRepair(file, at, replacement)
      : conditionRepair(file, at, replacement, condition)),
  })
  return [{ ...finding, severity }]
}

function wordWithin({ text }: RuleInput['file'], range: Range, word: string): Range {
  const found = new RegExp(`(?<!\\w)${word.replaceAll(/\W/g, '\\$&')}(?!\\w)`).exec(
    text.slice(range.start, range.end),
  )
  if (found === null) return range
  return { start: range.start + found.index, end: range.start + found.index + word.length }
}

function isOthers(name: string, others: RuleInput['others']): boolean {
  return others.some(({ tools = {} }) => Object.values(tools).some((one) => one?.name === name))
}

// A name in a list of tools that alone would match none, where others do.
function deadTool({ dialect, host, file, others, entry }: RuleInput): MatcherFault | undefined {
  const { event, matcher = '' } = entry
  if (!/^\w+(?:\|\w+)+$/.test(matcher) || !/tool/i.test(dialect.events[event]?.matches ?? ''))
    return undefined
  const list = matcher.split('|')
  const faults = list.map((name) => host.matcherFault(event, name, file.path))
  const at = faults.findIndex((one) => one !== undefined)
  const [dead, fault] = [list[at], faults[at]]
  if (dead === undefined || fault === undefined) return undefined
  const { replacement } = fault
  const isNew = replacement !== undefined && !list.includes(replacement)
  return {
    message: `"${dead}" matches no tool of ${dialect.title}, so this part of the matcher does nothing.`,
    ...(isNew ? meaning(list.map((one) => (one === dead ? replacement : one)).join('|')) : {}),
    part: dead,
    severity: isNew && !isOthers(dead, others) ? fault.severity : 'info',
  }
}

// Where the record has every value that the event is matched by, the host's plan is tried with each.
function wordFault({ dialect, host, entry }: RuleInput): MatcherFault | undefined {
  const { event, matcher } = entry
  const record = Object.hasOwn(dialect.events, event) ? dialect.events[event] : undefined
  const field = record?.matches
  if (matcher === undefined || record === undefined || field === undefined || field.includes('.'))
    return undefined
  const found = shapeAt(record.payload as WalkedShape, [field])
  const values = host.rules.words?.[event] ?? (found.kind === 'known' ? valuesOf(found.shape) : undefined)
  if (values === undefined || values.length === 0) return undefined
  const facts = { version: host.versions[0] as string, ...host.facts }
  const isTaken = (wanted: string): boolean =>
    values.some((value) => {
      const payload = { ...(record.example as object), [field]: value }
      const one = wanted === matcher ? entry : { ...entry, matcher: wanted }
      const [plan] = host.plan({ event, record, payload, facts, settings: {} }, [one])
      return plan === undefined || plan.run || plan.why !== 'matcher'
    })
  const words = values.filter((value) => typeof value === 'string')
  if (isTaken(matcher)) return deadWord(matcher, words, isTaken)
  const near = suggest(matcher, words)
  return {
    message: `"${matcher}" ${words.length === 1 ? `does not match "${words[0]}", the only value` : `matches none of ${words.join(', ')}`}, so the entry never runs.`,
    fix: `Write ${words.length === 1 ? `"${words[0]}"` : 'one of these words'}, or remove the matcher.`,
    ...meaning(near),
    severity: 'warning',
  }
}

// A word of the list that matches no value, where other words do.
function deadWord(
  matcher: string,
  words: readonly string[],
  isTaken: (wanted: string) => boolean,
): MatcherFault | undefined {
  if (!/^[\w -]+(?:\|[\w -]+)+$/.test(matcher)) return undefined
  const list = matcher.split('|')
  const dead = list.find((one) => one.trim() !== '' && !words.includes(one.trim()) && !isTaken(one))
  if (dead === undefined) return undefined
  const near = suggest(dead.trim(), words)
  const isNew = near !== undefined && !list.includes(near)
  return {
    message: `"${dead.trim()}" is not one of ${words.join(', ')}, so it matches nothing.`,
    ...(isNew ? writing(list.map((one) => (one === dead ? near : one)).join('|')) : {}),
    part: dead.trim(),
    // The list may contain words for other hosts too.
    severity: isNew ? 'warning' : 'info',
  }
}

// A tool name of another host, where this host has its own name for the same tool.
function withOwnTool(fault: MatcherFault, { dialect, others, entry }: RuleInput): MatcherFault {
  if (fault.severity !== 'info' || fault.fix !== undefined || entry.matcher === undefined) return fault
  // The list may be for several hosts.
  if (fault.part !== undefined && isOthers(fault.part, others)) return fault
  const names = entry.matcher.split(/[|,]/).map((one) => one.trim())
  const record = dialect.events[entry.event]
  if (!/tool/i.test(record?.matches ?? '')) return fault
  const mcp = record?.mcp ?? dialect.mcp
  const isForeign = (name: string) =>
    others.some((one) => one.mcp !== undefined && one.mcp !== mcp && isMcpName(one.mcp, name))
  if (mcp !== undefined && names.every((name) => /^mcp/i.test(name) && isForeign(name))) {
    const fix = `${dialect.title} names MCP tools ${mcp.opens}<server>${mcp.joins ?? ''}<tool>.`
    return { ...fault, fix: mcp.joins === undefined ? fix.replace('<server>', '') : fix, severity: 'warning' }
  }
  const replacement = names.map((name) => ownTool(name, dialect, others, record))
  if (replacement.length === 0 || !replacement.every((one) => one !== undefined)) return fault
  return { ...fault, ...writing([...new Set(replacement)].join('|')), severity: 'warning' }
}

function ownTool(
  name: string,
  dialect: RuleInput['dialect'],
  others: RuleInput['others'],
  record: EventRecord | undefined,
): string | undefined {
  const own: Readonly<Record<string, { readonly name: string }>> = { ...(record?.tools ?? dialect.tools) }
  for (const { tools = {} } of others)
    for (const [action, tool] of Object.entries(tools))
      if (tool?.name === name && own[action] !== undefined) return own[action].name
  const all = Object.values(own).map((tool) => tool.name)
  return all.find((one) => one.toLowerCase() === name.toLowerCase()) ?? suggest(name, all)
}
