// The hooks of a folder as a tree: by event in firing order, or by file. Pure: knows no editor.

import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { Semantics } from '../../runtime/contract/eventRecord.ts'
import { l10n } from '../l10n.ts'
import type { HookRow } from '../protocol.ts'

export type DialectGroup = {
  readonly kind: 'dialect'
  readonly dialect: string
  readonly title: string
  readonly events: readonly EventGroup[]
  /** How many hooks stand below, each counted once. */
  readonly count: number
}

export type EventGroup = {
  readonly kind: 'event'
  readonly dialect: string
  /** Undefined for hooks of every event, or of none that is known. */
  readonly event: string | undefined
  readonly title: string
  readonly semantics: Semantics | undefined
  readonly summary: string | undefined
  readonly hooks: readonly HookRow[]
}

export type FileGroup = { readonly kind: 'file'; readonly path: string; readonly hooks: readonly HookRow[] }

type Dialects = (id: string) => Dialect | undefined

/** What is worth showing: built-in hooks that are off are the same everywhere and only in the way. */
export function shownHooks(hooks: readonly HookRow[]): readonly HookRow[] {
  return hooks.filter(({ source, state }) => source !== 'builtin' || state !== 'disabled')
}

/** Dialects, in each the events in the order of their lifecycle, in each its hooks in firing order. */
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

/** Files by path, in each its hooks in firing order; hooks that have no file come last. */
export function byFile(hooks: readonly HookRow[]): readonly FileGroup[] {
  return [...Map.groupBy(shownHooks(hooks), ({ path }) => path)]
    .map(([path, own]) => ({
      kind: 'file' as const,
      path,
      hooks: own.toSorted((one, two) => one.order - two.order),
    }))
    .toSorted((one, two) => (one.path === '' ? 1 : two.path === '' ? -1 : one.path < two.path ? -1 : 1))
}

/** Which part of its file a hook is, as its id says; undefined where it is the whole file. */
export function partOf({ id }: Pick<HookRow, 'id'>): string | undefined {
  const at = id.lastIndexOf('#')
  return at < 0 ? undefined : id.slice(at + 1)
}
