// Compares an observed effect with the predicted one, field by field. Fields that were not observed are skipped.

import { sameJson } from '../../runtime/contract/json.ts'
import type { AgentCase, Observed, ObservedText } from './agentCase.ts'
import type { CaseHook, Prediction } from './predictCase.ts'

export type CaseDifference = {
  readonly field: string
  readonly predicted: unknown
  readonly observed: unknown
}

/** All fields that differ. */
export function compareCase({ observed }: AgentCase, prediction: Prediction): readonly CaseDifference[] {
  const { effect, commands } = prediction
  const found: CaseDifference[] = []
  const differ = (field: string, predicted: unknown, seen: unknown) =>
    found.push({ field, predicted, observed: seen })
  const equal = (field: string, predicted: unknown, seen: unknown) => {
    if (seen !== undefined && !sameJson(predicted, seen)) differ(field, predicted, seen)
  }
  equal('fired', effect.fired, observed.fired)
  for (const hook of observed.hooks) {
    const mine = prediction.hooks.find(({ id }) => id === hook.id)
    for (const field of ['ran', 'why', 'times', 'waited', 'failed'] as const)
      equal(`hooks.${hook.id}.${field}`, classOf(mine?.[field]), hook[field])
  }
  equal('order', prediction.order, observed.order)
  compareOperation()
  compareModel()
  for (const text of observed.person ?? [])
    if (!(effect.person ?? []).some((mine) => matches(mine, text, commands)))
      differ('person', effect.person, text)
  equal('run', effect.run, observed.run)
  equal('exit', effect.exit, observed.exit)
  return found

  function compareOperation(): void {
    const seen = observed.operation
    if (seen === undefined) return
    const mine = effect.operation
    for (const field of ['kind', 'fate', 'ran', 'asked'] as const)
      equal(`operation.${field}`, mine?.[field], seen[field])
    for (const [key, value] of Object.entries(seen.input ?? {}))
      equal(`operation.input.${key}`, mine?.input?.[key], value)
    if (seen.output !== undefined && !matches(mine?.output, seen.output, commands))
      differ('operation.output', mine?.output, seen.output)
  }

  function compareModel(): void {
    const seen = observed.model
    if (seen === undefined) return
    const last = observed.requests ?? Number.POSITIVE_INFINITY
    const left = (effect.model ?? []).filter(({ request = 1 }) => request <= last)
    const missing = seen.filter((text) => {
      const at = left.findIndex(
        (mine) =>
          mine.where === text.where &&
          (text.role === undefined || mine.role === text.role) &&
          (mine.request ?? 1) === (text.request ?? 1) &&
          matches(mine.text, text, commands),
      )
      if (at !== -1) left.splice(at, 1)
      return at === -1
    })
    if (missing.length > 0 || left.length > 0) differ('model', left, missing)
  }
}

// The case format has fewer reasons than the prediction.
function classOf(value: unknown): unknown {
  return value === 'condition' || value === 'duplicate' ? 'matcher' : value
}

/**
 * Whether a predicted text matches the observed one: trimmed, with commands filled in; `{{any}}` matches any
 * characters.
 */
export function matches(
  predicted: string | undefined,
  { text, match = 'exact' }: ObservedText,
  commands: readonly CaseHook[],
): boolean {
  if (predicted === undefined) return false
  const known = commands.reduce(
    (all, { id, command }) => all.replaceAll(`{{command:${id}}}`, command),
    text.trim(),
  )
  const pattern = known.split('{{any}}').map(escaped).join('[\\s\\S]*')
  const ends = match === 'exact' ? `^${pattern}$` : match === 'starts' ? `^${pattern}` : pattern
  return new RegExp(ends).test(predicted.trim())
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Whether the case differs from the trivial prediction "all hooks ran and nothing happened". */
export function isNotable({ observed }: { readonly observed: Observed }): boolean {
  const { fired, hooks, operation, model, run } = observed
  const idle = ['ran', 'undecided', 'kept', 'sent', 'stopped', 'started', 'ended', 'went-on', 'called']
  const changed =
    operation !== undefined && (!idle.includes(operation.fate ?? 'ran') || operation.asked === true)
  const ended = run === 'ended' && operation?.kind !== 'stop' && operation?.kind !== 'end'
  return (
    fired === false ||
    hooks.some(({ ran, failed, waited }) => !ran || failed === true || waited === false) ||
    changed ||
    (model ?? []).length > 0 ||
    ended
  )
}
