// Finds the key of an answer for which a host drops it, and where the value of that key is written: there the author
// has to change something. Where several keys may be to blame, or the key is written several times, there is no place.

import { isObject } from '../contract/json.ts'
import type { Range } from '../contract/problems.ts'
import type { Path } from '../contract/walk.ts'
import type { Spot } from '../documents/spots.ts'

type Answered = Readonly<Record<string, unknown>>

/** The path of the only key without which the host has no reason to drop the answer, or another one. */
export function faultyKey(
  answer: Answered,
  event: string,
  reasonOf: (answer: Answered) => string | undefined,
): Path | undefined {
  const own = isObject(answer.hookSpecificOutput) ? Object.entries(answer.hookSpecificOutput) : []
  // The event's own name is right, although its absence would be another reason.
  const isOpen = ([, value]: readonly [string, unknown]) => value !== event
  const paths = [
    ...own.filter(isOpen).map(([key]) => ['hookSpecificOutput', key]),
    ...Object.keys(answer).flatMap((key) => (key === 'hookSpecificOutput' ? [] : [[key]])),
  ]
  if (paths.length > MOST) return undefined
  const reason = reasonOf(answer)
  const tried = [...paths, ['hookSpecificOutput']].map((path) => ({
    path,
    left: reasonOf(without(answer, path)),
  }))
  const keys = tried.slice(0, -1)
  const found = [
    keys.filter(({ left }) => left === undefined),
    keys.filter(({ left }) => left !== reason),
    tried.slice(-1).filter(({ left }) => left !== reason),
  ].find((some) => some.length > 0)
  return found?.length === 1 ? found[0]?.path : undefined
}

/** The most keys that are tried. The answers of hosts have fewer. */
const MOST = 20

function without(answer: Answered, [key = '', ...more]: readonly string[]): Answered {
  const { [key]: value, ...rest } = answer
  return more.length === 0 || !isObject(value) ? rest : { ...rest, [key]: without(value, more) }
}

type Written = { readonly range: Range; readonly elsewhere?: readonly Range[] }

/** Where the value at this path of the answer is written, or its key. */
export function placeOfKey(
  path: Path,
  value: unknown,
  { range, elsewhere = [] }: Written,
  spots: readonly Spot[],
): Range | undefined {
  const at = spots.filter(
    (one) =>
      (one.kind === 'value' || one.kind === 'field') &&
      one.side.of === 'result' &&
      one.access === 'write' &&
      one.path.length === path.length &&
      one.path.every((key, index) => key === path[index]),
  )
  const isSame = (one: Spot) => one.kind === 'value' && one.value === value
  const own = [range, ...elsewhere]
  const inside = at.filter((one) => own.some((around) => contains(around, one.range)))
  const values = inside.filter(isSame)
  if (values.length > 0) return only(values)
  // A value that a function returns, or a constant has, is written outside of all answers.
  const answers = spots.flatMap((one) => (one.kind === 'answer' ? [one.range, ...(one.elsewhere ?? [])] : []))
  const outside = at.filter((one) => isSame(one) && !answers.some((around) => contains(around, one.range)))
  return only(outside) ?? only(inside.filter(({ kind }) => kind === 'field'))
}

function only(spots: readonly Spot[]): Range | undefined {
  const [first, ...more] = spots
  return more.every((one) => one.range.start === first?.range.start) ? first?.range : undefined
}

/** Whether the second range is within the first. */
export function contains({ start, end }: Range, inner: Range): boolean {
  return start <= inner.start && inner.end <= end
}
