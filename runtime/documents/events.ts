// Event names in hook files: the problem of an unknown name, the event a misspelling stands for, and how comparisons
// with the payload narrow the possible events.

import { distance } from 'fastest-levenshtein'
import type { WantedWords } from '../contract/calledNarrowing.ts'
import { dialectOf, dialectsWith, momentOf } from '../contract/dialects/index.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import type { Path } from '../contract/walk.ts'
import type { DocumentInput } from './document.ts'

/** A problem when the dialect has no event of this name, otherwise nothing. */
export function eventProblems(input: DocumentInput, event: string, range: Range): readonly Problem[] {
  const { events, path, text } = input
  if (events.includes(event)) return []
  const found = intendedEvent(event, events)
  const code = text.slice(range.start, range.end)
  // A member of HookEvent is the event's name in upper case.
  const isMember = !code.includes(event) && code.includes(event.toUpperCase())
  const written = (name: string) => (isMember ? name.toUpperCase() : name)
  const nearest = found.nearest && written(found.nearest)
  const advice =
    found.nearest === undefined ? found.advice : found.advice.replace(`"${found.nearest}"`, `"${nearest}"`)
  const message = `There is no event "${written(event)}", so this never fires.${advice}`
  if (nearest === undefined) {
    const fix =
      events.length > FEW
        ? `See docs/events.md for the ${events.length} events of the dialect.`
        : `Its events are ${events.map(written).join(', ')}.`
    return [problem('event.unknown', path, message, { range, fix })]
  }
  const at = code.indexOf(written(event))
  const edit = { range: { start: range.start + at, end: range.start + at + event.length }, text: nearest }
  return [
    problem('event.unknown', path, message, {
      range,
      fix: `Write "${nearest}".`,
      ...(at === -1 ? {} : { repairs: [{ kind: 'edit', title: `Change to "${nearest}"`, edits: [edit] }] }),
    }),
  ]
}

const FEW = 8

// The known event that an unknown name most likely stands for, and advice in words: the same moment under another
// agent's name, or the nearest name.
function intendedEvent(
  name: string,
  events: readonly string[],
): { readonly nearest: string | undefined; readonly advice: string } {
  const [other] = dialectsWith(name)
  if (other === undefined) {
    const near = suggest(name, events)
    return { nearest: near, advice: near === undefined ? '' : ` Did you mean "${near}"?` }
  }
  const moment = momentOf(other, name)
  const same = moment === undefined ? undefined : events.find((one) => isAt(one, moment))
  const here = same === undefined ? '' : `; here it is "${same}"`
  return { nearest: same, advice: ` It is an event of ${dialectOf(other)?.title}${here}.` }
}

/**
 * The event a name stands for: itself, or the one event nearest to a misspelling. It determines which payload and
 * answer are assumed until the misspelling is fixed; the name of another agent's event stands for nothing.
 */
export function eventBehind(name: string, events: readonly string[]): string | undefined {
  if (events.includes(name)) return name
  if (dialectsWith(name).length > 0) return undefined
  const nearest = suggest(name, events)
  if (nearest === undefined) return undefined
  const off = distance(name, nearest)
  return events.every((event) => event === nearest || distance(name, event) > off) ? nearest : undefined
}

/** Those of `events` that the names stand for, in the order of the dialect. */
export function eventsBehind(names: readonly string[], events: readonly string[]): readonly string[] {
  const nearest = new Set(names.map((name) => eventBehind(name, events)))
  return events.filter((event) => nearest.has(event))
}

function isAt(event: string, moment: string): boolean {
  return dialectsWith(event).some((id) => momentOf(id, event) === moment)
}

/**
 * The events that remain where a field has one of these values (`yes`), and where it has none of them (`no`);
 * undefined: no change.
 */
export type Narrow = (
  events: readonly string[],
  path: Path,
  values: WantedWords,
) => { readonly yes?: readonly string[]; readonly no?: readonly string[] } | undefined

/**
 * How comparisons with the payload narrow the events: by the values that callers pass or, where the file names its own
 * events, by event names.
 */
export function narrowingOf({ called, events }: DocumentInput): Narrow {
  if (called !== undefined) return called.narrow
  return (_among, _path, values) =>
    typeof values !== 'function' && values.every((value) => events.includes(value))
      ? { yes: values }
      : undefined
}
