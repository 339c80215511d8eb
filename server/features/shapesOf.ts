// Which shapes of the contract stand behind a side of a view: the one place where a spot meets the contract.
// A side that nothing is known of has no shapes, and whoever asks keeps silent.

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

/** The events of this name that the file can mean: its own dialect's, or those of all dialects. */
export function eventsNamed(view: Pick<View, 'role'>, name: string): readonly DialectEvent[] {
  return dialectsFor(view.role, name).flatMap((dialect) => {
    const record = Object.hasOwn(dialect.events, name) ? dialect.events[name] : undefined
    return record === undefined ? [] : [{ dialect, name, record }]
  })
}

/** The shapes that a path of this side may be walked in. */
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

// Which event a file of data says it is about; its text says more than its name.
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
