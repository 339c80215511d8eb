// The contract's shapes for a side of a view: the only place where spots are connected to the contract. A side about
// which nothing is known has no shapes, and callers then report nothing.

import type { Claim } from '../../runtime/contract/claim.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialectOf, dialectsWith } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { dataShape } from '../../runtime/contract/files.ts'
import type { WalkedShape } from '../../runtime/contract/walk.ts'
import type { Side } from '../../runtime/documents/spots.ts'
import type { Role, View } from '../../runtime/project/view.ts'

/** An event of one dialect. */
export type DialectEvent = { readonly dialect: Dialect; readonly name: string; readonly record: EventRecord }

/** The events with this name that the file may refer to: its own dialect's, or those of all dialects. */
export function eventsNamed(view: Pick<View, 'role'>, name: string): readonly DialectEvent[] {
  return dialectsFor(view.role, name).flatMap((dialect) => {
    const record = Object.hasOwn(dialect.events, name) ? dialect.events[name] : undefined
    return record === undefined ? [] : [{ dialect, name, record }]
  })
}

/** The shapes in which a path of this side is resolved. */
export function shapesOf(view: Pick<View, 'role' | 'document'>, side: Side): readonly WalkedShape[] {
  switch (side.of) {
    case 'payload':
    case 'result': {
      const { of } = side
      return side.events
        .flatMap((name) => eventsNamed(view, name))
        .map(({ record }) => record[of] as WalkedShape)
    }
    default: {
      const shape = dataShape(side.of, claimOf(view))
      return shape === undefined ? [] : [shape]
    }
  }
}

// The event that a data file states in its text, or else in its name.
function claimOf({ role, document }: Pick<View, 'role' | 'document'>): Claim | undefined {
  const { claim } = document
  if (claim !== undefined || role.kind !== 'payload-file') return claim
  const { dialect, event } = role
  return dialect === undefined || event === undefined ? undefined : { dialect: dialect.id, event }
}

function dialectsFor(role: Role, name: string): readonly Dialect[] {
  const own = 'dialect' in role ? role.dialect : undefined
  if (own !== undefined) return [own]
  return dialectsWith(name).map((id) => dialectOf(id) as Dialect)
}
