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

/** The end of the sentence for this value, as the hosts judge it. */
export function consequenceOf(
  value: Json,
  path: Path,
  { dialect, events }: Pick<Ground, 'dialect' | 'events'>,
): string {
  const calls = calledOf(dialect)?.calls
  if (calls === undefined) return INVALID
  const drops = Map.groupBy(entryCalls(calls, events), (call) => {
    const stdout = JSON.stringify(answerWith(value, path, call.event))
    return callEnd(call, { exitCode: 0, stdout, stderr: '' }).failure !== undefined
  })
  if (!drops.has(false)) return INVALID
  const titles = [...new Set(drops.get(true)?.map(({ host }) => host.title))]
  if (titles.length > 0)
    return `so ${listed(titles)} ${titles.length === 1 ? 'drops' : 'drop'} the whole answer`
  return path.at(-1) === 'hookEventName' ? 'so "hookSpecificOutput" is ignored' : 'so it is ignored'
}

// `{"hookSpecificOutput": {"hookEventName": …, "permissionDecision": value}}`
function answerWith(value: Json, [first, ...rest]: Path, event: string): Json {
  if (first === undefined) return value
  const inner = answerWith(value, rest, event)
  if (typeof first === 'number' || first === '*') return [inner]
  const isNamed = first === 'hookSpecificOutput' && rest[0] !== 'hookEventName'
  return { [first]: isNamed ? { hookEventName: event, ...(inner as object) } : inner }
}
