// Compares two recorded sessions event by event: events in only one of them, and different outcomes. Ignores durations,
// which always vary. Pure: does not use the editor.

import { defined } from '../../../runtime/contract/defined.ts'
import type { HookRun } from '../../../runtime/contract/outcome.ts'
import type { RecordedEventMessage } from '../../protocol.ts'
import { payloadSummary } from '../../replay/payloadSummary.ts'
import { sayOutcome, sayRun } from '../../say.ts'
import { aligned } from './align.ts'

/** A hook's run in each session; absent where it did not run. */
export type HookDifference = {
  readonly name: string
  readonly left?: HookRun
  readonly right?: HookRun
}

/** An event of both sessions, or of only one. */
export type EventPair = {
  readonly left?: RecordedEventMessage
  readonly right?: RecordedEventMessage
  /** Whether the outcomes differ or the event is missing on one side. */
  readonly differs: boolean
  /** The hooks whose runs differ. */
  readonly hooks: readonly HookDifference[]
}

/** How often a hook ran, with counts by result. */
export type HookTally = {
  readonly name: string
  readonly left: ReadonlyMap<string, number>
  readonly right: ReadonlyMap<string, number>
  readonly differs: boolean
}

export type SessionComparison = {
  /** In firing order. */
  readonly events: readonly EventPair[]
  /** Hooks that differ come first. */
  readonly hooks: readonly HookTally[]
}

/** Compares two sessions. */
export function compareSessions(
  left: readonly RecordedEventMessage[],
  right: readonly RecordedEventMessage[],
): SessionComparison {
  const events = aligned(left.map(keysOf), right.map(keysOf)).map((pair): EventPair => {
    const one = pair.left === undefined ? undefined : left[pair.left]
    const two = pair.right === undefined ? undefined : right[pair.right]
    const hooks = hookDifferences(one, two)
    const differs =
      one === undefined || two === undefined || hooks.length > 0 || outcomeText(one) !== outcomeText(two)
    return {
      ...defined({ left: one, right: two }),
      ...{ differs, hooks },
    }
  })
  return { events, hooks: tallies(left, right) }
}

// Alignment keys: the same call, then the same tool, then the same event.
function keysOf({ dialect, event, payload }: RecordedEventMessage): readonly string[] {
  const gist = payloadSummary(payload)
  return [gist, gist.split(' · ', 1)[0] ?? '', ''].map((part) => [dialect, event, part].join('\0'))
}

// The outcome without its duration.
function outcomeText({ outcome, settled }: RecordedEventMessage): string {
  return JSON.stringify([sayOutcome(outcome, settled), outcome.reason, outcome.context, outcome.followUps])
}

function hookDifferences(
  left: RecordedEventMessage | undefined,
  right: RecordedEventMessage | undefined,
): readonly HookDifference[] {
  const one = ranIn(left)
  const two = ranIn(right)
  return [...new Set([...one.keys(), ...two.keys()])].flatMap((id) => {
    const [before, after] = [one.get(id), two.get(id)]
    if (before !== undefined && after !== undefined && saysSame(before, after)) return []
    const name = (before ?? after)?.name ?? id
    return [
      {
        name,
        ...defined({ left: before, right: after }),
      },
    ]
  })
}

function ranIn(event: RecordedEventMessage | undefined): ReadonlyMap<string, HookRun> {
  const runs = event?.outcome.hooks ?? []
  return new Map(runs.flatMap((run) => (run.status === 'skipped' ? [] : [[run.id, run] as const])))
}

function saysSame(one: HookRun, two: HookRun): boolean {
  const key = (run: HookRun) => JSON.stringify([sayRun(run), run.verdict?.reason])
  return key(one) === key(two)
}

function tallies(
  left: readonly RecordedEventMessage[],
  right: readonly RecordedEventMessage[],
): readonly HookTally[] {
  const all = new Map<string, { name: string; left: Map<string, number>; right: Map<string, number> }>()
  const count = (events: readonly RecordedEventMessage[], side: 'left' | 'right') => {
    for (const event of events) {
      for (const [id, run] of ranIn(event)) {
        const own = all.get(id) ?? { name: run.name, left: new Map(), right: new Map() }
        all.set(id, own)
        own[side].set(sayRun(run), (own[side].get(sayRun(run)) ?? 0) + 1)
      }
    }
  }
  count(left, 'left')
  count(right, 'right')
  const key = (words: ReadonlyMap<string, number>) => JSON.stringify([...words].toSorted())
  return [...all.values()]
    .map((one) => ({ ...one, differs: key(one.left) !== key(one.right) }))
    .toSorted((one, two) => Number(two.differs) - Number(one.differs))
}
