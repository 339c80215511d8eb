// What a replay came to, made ready to be shown: two texts side by side, a line for a message. Pure: knows no editor.

import type { Effect } from '../../runtime/contract/effect.ts'
import { effectLine, effectLines } from '../../runtime/contract/effectWords.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { l10n } from '../l10n.ts'
import type { ReplayedEvent } from '../protocol.ts'
import { sayOutcome, sayRun } from '../say.ts'
import { clipped, duration, signOfOutcome, whyHere } from '../words.ts'

export type Shown = {
  /** What the two texts are: the payload before and after, or the outcome as recorded and now. */
  readonly kind: 'payload' | 'outcome'
  readonly left: unknown
  readonly right: unknown
  /** One line. */
  readonly summary: string
  /** True where a hook failed: what it should have decided is not decided. */
  readonly failed: boolean
  /** True where it came out otherwise than recorded; undefined where nothing was recorded. */
  readonly differs?: boolean
}

/** One firing of a payload through one hook. */
export function shownOutcome(name: string, payload: unknown, outcome: Outcome): Shown {
  const run = outcome.hooks.find(({ status }) => status !== 'skipped')
  const word = run?.status === 'failed' ? sayRun(run) : sayOutcome(outcome)
  if (outcome.effect !== undefined) return shownEffect(name, payload, outcome, outcome.effect, run)
  return {
    kind: 'payload',
    left: { payload },
    right: { ...said(outcome, run), payload: outcome.payload },
    summary: line(name, word, outcome.durationMs, run?.why ?? outcome.reason),
    failed: run?.status === 'failed',
  }
}

// What a host does with the answer: in words, and with everything that the model and the person get.
function shownEffect(
  name: string,
  payload: unknown,
  outcome: Outcome,
  effect: Effect,
  run: HookRun | undefined,
): Shown {
  const failed =
    run?.status === 'failed' ? `${sayRun(run)}${run.why === undefined ? '' : ` (${run.why})`}; ` : ''
  return {
    kind: 'payload',
    left: { payload },
    right: { ...inEffect(effect, run), payload: outcome.payload },
    summary: line(name, `${failed}${effectLine(effect)}`, outcome.durationMs, undefined),
    failed: run?.status === 'failed',
  }
}

// The effect a line each, and what the hook printed for it.
function inEffect(effect: Effect, run: HookRun | undefined): object {
  const { exitCode, stdout, stderr } = run ?? {}
  return { effect: effectLines(effect), ...present({ exitCode, stdout, stderr }) }
}

/** A recorded event, replayed through one hook or the whole chain. `payload` is what went in, where that is known. */
export function shownReplay(name: string, replayed: ReplayedEvent, payload: unknown): Shown {
  const { recorded, replayed: now, same, failed, differences = [] } = replayed
  if (now === null) {
    return {
      kind: 'outcome',
      left: essence(recorded),
      right: { failed },
      differs: true,
      failed: true,
      summary: `${name}: ${failed}`,
    }
  }
  const effect = isRun(now) ? replayed.effect : now.effect
  const word = effect !== undefined ? effectLine(effect) : isRun(now) ? sayRun(now) : sayOutcome(now)
  const why = isRun(now) ? (now.why ?? now.verdict?.reason) : now.reason
  // What the model reads says why.
  const reason = effect === undefined || (isRun(now) && now.status === 'failed') ? why : undefined
  const summary = `${line(name, word, now.durationMs, reason)} ${compared(same, differences.length)}`
  const hasFailed = isRun(now) ? now.status === 'failed' : signOfOutcome(now) === 'failed'
  // Two equal outcomes show nothing; what became of the payload does.
  if (same && payload !== undefined && isRun(now)) {
    const right = effect === undefined ? after(now, payload) : { ...inEffect(effect, now), payload }
    return { kind: 'payload', left: { payload }, right, summary, differs: false, failed: hasFailed }
  }
  return {
    kind: 'outcome',
    left: essence(recorded),
    right: essence(now),
    summary,
    differs: !same,
    failed: hasFailed,
  }
}

/** An outcome or a run without what differs between any two firings: times, output, ids. */
export function essence(value: ReplayedEvent['recorded']): unknown {
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

function runEssence({ status, failure, why, verdict }: HookRun): object {
  return { status, ...present({ failure, why }), ...(verdict === undefined ? {} : { verdict }) }
}

function after({ verdict = {}, status, failure, why, stderr }: HookRun, given: unknown): object {
  const { decision, reason, answer, handled, error, context, notes, followUps, payload = given } = verdict
  return {
    ...present({ decision, reason, answer, handled, error, context, notes, followUps }),
    ...(status === 'failed' ? present({ failed: failure, why, stderr }) : {}),
    payload,
  }
}

function said(outcome: Outcome, run: HookRun | undefined): object {
  const { decision, reason, answer, handled, error, context, notes, followUps } = outcome
  return {
    ...(decision === 'pass' ? {} : { decision }),
    ...present({ reason, answer, handled, error, context, notes, followUps }),
    ...(run?.status === 'failed' ? present({ failed: run.failure, why: run.why, stderr: run.stderr }) : {}),
  }
}

function present(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

function isRun(value: object): value is HookRun {
  return 'status' in value && 'source' in value
}

function compared(same: boolean, differences: number): string {
  if (same) return l10n.t('Same as recorded.')
  return differences === 1
    ? l10n.t('1 difference from the recording.')
    : l10n.t('{0} differences from the recording.', differences)
}

function line(name: string, word: string, ms: number, reason: string | undefined): string {
  const why =
    reason === undefined ? '' : ` ${clipped(whyHere(reason), 140).replace(/[.!?…]?$/, (end) => end || '.')}`
  return `${l10n.t('{0}: {1} in {2}.', name, word, duration(ms))}${why}`
}
