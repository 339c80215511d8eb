// Names that can be written at a spot: events, environment variables, ids of hooks.

import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { dialects } from '../../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../../runtime/contract/hook.ts'
import type { Spot } from '../../../runtime/documents/spots.ts'
import type { View } from '../../project/view.ts'
import { eventSummary } from '../about.ts'
import { spelt, writtenName } from '../written.ts'
import type { Item } from './item.ts'

/** The events of the file's dialect, or of every dialect that the file can mean; ones that are handled come last. */
export function eventItems(view: View, spot: Spot & { readonly kind: 'event' }): readonly Item[] {
  const handled = new Set(view.document.sites.flatMap(({ events }) => events))
  return dialectsOf(view).flatMap((dialect) =>
    Object.entries(dialect.events).map(([name, record]) => {
      const label = spelt(view.text, spot.range, name)
      return {
        ...writtenName(view.text, spot, label),
        label,
        kind: 'event',
        detail: `${record.semantics}, ${dialect.title}`,
        documentation: () => eventSummary({ dialect, name, record }),
        rank: handled.has(name) && name !== spot.name ? 1 : 0,
      }
    }),
  )
}

/** Names of environment variables; never what is in them. */
export function variableItems(
  view: View,
  spot: Spot & { readonly kind: 'variable' },
  names: readonly string[],
): readonly Item[] {
  const used = view.document.spots.flatMap((one) =>
    one.kind === 'variable' && one !== spot ? [one.name] : [],
  )
  return [...new Set([...used, ...names])].map((name) => ({
    label: name,
    kind: 'variable',
    detail: 'environment variable',
    range: spot.range,
    insert: name,
    filter: name,
    rank: used.includes(name) ? 0 : 1,
  }))
}

/** Ids of the hooks of the workspace, for settings and cases that name one. */
export function hookItems(
  view: View,
  spot: Spot & { readonly kind: 'value' },
  hooks: readonly Hook[],
): readonly Item[] {
  if (!namesHook(spot)) return []
  return hooks.map((hook) => ({
    ...writtenName(view.text, spot, hook.id),
    label: hook.id,
    kind: 'hook',
    detail: `${hook.events.join(', ') || 'no event'} (${hook.source})`,
    documentation: () => (hook.why === undefined ? undefined : `${hook.state}: ${hook.why}`),
    rank: 0,
  }))
}

/** True where the value is the id of a hook: an item of the settings' `disabled`, or the hook of a case. */
export function namesHook({ side, path }: Spot & { readonly kind: 'value' }): boolean {
  if (side.of === 'settings') return path.length === 2 && path[0] === 'disabled'
  return side.of === 'case' && (path.join('.') === 'hook' || path.join('.') === 'expect.by')
}

function dialectsOf({ role }: View): readonly Dialect[] {
  if ('dialect' in role && role.dialect !== undefined) return [role.dialect]
  const all = Object.values<Dialect>(dialects)
  return role.kind === 'extensions' ? all.filter((dialect) => dialect.exports === 'extension') : all
}
