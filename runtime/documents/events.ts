// What readers say about event names.

import { type Problem, problem, type Range } from '../contract/problems.ts'
import { didYouMean } from '../contract/suggest.ts'
import type { DocumentInput } from './document.ts'

/** A problem when the dialect has no event of this name, otherwise nothing. */
export function eventProblems(input: DocumentInput, event: string, range: Range): readonly Problem[] {
  if (input.events.includes(event)) return []
  const message = `There is no event "${event}", so this never fires.${didYouMean(event, input.events)}`
  return [
    problem('event.unknown', input.path, message, { range, fix: `Use one of ${input.events.join(', ')}.` }),
  ]
}
