// Groups the hooks of a folder into a tree: by event in firing order, or by file. Pure: does not use the editor.

import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { Semantics } from '../../runtime/contract/eventRecord.ts'
import { l10n } from '../l10n.ts'
import type { HookRow } from '../protocol.ts'

export type DialectGroup = {
  readonly kind: 'dialect'
  readonly dialect: string
  readonly title: string
  readonly events: readonly EventGroup[]
  /** Number of distinct hooks in the group. */
  readonly count: number
}

export type EventGroup = {
  readonly kind: 'event'
  readonly dialect: string
  /** Undefined for hooks of every event, or of no known event. */
  readonly event: string | undefined
  readonly title: string
  readonly semantics: Semantics | undefined
  readonly summary: string | undefined
  readonly hooks: readonly HookRow[]
}

export type FileGroup = { readonly kind: 'file'; readonly path: string; readonly hooks: readonly HookRow[] }

type Dialects = (id: string) => Dialect | undefined

/** The hooks to show: built-in hooks that are turned off are left out, because they are the same in every workspace. */
export function shownHooks(hooks: readonly HookRow[]): readonly HookRow[] {
  return hooks.filter(({ source, state }) => source !== 'builtin' || state !== 'disabled')
}

/** Grouped by dialect, events in lifecycle order, hooks in firing order. */
export function byEvent(hooks: readonly HookRow[], dialectOf: Dialects): readonly DialectGroup[] {
  return [...Map.groupBy(shownHooks(hooks), ({ dialect }) => dialect)].map(([id, own]) => {
    const dialect = dialectOf(id)
    const all = Object.keys(dialect?.events ?? {})
    const inOrder = own.toSorted((one, two) => one.order - two.order)
    const isEverywhere = ({ events }: HookRow) => events.length > 1 && events.length === all.length
    const group = (
      title: string,
      event: string | undefined,
      wanted: (hook: HookRow) => boolean,
    ): EventGroup => {
      const record = event === undefined ? undefined : dialect?.events[event]
      return {
        kind: 'event',
        dialect: id,
        event,
        title,
        semantics: record?.semantics,
        summary: record?.summary,
        hooks: inOrder.filter(wanted),
      }
    }
    const groups = [
      ...all.map((name) => group(name, name, (hook) => hook.events.includes(name) && !isEverywhere(hook))),
      group(l10n.t('every event'), undefined, isEverywhere),
      group(l10n.t('no event known'), undefined, ({ events }) => events.length === 0),
    ]
    return {
      kind: 'dialect',
      dialect: id,
      title: dialect?.title ?? id,
      events: groups.filter((one) => one.hooks.length > 0),
      count: own.length,
    }
  })
}

/** Grouped by file, sorted by path, hooks in firing order; hooks without a file come last. */
export function byFile(hooks: readonly HookRow[]): readonly FileGroup[] {
  return [...Map.groupBy(shownHooks(hooks), ({ path }) => path)]
    .map(([path, own]) => ({
      kind: 'file' as const,
      path,
      hooks: own.toSorted((one, two) => one.order - two.order),
    }))
    .toSorted((one, two) => (one.path === '' ? 1 : two.path === '' ? -1 : one.path < two.path ? -1 : 1))
}

/** The part of its file that a hook is, taken from its id; undefined if it is the whole file. */
export function partOf({ id }: Pick<HookRow, 'id'>): string | undefined {
  const at = id.lastIndexOf('#')
  return at < 0 ? undefined : id.slice(at + 1)
}
