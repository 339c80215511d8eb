// The result of a program's end for one entry that calls it: the host's own judgment of one answer, with the entry's
// options and without other hooks.

import type { ScriptCall } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { ModelText, Operation } from '../contract/effect.ts'
import type { HookEntry } from '../contract/entry.ts'
import { consequence, type Trial, trial } from '../contract/hosts/trial.ts'
import type { Raw } from '../contract/verdict.ts'

/** One entry that calls a script at one event. */
export type EntryCall = ScriptCall & { readonly entry: HookEntry }

export type CallEnd = Pick<Trial, 'verdict' | 'failure'> & {
  /** What happens to the operation. */
  readonly operation: Operation | undefined
  /** The texts that the model then gets. */
  readonly model?: readonly ModelText[]
}

/** Every entry that calls a script at these events. */
export function entryCalls(
  calls: ReadonlyMap<string, ScriptCall>,
  events: readonly string[],
): readonly EntryCall[] {
  return events.flatMap((event) => {
    const call = calls.get(event)
    return call === undefined ? [] : call.entries.map((entry) => ({ ...call, entry }))
  })
}

/** The result of one call. */
export function callEnd({ host, entry, tool }: EntryCall, raw: Raw): CallEnd {
  const key = JSON.stringify([host.id, tool, raw])
  const known = ends.get(entry) ?? new Map<string, CallEnd>()
  const found = known.get(key) ?? judged(host, entry, tool, raw)
  if (known.size >= ENDS) known.clear()
  if (key.length <= LONG) ends.set(entry, known.set(key, found))
  return found
}

function judged(host: Dialect, entry: HookEntry, tool: string | undefined, raw: Raw): CallEnd {
  const end = trial(host, entry, raw, tool)
  if (end === undefined) return { verdict: {}, failure: undefined, operation: undefined }
  const { verdict, failure, effect } = end
  return { verdict, failure, operation: effect.operation, ...defined({ model: effect.model }) }
}

// Cached results per entry, since most keystrokes change no answer. Bounded, because every keystroke in an answer adds
// a new one, and a long answer costs more to keep than to judge.
const ends = new WeakMap<HookEntry, Map<string, CallEnd>>()
const ENDS = 100
const LONG = 4000

/** The consequence for the operation, as a clause; undefined where nothing changes. */
export function endConsequence({ host, entry }: EntryCall, raw: Raw): string | undefined {
  return consequence(host, entry, raw)
}

/** Whether the end blocks or delays anything: the operation, the agent's end, the run. */
export function holdsUp({ verdict: { decision, run }, operation }: CallEnd): boolean {
  return (
    decision === 'deny' ||
    decision === 'ask' ||
    decision === 'defer' ||
    run?.ends === true ||
    HELD.includes(operation?.fate)
  )
}

const HELD: readonly (Operation['fate'] | undefined)[] = [
  'blocked',
  'failed',
  'denied',
  'continued',
  'not-called',
]

/** Whether the verdict has any effect. */
export function saysSomething({ verdict }: CallEnd): boolean {
  return Object.values(verdict).some((one) => one !== undefined)
}

/** Whether the host rejects a whole answer that has an unknown key. */
export function isStrict(call: EntryCall): boolean {
  const answer = { exitCode: 0, stdout: '{"noSuchKey":true}', stderr: '' }
  return callEnd(call, answer).failure !== undefined
}

/** Whether the verdict and what happens to the operation are the same. */
export function sameEnd(one: CallEnd, two: CallEnd): boolean {
  return sameEndAndTexts(withoutTexts(one), withoutTexts(two))
}

/** Whether the model also gets the same texts. */
export function sameEndAndTexts(one: CallEnd, two: CallEnd): boolean {
  return JSON.stringify(one) === JSON.stringify(two)
}

function withoutTexts({ model: _, ...end }: CallEnd): CallEnd {
  return end
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
