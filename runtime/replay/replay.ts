// Recorded events back through the hooks of today: each fired again and compared with what was recorded.
// Fires only; what the workspace it is given records or sends is the caller's choice (nothing, for a replay).

import { dialectOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import { readRecording } from '../recordings/read.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import { createRedactor, type Redactor } from '../recordings/redact.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Case } from './case.ts'
import { type Comparison, compareOutcomes, compareRuns, type Difference } from './compare.ts'
import { findHook } from './findHook.ts'
import { inputOf } from './input.ts'
import { inLanes, inOrder } from './lanes.ts'
import { withSet } from './set.ts'
import { inShard, type Shard } from './shard.ts'

export type ReplayedEvent = {
  /** Its place in the recording, from 1. */
  readonly n: number
  readonly event: string
  readonly dialect: string
  readonly session: string
  /** The one hook that was run, where only one was. */
  readonly hook?: string
  /** The outcome, the one hook's run or what a case expects; null where nothing was recorded. */
  readonly recorded: Outcome | HookRun | Case['expect'] | null
  /** Null when it could not be fired. */
  readonly replayed: Outcome | HookRun | null
  readonly same: boolean
  readonly differences?: readonly Difference[]
  /** Why it could not be replayed. */
  readonly failed?: string
}

/** What `hookbench replay --json` prints. */
export type Replay = {
  readonly v: 1
  readonly events: readonly ReplayedEvent[]
  readonly same: number
  readonly changed: number
  readonly failed: number
  /** True when the replay was cancelled before its end. */
  readonly stopped?: true
}

export type ReplayOptions = {
  /** Runs only this hook (id or name) and compares its run, on what it was given then. */
  readonly hook?: string
  /** Payload fields to override, by dotted path. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Takes only some of the events. */
  readonly only?: (event: RecordedEvent) => boolean
  /** How many sessions are replayed at once; the events of one session stay in order. */
  readonly jobs?: number
  /** Takes one part of the events. */
  readonly shard?: Shard
  readonly signal?: AbortSignal
  /** Hears each event as it is done, in order. */
  readonly onEvent?: (event: ReplayedEvent) => void
  /**
   * `notable` keeps only changed and failed events in the answer, and tells same ones without their outcomes:
   * memory stays flat over long recordings.
   */
  readonly keep?: 'all' | 'notable'
}

/** Opens the workspace that a replay fires into: a fresh one, so that stateful hooks start fresh. */
export type Open = () => Promise<Workspace>

/** Replays a recording: a file, or events at hand. Throws a BadRecording for a file that is none. */
export async function replayRecording(
  open: Open,
  recording: string | Iterable<RecordedEvent> | AsyncIterable<RecordedEvent>,
  options: ReplayOptions = {},
): Promise<Replay> {
  const { jobs = 1, shard, only, signal, keep = 'all', onEvent } = options
  const counts = { same: 0, changed: 0, failed: 0 }
  const events: ReplayedEvent[] = []
  const workspace = await open()
  try {
    const replayer = replayerOf(workspace, options)
    const source = inOrder(typeof recording === 'string' ? readRecording(recording) : recording)
    const wanted = chosen(
      source,
      (event) => inShard(event.n - 1, shard) && only?.(event) !== false && replayer.takes(event),
    )
    for await (const done of inLanes(wanted, jobs, ({ session }) => session, replayer.replay, signal)) {
      counts[done.failed !== undefined ? 'failed' : done.same ? 'same' : 'changed']++
      if (keep === 'all' || !done.same) events.push(done)
      onEvent?.(done)
    }
  } finally {
    await workspace.close()
  }
  return { v: 1, events, ...counts, ...(signal?.aborted ? { stopped: true } : {}) }
}

type Replayer = {
  readonly takes: (event: RecordedEvent) => boolean
  readonly replay: (event: RecordedEvent) => Promise<ReplayedEvent>
}

function replayerOf(workspace: Workspace, { hook: wanted, set, signal, keep }: ReplayOptions): Replayer {
  const redactor = createRedactor(workspace.settings.redaction)
  const hooks = workspace.list()
  const present = new Set(hooks.map(({ id }) => id))
  const found = wanted === undefined ? undefined : findHook(hooks, wanted)
  const one = found !== undefined && 'hook' in found ? found.hook : undefined
  // Code in this process gets the payload itself, and must not change what was recorded.
  const shares = hooks.some(({ handler, state }) => handler !== undefined && state === 'active')
  return {
    takes: ({ event, dialect }) =>
      one === undefined || (one.dialect === dialect && one.events.includes(event)),
    async replay(event) {
      if (found !== undefined && 'problem' in found) return failure(event, redactor, found.problem)
      const gone = one === undefined ? goneFrom(event, present) : undefined
      try {
        const outcome = await fired(event)
        if (gone !== undefined) return failure(event, redactor, `not found: ${gone}`, outcome)
        // Equal before masking is equal after it, and nobody will look at the outcomes.
        if (keep === 'notable' && one === undefined && isSame(event, outcome))
          return answer(event, null, null, NOTHING)
        return one === undefined
          ? chainReplayed(event, outcome, redactor)
          : hookReplayed(event, one, outcome, redactor)
      } catch (error) {
        return failure(event, redactor, (error as Error).message)
      }
    },
  }

  function fired({ dialect, event, session, payload, ...rest }: RecordedEvent): Promise<Outcome> {
    const id = dialectOf(dialect)?.id
    if (id === undefined) throw new Error(`this Hookbench does not speak the dialect "${dialect}"`)
    const given = one === undefined ? payload : inputOf({ dialect, event, session, payload, ...rest }, one.id)
    const own = shares ? structuredClone(given) : given
    return workspace.fire(event, withSet(own, set ?? {}), {
      dialect: id,
      session,
      ...(signal === undefined ? {} : { signal }),
      ...(one === undefined ? {} : { only: (hook: Hook) => hook.id === one.id }),
    })
  }
}

function isSame({ outcome: recorded, settled }: RecordedEvent, outcome: Outcome): boolean {
  return settled && compareOutcomes(recorded, outcome).same
}

function chainReplayed(event: RecordedEvent, outcome: Outcome, redactor: Redactor): ReplayedEvent {
  const recorded = redactedOutcome(event.outcome, redactor)
  const replayed = redactedOutcome(outcome, redactor)
  const masked = [...event.masked, ...recorded.masked, ...replayed.masked]
  const isEmpty = !event.settled && event.outcome.hooks.length === 0
  const comparison = compareOutcomes(recorded.value, replayed.value, { masked, settled: event.settled })
  return answer(event, isEmpty ? null : recorded.value, replayed.value, comparison)
}

function hookReplayed(event: RecordedEvent, hook: Hook, outcome: Outcome, redactor: Redactor): ReplayedEvent {
  const recorded = redactedOutcome(event.outcome, redactor)
  const replayed = redactedOutcome(outcome, redactor)
  const masked = [...event.masked, ...recorded.masked, ...replayed.masked]
  const before = recorded.value.hooks.find(({ id }) => id === hook.id)
  const now = replayed.value.hooks.find(({ id }) => id === hook.id)
  // Captured payloads and hooks newer than the recording have nothing to differ from.
  const comparison = before === undefined ? NOTHING : compareRuns(event, before, now, masked)
  return { ...answer(event, before ?? null, now ?? null, comparison), hook: hook.id }
}

const NOTHING: Comparison = { same: true, differences: [] }

function answer(
  { n, event, dialect, session }: RecordedEvent,
  recorded: Outcome | HookRun | null,
  replayed: Outcome | HookRun | null,
  { same, differences }: Comparison,
): ReplayedEvent {
  return { n, event, dialect, session, recorded, replayed, same, ...(same ? {} : { differences }) }
}

function failure(event: RecordedEvent, redactor: Redactor, why: string, outcome?: Outcome): ReplayedEvent {
  const recorded = redactedOutcome(event.outcome, redactor).value
  const replayed = outcome === undefined ? null : redactedOutcome(outcome, redactor).value
  return { ...answer(event, recorded, replayed, { same: false, differences: [] }), failed: why }
}

// A hook that was skipped then is not missed now.
function goneFrom(event: RecordedEvent, present: ReadonlySet<string>): string | undefined {
  return event.outcome.hooks.find(({ id, status }) => status !== 'skipped' && !present.has(id))?.id
}

/** An outcome as it would stand in a recording, and where it is masked. */
export function redactedOutcome(
  outcome: Outcome,
  redactor: Redactor,
): { readonly value: Outcome; readonly masked: readonly string[] } {
  const { hooks, v, dialect, event, by, ...rest } = outcome
  const texts = redactor.redact(rest)
  const masked = [...texts.masked]
  const runs = hooks.map(({ id, name, source, path, status, failure, ...run }) => {
    const seen = redactor.redact(run)
    masked.push(...seen.masked.map((at) => `hooks.${id}.${at}`))
    return { id, name, source, path, status, failure, ...(seen.value as object) } as HookRun
  })
  const value = { ...(texts.value as typeof rest), v, dialect, event, by, hooks: runs }
  return { value, masked }
}

async function* chosen(
  events: AsyncIterable<RecordedEvent>,
  wants: (event: RecordedEvent) => boolean,
): AsyncGenerator<RecordedEvent> {
  for await (const event of events) if (wants(event)) yield event
}
