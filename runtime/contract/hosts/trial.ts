// Predicts what a host does with the end of one entry, by the host's own judgment: the entry runs alone on the example
// of its event. Starts nothing; ignores other entries and earlier activity in the session.

import { attemptFrom, type Dialect } from '../dialect.ts'
import type { Effect } from '../effect.ts'
import type { HookEntry } from '../entry.ts'
import type { HostFacts } from '../facts.ts'
import type { EntryRun } from '../host.ts'
import { mismatchText } from '../validate.ts'
import type { Raw, Reason, Verdict } from '../verdict.ts'

export type Trial = {
  readonly effect: Omit<Effect, 'hooks' | 'fired' | 'unknown'>
  /** The verdict of the answer, where the host accepts it. */
  readonly verdict: Verdict
  /** Why the host ignores the answer. */
  readonly failure: string | undefined
}

/**
 * The result of an end, for a call of this tool or of the example's; undefined where the host has no such event.
 * `more`: facts that differ from the host's usual ones.
 */
export function trial(
  dialect: Dialect,
  entry: HookEntry,
  raw: Raw,
  tool?: string,
  more: Partial<HostFacts> = {},
): Trial | undefined {
  const { host } = dialect
  const record = Object.hasOwn(dialect.events, entry.event) ? dialect.events[entry.event] : undefined
  if (host === undefined || record === undefined) return undefined
  const key = record.common.tool
  const payload: unknown =
    tool === undefined || key === undefined ? record.example : { ...(record.example as object), [key]: tool }
  const facts = { version: host.versions[0] as string, ...host.facts, ...more }
  const firing = { event: entry.event, record, payload, facts, settings: {} }
  const { result, verdict, failure } = answerOf()
  // The plan is made without matcher and condition, so that it shows whether the host waits for the entry.
  const { if: _, ...fields } = entry.fields
  const [plan] = host.plan(firing, [{ ...entry, matcher: undefined, fields }])
  const run: EntryRun = {
    entry,
    plan: { run: true, waits: plan?.run !== true || plan.waits },
    finished: 0,
    ms: 1,
    raw,
    result,
    verdict,
    failure,
  }
  return { effect: host.judge(firing, [run]).effect, verdict: verdict ?? {}, failure: failure?.message }

  function answerOf(): Pick<EntryRun, 'result' | 'verdict' | 'failure'> {
    const reading = { payload, entry, raw, facts }
    const what = attemptFrom(dialect, record as NonNullable<typeof record>, raw, reading)
    if (what.kind === 'failed') return failed(what.reason, what.message)
    if (what.kind === 'verdict') return { result: what.result, verdict: what.verdict }
    if (what.result === undefined) return { verdict: {} }
    const wrong = mismatchText((record as NonNullable<typeof record>).result, what.result)
    if (wrong !== undefined) return { ...failed('invalid', wrong), result: what.result }
    const answer = record?.verdict(what.result as never, payload as never, reading) as
      | Verdict
      | { readonly rejected: string }
    return 'rejected' in answer
      ? { ...failed('invalid', answer.rejected), result: what.result }
      : { result: what.result, verdict: answer }
  }
}

function failed(reason: Reason, message: string): Pick<EntryRun, 'verdict' | 'failure'> {
  return { verdict: {}, failure: { reason, message } }
}

/** The effect of such an end on the operation, as a clause after "so"; undefined where there is none. */
export function consequence(dialect: Dialect, entry: HookEntry, raw: Raw): string | undefined {
  const before = trial(dialect, entry, { exitCode: 0, stdout: '', stderr: '' })?.effect.operation
  const after = trial(dialect, entry, raw)?.effect.operation
  if (after === undefined || after.fate === before?.fate) return undefined
  return after.kind === 'prompt' && after.fate === 'blocked' ? WORDS.stopped : WORDS[after.fate]
}

const WORDS: Readonly<Record<string, string>> = {
  blocked: 'every matching call is blocked',
  failed: 'every matching call fails',
  denied: 'every permission request is denied',
  allowed: 'every permission request is granted',
  stopped: 'every prompt is blocked',
  continued: 'every stop is blocked',
  replaced: 'every result is replaced',
  'not-called': 'the model is never called',
  undecided: 'no permission request is decided',
}
