// Formats a debug session's console output: each hook's answer, the outcome, and the differences from the recording or
// from the input payload. Pure: does not use the editor.

import microdiff from 'microdiff'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { l10n } from '../l10n.ts'
import { essence } from '../replay/result.ts'
import { sayOutcome, sayRun } from '../say.ts'
import { duration } from '../signs.ts'

/** Lines that describe an outcome. `hook` is the id of the hook, if only one was fired. */
export function outcomeLines(outcome: Outcome, hook: string | undefined, isTimed = true): readonly string[] {
  const ran = outcome.hooks.filter(({ id, status }) => status !== 'skipped' || id === hook)
  const lines = ran.map((run) => {
    const time = isTimed
      ? l10n.t('{0}: {1} in {2}', run.name, sayRun(run), duration(run.durationMs))
      : l10n.t('{0}: {1}', run.name, sayRun(run))
    return `${time}${because(run)}`
  })
  if (ran.length === 0) lines.push(l10n.t('No hook ran.'))
  const { reason, by, context, notes, followUps, answer } = outcome
  const cause = outcome.hooks.find(({ id }) => id === by)?.name ?? by
  const word =
    cause === undefined ? sayOutcome(outcome) : l10n.t('{0} because of {1}', sayOutcome(outcome), cause)
  return [
    ...lines,
    `${outcome.event}: ${word}${reason === undefined ? '' : `: ${reason}`}`,
    ...(answer === undefined ? [] : [`  ${l10n.t('answered instead: {0}', JSON.stringify(answer))}`]),
    ...context.map((text) => `  ${l10n.t('to the model: {0}', text)}`),
    ...notes.map((text) => `  ${l10n.t('note: {0}', text)}`),
    ...followUps.map((text) => `  ${l10n.t('follow-up: {0}', text)}`),
  ]
}

/** Output that hooks printed. An executable's stdout is its answer and is reported as such, so it is left out. */
export function printed({
  hooks,
}: Outcome): readonly { readonly category: 'stdout' | 'stderr'; readonly text: string }[] {
  const all = hooks.flatMap(({ exitCode, stdout = '', stderr = '' }) => [
    { category: 'stdout' as const, text: exitCode === undefined ? stdout : '' },
    { category: 'stderr' as const, text: stderr },
  ])
  return all.flatMap(({ category, text }) => (text === '' ? [] : [{ category, text: text.trimEnd() }]))
}

/** Differences between the recorded and the new run, of one hook or of the whole chain. */
export function recordedDifference(
  recorded: Outcome,
  now: Outcome,
  hook: string | undefined,
): readonly string[] {
  const runOf = (outcome: Outcome) => outcome.hooks.find(({ id }) => id === hook)
  const before = hook === undefined ? recorded : runOf(recorded)
  const after = hook === undefined ? now : runOf(now)
  if (before === undefined || after === undefined) return []
  const lines = differences(essence(before), essence(after))
  if (lines.length === 0) return [l10n.t('Same as recorded.')]
  const title =
    lines.length === 1
      ? l10n.t('1 difference from the recording:')
      : l10n.t('{0} differences from the recording:', lines.length)
  return [title, ...lines]
}

/** How the hooks changed the payload. */
export function payloadDifference(payload: unknown, outcome: Outcome): readonly string[] {
  const lines = differences(payload, outcome.payload)
  return lines.length === 0
    ? [l10n.t('The payload is unchanged.')]
    : [l10n.t('The payload was changed:'), ...lines]
}

/** Differences between two values, one line each: path, before, after. */
export function differences(before: unknown, after: unknown): readonly string[] {
  const plain = (value: unknown) => ({ value: JSON.parse(JSON.stringify(value ?? null)) as unknown })
  return microdiff(plain(before), plain(after), { cyclesFix: false }).map((found) => {
    const path = found.path.slice(1).join('.') || l10n.t('all of it')
    if (found.type === 'CREATE') return `  + ${path}: ${shown(found.value)}`
    if (found.type === 'REMOVE') return `  - ${path}: ${shown(found.oldValue)}`
    return `  ~ ${path}: ${shown(found.oldValue)} → ${shown(found.value)}`
  })
}

function because({ why, verdict, note }: HookRun): string {
  const reason = why ?? verdict?.reason ?? note
  return reason === undefined ? '' : `: ${reason}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? l10n.t('nothing')
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
