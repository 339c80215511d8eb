// Finds the spots of a shell hook: what it reads of the payload, what it answers, the event it names. The script is
// walked as it runs when the host calls it, but never run.

import { defined } from '../../contract/defined.ts'
import type { Problem, Range } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { eventsBehind } from '../events.ts'
import { quoteAt, type Spot, type Spotted } from '../spots.ts'
import { answerSpots } from './answerSpots.ts'
import { type RecoveredTree, recoveredTree } from './errorRecovery.ts'
import { eventOf } from './event.ts'
import { scriptOf } from './flow/start.ts'
import { only, type ShellValue, sizeOf } from './flow/value.ts'
import type { ShellPrinted } from './flow/walk.ts'
import { Walker } from './flow/walker.ts'
import { lostStatuses } from './lostStatus.ts'
import { endSpots, judged, outputProblems } from './outputs.ts'
import { piecedSpots } from './pieces.ts'
import { surroundingSpots } from './surroundings.ts'

/** The spots of a file, and its problems that are independent of the contract. */
export async function shellSpots(
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
): Promise<Spotted> {
  const recovered = await recoveredTree(input.text)
  const { root, text } = recovered
  const queried = queriesIn(recovered, input, document, budget)
  const named = eventsBehind(queried.events, input.events)
  const events = named.length === 0 ? input.events : named
  const walker: Walker = new Walker({
    script: scriptOf(root, { ...input, text }, budget, events),
    args: input.called === undefined ? ['run'] : undefined,
    // Each check reads all earlier output again, hence the budget. For a called script, checks judge the output for
    // each caller.
    judge: (printed) =>
      input.called === undefined && budget.take(sizesOf(printed))
        ? judged(printed, { ...input, text })
        : undefined,
    printed: (value, state, sure, chosen) => {
      // On a path that no event takes.
      if (input.called !== undefined && state.events?.length === 0) return
      const add = (spot: Spot): void => walker.spots.add(spot)
      const more = defined({ chosen })
      answerSpots(value, { events: state.events ?? events, sure: sure && certain, add, budget, ...more })
    },
  })
  const certain = named.length > 0 && recovered.whole
  walker.run()
  walker.runUncalled()
  const isCalled = input.called !== undefined
  const ends = isCalled && certain && !walker.exhausted ? endSpots(walker.ends, events, input) : []
  const pieced = ends.length === 0 ? [] : piecedSpots(walker.ends, events, budget)
  const places = new Set(pieced.map(placeOf))
  const own = walker.spots.list(certain).filter((spot) => !places.has(placeOf(spot)))
  const spots = [...own, ...pieced, ...ends, ...queried.spots, ...surroundingSpots(root)]
  const problems =
    document.shape !== 'hook' || !certain
      ? []
      : [
          ...walker.spots.problems.values(),
          ...lostStatuses(root, input.path),
          ...(walker.exhausted || isCalled ? [] : outputProblems(walker.ends, { ...input, text })),
        ]
  return { spots: spots.map((spot) => placed(spot, recovered)), problems: distinct(problems) }
}

function sizesOf(printed: readonly ShellPrinted[]): number {
  return printed.reduce((sum, { value }) => sum + sizeOf(value ?? []), 0)
}

type EventQueries = { readonly events: readonly string[]; readonly spots: readonly Spot[] }

// The event the text names, or every text that may be its answer to `hook`.
function queriesIn(
  { root, text }: RecoveredTree,
  input: DocumentInput,
  { shape, sites }: HookDocument,
  budget: Budget,
): EventQueries {
  if (input.called !== undefined) return { events: input.events, spots: [] }
  const spots: Spot[] = []
  const add = (name: string, range: Range): void => {
    if (spots.some((one) => one.range.start === range.start)) return
    spots.push({ kind: 'event', range, name, quote: quoteAt(text, range.start) })
  }
  if (shape === 'hook') {
    for (const { events, range } of sites) add(events[0] ?? '', range)
    return { events: sites[0]?.events ?? [], spots }
  }
  const printed = (value: ShellValue, sure: boolean): void => {
    const part = only(value) ?? value[0]
    if (!sure || part?.kind !== 'text' || part.start < 0 || !/^[\w.:-]*$/.test(part.text)) return
    if (part.end <= text.length) add(part.text, { start: part.start, end: part.end })
  }
  const answer = eventOf(root, { ...input, text }, budget, (value, _state, sure) => printed(value, sure))
  return { events: answer.sites[0]?.events ?? [], spots }
}

// A piece of an answer is known better as a part of the whole.
function placeOf({ kind, range: { start, end } }: Spot): string {
  return `${kind} ${start} ${end}`
}

function placed(spot: Spot, { original }: RecoveredTree): Spot {
  const { start, end } = spot.range
  return { ...spot, range: { start: original(start), end: original(end) } }
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  const found = new Map<string, Problem>()
  for (const one of problems) {
    const key = `${one.code} ${one.range?.start} ${one.range?.end}`
    if (!found.has(key)) found.set(key, one)
  }
  return [...found.values()]
}
