// Decides whether two entries run for one call: tries the plans of both hosts with calls of the tools that they have in
// common, of every tool that a matcher names, and of a tool that no matcher names.

import type { Dialect } from '../../contract/dialect.ts'
import type { HookEntry } from '../../contract/entry.ts'
import type { EventRecord } from '../../contract/eventRecord.ts'
import type { EntryPlan } from '../../contract/host.ts'
import { writeMcpName } from '../../contract/hosts/mcpNames.ts'
import { objectOf, put } from '../../contract/json.ts'
import { lifecycleOf } from '../../contract/spelling.ts'

/** An entry and the host that runs it. */
export type RunningEntry = { readonly dialect: Dialect; readonly entry: HookEntry }

/** The moment of an event; for an event of certain tools, the moment of the event for all tools. */
export function momentOf(dialect: Dialect, event: string): string {
  const beside = Object.hasOwn(dialect.events, event) ? dialect.events[event]?.beside : undefined
  return lifecycleOf(dialect, beside?.event ?? event) ?? `${dialect.id} ${event}`
}

/** Whether there is a call for which both entries run. */
export function runTogether(one: RunningEntry, two: RunningEntry): boolean {
  const words = [...wordsIn(one.entry), ...wordsIn(two.entry)]
  const [first, second] = [callsOf(one, words), callsOf(two, words)]
  return [...first].some(([call, payload]) => {
    const other = second.get(call)
    if (other === undefined) return false
    if (one.dialect !== two.dialect || one.entry.event !== two.entry.event)
      return isRun(planOf(one, payload, [one.entry])[0]) && isRun(planOf(two, other, [two.entry])[0])
    return planOf(one, payload, [one.entry, two.entry]).every(isRun)
  })
}

/** Most words of a matcher that are tried. */
const MOST = 20

function wordsIn({ matcher = '' }: HookEntry): readonly string[] {
  return [...new Set(matcher.match(/[\w:-]+/g) ?? [])].slice(0, MOST)
}

// Payloads by the kind of call, whose key does not depend on the host's names.
function callsOf({ dialect, entry }: RunningEntry, words: readonly string[]): ReadonlyMap<string, unknown> {
  const record = dialect.events[entry.event] as EventRecord
  const { beside, common, example } = record
  const matches = record.matches ?? common.tool
  const called = (name: string | undefined) => {
    const payload = structuredClone(objectOf(example)) as Record<string, unknown>
    if (name !== undefined && matches !== undefined) put(payload, matches, name)
    return payload
  }
  if (beside !== undefined && !beside.tools.includes('mcp'))
    return new Map(beside.tools.map((tool) => [tool, called(undefined)]))
  const naming = record.mcp ?? dialect.mcp
  const mcp = naming === undefined ? undefined : writeMcpName(naming, { server: 'server', tool: 'tool' })
  const ofServer: [string, unknown][] = mcp === undefined ? [] : [['mcp', called(mcp)]]
  if (beside !== undefined) return new Map(ofServer)
  const other: [string, unknown] = ['other', called(undefined)]
  if (matches === undefined) return new Map([other])
  const named = words.map((word): [string, unknown] => [`"${word}"`, called(word)])
  if (common.tool !== matches) return new Map([other, ...named])
  const tools = Object.entries(record.tools ?? dialect.tools ?? {})
  const ofTools = tools.map(([tool, { name }]): [string, unknown] => [tool, called(name)])
  return new Map([...named, ...ofTools, ...ofServer, ['other', called('hookbench_other_tool')]])
}

function planOf(
  { dialect, entry: { event } }: RunningEntry,
  payload: unknown,
  entries: readonly HookEntry[],
): readonly EntryPlan[] {
  const { host } = dialect
  if (host === undefined) return []
  const record = dialect.events[event] as EventRecord
  const facts = { version: host.versions[0] as string, ...host.facts }
  return host.plan({ event, record, payload, facts, settings: {} }, entries)
}

// A condition that excludes this call may include another call of the tool.
function isRun(plan: EntryPlan | undefined): boolean {
  return plan !== undefined && (plan.run || plan.why === 'condition')
}
