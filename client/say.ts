// Short texts for results of hooks and their states, in the editor's language. Decisions of a dialect (`deny`, `ask`)
// keep the names they have in the contract. Pure: does not use the editor.

import type { Effect } from '../runtime/contract/effect.ts'
import type { HookState } from '../runtime/contract/hook.ts'
import { isCutShort, operationWords } from '../runtime/contract/operationWords.ts'
import type { HookRun, Outcome } from '../runtime/contract/outcome.ts'
import type { Reason, Verdict } from '../runtime/contract/verdict.ts'
import { l10n } from './l10n.ts'
import type { LastRun } from './replay/lastRun.ts'
import { type Sign, signOfOutcome } from './signs.ts'

/** The result of a run, in a word or two. */
export function sayRun(run: HookRun): string {
  if (run.status === 'failed') return inWords(run.failure ?? 'failed')
  if (run.status === 'skipped') return inWords('skipped')
  return sayVerdict(run.verdict)
}

// The verdict, in a word or two.
function sayVerdict(verdict: Verdict | undefined): string {
  if (verdict?.decision !== undefined) return inWords(verdict.decision)
  if (verdict?.run?.ends === true) return l10n.t('ends the run')
  if (verdict?.answer !== undefined) return l10n.t('answered')
  if (verdict?.handled === true) return l10n.t('handled')
  if (verdict?.payload !== undefined) return l10n.t('changed')
  if ((verdict?.followUps ?? []).length > 0) return l10n.t('follows up')
  if ((verdict?.context ?? []).length > 0) return l10n.t('adds context')
  return (verdict?.notes ?? []).length > 0 ? l10n.t('notes') : l10n.t('pass')
}

/** Where a run was observed. */
export function sayHow(how: LastRun['how']): string {
  switch (how) {
    case 'replay':
      return l10n.t('in a replay')
    case 'debug':
      return l10n.t('in a debug session')
    case 'test':
      return l10n.t('in a test')
    case 'recorded':
      return l10n.t('as recorded')
  }
}

/** The outcome of a firing, in a word or two. */
export function sayOutcome(outcome: Outcome, settled = true): string {
  const { decision, answer, handled, changed, followUps, context, effect } = outcome
  if (!settled) return l10n.t('not settled')
  if (effect !== undefined) return sayEffect(effect)
  if (decision !== 'pass') return inWords(decision)
  if (answer !== undefined) return l10n.t('answered')
  if (handled === true) return l10n.t('handled')
  if (changed) return l10n.t('changed')
  if (followUps.length > 0) return l10n.t('follows up')
  return context.length > 0 ? l10n.t('adds context') : l10n.t('pass')
}

// What the host does, in the host's terms; the accompanying texts are shown elsewhere.
function sayEffect(effect: Effect): string {
  const { fired, operation } = effect
  if (!fired) return l10n.t('does not fire here')
  const parts = [
    ...(operation === undefined ? [] : [operationWords(operation)]),
    ...(isCutShort(effect) ? [l10n.t('the run ends')] : []),
  ]
  if (parts.length > 0) return parts.join('; ')
  return (effect.model ?? []).length > 0 ? l10n.t('adds context') : l10n.t('the agent goes on')
}

/** The outcome of a firing in one word, where there is no room for the agent's effect. */
export function markOutcome(outcome: Outcome, settled = true): string {
  const { effect } = outcome
  if (!settled || effect === undefined) return sayOutcome(outcome, settled)
  return effect.fired ? inWords(signOfOutcome(outcome)) : sayEffect(effect)
}

/** The outcome of a firing, and how many of its hooks failed. */
export function tellOutcome(outcome: Outcome, settled = true): string {
  return countingFailed(sayOutcome(outcome, settled), outcome)
}

/** Appends to an outcome's word how many of its hooks failed. */
export function countingFailed(word: string, { hooks }: Outcome): string {
  const failed = hooks.filter((run) => run.status === 'failed' && run.failure !== 'untrusted').length
  if (failed === 0) return word
  if (word === inWords('failed')) return failed === 1 ? word : l10n.t('{0} failed', failed)
  return failed === 1 ? l10n.t('{0}, 1 failed', word) : l10n.t('{0}, {1} failed', word, failed)
}

/** Translates a sign, a failure or a state; any other word is returned unchanged. */
export function inWords(word: string): string {
  return WORDS.get(word)?.() ?? word
}

const WORDS: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    pass: () => l10n.t('pass'),
    changed: () => l10n.t('changed'),
    denied: () => l10n.t('deny'),
    prompted: () => l10n.t('ask'),
    answered: () => l10n.t('answered'),
    added: () => l10n.t('context'),
    open: () => l10n.t('open'),
    skipped: () => l10n.t('skipped'),
    failed: () => l10n.t('failed'),
    timeout: () => l10n.t('timeout'),
    crashed: () => l10n.t('crashed'),
    unreadable: () => l10n.t('unreadable'),
    invalid: () => l10n.t('invalid'),
    aborted: () => l10n.t('aborted'),
    untrusted: () => l10n.t('untrusted'),
    active: () => l10n.t('active'),
    disabled: () => l10n.t('disabled'),
    shadowed: () => l10n.t('shadowed'),
    broken: () => l10n.t('broken'),
    unknown: () => l10n.t('unknown'),
  } satisfies Readonly<Record<Sign | HookState | Reason, () => string>>),
)

/** Whether the value is the run of one hook rather than an outcome. */
export function isRun(value: object): value is HookRun {
  return 'status' in value && 'source' in value
}
