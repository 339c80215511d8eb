// What readers say about event names.

import { type Problem, problem, type Range } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import type { DocumentInput } from './document.ts'

/** A problem when the dialect has no event of this name, otherwise nothing. */
export function eventProblems(input: DocumentInput, event: string, range: Range): readonly Problem[] {
  const { events, path, text } = input
  if (events.includes(event)) return []
  const meant = suggest(event, events)
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`
  const message = `There is no event "${event}", so this never fires.${guess}`
  if (meant === undefined) {
    const known =
      events.length > FEW
        ? `docs/events.md lists the ${events.length} events of the dialect.`
        : `It has ${events.join(', ')}.`
    return [problem('event.unknown', path, message, { range, fix: known })]
  }
  const at = text.slice(range.start, range.end).indexOf(event)
  const edit = { range: { start: range.start + at, end: range.start + at + event.length }, text: meant }
  return [
    problem('event.unknown', path, message, {
      range,
      fix: `Write "${meant}".`,
      ...(at === -1 ? {} : { repairs: [{ kind: 'edit', title: `Change to "${meant}"`, edits: [edit] }] }),
    }),
  ]
}

const FEW = 8
