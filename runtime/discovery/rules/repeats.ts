// Reports a command that occurs twice for the same moment in one file: a host that distinguishes the entries runs it
// twice, a host that does not skips the second. The host's own plan decides which.

import type { Dialect } from '../../contract/dialect.ts'
import type { HookEntry } from '../../contract/entry.ts'
import type { EntryPlan, Host } from '../../contract/host.ts'
import { isObject } from '../../contract/json.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { FoundConfiguration } from '../configurationFiles.ts'
import { commandAt } from './rule.ts'

/** Most entries of one command that are compared. */
const MOST = 50

/** A problem for every entry of a file that repeats one before it: a warning where it runs twice. */
export function repeatProblems(
  {
    dialect,
    host,
    file,
  }: { readonly dialect: Dialect; readonly host: Host; readonly file: FoundConfiguration },
  entries: readonly HookEntry[],
): readonly Problem[] {
  const commands = entries.filter(({ kind, command }) => kind === 'command' && command.trim() !== '')
  const same = Map.groupBy(commands, ({ event, command, args }) =>
    JSON.stringify([event, spelledAlike(command), args?.map(spelledAlike)]),
  )
  return [...same.values()].flatMap((group) =>
    group.slice(0, MOST).flatMap((entry, index) => {
      const plans = group.slice(0, index).map((before) => plansOf(dialect, host, before, entry))
      const [plan] = plans.filter((one) => one !== undefined)
      if (plan === undefined) return []
      const then = plan.run ? `${dialect.title} runs it every time` : `${dialect.title} runs it once per call`
      const message = `Another entry of ${entry.event} in this file has the same command: ${then}.`
      const fix = 'Remove one of them, or write matchers that do not overlap.'
      const range = file.read.rangeOf(commandAt(entry))
      const finding = problem('entry.twice', file.path, message, { range, fix })
      return [plan.run ? ({ ...finding, severity: 'warning' } as const) : finding]
    }),
  )
}

// `./scripts/x` and `scripts/x` are one file; `./x` and `x` are not.
function spelledAlike(command: string): string {
  return command.replaceAll(/(?<![^\s"'=])\.\/(?=[\w.-]+\/)/g, '')
}

// The plan of the second entry where both match; undefined where no payload is found that both match.
function plansOf(dialect: Dialect, host: Host, one: HookEntry, two: HookEntry): EntryPlan | undefined {
  const record = Object.hasOwn(dialect.events, two.event) ? dialect.events[two.event] : undefined
  if (record === undefined) return undefined
  const { example, matches } = record
  const words = matches === undefined || matches.includes('.') ? [] : wordsIn(one.matcher, two.matcher)
  const payloads = [
    example,
    ...words.map((word) => ({ ...(isObject(example) ? example : {}), [matches as string]: word })),
  ]
  const facts = { version: host.versions[0] as string, ...host.facts }
  for (const payload of payloads) {
    const [first, second] = host.plan({ event: two.event, record, payload, facts, settings: {} }, [one, two])
    if (first?.run !== true || second === undefined) continue
    if (second.run || second.why === 'duplicate') return second
  }
  return undefined
}

function wordsIn(...matchers: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(matchers.flatMap((one) => one?.match(/\w+/g) ?? []))].slice(0, 20)
}
