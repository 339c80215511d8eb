// Checks the spots that a reader found against the contract: fields that no event has, values that a field never has,
// answers of the wrong shape. Where a shape is open, or a reader is not sure, nothing is reported.

import type { TSchema } from 'typebox'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { dialectsWith } from '../contract/dialects/index.ts'
import { asSpelled } from '../contract/goJson.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import type { WalkedShape } from '../contract/walk.ts'
import { factsOf } from '../documents/languages.ts'
import type { Side, Spot } from '../documents/spots.ts'
import type { View } from '../project/view.ts'
import { answerProblem } from './answerFaults.ts'
import { chosenAnswerProblems } from './chosenAnswers.ts'
import { endProblem } from './ends.ts'
import { contains } from './faultyKeys.ts'
import { fieldProblem } from './fields.ts'
import type { Ground } from './ground.ts'
import { ignoredAnswerProblem } from './ignoredAnswers.ts'
import { parsedFieldProblems } from './parsedFields.ts'
import { fieldsOfOtherEvents, toleratesMissing } from './readsAnyEvent.ts'
import { replacement } from './repair.ts'
import { unescapedProblem } from './unescapedTexts.ts'
import { renamedProblem } from './upstream.ts'
import { valueProblem } from './values.ts'

type AnswerSpot = Spot & { readonly kind: 'answer' }

/** The problems of a hook's spots, in no particular order. */
export function spotProblems(view: View, loaded: readonly Spot[] = []): readonly Problem[] {
  const { role, document } = view
  if (role.kind !== 'hook') return []
  const broken = brokenLines(view)
  const problems = (spots: readonly Spot[]) =>
    spots
      .filter(({ range }) => !broken.some((line) => touches(line, range)))
      .flatMap((spot) => problemsOf(spot, view, role.dialect))
  const all = [...document.spots, ...(document.followed ?? [])]
  const elsewhere = fieldsOfOtherEvents([...all, ...loaded], role.dialect)
  const isOfItsEvents = (spot: Spot) => !isTolerated(spot, elsewhere)
  const own = all.filter(isOfItsEvents)
  const found = [
    ...problems(own),
    // Code in another file cannot be repaired in this one.
    ...problems(loaded.filter(isOfItsEvents)).map(({ repairs: _, ...one }) => one),
    ...chosenAnswerProblems(own, view, role.dialect),
  ]
  // A misspelled key that invalidates the whole answer is reported once.
  const costly = new Set(
    found.flatMap(({ code, range }) => (code === 'result.type' ? range?.start : undefined)),
  )
  const isDetailed = detailedAnswers(found, own)
  return [...found, ...parsedFieldProblems(view)].filter(
    (one) =>
      (one.code !== 'result.unknown' || !costly.has(one.range?.start)) &&
      // The problem of a single key is more precise than that of the whole answer.
      (one.code !== 'result.ignored' || !isDetailed(one)),
  )
}

function isTolerated(spot: Spot, elsewhere: ReadonlySet<string>): boolean {
  return spot.kind === 'field' && toleratesMissing(spot) && elsewhere.has(String(spot.path[0]))
}

// Whether a key or value of an answer has a problem of its own; it may be written where a variable is assigned.
function detailedAnswers(found: readonly Problem[], spots: readonly Spot[]): (answer: Problem) => boolean {
  const parts = found.flatMap(({ code, range }) =>
    range !== undefined && (code === 'result.unknown' || code === 'result.type') ? [range] : [],
  )
  const answers = spots.flatMap((one) =>
    one.kind === 'answer' ? [[one.range, ...(one.elsewhere ?? [])]] : [],
  )
  return ({ range }) => {
    if (range === undefined || parts.length === 0) return false
    const own = answers.filter((one) => one.some((around) => contains(around, range)))
    const all = [range, ...own.flat(), ...keysOfValue(range, spots)]
    return parts.some((part) => all.some((around) => contains(around, part)))
  }
}

// The keys of a value, which may be written apart from the answer: the default of a class's field.
function keysOfValue({ start }: Range, spots: readonly Spot[]): readonly Range[] {
  const paths = new Set(
    spots.flatMap((one) => (one.kind === 'value' && one.range.start === start ? [one.path.join('.')] : [])),
  )
  return spots.flatMap((one) =>
    one.kind === 'field' && one.access === 'write' && paths.has(one.path.join('.')) ? [one.range] : [],
  )
}

/** The problems of one spot. */
export function problemsOf(spot: Spot, view: View, dialect: Dialect): readonly Problem[] {
  switch (spot.kind) {
    case 'event':
      return eventProblem(spot, view, dialect)
    case 'field': {
      const ground = isChecked(spot) ? groundOf(spot.side, view, dialect) : undefined
      if (ground === undefined) return []
      const field = spelled(spot, ground)
      return [...fieldProblem(field, ground), ...(spot.sure ? renamedProblem(field, ground) : [])]
    }
    case 'value': {
      const ground = spot.sure ? groundOf(spot.side, view, dialect) : undefined
      return ground === undefined ? [] : valueProblem(spelled(spot, ground), ground)
    }
    case 'answer':
      return [...answerProblems(spot, view, dialect), ...unescapedProblem(spot, view, dialect)]
    case 'end':
      return endProblem(spot, view, dialect)
    case 'file':
    case 'code':
    case 'variable':
      return []
  }
}

// A fault of some calls only is in their arguments.
function answerProblems(spot: AnswerSpot, view: View, dialect: Dialect): readonly Problem[] {
  const { calls = [], elsewhere = [], range } = spot
  const own = problemsOfAnswer(spot, view, dialect)
  const others = calls.map((call) => problemsOfAnswer({ ...spot, elsewhere: [], ...call }, view, dialect))
  if (others.every((some) => some.length > 0))
    return own.length > 0 || calls.length === 0 ? own : others.flat()
  return [...own.map((one) => ({ ...one, range: elsewhere[0] ?? range })), ...others.flat()]
}

function problemsOfAnswer(spot: AnswerSpot, view: View, dialect: Dialect): readonly Problem[] {
  const ground = groundOf({ of: 'result', events: spot.events }, view, dialect)
  if (ground === undefined) return []
  const { value, others = [] } = spot
  const [ignored = []] = [value, ...others]
    .map((one) => ignoredAnswerProblem({ ...spot, ...defined({ value: one }) }, view, dialect))
    .filter((one) => one.length > 0)
  const missing = answerProblem(spot, ground, ignored.length > 0)
  return missing.length > 0 ? missing : ignored
}

// A field that is not certain, and not one of alternatives that are certain together, is not checked.
function isChecked({ sure, tested, alternatives }: Spot & { readonly kind: 'field' }): boolean {
  return sure || tested === true || alternatives !== undefined
}

// Where the host or the language ignores case in names, so do the checks.
function spelled<S extends Spot & { readonly kind: 'field' | 'value' }>(spot: S, ground: Ground): S {
  const { language } = ground.view.document
  const isAnyCase =
    spot.side.of === 'result' ? ground.dialect.anyCase : spot.access === 'read' && factsOf(language)?.anyCase
  if (isAnyCase !== true) return spot
  return {
    ...spot,
    path: ground.shapes.reduce((path, shape) => asSpelled(shape as TSchema, path), spot.path),
  }
}

// An event unknown to the dialect may have any fields.
function groundOf(side: Side, view: View, dialect: Dialect): Ground | undefined {
  if (side.of !== 'payload' && side.of !== 'result') return undefined
  const { of, events } = side
  const shapes: WalkedShape[] = []
  for (const name of events) {
    const record = Object.hasOwn(dialect.events, name) ? dialect.events[name] : undefined
    if (record === undefined) return undefined
    shapes.push(record[of] as WalkedShape)
  }
  return shapes.length === 0 ? undefined : { view, dialect, events, shapes }
}

// The reader reports the names that register a hook; this covers names that are only compared. A hook may serve other
// agents too, so only a near miss of a known name that is not a name of another dialect is reported.
function eventProblem(
  { name, range, written }: Spot & { readonly kind: 'event' },
  view: View,
  dialect: Dialect,
): readonly Problem[] {
  const known = Object.keys(dialect.events)
  if (name === '' || known.includes(name)) return []
  const { path, problems } = view.document
  const isReported = problems.some((one) => one.code === 'event.unknown' && touches(one.range, range))
  const nearest = isReported ? undefined : suggest(name, known)
  if (nearest === undefined || dialectsWith(name).length > 0) return []
  const message = `${dialect.title} has no event "${name}": nothing ever fires it. Did you mean "${nearest}"?`
  return [
    problem('event.unknown', path, message, {
      range,
      ...replacement(view, range, written === 'upper' ? nearest.toUpperCase() : nearest),
    }),
  ]
}

function touches(one: Range | undefined, two: Range): boolean {
  return one !== undefined && one.start <= two.end && two.start <= one.end
}

// On a line that does not parse, spots are guesses.
function brokenLines({ text, document }: View): readonly Range[] {
  return document.problems.flatMap(({ code, range }) => {
    if (code !== 'syntax.error' || range === undefined) return []
    const end = text.indexOf('\n', range.end)
    return [{ start: text.lastIndexOf('\n', range.start - 1) + 1, end: end === -1 ? text.length : end }]
  })
}
