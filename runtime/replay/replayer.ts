// Fires one recorded event again and compares it, in this or another thread. Equality is checked before masking, so
// that only events that differ are masked and compared in full.

import { defined } from '../contract/defined.ts'
import { answersTo, dialectOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import { createRedactor, type Redactor } from '../recordings/redact.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Comparison, compareOutcomes, compareRuns, isAlike, isAlikeRun } from './compare.ts'
import { findHook } from './findHook.ts'
import { inputOf } from './input.ts'
import { overriddenOutcome } from './overriddenOutcome.ts'
import type { ReplayedEvent, ReplayOptions } from './replayedEvent.ts'
import { withSet } from './set.ts'

/** The part of a recorded event that a replay needs. */
export type Replayable = Omit<RecordedEvent, 'at' | 'cwd'> & {
  /** A cheap check, if available: true only if the outcome equals the recorded one. */
  isAsRecorded?(outcome: Outcome): boolean
}

export type Replayer = {
  /** Id of the hook, if only one is replayed. */
  readonly hook: string | undefined
  /** Whether the requested hook handles the event. */
  readonly takes: (event: Pick<RecordedEvent, 'event' | 'dialect'>) => boolean
  readonly replay: (event: Replayable) => Promise<ReplayedEvent>
}

/** The part of a workspace that a replay uses. */
export type ReplayTarget = Pick<Workspace, 'settings' | 'list' | 'fire'>

export type ReplayerOptions = Pick<ReplayOptions, 'hook' | 'set' | 'signal' | 'keep'>

export function replayerOf(
  workspace: ReplayTarget,
  { hook: wanted, set, signal, keep }: ReplayerOptions,
): Replayer {
  const { redaction, environment } = workspace.settings
  const redactor = createRedactor(redaction, { ...process.env, ...environment.set })
  const hooks = workspace.list()
  const present = new Set(hooks.map(({ id }) => id))
  const found = wanted === undefined ? undefined : findHook(hooks, wanted)
  const only = found !== undefined && 'hook' in found ? found.hook : undefined
  const hasSet = Object.keys(set ?? {}).length > 0
  // In-process handlers get the payload itself and could change the recorded one.
  const shares = hooks.some(({ handler, state }) => handler !== undefined && state === 'active')
  return {
    hook: only?.id,
    takes({ event, dialect }) {
      const one = hookOf(dialect)
      return one === undefined || (one.dialect === dialect && answersTo(one, event))
    },
    async replay(recorded) {
      const one = hookOf(recorded.dialect)
      if (one === undefined && found !== undefined && 'problem' in found)
        return failure(recorded, redactor, found.problem)
      try {
        const outcome = await fired(recorded, one)
        const event = hasSet ? overridden(recorded, one) : recorded
        // Unchanged events are reported without outcomes.
        if (keep === 'notable' && one === undefined && event.isAsRecorded?.(outcome)) {
          return answer(event, null, null, NOTHING)
        }
        const gone = one === undefined ? goneFrom(event, present) : undefined
        if (gone !== undefined) return failure(event, redactor, `not found: ${gone}`, outcome)
        // Outcomes equal before masking are equal after it, and are not reported.
        if (keep === 'notable' && isSame(event, outcome, one)) {
          return { ...answer(event, null, null, NOTHING), ...(one === undefined ? {} : { hook: one.id }) }
        }
        return one === undefined
          ? chainReplayed(event, outcome, redactor)
          : hookReplayed(event, one, outcome, redactor)
      } catch (error) {
        return failure(recorded, redactor, (error as Error).message)
      }
    },
  }

  // Several agents may read one entry; the event's dialect determines which hook is meant.
  function hookOf(dialect: string): Hook | undefined {
    if (only !== undefined || wanted === undefined) return only
    const own = findHook(
      hooks.filter((hook) => hook.dialect === dialect),
      wanted,
    )
    return 'hook' in own ? own.hook : undefined
  }

  function given(recorded: Replayable, one: Hook | undefined): unknown {
    return one === undefined ? recorded.payload : inputOf(recorded, one.id)
  }

  // Only the fields that are used: an event of a bulk replay parses the others on access.
  function overridden(recorded: Replayable, one: Hook | undefined): Replayable {
    const { n, event, dialect, session, payload, masked, settled, facts } = recorded
    const outcome = overriddenOutcome(recorded.outcome, given(recorded, one), set ?? {})
    return {
      n,
      event,
      dialect,
      session,
      payload,
      masked,
      settled,
      outcome,
      ...defined({ facts }),
    }
  }

  function fired(recorded: Replayable, one: Hook | undefined): Promise<Outcome> {
    const { dialect, event, session } = recorded
    const id = dialectOf(dialect)?.id
    if (id === undefined) throw new Error(`this Hookbench does not support the dialect "${dialect}"`)
    const input = given(recorded, one)
    const own = shares ? structuredClone(input) : input
    return workspace.fire(event, set === undefined ? own : withSet(own, set), {
      ...defined({ facts: recorded.facts }),
      dialect: id,
      session,
      ...defined({ signal }),
      ...(one === undefined ? {} : { only: (hook: Hook) => hook.id === one.id }),
    })
  }
}

function isSame(event: Replayable, outcome: Outcome, one: Hook | undefined): boolean {
  if (one === undefined) return event.settled && isAlike(event.outcome, outcome)
  const before = event.outcome.hooks.find(({ id }) => id === one.id)
  return before === undefined || isAlikeRun(event, before, outcome.hooks[0])
}

function chainReplayed(event: Replayable, outcome: Outcome, redactor: Redactor): ReplayedEvent {
  const recorded = redactedOutcome(event.outcome, redactor)
  const replayed = redactedOutcome(outcome, redactor)
  const masked = [...event.masked, ...recorded.masked, ...replayed.masked]
  const isEmpty = !event.settled && event.outcome.hooks.length === 0
  const comparison = compareOutcomes(recorded.value, replayed.value, { masked, settled: event.settled })
  return answer(event, isEmpty ? null : recorded.value, replayed.value, comparison)
}

function hookReplayed(event: Replayable, hook: Hook, outcome: Outcome, redactor: Redactor): ReplayedEvent {
  const recorded = redactedOutcome(event.outcome, redactor)
  const replayed = redactedOutcome(outcome, redactor)
  const masked = [...event.masked, ...recorded.masked, ...replayed.masked]
  const before = recorded.value.hooks.find(({ id }) => id === hook.id)
  const now = replayed.value.hooks.find(({ id }) => id === hook.id)
  // Captured payloads, and hooks newer than the recording, have no recorded run to compare with.
  const comparison = before === undefined ? NOTHING : compareRuns(event, before, now, masked)
  const { effect } = replayed.value
  return {
    ...answer(event, before ?? null, now ?? null, comparison),
    hook: hook.id,
    ...defined({ effect }),
  }
}

const NOTHING: Comparison = { same: true, differences: [] }

function answer(
  { n, event, dialect, session }: Replayable,
  recorded: Outcome | HookRun | null,
  replayed: Outcome | HookRun | null,
  { same, differences }: Comparison,
): ReplayedEvent {
  return { n, event, dialect, session, recorded, replayed, same, ...(same ? {} : { differences }) }
}

function failure(event: Replayable, redactor: Redactor, why: string, outcome?: Outcome): ReplayedEvent {
  const recorded = redactedOutcome(event.outcome, redactor).value
  const replayed = outcome === undefined ? null : redactedOutcome(outcome, redactor).value
  return { ...answer(event, recorded, replayed, { same: false, differences: [] }), failed: why }
}

// A hook that was skipped when recorded may be missing now.
function goneFrom(event: Replayable, present: ReadonlySet<string>): string | undefined {
  return event.outcome.hooks.find(({ id, status }) => status !== 'skipped' && !present.has(id))?.id
}

/** An outcome as it would be recorded, and its masked paths. */
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
