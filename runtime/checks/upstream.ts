// Differences between a seed's text and its later upstream: fields the upstream adds are not mistakes, and a check that
// is off by default reports what it no longer sends (`kaizen.renamed`).

import type { EventRecord } from '../contract/eventRecord.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { Path } from '../contract/walk.ts'
import type { Spot } from '../documents/spots.ts'
import type { Ground } from './ground.ts'
import { replacement } from './repair.ts'

/** True where the later upstream sends this field, or a parent of it, with one of the events. */
export function adds({ dialect, events }: Ground, path: Path): boolean {
  const dotted = `${path.join('.')}.`
  return events.some((name) =>
    dialect.events[name]?.upstream?.adds.some((field) => dotted.startsWith(`${field}.`)),
  )
}

/** A problem where the later upstream sends the field with none of the events. */
export function renamedProblem(
  { side, access, path, range }: Spot & { readonly kind: 'field' },
  { dialect, events, view }: Ground,
): readonly Problem[] {
  if (side.of !== 'payload' || access !== 'read') return []
  const dotted = path.join('.')
  const instead = events.map((name) => (dialect.events[name] as EventRecord).upstream?.lacks?.[dotted])
  const [first] = instead
  if (first === undefined || instead.some((one) => one !== first)) return []
  const name = first?.split('.').at(-1)
  const message =
    name === undefined
      ? `The later ${dialect.title} sends no "${dotted}" with ${events.join(', ')}.`
      : `The later ${dialect.title} sends "${first}" instead of "${dotted}".`
  const more =
    name === undefined
      ? { fix: 'Remove it, or read it only where it is present.' }
      : replacement(view, range, name)
  return [problem('kaizen.renamed', view.document.path, message, { range, ...more })]
}
