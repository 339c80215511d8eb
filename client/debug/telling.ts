// What a debug session says in its console: how each hook answered, what it came to, and what is different from the
// recording, or from what went in. Pure: knows no editor.

import microdiff from 'microdiff'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { essence } from '../replay/result.ts'
import { duration, wordOfOutcome, wordOfRun } from '../words.ts'

/** The lines an outcome is told in. `hook` is the id of the one hook that was fired. */
export function outcomeLines(outcome: Outcome, hook: string | undefined): readonly string[] {
  const ran = outcome.hooks.filter(({ id, status }) => status !== 'skipped' || id === hook)
  const lines = ran.map(
    (run) => `${run.name}: ${wordOfRun(run)} in ${duration(run.durationMs)}${because(run)}`,
  )
  if (ran.length === 0) lines.push('No hook ran.')
  const { reason, by, context, notes, followUps, answer } = outcome
  return [
    ...lines,
    `${outcome.event}: ${wordOfOutcome(outcome)}${by === undefined ? '' : ` by ${by}`}${reason === undefined ? '' : `: ${reason}`}`,
    ...(answer === undefined ? [] : [`  answered instead: ${JSON.stringify(answer)}`]),
    ...context.map((text) => `  to the model: ${text}`),
    ...notes.map((text) => `  note: ${text}`),
    ...followUps.map((text) => `  follow-up: ${text}`),
  ]
}

/** What is different now from what was recorded, of one hook or of the whole chain. */
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
  if (lines.length === 0) return ['Same as recorded.']
  const title = lines.length === 1 ? '1 difference' : `${lines.length} differences`
  return [`${title} from the recording:`, ...lines]
}

/** What became of the payload. */
export function payloadDifference(payload: unknown, outcome: Outcome): readonly string[] {
  const lines = differences(payload, outcome.payload)
  return lines.length === 0 ? ['The payload is unchanged.'] : ['The payload was changed:', ...lines]
}

/** Two values' differences, a line for each: path, before, after. */
export function differences(before: unknown, after: unknown): readonly string[] {
  const plain = (value: unknown) => ({ value: JSON.parse(JSON.stringify(value ?? null)) as unknown })
  return microdiff(plain(before), plain(after), { cyclesFix: false }).map((found) => {
    const path = found.path.slice(1).join('.') || 'all of it'
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
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
