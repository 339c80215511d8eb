// Reports entries that are switched off, by their own file or by a setting in another one: at the entry, and at the
// setting.

import type { Dialect } from '../../contract/dialect.ts'
import type { WhyNotRun } from '../../contract/effect.ts'
import type { HookEntry } from '../../contract/entry.ts'
import type { EntryOff, Host } from '../../contract/host.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { FoundConfiguration } from '../configurationFiles.ts'
import { commandAt, type RuleInput } from './rule.ts'

export function switchProblems(
  { dialect, file, entry }: Pick<RuleInput, 'dialect' | 'file' | 'entry'>,
  why: string | undefined,
): readonly Problem[] {
  if (entry.off !== 'switched-off' || why === undefined) return []
  const place = file.read.rangeOf(entry.at.slice(0, 2), true)
  return [problem('entry.off', file.path, `${dialect.title} does not run this. ${why}`, { range: place })]
}

/** The reason with the path of its setting formatted for messages. */
export function byShownPath(
  off: EntryOff | undefined,
  shown: (path: string) => string,
): EntryOff | undefined {
  const path = off?.by?.path
  return off === undefined || path === undefined
    ? off
    : { ...off, text: off.text.replace(path, () => shown(path)) }
}

/** A problem at each setting that switches off entries: one for all entries of these files. */
export function settingProblems(
  { title }: Dialect,
  files: readonly FoundConfiguration[],
  offs: readonly { readonly off: EntryOff | undefined; readonly count: number }[],
): readonly Problem[] {
  const found = offs.flatMap(({ off, count }) =>
    off?.by === undefined || count === 0 ? [] : [{ ...off.by, key: JSON.stringify(off.by), count }],
  )
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((group) => {
    const [{ path, at }] = group as [(typeof group)[number]]
    const file = files.find((one) => one.path === path)
    if (file === undefined) return []
    const count = group.reduce((sum, one) => sum + one.count, 0)
    const message = `Because of this, ${title} does not run ${count === 1 ? 'one hook' : `${count} hooks`}.`
    return [problem('entry.off', path, message, { range: file.read.rangeOf(at, true) })]
  })
}

/** The problem of an entry that is switched off by its name, or by what the host stores about it. */
export function nameProblems(
  { dialect, file, entry }: Pick<RuleInput, 'dialect' | 'file' | 'entry'>,
  why: string | undefined,
): readonly Problem[] {
  if (entry.off !== 'switched-off' || why === undefined) return []
  const at = typeof entry.fields.name === 'string' ? [...entry.at, 'name'] : commandAt(entry)
  const message = `${dialect.title} does not run this. ${why}`
  return [problem('entry.off', file.path, message, { range: file.read.rangeOf(at) })]
}

/** Reasons that come from files alone; others (which agent runs, trust) also depend on facts and on the payload. */
const STANDING: readonly (WhyNotRun | undefined)[] = ['switched-off', 'duplicate', 'matcher']

/** Why the combined settings of the host keep it from ever running an entry; undefined if they do not. */
export function whySwitchedOff(
  dialect: Dialect,
  host: Host,
  entry: HookEntry,
  settings: Readonly<Record<string, unknown>>,
): EntryOff | undefined {
  const record = Object.hasOwn(dialect.events, entry.event) ? dialect.events[entry.event] : undefined
  if (record === undefined || Object.keys(settings).length === 0) return undefined
  const facts = { version: host.versions[0] as string, ...host.facts }
  const firing = { event: entry.event, record, payload: record.example, facts }
  const planWith = (all: typeof settings) => host.plan({ ...firing, settings: all }, [entry])[0]
  const plan = planWith(settings)
  if (plan?.run !== false || !STANDING.includes(plan.why)) return undefined
  // A reason that also holds without the settings comes from the payload.
  const other = planWith({})
  if (other?.run === false && other.why === plan.why && other.text === plan.text) return undefined
  const text = plan.text.charAt(0).toUpperCase() + plan.text.slice(1)
  return { why: plan.why, text: `${text}.` }
}
