// Values that differ between paths that have merged: each possibility, and the paths on which it occurs.

import { isContent } from './contentValues.ts'
import { type Guards, leadTo } from './guards.ts'
import {
  type Choice,
  CONTENT,
  FOUND,
  isFound,
  made,
  only,
  plain,
  type ShellValue,
  statusIn,
  UNKNOWN_TEXT,
} from './value.ts'
import type { ShellPrinted, State } from './walk.ts'

/** A value with more possibilities than this counts as unknown. */
const MAX_CHOICES = 8

type Way = Pick<State, 'stderr' | 'events' | 'byContent'>

/** A value known only to be one of these possibilities; unknown where none is literal or content of the payload. */
export function oneOf(choices: readonly Choice[], guards: Guards): ShellValue {
  if (choices.length > 0 && choices.every(({ value }) => isContent(value) && !isFound(value))) return CONTENT
  const isWritten = choices.some(
    ({ value }) => isContent(value) || value.some(({ kind }) => kind !== 'unknown'),
  )
  return isWritten && choices.length <= MAX_CHOICES ? [{ kind: 'unknown', choices, guards }] : UNKNOWN_TEXT
}

/** The value of a variable where two paths merge; `meeting` is the number of the merge. */
export function chosen(
  [value, one]: readonly [ShellValue, Way],
  [other, two]: readonly [ShellValue, Way],
  { meeting, guards }: { readonly meeting: number; readonly guards: Guards },
): ShellValue {
  const left = choicesIn(value, one, `${meeting}<`)
  const right = choicesIn(other, two, `${meeting}>`)
  const merged = left.map((choice) => {
    const same = right.filter((another) => isSame(choice, another))
    return same.length === 0 ? choice : { ...choice, ways: [choice, ...same].flatMap(({ ways }) => ways) }
  })
  const added = right.filter((choice) => !left.some((before) => isSame(before, choice)))
  return oneOf([...merged, ...added].map(shortened), guards)
}

// A possibility with too many paths counts as possible on all paths.
function shortened(choice: Choice): Choice {
  return choice.ways.length > MAX_CHOICES ? { ...choice, ways: [[]] } : choice
}

function choicesIn(value: ShellValue, { stderr, events, byContent }: Way, way: string): readonly Choice[] {
  const part = only(value)
  if (part?.kind === 'unknown' && part.choices !== undefined)
    return part.choices.map((choice) => ({ ...choice, ways: choice.ways.map((one) => [...one, way]) }))
  return [{ value: keptIn(value), stderr, events, byContent: byContent === true, ways: [[way]] }]
}

function keptIn(value: ShellValue): ShellValue {
  if (plain(value) !== undefined || only(value)?.kind === 'made') return value
  if (isFound(value)) return FOUND
  return isContent(value) ? CONTENT : UNKNOWN_TEXT
}

function isSame({ value }: Choice, other: Choice): boolean {
  const [one, two] = [only(value), only(other.value)]
  return (
    one?.kind === 'text' &&
    two?.kind === 'text' &&
    one.start === two.start &&
    plain(value) === plain(other.value)
  )
}

/** The statuses that a value may be, each undefined where unknown; undefined where none is known. */
export function statusesIn(value: ShellValue): readonly (Choice & PossibleStatus)[] | undefined {
  const part = only(value)
  const choices = part?.kind === 'unknown' ? part.choices : undefined
  const found = choices?.map((choice) => ({
    ...choice,
    ...(statusIn(choice.value) ?? { status: undefined }),
  }))
  return found?.some(({ status }) => status !== undefined) ? found : undefined
}

type PossibleStatus =
  | NonNullable<ReturnType<typeof statusIn>>
  | { readonly status: undefined; readonly at?: undefined }

/** The value with each of its possible choices, one at a time; other choices in it stay unknown. */
export function alternatives(value: ShellValue, { guards }: Pick<State, 'guards'>): readonly ShellValue[] {
  const found = value.flatMap((part, at) =>
    part.kind === 'unknown' && leadTo(guards, part.guards)
      ? (part.choices ?? []).map((choice) => [...value.slice(0, at), ...choice.value, ...value.slice(at + 1)])
      : [],
  )
  return found.length === 0 ? [value] : found
}

/** Whether a value is known except for one choice. */
export function isChoice(value: ShellValue): boolean {
  const unknown = value.filter((part) => part.kind === 'unknown')
  return unknown.length === 1 && unknown[0]?.choices !== undefined
}

/** Everything that was printed, as one value; a choice where merged paths printed different texts. */
export function allPrinted(printed: ShellPrinted | undefined, { guards }: Pick<State, 'guards'>): ShellValue {
  if (printed?.choice !== undefined && printed.before === undefined) return printed.choice
  const ways = printedOn(printed)
  const [first = UNKNOWN_TEXT, ...others] = ways ?? []
  if (others.length === 0) return first
  const field = withDefaults(ways ?? [])
  if (field !== undefined) return field
  // `grep -o sudo <<<"$cmd" || true`
  if (ways?.some(isFound) && ways.every((value) => isFound(value) || plain(value)?.trim() === ''))
    return FOUND
  const choices = (ways ?? []).map((value) => ({
    value: keptIn(value),
    stderr: undefined,
    events: undefined,
    ways: [[]],
  }))
  return oneOf(choices, guards)
}

// `jq -r '.tool_name' || echo none`: one field of the payload, or the texts that stand in its place.
function withDefaults(ways: readonly ShellValue[]): ShellValue | undefined {
  const texts = ways.flatMap((value) => plain(value)?.trim() ?? [])
  const [field, ...others] = ways.filter((value) => plain(value) === undefined)
  const part = field === undefined || others.length > 0 ? undefined : only(field)
  if (part?.kind !== 'data' || part.path.length === 0) return undefined
  return [{ ...part, defaults: part.defaults && [...part.defaults, ...texts] }, made('\n')]
}

// Undefined where there are too many.
function printedOn(printed: ShellPrinted | undefined): readonly ShellValue[] | undefined {
  const after: ShellValue[number][][] = []
  for (let one = printed; one !== undefined; one = one.before) {
    if (one.value !== undefined) after.unshift([...one.value])
    else if (one.either === undefined) return [UNKNOWN_TEXT]
    else {
      const all: ShellValue[] = []
      for (const way of one.either) {
        const found = printedOn(way)
        if (found === undefined || all.push(...found) > MAX_CHOICES) return undefined
      }
      return all.map((value) => [...value, ...after.flat()])
    }
  }
  return [after.flat()]
}
