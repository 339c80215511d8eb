// Entries that are switched off: by their own file, or elsewhere, where nobody looks. Told at the entry, and at the
// setting that does it.

import type { Dialect } from '../../contract/dialect.ts'
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

/** A reason with the path of its setting as a person writes it. */
export function byShownPath(
  off: EntryOff | undefined,
  shown: (path: string) => string,
): EntryOff | undefined {
  const path = off?.by?.path
  return off === undefined || path === undefined
    ? off
    : { ...off, text: off.text.replace(path, () => shown(path)) }
}

/** What a setting switches off, told where it stands: once for all entries of these files. */
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
    const message = `Because of this ${title} does not run ${count === 1 ? 'one hook' : `${count} hooks`}.`
    return [problem('entry.off', path, message, { range: file.read.rangeOf(at, true) })]
  })
}

/** An entry that is switched off by its name, or by what the host keeps of it. */
export function nameProblems(
  { dialect, host, file, entry }: Pick<RuleInput, 'dialect' | 'file' | 'entry'> & { readonly host: Host },
  settings: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const plan = planOf({ dialect, host, entry }, settings)
  if (plan?.run !== false || plan.why !== 'switched-off') return []
  const at = typeof entry.fields.name === 'string' ? [...entry.at, 'name'] : commandAt(entry)
  const message = `${dialect.title} does not run this: ${plan.text}.`
  return [problem('entry.off', file.path, message, { range: file.read.rangeOf(at) })]
}

function planOf(
  { dialect, host, entry }: { readonly dialect: Dialect; readonly host: Host; readonly entry: HookEntry },
  settings: Readonly<Record<string, unknown>>,
) {
  const record = Object.hasOwn(dialect.events, entry.event) ? dialect.events[entry.event] : undefined
  if (record === undefined || Object.keys(settings).length === 0) return undefined
  const facts = { version: host.versions[0] as string, ...host.facts }
  const firing = { event: entry.event, record, payload: record.example, facts, settings }
  return host.plan(firing, [entry])[0]
}
