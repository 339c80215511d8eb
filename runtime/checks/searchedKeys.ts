// Keys that a script searches in the payload's text (`grep -o '"file_path":"[^"]*"'`) although no part of the payload
// can have them.

import { listed } from '../contract/listed.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { isSpelling } from '../contract/typos.ts'
import { fieldsAt, type Path, shapeAt, type WalkedShape } from '../contract/walk.ts'
import type { Spot } from '../documents/spots.ts'
import type { Ground } from './ground.ts'
import { suggestion } from './repair.ts'

/** Payloads are not nested deeper; below, anything may occur. */
const DEEPEST = 4

/** A problem where no payload has the key, at any depth. */
export function searchedKeyProblem(
  { path, range, sure }: Spot & { readonly kind: 'field' },
  { shapes, events, view }: Ground,
): readonly Problem[] {
  const name = String(path[0])
  const names = new Set<string>()
  // Another spelling of a field of every payload is no key of something inside them.
  const isMisspelled = (shape: WalkedShape) => fieldsAt(shape, []).some((one) => isSpelling(one.name, name))
  const isMissing = shapes.every((shape) => isNowhere(name, shape, [], names)) || shapes.every(isMisspelled)
  if (!sure || !isMissing) return []
  // A script for several agents searches each one's spelling.
  const [own] = [...names].filter((one) => isSpelling(one, name))
  if (own !== undefined && view.text.includes(own)) return []
  const message = `${listed(events)} ${events.length === 1 ? 'has' : 'have'} no "${name}" anywhere, so this search finds nothing.`
  const more = suggestion(view, range, name, own === undefined ? [] : [own])
  return [problem('field.unknown', view.document.path, message, { range, ...more })]
}

// Collects the names that are there instead.
function isNowhere(name: string, shape: WalkedShape, path: Path, names: Set<string>): boolean {
  if (path.length > DEEPEST || shapeAt(shape, [...path, name]).kind !== 'absent') return false
  const fields = fieldsAt(shape, path)
  const items = shapeAt(shape, [...path, '*']).kind === 'absent' ? [] : ['*']
  for (const field of fields) names.add(field.name)
  return [...fields.map((field) => field.name), ...items].every((one) =>
    isNowhere(name, shape, [...path, one], names),
  )
}
