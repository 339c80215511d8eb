// Detects code that reads whatever an event may carry: a logger, a model with optional fields for every event. Fields that
// this event lacks are no mistake there.

import { calledOf } from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import { shapeAt, type WalkedShape } from '../contract/walk.ts'
import type { Spot } from '../documents/spots.ts'

type FieldSpot = Spot & { readonly kind: 'field' }

/**
 * The fields that a script reads for other events than those that call it, where no single event has all of them: then
 * it is written for several events. Only reads that tolerate a missing field count. Empty for any other script.
 */
export function fieldsOfOtherEvents(spots: readonly Spot[], dialect: Dialect): ReadonlySet<string> {
  const called = calledOf(dialect)
  if (called === undefined) return NONE
  const payloads = new Set([...called.calls.values()].flatMap(({ host }) => Object.values(host.events)))
  const eventsWith = (name: string) =>
    [...payloads].filter(({ payload }) => shapeAt(payload as WalkedShape, [name]).kind !== 'absent')
  const foreign = new Map<string, ReturnType<typeof eventsWith>>()
  const looked = new Set<string>()
  for (const spot of spots) {
    if (spot.kind !== 'field' || !toleratesMissing(spot)) continue
    for (const [name] of spot.alternatives ?? [spot.path]) {
      if (typeof name !== 'string' || looked.has(name) || isCarried(name, spot, dialect)) continue
      if (looked.size === MOST_NAMES) return NONE
      looked.add(name)
      const events = eventsWith(name)
      if (events.length > 0) foreign.set(name, events)
    }
  }
  const [first = [], ...others] = foreign.values()
  const isOfOne = first.some((event) => others.every((events) => events.includes(event)))
  return isOfOne || others.length === 0 ? NONE : new Set(foreign.keys())
}

const NONE: ReadonlySet<string> = new Set()
/** No host has as many fields in all of its payloads. */
const MOST_NAMES = 500

/** Whether a spot reads a field of the payload in a way that tolerates that it is missing. */
export function toleratesMissing({ side, path, access, optional, tested, alternatives }: FieldSpot): boolean {
  if (side.of !== 'payload' || access !== 'read' || side.events.length === 0) return false
  return alternatives !== undefined || (path.length === 1 && (optional === true || tested === true))
}

// Whether an event that reaches the spot has the field.
function isCarried(name: string, { side }: FieldSpot, { events }: Dialect): boolean {
  const names = side.of === 'payload' ? side.events : []
  return names.some(
    (event) => shapeAt((events[event]?.payload ?? {}) as WalkedShape, [name]).kind !== 'absent',
  )
}
