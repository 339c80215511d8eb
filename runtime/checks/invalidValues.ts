// What becomes of an answer with a value that its field does not accept: some hosts drop the whole answer, others
// only the value.

import { calledOf } from '../contract/called.ts'
import type { Json } from '../contract/json.ts'
import { listed } from '../contract/listed.ts'
import type { Path } from '../contract/walk.ts'
import { callEnd, entryCalls } from './callEnds.ts'
import type { Ground } from './ground.ts'

/** The end of the sentence for every answer of a dialect that checks answers as a whole. */
export const INVALID = 'so the whole answer is invalid'

export type ValueConsequence = {
  /** The end of the sentence. */
  readonly text: string
  /** Whether a host drops the whole answer because of the value. */
  readonly dropsAnswer: boolean
}

/** What this value leads to, as the hosts judge it. */
export function consequenceOf(
  value: Json,
  path: Path,
  { dialect, events }: Pick<Ground, 'dialect' | 'events'>,
): ValueConsequence {
  const calls = calledOf(dialect)?.calls
  const whole = { text: INVALID, dropsAnswer: true }
  if (calls === undefined) return whole
  const drops = Map.groupBy(entryCalls(calls, events), (call) => {
    const stdout = JSON.stringify(answerWith(value, path, call.event))
    return callEnd(call, { exitCode: 0, stdout, stderr: '' }).failure !== undefined
  })
  if (!drops.has(false)) return whole
  const titles = [...new Set(drops.get(true)?.map(({ host }) => host.title))]
  if (titles.length > 0) {
    const verb = titles.length === 1 ? 'drops' : 'drop'
    return { text: `so ${listed(titles)} ${verb} the whole answer`, dropsAnswer: true }
  }
  const ignored = path.at(-1) === 'hookEventName' ? '"hookSpecificOutput"' : 'it'
  return { text: `so ${ignored} is ignored`, dropsAnswer: false }
}

// `{"hookSpecificOutput": {"hookEventName": …, "permissionDecision": value}}`
function answerWith(value: Json, [first, ...rest]: Path, event: string): Json {
  if (first === undefined) return value
  const inner = answerWith(value, rest, event)
  if (typeof first === 'number' || first === '*') return [inner]
  const isNamed = first === 'hookSpecificOutput' && rest[0] !== 'hookEventName'
  return { [first]: isNamed ? { hookEventName: event, ...(inner as object) } : inner }
}
