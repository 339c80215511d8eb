// Collects spots while a script is walked. A place may be walked several times, with different values: what does not
// hold every time is not sure.

import { ARGUMENT } from '../../../contract/calledNarrowing.ts'
import { defined } from '../../../contract/defined.ts'
import type { Problem, Range } from '../../../contract/problems.ts'
import type { Path } from '../../../contract/walk.ts'
import { type Spot, unsure } from '../../spots.ts'

type Sided = Spot & { readonly kind: 'field' | 'value' }
type CodeSpot = Spot & { readonly kind: 'code' }
type AnswerSpot = Spot & { readonly kind: 'answer' }
type Kept = { spot: Spot; readonly owner: number | undefined }

/** The spots and problems of a walk. */
export class Spots {
  readonly problems = new Map<string, Problem>()
  readonly #kept = new Map<string, Kept>()
  readonly #mixed = new Set<number>()
  readonly #doubted = new Set<number>()
  readonly #tested = new Set<string>()
  readonly #guarded = new Set<number>()

  /** `owner`: the program (by its offset) that contains the spot. */
  add(spot: Spot, owner?: number): void {
    // A script argument is not a field.
    if ('path' in spot && spot.path[0] === ARGUMENT) return
    const key = keyOf(spot)
    const before = this.#kept.get(key)
    if (before === undefined) this.#kept.set(key, { spot, owner })
    else before.spot = merged(before.spot, spot)
  }

  /** Records that a program gets unknown input at least once. */
  mixed(owner: number): void {
    this.#mixed.add(owner)
  }

  /** Fields (by offset) whose absence is legitimate. */
  doubt(reads: readonly number[]): void {
    for (const read of reads) this.#doubted.add(read)
  }

  /** Fields (by offset) whose value is tested for presence: the script continues without it. */
  guarded(reads: readonly number[]): void {
    for (const read of reads) this.#guarded.add(read)
  }

  tested(path: Path): void {
    this.#tested.add(path.join('\0'))
  }

  problem(found: Problem): void {
    this.problems.set(`${found.code} ${found.range?.start} ${found.range?.end}`, found)
  }

  list(certain: boolean): readonly Spot[] {
    const paths = new Map<string, string>()
    const clashing = new Set<string>()
    for (const { spot } of this.#kept.values()) {
      if (!isRead(spot)) continue
      const place = placeOf(spot.range)
      const path = spot.path.join('\0')
      if ((paths.get(place) ?? path) !== path) clashing.add(place)
      paths.set(place, path)
    }
    return [...this.#kept.values()].map(({ spot: seen, owner }) => {
      const spot: Spot =
        seen.kind === 'field' && isRead(seen) && this.#guarded.has(seen.range.start)
          ? { ...seen, optional: true }
          : seen
      if (!('sure' in spot) || (!spot.sure && !('alternatives' in spot))) return spot
      const isDoubted =
        !certain ||
        (owner !== undefined && this.#mixed.has(owner)) ||
        clashing.has(placeOf(spot.range)) ||
        this.#doubted.has(spot.range.start) ||
        (isRead(spot) && pathsOf(spot).some((path) => this.#isTested(path)))
      return isDoubted ? unsure(spot) : spot
    })
  }

  #isTested(path: Path): boolean {
    if (this.#tested.size === 0) return false
    return path.some((_, at) => this.#tested.has(path.slice(0, at + 1).join('\0')))
  }
}

function isRead(spot: Spot): spot is Sided {
  return (spot.kind === 'field' || spot.kind === 'value') && spot.access === 'read'
}

function merged(one: Spot, two: Spot): Spot {
  if (one.kind === 'code' && two.kind === 'code') return mergedCode(one, two)
  if (one.kind === 'answer' && two.kind === 'answer') return mergedAnswers(one, two)
  if (!('side' in one) || !('side' in two)) return one
  const events = [one.side, two.side].flatMap((side) => ('events' in side ? side.events : []))
  const side = 'events' in one.side ? { ...one.side, events: [...new Set(events)] } : one.side
  const both = { ...one, side, sure: one.sure && two.sure }
  return 'alternatives' in one && !('alternatives' in two) ? unsure(both) : both
}

function pathsOf(spot: Sided): readonly Path[] {
  return 'alternatives' in spot && spot.alternatives !== undefined ? spot.alternatives : [spot.path]
}

/** The most calls of one function whose answers are told apart. */
const MAX_ANSWERS = 8

// Merges the answers of a function that is called more than once.
function mergedAnswers(one: AnswerSpot, two: AnswerSpot): Spot {
  const { calls = [], elsewhere = [] } = one
  const [range] = two.elsewhere ?? []
  const values = [one.value, ...calls.map(({ value }) => value)].map((value) => JSON.stringify(value))
  if (one.value === undefined || two.value === undefined || range === undefined) return one
  if (calls.length >= MAX_ANSWERS || values.includes(JSON.stringify(two.value))) return one
  return {
    ...one,
    events: [...new Set([...one.events, ...two.events])],
    elsewhere: [...elsewhere, ...(two.elsewhere ?? [])],
    calls: [...calls, { value: two.value, range }],
  }
}

// Merges the spots of one program in a function that is called more than once.
function mergedCode(one: CodeSpot, two: CodeSpot): Spot {
  const both = <T>(some: readonly T[], others: readonly T[]) => some.filter((each) => others.includes(each))
  return {
    ...one,
    events: [...new Set([...one.events, ...two.events])],
    within: {
      args: both(one.within.args, two.within.args),
      variables: both(one.within.variables, two.within.variables),
      ends: one.within.ends && two.within.ends,
      ...(one.within.loses === two.within.loses ? defined({ loses: one.within.loses }) : {}),
      captured: one.within.captured || two.within.captured,
    },
  }
}

function keyOf(spot: Spot): string {
  const side = 'side' in spot ? `${spot.side.of} ${spot.access} ${spot.path.join('\0')}` : ''
  return `${spot.kind} ${placeOf(spot.range)} ${side}`
}

function placeOf({ start, end }: Range): string {
  return `${start}-${end}`
}
