// Signs of outcomes and verdicts, formatted durations, and shortened texts for rows, decorations and messages. Pure:
// uses neither the editor nor translations.

import type { Effect, OperationFate } from '../runtime/contract/effect.ts'
import { isCutShort } from '../runtime/contract/operationWords.ts'
import type { HookRun, Outcome } from '../runtime/contract/outcome.ts'
import { withoutCommand } from '../runtime/contract/trustWords.ts'
import type { Verdict } from '../runtime/contract/verdict.ts'
import { oneLine } from './plain.ts'

/** The possible signs of a firing or a run. */
export const SIGNS = [
  'pass',
  'changed',
  'denied',
  'prompted',
  'answered',
  'added',
  'failed',
  'skipped',
  'open',
] as const

export type Sign = (typeof SIGNS)[number]

// The sign of a verdict.
function signOfVerdict(verdict: Verdict | undefined): Sign {
  if (verdict === undefined) return 'pass'
  if (verdict.decision === 'deny' || verdict.decision === 'stop' || verdict.run?.ends === true)
    return 'denied'
  if (verdict.decision === 'ask') return 'prompted'
  if (verdict.answer !== undefined || verdict.handled === true) return 'answered'
  if (verdict.payload !== undefined) return 'changed'
  const texts = [verdict.followUps, verdict.context, verdict.notes]
  return texts.some((list) => (list ?? []).length > 0) ? 'added' : 'pass'
}

/** The sign of one hook's run. */
export function signOfRun(run: HookRun): Sign {
  if (run.status === 'failed') return 'failed'
  return run.status === 'skipped' ? 'skipped' : signOfVerdict(run.verdict)
}

// The sign of a host's effect: operation prevented, user prompted, something else performed, or text added.
function signOfEffect(effect: Effect, changed: boolean): Sign {
  const { operation, run, model = [], person = [], hooks } = effect
  const fate = operation?.fate
  if (isCutShort(effect) || (fate !== undefined && REFUSED.includes(fate))) return 'denied'
  if (operation?.asked === true) return 'prompted'
  if (fate === 'unknown' || run === 'unknown') return 'open'
  if (hooks.some(({ failed }) => failed === true)) return 'failed'
  // The effect of an operation that ran includes its input even if it is unchanged, so `changed` decides.
  if (fate === 'replaced' || (fate === 'ran' && changed)) return 'changed'
  return model.length + person.length > 0 || fate === 'continued' ? 'added' : 'pass'
}

const REFUSED: readonly OperationFate[] = ['blocked', 'denied', 'not-called', 'deferred']

/** The sign of a firing; a failed hook takes precedence unless a decision was made. */
export function signOfOutcome(outcome: Outcome, settled = true): Sign {
  if (!settled) return 'open'
  const { decision, answer, handled, changed, followUps, context, hooks, effect } = outcome
  if (effect !== undefined) return signOfEffect(effect, changed)
  if (decision === 'deny' || decision === 'stop') return 'denied'
  if (decision === 'ask') return 'prompted'
  // A hook that awaits trust is marked on its own row; the event continued without it.
  if (hooks.some((run) => run.status === 'failed' && run.failure !== 'untrusted')) return 'failed'
  if (answer !== undefined || handled === true) return 'answered'
  if (changed) return 'changed'
  return followUps.length + context.length > 0 ? 'added' : 'pass'
}

/** Formats milliseconds for display. */
export function duration(ms: number): string {
  if (ms < 1) return `${ms < 0.1 ? '<0.1' : ms.toFixed(1)} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

/** Joins the text into one line of at most `most` characters. */
export function clipped(text: string, most: number): string {
  const line = oneLine(text)
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Why a hook does not run, without the command-line hint: in the editor a click grants trust. */
export function whyHere(why: string): string {
  return withoutCommand(why)
}

/** Why a hook was skipped, without the leading state word. */
export function whyIdle(why: string): string {
  const text = whyHere(why).replace(/^[a-z]+: /, '')
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
