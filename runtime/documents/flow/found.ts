// What following a hook's code finds: spots (their certainty is settled at the end) and problems.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import { defined } from '../../contract/defined.ts'
import type { ProblemCode } from '../../contract/problemCodes.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'
import type { Letters, LiteralAnswer, Quote, Spot } from '../spots.ts'

/** A spot in progress: the same code may be reached several times, and each time may reduce certainty. */
export type Mark = {
  readonly kind: 'field' | 'value'
  readonly of: 'payload' | 'result'
  readonly range: Range
  readonly path: Path
  readonly quote: Quote
  readonly access: 'read' | 'write'
  readonly value?: string | number | boolean | null
  readonly json?: true
  readonly chosen?: true
  readonly type?: 'boolean' | 'text'
  readonly taken?: Path
  readonly unparsed?: true
  readonly others?: readonly (string | number | boolean | null)[]
  readonly part?: 'start'
  readonly letters?: Letters
  readonly siblings?: readonly string[]
  readonly events: Set<string>
  sure: boolean
  /** The alternatives that it is one of. */
  choice?: Alternates
  /** The code continues if the field does not exist. */
  tested?: boolean
  /** The kind of access tolerates a missing field. */
  optional?: boolean
}

/** Fields of the payload of which the hook uses whichever is present. */
export type Alternates = {
  readonly marks: Set<Mark>
  /** Something else may be used as well, or one of them is not certain for another reason. */
  open: boolean
}

/** Records that this spot is not certain. */
export function doubt(one: Mark): void {
  one.sure = false
  if (one.choice !== undefined) one.choice.open = true
}

export type FlowAnswer = {
  readonly range: Range
  readonly events: Set<string>
  readonly keys: Set<string>
  more: boolean
  value?: LiteralAnswer | undefined
  /** Where its keys and values are written, if not within `range`. */
  readonly elsewhere?: readonly Range[]
  /** Its value on other paths that reach it. */
  readonly others?: LiteralAnswer[]
}

export type FlowFound = {
  readonly marks: Map<string, Mark>
  readonly answers: Map<string, FlowAnswer>
  /** Spots of other kinds, by place. */
  readonly others: Map<string, Spot>
  readonly problems: Map<string, Problem>
  /** Payload paths that the hook sets itself, or whose keys are not known. */
  readonly doubted: Set<string>
  /** Payload paths whose presence is tested. */
  readonly tested: Set<string>
  /** Offsets of answers on standard error that were followed by an explicit exit status. */
  readonly withdrawn: Set<number>
}

export function newFound(): FlowFound {
  return {
    marks: new Map(),
    answers: new Map(),
    others: new Map(),
    problems: new Map(),
    doubted: new Set(),
    tested: new Set(),
    withdrawn: new Set(),
  }
}

/** Adds a spot of a field or value, or merges it into the existing one. */
export function mark(
  found: FlowFound,
  one: Omit<Mark, 'events'> & { readonly events: readonly string[] },
): Mark {
  const key = `${one.kind} ${one.of} ${one.range.start} ${one.range.end} ${one.path.join('\0')}`
  const before = found.marks.get(key)
  if (before === undefined) {
    const made = { ...one, events: new Set(one.events) }
    found.marks.set(key, made)
    return made
  }
  for (const event of one.events) before.events.add(event)
  if (!one.sure) doubt(before)
  before.tested ||= one.tested === true
  return before
}

/** Adds a spot of another kind, once. */
export function note(found: FlowFound, spot: Spot): void {
  const more = spot.kind === 'file' ? spot.file : spot.kind === 'end' ? (spot.writtenAt?.start ?? '') : ''
  const key = `${spot.kind} ${spot.range.start} ${spot.range.end} ${more}`
  const before = found.others.get(key)
  // A `return` whose value is the status is reached twice: in its function, and where the program exits.
  const isAlways = spot.kind === 'end' && before?.kind === 'end' && before.always === true
  found.others.set(key, isAlways ? { ...spot, always: true } : spot)
}

export function addProblem(
  found: FlowFound,
  path: string,
  code: ProblemCode,
  message: string,
  more: Parameters<typeof problem>[3] & { readonly range: Range },
): void {
  found.problems.set(`${code} ${more.range.start}`, problem(code, path, message, more))
}

/** Records that a payload path, and everything in it, may be absent regardless of the contract. */
export function markOptional(found: FlowFound, path: Path): void {
  found.doubted.add(keyOf(path))
}

/** Records that everything in a payload path may be absent regardless of the contract: its keys are not known. */
export function markContentOptional(found: FlowFound, path: Path): void {
  found.doubted.add(keyOf(path) + WITHIN)
}

const WITHIN = '\0\0'

/** Records that the hook tests whether a payload path exists. */
export function ask(found: FlowFound, path: Path): void {
  found.tested.add(keyOf(path))
}

/** The final spots. Events are listed in the order of `all`. */
export function spotsIn(found: FlowFound, all: readonly string[]): readonly Spot[] {
  const listed = (events: ReadonlySet<string>): readonly string[] => all.filter((one) => events.has(one))
  const spots: Spot[] = [...found.others.values()].filter(
    (one) => one.kind !== 'end' || one.status !== 0 || !found.withdrawn.has(one.range.start),
  )
  for (const one of found.marks.values()) {
    const { range, path, quote, access } = one
    // A command-line argument is not a field of the payload.
    if (path[0] === ARGUMENT) continue
    const side = { of: one.of, events: listed(one.events) }
    const isCertain = one.sure && side.events.length > 0 && !isDoubted(one, found)
    // What is read from text that is not parsed is missing, whether it is tested or not.
    const isTested = one.unparsed !== true && isTestedFor(one, found)
    const common = { range, side, path, quote, access, sure: isCertain && !isTested }
    if (one.kind === 'value')
      spots.push({
        kind: 'value',
        ...common,
        ...defined({
          value: one.value,
          json: one.json,
          chosen: one.chosen,
          type: one.type,
          taken: one.taken,
          others: one.others,
          part: one.part,
          letters: one.letters,
        }),
      })
    else
      spots.push({
        kind: 'field',
        ...common,
        ...(isCertain && isTested ? { tested: true } : {}),
        ...(side.events.length > 0 ? defined({ alternatives: alternativesOf(one, found) }) : {}),
        ...(one.optional === true ? { optional: true } : {}),
        ...defined({ siblings: one.siblings, unparsed: one.unparsed }),
      })
  }
  for (const { range, events, keys, more, value, elsewhere, others = [] } of found.answers.values()) {
    const known = value === undefined || more ? {} : { value, ...(others.length > 0 ? { others } : {}) }
    const about = { events: listed(events), keys: [...keys], more, ...defined({ elsewhere }) }
    spots.push({ kind: 'answer', range, ...about, ...known })
  }
  return spots
}

// On the first of alternatives in whose place nothing else is used: the paths of all.
function alternativesOf({ choice, range }: Mark, found: FlowFound): readonly Path[] | undefined {
  const all = [...(choice?.marks ?? [])]
  if (choice?.open !== false || all.some((one) => one.range.start < range.start)) return undefined
  return all.some((one) => isDoubted(one, found) || isTestedFor(one, found))
    ? undefined
    : all.map(({ path }) => path)
}

function isDoubted({ of, path }: Mark, { doubted }: FlowFound): boolean {
  return of === 'payload' && isWithin(doubted, path)
}

function isTestedFor({ of, path, tested }: Mark, found: FlowFound): boolean {
  return tested === true || (of === 'payload' && isWithin(found.tested, path))
}

// An entry for the whole payload applies to its fields, not to the payload itself.
function isWithin(places: ReadonlySet<string>, path: Path): boolean {
  for (let length = 1; length <= path.length; length++)
    if (places.has(keyOf(path.slice(0, length))) || places.has(keyOf(path.slice(0, length - 1)) + WITHIN))
      return true
  return places.has(keyOf([])) && path.length > 0
}

function keyOf(path: Path): string {
  return path.map((key) => `\0${key}`).join('')
}
