// Answers that are built in one place and miss what the event asks for.

import { type Problem, problem } from '../../runtime/contract/problems.ts'
import { suggest } from '../../runtime/contract/suggest.ts'
import { formsOf, isOpen, type Shape } from '../../runtime/contract/walk.ts'
import { listed } from '../../runtime/contract/words.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
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
  const remedy =
    slip === undefined ? { fix: `Add ${names}.` } : { fix: `Write ${names} instead of "${slip}".` }
  return [problem('result.type', view.document.path, message, { range, ...remedy })]
}

// What the form that comes nearest still misses; nothing where a form is open or no object at all.
function missingIn(shape: Shape, keys: readonly string[]): readonly string[] {
  if (isOpen(shape)) return []
  const forms = formsOf(shape).filter(({ type }) => type === 'object')
  const missing = forms.map(({ required = [] }) => required.filter((name) => !keys.includes(name)))
  return missing.sort((one, two) => one.length - two.length)[0] ?? []
}
