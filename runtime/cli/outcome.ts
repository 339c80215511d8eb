// An outcome as a person reads it: each hook's answer and time, then what the agent goes on with.

import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { Verdict } from '../contract/verdict.ts'
import { type Colour, duration, paint, plural, print, table } from './print.ts'

export function printOutcome(outcome: Outcome, recordings: readonly string[] = []): void {
  print(`${paint('bold', outcome.event)} ${paint('dim', outcome.dialect)}`)
  if (outcome.hooks.length === 0) print('  no hook answers this event here')
  else print(table(outcome.hooks.map(hookRow), '  '))
  print()
  print(
    `${paint(decisionColour(outcome), headline(outcome))} ${paint('dim', `(${duration(outcome.durationMs)})`)}`,
  )
  if (outcome.changed) print(indent('payload', outcome.payload))
  if (outcome.answer !== undefined) print(indent('answered instead', outcome.answer))
  if (outcome.handled === true) print('  the error is handled')
  if (outcome.error !== undefined) print(indent('goes on with the error', outcome.error))
  for (const text of outcome.context) print(`  to the model: ${text}`)
  for (const text of outcome.notes) print(`  note: ${text}`)
  for (const text of outcome.followUps) print(`  follow-up: ${text}`)
  for (const path of recordings) print(paint('dim', `recorded in ${path}`))
}

/** One row of a table: name, source, what it said, time. */
export function hookRow(run: HookRun): string[] {
  const [colour, word] = said(run)
  const why = run.why ?? run.verdict?.reason ?? run.note ?? ''
  return [
    run.name,
    paint('dim', run.source),
    paint(colour, word),
    run.status === 'skipped' ? '' : duration(run.durationMs),
    paint('dim', why.length > 100 ? `${why.slice(0, 99)}…` : why),
  ]
}

function said(run: HookRun): readonly [Colour, string] {
  if (run.status === 'skipped') return ['dim', 'skipped']
  if (run.status === 'failed') return ['red', run.failure ?? 'failed']
  return ['green', verdictWord(run.verdict)]
}

/** What a verdict does, in one word. */
export function verdictWord(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'pass'
  if (verdict.decision !== undefined) return verdict.decision
  if (verdict.answer !== undefined) return 'answers'
  if (verdict.payload !== undefined) return 'rewrites'
  if (verdict.handled === true) return 'handles'
  if ((verdict.followUps ?? []).length > 0) return 'follows up'
  if ((verdict.context ?? []).length > 0) return 'adds context'
  return (verdict.notes ?? []).length > 0 ? 'notes' : 'pass'
}

function headline(outcome: Outcome): string {
  const by = outcome.by === undefined ? '' : ` by ${outcome.by}`
  const reason = outcome.reason === undefined ? '' : `: ${outcome.reason}`
  if (outcome.decision !== 'pass') return `${outcome.decision}${by}${reason}`
  if (outcome.answer !== undefined) return `answered${by}`
  const word = outcome.changed ? 'pass, rewritten' : 'pass'
  const missing = outcome.hooks.filter((hook) => hook.status === 'failed' || isMissing(hook)).length
  return missing === 0
    ? word
    : `${word}, but ${missing} of ${plural(outcome.hooks.length, 'hook')} did not answer`
}

/** A hook that should have run and could not: a pass without it is not its pass. */
export function isMissing({ status, why }: HookRun): boolean {
  return status === 'skipped' && (why?.startsWith('broken') === true || why?.startsWith('unknown') === true)
}

function decisionColour(outcome: Outcome): Colour {
  if (outcome.decision === 'deny' || outcome.decision === 'stop') return 'red'
  return outcome.decision === 'ask' ? 'yellow' : 'green'
}

function indent(title: string, value: unknown): string {
  const text = JSON.stringify(value, undefined, 2) ?? String(value)
  return `  ${title}: ${text.replaceAll('\n', '\n  ')}`
}
