// What a host ignores in the result of a hook that ran: keys that the event's answers do not have, words without a
// meaning there, a replaced input, an exit code. Returned as clauses that follow the host's name.

import type { Dialect } from './dialect.ts'
import type { EventRecord } from './eventRecord.ts'
import { isObject, valueAt } from './json.ts'
import { listed } from './listed.ts'
import type { HookRun } from './outcome.ts'
import { parseJson } from './parseJson.ts'
import { inputAnswers } from './replacingAnswers.ts'
import type { Verdict } from './verdict.ts'
import { shapeAt } from './walk.ts'

/** Words by which hooks of any host refuse or ask. */
const REFUSALS: readonly unknown[] = ['deny', 'block', 'ask']

/** What the host ignores in a hook's result; undefined where nothing is known to be ignored. */
export function ignoredIn(
  { events }: Pick<Dialect, 'events'>,
  event: string,
  run: HookRun,
): string | undefined {
  const at = run.event ?? event
  const record = Object.hasOwn(events, at) ? events[at] : undefined
  if (record === undefined || run.status !== 'returned') return undefined
  const { exitCode = 0, verdict = {} } = run
  const isSilent = exitCode !== 2 && (exitCode === 0 || (verdict.notes ?? []).length > 0)
  // The answer may be derived from the exit code.
  if (!isSilent && !hasEffect(verdict) && Object.keys(printedIn(run) ?? {}).length === 0)
    return `ignores exit code ${exitCode} at ${at}`
  const answer = answerOf(run)
  if (answer !== undefined && !isTaken(record, answer, run)) {
    const keys = unreadKeys(record, answer).map((key) => `"${key}"`)
    if (keys.length > 0) return `does not read ${listed(keys)} at ${at}`
  }
  const given = answer === undefined ? [] : keysIn(answer)
  const input = inputAnswers(record).find(({ path }) => isObject(valueAt(answer, path)))
  if (input !== undefined && verdict.payload === undefined && verdict.decision !== 'deny')
    return `drops this "${input.path.split('.').at(-1)}"`
  if (hasEffect(verdict)) return undefined
  const refusal = given.find(isRefusal)
  return refusal && `ignores "${refusal[0]}": ${JSON.stringify(refusal[1])} at ${at}`
}

/** Whether an answer without a known key still had an effect: the host reads it in another host's format. */
function isTaken(
  record: EventRecord,
  answer: Readonly<Record<string, unknown>>,
  { verdict = {} }: HookRun,
): boolean {
  return hasEffect(verdict) && Object.keys(answer).every((key) => isAbsent(record, [key]))
}

function hasEffect({ decision, payload, answer, run, context, followUps }: Verdict): boolean {
  return [decision, payload, answer, run, context?.[0], followUps?.[0]].some((one) => one !== undefined)
}

const isRefusal = ([key, value]: readonly [string, unknown]) =>
  REFUSALS.includes(value) || (key === 'continue' && value === false)

/** Whether an answer refuses or asks, in the words of any host. */
export function refuses(answer: Readonly<Record<string, unknown>>): boolean {
  return keysIn(answer).some(isRefusal)
}

function keysIn(answer: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(answer).flatMap(([key, value]) => [
    [key, value] as const,
    ...(isObject(value) ? Object.entries(value) : []),
  ])
}

/** The parsed answer, or the object that was printed to standard output. */
export function answerOf(run: HookRun): Readonly<Record<string, unknown>> | undefined {
  return isObject(run.result) ? run.result : printedIn(run)
}

function printedIn({ stdout = '' }: HookRun): Readonly<Record<string, unknown>> | undefined {
  try {
    const printed: unknown = parseJson(stdout)
    return isObject(printed) ? printed : undefined
  } catch {
    return undefined
  }
}

/** Keys that the event's answers do not have, at the top level and one level below. */
export function unreadKeys(
  record: EventRecord,
  answer: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(answer).flatMap(([key, value]) => {
    if (isAbsent(record, [key])) return [key]
    if (!isObject(value)) return []
    return Object.keys(value).flatMap((inner) => (isAbsent(record, [key, inner]) ? [`${key}.${inner}`] : []))
  })
}

const isAbsent = ({ result }: EventRecord, path: readonly string[]) => shapeAt(result, path).kind === 'absent'
