// Code lenses above the entries of a host's configuration and above the scripts they run: when an entry fires or why it
// does not, its last outcome, replay and debug. Positions come from the current text.

import { defined } from '../../runtime/contract/defined.ts'
import { dialectOf, momentOf } from '../../runtime/contract/dialects/index.ts'
import { type HookEntry, oneLineOf } from '../../runtime/contract/entry.ts'
import { firesWords, neverFires } from '../../runtime/contract/entryWords.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { printable } from '../../runtime/contract/printable.ts'
import type { Range } from '../../runtime/contract/problems.ts'
import { shown } from '../../runtime/discovery/places.ts'
import { readConfiguration } from '../../runtime/documents/configuration.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import { answeringLine } from './answeringLine.ts'
import { type Lens, type LensCapabilities, stateText } from './lens.ts'

type EntryHook = Hook & { readonly entry: HookEntry }

/** The lenses of a configuration file, in the order of its entries. */
export async function entryLenses(
  { path, text, role }: Pick<View, 'path' | 'text' | 'role'>,
  hooks: readonly Hook[],
  can: LensCapabilities,
): Promise<readonly Lens[]> {
  const [reader] = role.kind === 'configuration' ? role.readers : []
  const own = hooks.filter((hook): hook is EntryHook => hook.entry !== undefined && hook.path === path)
  if (reader === undefined || own.length === 0) return []
  const { rangeOf } = await readConfiguration(text, reader.format)
  return own.flatMap((hook): readonly Lens[] => {
    const range = rangeOf(hook.entry.at)
    const around = rangeOf(hook.entry.at.slice(0, -1))
    // The entry was removed since the last lookup, so it has no position.
    if (range.start === around.start && range.end === around.end) return []
    const here = { ...targetOf(hook), range: firstLine(text, range) }
    const last = canReplay(hook) && can.replay && hook.state === 'active'
    return [
      ...statusLenses(hook, here),
      ...(last ? [{ ...here, kind: 'last', hook: hook.id } as const] : []),
      ...actLenses(hook, here, hooks, can),
    ]
  })
}

/**
 * The lenses of a script, at the line where it answers or else on its first line: one group for each entry that runs
 * it.
 */
export async function scriptLenses(
  path: string,
  view: View | undefined,
  project: Pick<Project, 'root' | 'home'>,
  hooks: readonly Hook[],
  can: LensCapabilities,
): Promise<readonly Lens[]> {
  const callers = hooks.filter(
    (hook): hook is EntryHook => hook.entry?.scripts.includes(path) === true && hook.path !== path,
  )
  if (callers.length === 0) return []
  const followed = await view?.followed()
  const range = (followed && answeringLine(followed)) ?? { start: 0, end: 0 }
  return callers.flatMap((hook): readonly Lens[] => {
    const { event, matcher } = hook.entry
    const on = matcher === undefined || matcher === '' ? event : `${event} ${oneLineOf(matcher, 40)}`
    const here = { ...targetOf(hook), range, in: hook.path }
    return [
      { ...here, kind: 'open', title: printable(`${on} in ${shown(hook.path, project)}`) },
      ...statusLenses(hook, here).filter(({ title }) => title?.startsWith('fires') !== true),
      ...actLenses(hook, here, hooks, can),
    ]
  })
}

// When the entry fires, or why it does not run.
function statusLenses(hook: EntryHook, here: Here): readonly Lens[] {
  const dialect = dialectOf(hook.dialect)
  const isOff = hook.state === 'broken' || hook.state === 'disabled' || dialect === undefined
  // Trust is irrelevant for an entry that never fires.
  const showsState = isOff || (hook.state !== 'active' && neverFires(hook.entry, dialect) === undefined)
  return [
    ...(isOff
      ? []
      : [{ ...here, kind: 'fires', title: printable(firesWords(hook.entry, dialect)) } as const]),
    ...(showsState ? [{ ...here, kind: 'state', title: stateText(hook) } as const] : []),
  ]
}

function actLenses(
  hook: EntryHook,
  here: Here,
  hooks: readonly Hook[],
  can: LensCapabilities,
): readonly Lens[] {
  if (!canReplay(hook)) return []
  return [
    ...(can.replay ? [{ ...here, kind: 'replay', title: '▶ Replay' } as const] : []),
    ...(can.debug && hook.entry.inspect !== undefined
      ? [{ ...here, kind: 'debug', title: 'Debug' } as const]
      : []),
    ...(can.compare === true && severalAnswer(hook, hooks)
      ? [{ ...here, kind: 'compare', title: 'Compare Agents' } as const]
      : []),
  ]
}

// Whether an entry of another agent answers the same lifecycle point; entries that it merely borrows do not count.
function severalAnswer({ dialect, entry }: EntryHook, hooks: readonly Hook[]): boolean {
  const point = momentOf(dialect, entry.event)
  return (
    point !== undefined &&
    hooks.some(
      (other) =>
        other.entry !== undefined &&
        other.entry.borrowed !== true &&
        other.dialect !== dialect &&
        momentOf(other.dialect, other.entry.event) === point,
    )
  )
}

// Whether it can be replayed: it may fire, and it is of a kind that Hookbench can run.
function canReplay({ state, dialect: id, entry }: EntryHook): boolean {
  const dialect = dialectOf(id)
  if (dialect === undefined || (entry.kind !== 'command' && entry.kind !== 'http')) return false
  return (state === 'active' || state === 'untrusted') && neverFires(entry, dialect) === undefined
}

type Here = Pick<Lens, 'range' | 'part' | 'event' | 'in'>

function targetOf({ part, entry }: EntryHook): Pick<Lens, 'part' | 'event'> {
  return { event: entry.event, ...defined({ part }) }
}

// A lens stands above one line.
function firstLine(text: string, { start, end }: Range): Range {
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(start, end)) ?? []
  return { start, end: start + line.length }
}
