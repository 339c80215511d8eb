// Names shared between files (events, hooks by id, fields of payloads and answers) and their uses in hooks,
// configurations, cases and recordings.

import type { Hook } from '../../runtime/contract/hook.ts'
import type { Range } from '../../runtime/contract/problems.ts'
import { formsOf, type Path, shapeAt } from '../../runtime/contract/walk.ts'
import type { Side, Spot } from '../../runtime/documents/spots.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import { handlersOf } from './hookSpots.ts'
import { shapesOf } from './shapesOf.ts'
import { fieldSpots, knownSpotsAt } from './spotsAt.ts'

/** What a name refers to. */
export type Named =
  | { readonly kind: 'event'; readonly name: string }
  | { readonly kind: 'hook'; readonly id: string }
  | {
      readonly kind: 'field'
      readonly side: Side & { readonly of: 'payload' | 'result' }
      readonly path: Path
    }

/** A range in a file. */
export type UseLocation = { readonly path: string; readonly range: Range }

/** What the names at a place refer to, innermost first. */
export async function namedAt(view: View, offset: number, hooks: readonly Hook[]): Promise<readonly Named[]> {
  const spots = await knownSpotsAt(view, offset)
  const named = spots.flatMap((spot) => namedBy(view, spot))
  const handlers = handlersOf(view, hooks).filter(
    ({ site }) => site.range.start <= offset && offset <= site.range.end,
  )
  for (const { event, hook } of handlers) {
    if (!named.some((one) => one.kind === 'event' && one.name === event))
      named.push({ kind: 'event', name: event })
    if (hook !== undefined) named.push({ kind: 'hook', id: hook.id })
  }
  return named
}

/** The locations of the code that answers an event, or of a hook. */
export async function handlersNamed(
  named: Named,
  project: Pick<Project, 'hooks' | 'view'>,
): Promise<readonly UseLocation[]> {
  if (named.kind === 'field') return []
  const hooks = await project.hooks()
  const matching = hooks.filter((hook) =>
    named.kind === 'hook' ? hook.id === named.id : hook.events.includes(named.name),
  )
  const found: UseLocation[] = []
  for (const path of new Set(matching.map((hook) => hook.path))) {
    const view = await project.view(path)
    if (view === undefined) continue
    const handlers = handlersOf(view, hooks).filter(({ event, hook }) =>
      named.kind === 'hook' ? hook?.id === named.id : event === named.name && hook !== undefined,
    )
    const ranges = named.kind === 'hook' ? handlers.slice(0, 1) : handlers
    for (const { site } of ranges) found.push({ path, range: site.range })
    if (handlers.length === 0) found.push({ path, range: { start: 0, end: 0 } })
  }
  return once(found)
}

/** Every use of the name in a file. */
export async function usesIn(
  view: View,
  named: Named,
  hooks: readonly Hook[],
): Promise<readonly UseLocation[]> {
  const { path } = view
  if (named.kind === 'field') {
    const fields = (await fieldSpots(view)).filter((spot) => isSameField(spot, named))
    return once(fields.map(({ range }) => ({ path, range })))
  }
  const spots = view.document.spots.filter((spot) => namedBy(view, spot).some((one) => isSame(one, named)))
  const sites = handlersOf(view, hooks).filter(({ event, hook }) =>
    named.kind === 'event' ? event === named.name : hook?.id === named.id,
  )
  const ranges = [...spots.map(({ range }) => range), ...sites.map(({ site }) => site.range)]
  return once(ranges.map((range) => ({ path, range })))
}

function namedBy(view: View, spot: Spot): readonly Named[] {
  if (spot.kind === 'event') return [{ kind: 'event', name: spot.name }]
  if (spot.kind === 'field') {
    const { side, path } = spot
    if (side.of !== 'payload' && side.of !== 'result') return []
    return [{ kind: 'field', side, path }]
  }
  if (spot.kind !== 'value' || typeof spot.value !== 'string') return []
  const { value } = spot
  const formats = new Set(
    shapesOf(view, spot.side).flatMap((shape) => {
      const found = shapeAt(shape, spot.path)
      return found.kind === 'known' ? formsOf(found.shape).map(({ format }) => format) : []
    }),
  )
  if (formats.has('event')) return [{ kind: 'event', name: value }]
  return formats.has('hook') ? [{ kind: 'hook', id: value }] : []
}

function isSame(one: Named, two: Named): boolean {
  if (one.kind === 'event') return two.kind === 'event' && one.name === two.name
  return one.kind === 'hook' && two.kind === 'hook' && one.id === two.id
}

function isSameField(
  spot: Spot & { readonly kind: 'field' },
  named: Named & { readonly kind: 'field' },
): boolean {
  const { side } = spot
  if (side.of !== named.side.of || !('events' in side)) return false
  const samePath = JSON.stringify(spot.path) === JSON.stringify(named.path)
  return samePath && side.events.some((event) => named.side.events.includes(event))
}

function once(found: readonly UseLocation[]): readonly UseLocation[] {
  const byPlace = new Map(found.map((one) => [`${one.path} ${one.range.start}-${one.range.end}`, one]))
  return [...byPlace.values()]
}
