// Prepares the result of a replay for display and comparison: a one-line summary and two texts to diff. Pure: does not
// use the editor.

import { defined } from '../../runtime/contract/defined.ts'
import type { Effect } from '../../runtime/contract/effect.ts'
import { effectLine, effectLines } from '../../runtime/contract/effectWords.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { l10n } from '../l10n.ts'
import type { DifferenceMessage, ReplayedEventMessage } from '../protocol.ts'
import { isRun, sayOutcome, sayRun } from '../say.ts'
import { clipped, duration, signOfOutcome, whyHere } from '../signs.ts'

/** The result of one firing or replay. */
export type ReplayResult = {
  /** Null if there was no outcome. */
  readonly outcome: Outcome | HookRun | null
  /** What the host does as a result. */
  readonly effect?: Effect
  /** The input payload, if known. */
  readonly given?: { readonly payload: unknown }
  /** The comparison with a recorded or an expected outcome. */
  readonly against?: {
    readonly what: 'recorded' | 'expected'
    readonly recorded?: Outcome | HookRun | null
    readonly same: boolean
    readonly differences: readonly DifferenceMessage[]
  }
  /** Why there is no outcome, or what else is wrong. */
  readonly why?: string
}

export type Shown = {
  /** What the two texts are: the payload before and after, or the recorded outcome and the new one. */
  readonly kind: 'payload' | 'outcome'
  readonly left: unknown
  readonly right: unknown
  /** False if the two texts are equal. */
  readonly differs: boolean
  /** One-line summary. */
  readonly summary: string
  /** True if a hook failed, so that its decision is missing. */
  readonly failed: boolean
}

/** The result of firing a payload at one hook or a chain. */
export function firingResult(outcome: Outcome, payload: unknown): ReplayResult {
  return {
    outcome,
    given: { payload },
    ...defined({ effect: outcome.effect }),
  }
}

/** The result of replaying a recorded event. `payload` is the input, if known. */
export function replayedResult(replayed: ReplayedEventMessage, payload: unknown): ReplayResult {
  const { recorded, replayed: outcome, same, failed, differences = [] } = replayed
  const effect = outcome === null || isRun(outcome) ? replayed.effect : outcome.effect
  return {
    outcome,
    ...defined({ effect }),
    ...(payload === undefined ? {} : { given: { payload } }),
    ...defined({ why: failed }),
    against: { what: 'recorded', recorded, same, differences },
  }
}

/** A one-line summary, and two texts to diff. */
export function shownOf(name: string, came: ReplayResult): Shown {
  const { outcome, against, given } = came
  if (outcome === null) {
    const left = essence(against?.recorded ?? null)
    const right = { failed: came.why }
    return { kind: 'outcome', left, right, differs: true, failed: true, summary: `${name}: ${came.why}` }
  }
  const comparison = against === undefined ? '' : ` ${compared(against)}`
  const summary = `${line(name, wordOf(came), outcome.durationMs, reasonOf(came))}${comparison}`
  const failed = isRun(outcome) ? outcome.status === 'failed' : hasFailed(outcome)
  const isHeld = against?.what === 'recorded' && (!against.same || given === undefined)
  if (isHeld) {
    const sides = { left: essence(against.recorded ?? null), right: essence(outcome) }
    return { kind: 'outcome', ...sides, differs: !against.same, summary, failed }
  }
  const out = payloadAfter(came)
  const differs = JSON.stringify(given?.payload) !== JSON.stringify(out)
  return { kind: 'payload', left: given?.payload, right: out, differs, summary, failed }
}

// The result in a few words.
function wordOf({ outcome, effect }: ReplayResult): string {
  if (outcome === null) return l10n.t('nothing')
  const run = isRun(outcome) ? outcome : onlyRun(outcome)
  const failed = run?.status === 'failed' ? sayRun(run) : undefined
  if (effect !== undefined)
    return [failed, effectLine(effect)].filter((part) => part !== undefined).join('; ')
  return failed ?? (isRun(outcome) ? sayRun(outcome) : sayOutcome(outcome))
}

/** The reason, unless the host's effect already includes it. */
export function reasonOf({ outcome, effect }: ReplayResult): string | undefined {
  if (outcome === null) return undefined
  const run = isRun(outcome) ? outcome : onlyRun(outcome)
  if (run?.status === 'failed') return run.why
  if (effect !== undefined) return undefined
  return isRun(outcome) ? (outcome.why ?? outcome.verdict?.reason) : outcome.reason
}

/** The payload that the agent continues with. */
export function payloadAfter({ outcome, given }: ReplayResult): unknown {
  if (outcome === null) return given?.payload
  return isRun(outcome) ? (outcome.verdict?.payload ?? given?.payload) : outcome.payload
}

/** The comparison in one sentence. */
export function compared({ what, same, differences }: NonNullable<ReplayResult['against']>): string {
  const count = differences.length
  if (what === 'expected') {
    if (same) return l10n.t('As expected.')
    return count === 1
      ? l10n.t('1 difference from what is expected.')
      : l10n.t('{0} differences from what is expected.', count)
  }
  if (same) return l10n.t('Same as recorded.')
  return count === 1
    ? l10n.t('1 difference from the recording.')
    : l10n.t('{0} differences from the recording.', count)
}

/** An outcome or a run without what varies between any two firings: times, output, ids. */
export function essence(value: ReplayedEventMessage['recorded']): unknown {
  if (value === null) return { recorded: l10n.t('nothing') }
  if (isRun(value)) return runEssence(value)
  const { decision, reason, by, answer, handled, error, context, notes, followUps, payload, hooks, effect } =
    value as Outcome
  return {
    decision,
    ...present({ reason, by, answer, handled, error, context, notes, followUps }),
    ...(effect === undefined ? {} : { effect: effectLines(effect) }),
    payload,
    hooks: Object.fromEntries((hooks ?? []).map((run) => [run.id, runEssence(run)])),
  }
}

// The only hook that ran; undefined if there were several or none.
function onlyRun({ hooks }: Outcome): HookRun | undefined {
  const ran = hooks.filter(({ status }) => status !== 'skipped')
  return ran.length === 1 ? ran[0] : undefined
}

function hasFailed(outcome: Outcome): boolean {
  return onlyRun(outcome)?.status === 'failed' || signOfOutcome(outcome) === 'failed'
}

function runEssence({ status, failure, why, verdict }: HookRun): object {
  return { status, ...present({ failure, why }), ...defined({ verdict }) }
}

function present(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

function line(name: string, word: string, ms: number, reason: string | undefined): string {
  const why =
    reason === undefined ? '' : ` ${clipped(whyHere(reason), 140).replace(/[.!?…]?$/, (end) => end || '.')}`
  return `${l10n.t('{0}: {1} in {2}.', name, word, duration(ms))}${why}`
}
