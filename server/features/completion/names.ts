// Completes names at a spot: events, environment variables, ids of hooks and dialects.

import { calledOf } from '../../../runtime/contract/called.ts'
import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { dialectOf, dialects } from '../../../runtime/contract/dialects/index.ts'
import { listed } from '../../../runtime/contract/listed.ts'
import { formsOf, shapeAt, type WalkedShape } from '../../../runtime/contract/walk.ts'
import type { Spot } from '../../../runtime/documents/spots.ts'
import type { View } from '../../../runtime/project/view.ts'
import { eventSummary } from '../about.ts'
import { shapesOf } from '../shapesOf.ts'
import { escaped } from '../text.ts'
import { writtenName, writtenValue } from '../written.ts'
import type { CompletionGround, Item } from './item.ts'

/** The events of the file's dialect, or of every dialect that it may belong to; events already handled come last. */
export function eventItems(view: View, spot: Spot & { readonly kind: 'event' | 'value' }): readonly Item[] {
  const written = spot.kind === 'event' ? spot.name : spot.value
  const isUpper = spot.kind === 'event' && spot.written === 'upper'
  const handled = new Set(view.document.sites.flatMap(({ events }) => events))
  return dialectsOf(view).flatMap((dialect) =>
    Object.entries(dialect.events).map(([name, record]) => {
      const label = isUpper ? name.toUpperCase() : name
      return {
        ...writtenName(view.text, spot, label),
        label,
        kind: 'event',
        detail: `${record.semantics}, ${dialect.title}`,
        documentation: () => eventSummary({ dialect, name, record }),
        rank: handled.has(name) && name !== written ? 1 : 0,
      }
    }),
  )
}

/** Names of environment variables, never their values: those in the text, those that hosts set, and `names`. */
export function variableItems(
  view: View,
  spot: Spot & { readonly kind: 'variable' },
  names: readonly string[],
): readonly Item[] {
  const used = view.document.spots.flatMap((one) =>
    one.kind === 'variable' && one !== spot && one.name !== '' ? [one.name] : [],
  )
  const set = setByHosts(view)
  const { start, end } = spot.range
  const isOpen = view.text.slice(0, start).endsWith('${') && view.text[end] !== '}'
  const rankOf = (name: string) => (used.includes(name) || set.has(name) ? 0 : 1)
  return [...new Set([...used, ...set.keys(), ...names])].map((name) => ({
    label: name,
    kind: 'variable',
    detail: set.has(name) ? `set by ${listed([...(set.get(name) ?? [])])}` : 'environment variable',
    range: spot.range,
    insert: isOpen ? `${name}}` : name,
    filter: name,
    rank: rankOf(name),
  }))
}

// The variables that the hosts set whose entries call a script, with their titles.
function setByHosts({ role }: View): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const called = role.kind === 'hook' ? calledOf(role.dialect) : undefined
  for (const { dialect, entry } of called?.callers ?? [])
    for (const name of dialect.host?.rules.variables(entry.event, entry.scope) ?? [])
      found.set(name, (found.get(name) ?? new Set()).add(dialect.title))
  return found
}

/** Names that a value's shape requires: the id of a hook, an event, a dialect, a variable. */
export async function namedItems(
  view: View,
  spot: Spot & { readonly kind: 'value' },
  ground: CompletionGround,
): Promise<readonly Item[]> {
  const formats = new Set(shapesAt(view, spot).flatMap(({ format }) => format ?? []))
  const item = (label: string, kind: Item['kind'], detail: string, about?: string): Item => ({
    ...writtenName(view.text, spot, label),
    label,
    kind,
    detail,
    documentation: () => about,
    rank: 0,
  })
  const items: Item[] = []
  if (formats.has('hook')) {
    const hooks = await ground.hooks()
    items.push(
      ...hooks.map(({ id, events, source, state, why }) =>
        item(
          id,
          'hook',
          `${events.join(', ') || 'no event'} (${source})`,
          why && `${state}: ${escaped(why)}`,
        ),
      ),
    )
  }
  if (formats.has('event')) items.push(...eventItems(view, spot))
  if (formats.has('dialect')) {
    const all = Object.values<Dialect>(dialects)
    items.push(...all.map(({ id, title, summary }) => item(id, 'value', title, summary)))
  }
  if (formats.has('milliseconds'))
    for (const seconds of DURATIONS) {
      const written = writtenValue(view.text, spot, seconds * 1000, view.document.language)
      const detail = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      if (written !== undefined)
        items.push({ ...written, label: written.insert, kind: 'value', detail, rank: 0 })
    }
  if (formats.has('uri') && 'https://'.startsWith(String(spot.value ?? '')))
    items.push(item('https://', 'value', 'beginning of a URL'))
  if (formats.has('variable'))
    items.push(...ground.variables.map((name) => item(name, 'variable', 'environment variable')))
  return items
}

// In seconds; long enough for most hooks without keeping the user waiting.
const DURATIONS = [1, 2, 5, 10, 30, 60] as const

/** Whether the shape of a value marks it as a hook id. */
export function namesHook(view: View, spot: Spot & { readonly kind: 'value' }): boolean {
  return shapesAt(view, spot).some(({ format }) => format === 'hook')
}

function shapesAt(view: View, { side, path }: Spot & { readonly kind: 'value' }): readonly WalkedShape[] {
  return shapesOf(view, side).flatMap((shape) => {
    const found = shapeAt(shape, path)
    return found.kind === 'known' ? formsOf(found.shape) : []
  })
}

function dialectsOf({ role, document }: View): readonly Dialect[] {
  if ('dialect' in role && role.dialect !== undefined) return [role.dialect]
  // A case names its dialect, even if not yet its event.
  const stated = document.spots.find((spot) => spot.kind === 'value' && spot.path.join('.') === 'dialect')
  const named = stated?.kind === 'value' ? dialectOf(String(stated.value)) : undefined
  if (role.kind === 'case' && named !== undefined) return [named]
  const all = Object.values<Dialect>(dialects)
  return role.kind === 'extensions' ? all.filter((dialect) => dialect.exports === 'extension') : all
}
