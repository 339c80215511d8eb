// Answers that are built in one place and miss what the event asks for.

import { type Problem, problem, type Range } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import { formsOf, isOpen, type WalkedShape } from '../contract/walk.ts'
import { listed } from '../contract/words.ts'
import type { Spot } from '../documents/spots.ts'
import { replacement } from './repair.ts'
import type { Ground } from './spots.ts'

/** A problem where the answer misses a field that every form of it needs, for every event it is given to. */
export function answerProblem(
  { keys, more, range }: Spot & { readonly kind: 'answer' },
  { shapes, events, view }: Ground,
): readonly Problem[] {
  if (more) return []
  const missing = shapes.map((shape) => missingIn(shape, keys))
  const [first] = missing
  if (first === undefined || missing.some((one) => one.length === 0)) return []
  const names = first.map((name) => `"${name}"`).join(', ')
  const message = `An answer to ${listed(events, 'or')} needs ${names}; without it the whole answer counts as invalid.`
  const slip = first.length === 1 ? keys.find((key) => suggest(key, first) !== undefined) : undefined
  const file = view.document.path
  if (slip === undefined) return [problem('result.type', file, message, { range, fix: `Add ${names}.` })]
  const at = view.document.spots.find((spot) => spot.kind === 'field' && isKey(spot, slip, range))
  const mended = at === undefined ? {} : replacement(view, at.range, first[0] as string)
  const fix = `Write ${names} instead of "${slip}".`
  return [problem('result.type', file, message, { range: at?.range ?? range, ...mended, fix })]
}

function isKey(
  { side, path, range }: Spot & { readonly kind: 'field' },
  name: string,
  answer: Range,
): boolean {
  const isWithin = answer.start <= range.start && range.end <= answer.end
  return isWithin && side.of === 'result' && path.length === 1 && path[0] === name
}

// What the form that comes nearest still misses; nothing where a form is open or no object at all.
function missingIn(shape: WalkedShape, keys: readonly string[]): readonly string[] {
  if (isOpen(shape)) return []
  const forms = formsOf(shape).filter(({ type }) => type === 'object')
  const missing = forms.map(({ required = [] }) => required.filter((name) => !keys.includes(name)))
  return missing.sort((one, two) => one.length - two.length)[0] ?? []
}
