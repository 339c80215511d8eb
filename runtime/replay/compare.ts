// Compares two outcomes: decision, reason, by, payload, answer, handled, error, context, follow-ups, and each hook's
// status, failure and verdict. Ignores times, output and the stacks of errors.

import microdiff from 'microdiff'
import { recordOf } from '../contract/dialects/index.ts'
import type { Effect } from '../contract/effect.ts'
import { mapFields } from '../contract/errors.ts'
import { isObject } from '../contract/json.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { Verdict } from '../contract/verdict.ts'
import { isRaced, ORDER_DEPENDENT } from './race.ts'

export type Difference = {
  /** Dotted: `reason`, `payload.tool_input.command`, `hooks.<id>.verdict.decision`. */
  readonly path: string
  /** Absent if the recording has no value. */
  readonly recorded?: unknown
  /** Absent if the replay has no value. */
  readonly replayed?: unknown
  /** Whether the value is masked in the recording, in which case masking may have caused the difference. */
  readonly masked?: true
}

export type Comparison = { readonly same: boolean; readonly differences: readonly Difference[] }

export type CompareOptions = {
  /** Paths that were masked when the event was recorded. */
  readonly masked?: readonly string[]
  /** False if the recording ends before the outcome: compares only hooks, and only those recorded. */
  readonly settled?: boolean
}

/** Compares a recorded with a replayed outcome; both must be redacted in the same way. */
export function compareOutcomes(
  recorded: Outcome,
  replayed: Outcome,
  { masked = [], settled = true }: CompareOptions = {},
): Comparison {
  const known = new Set(recorded.hooks.map(({ id }) => id))
  const now = settled ? replayed.hooks : replayed.hooks.filter(({ id }) => known.has(id))
  // Outcomes recorded before the introduction of host judgements have no effect.
  const judged = recorded.effect !== undefined && replayed.effect !== undefined
  // The hooks' verdicts, with their reasons and contexts, are compared in any case.
  const raced = isRaced(recorded) && isRaced(replayed)
  const side = (outcome: Outcome) => (settled ? essence(outcome, judged, raced) : {})
  return compared(
    { ...side(recorded), hooks: essences(recorded, recorded.hooks) },
    { ...side(replayed), hooks: essences(replayed, now) },
    masked,
  )
}

/** A cheap check that returns true only for equal outcomes. May return false for a few equal ones. */
export function isAlike(recorded: Outcome, replayed: Outcome): boolean {
  if (
    recorded.decision !== replayed.decision ||
    recorded.reason !== replayed.reason ||
    recorded.by !== replayed.by ||
    recorded.handled !== replayed.handled ||
    recorded.hooks.length !== replayed.hooks.length
  )
    return false
  if (
    !sameData(recorded.payload, replayed.payload) ||
    !sameData(recorded.answer, replayed.answer) ||
    !sameData(recorded.error, replayed.error) ||
    !sameData(recorded.context, replayed.context) ||
    !sameData(recorded.followUps, replayed.followUps) ||
    (recorded.effect !== undefined &&
      replayed.effect !== undefined &&
      !(sameData(recorded.effect, replayed.effect) && sameData(recorded.run, replayed.run)))
  )
    return compareOutcomes(recorded, replayed).same
  return recorded.hooks.every((run, i) => isAlikeRun(recorded, run, replayed.hooks[i]))
}

/** Same for one hook's runs. */
export function isAlikeRun(
  of: Pick<Outcome, 'dialect' | 'event'>,
  recorded: HookRun,
  replayed: HookRun | undefined,
): boolean {
  if (replayed === undefined || recorded.id !== replayed.id) return false
  if (recorded.status !== replayed.status || recorded.failure !== replayed.failure) return false
  return sameData(recorded.verdict, replayed.verdict) || compareRuns(of, recorded, replayed).same
}

/** Compares one hook's runs; `undefined` stands for a missing run. */
export function compareRuns(
  of: Pick<Outcome, 'dialect' | 'event'>,
  recorded: HookRun | undefined,
  replayed: HookRun | undefined,
  masked: readonly string[] = [],
): Comparison {
  const side = (run: HookRun | undefined) => ({ hooks: essences(of, run === undefined ? [] : [run]) })
  return compared(side(recorded), side(replayed), masked)
}

function compared(recorded: object, replayed: object, masked: readonly string[]): Comparison {
  const one = JSON.stringify(recorded)
  const two = JSON.stringify(replayed)
  if (one === two) return { same: true, differences: [] }
  const differences = microdiff(bare(JSON.parse(one)), bare(JSON.parse(two)), { cyclesFix: false }).map(
    (found) => {
      const path = found.path.join('.')
      return {
        path,
        ...(found.type === 'CREATE' ? {} : { recorded: found.oldValue }),
        ...(found.type === 'REMOVE' ? {} : { replayed: found.value }),
        ...(masked.some((at) => touches(at, path)) ? { masked: true as const } : {}),
      }
    },
  )
  return { same: differences.length === 0, differences }
}

// Like sameJson, but treats an undefined field as absent, as in a file. Non-plain objects never count as equal.
function sameData(one: unknown, two: unknown, depth = 0): boolean {
  if (one === two) return true
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null || depth > 600)
    return false
  if (Array.isArray(one) || Array.isArray(two)) {
    if (!Array.isArray(one) || !Array.isArray(two) || one.length !== two.length) return false
    for (let i = 0; i < one.length; i++) if (!sameData(one[i], two[i], depth + 1)) return false
    return true
  }
  if (!isPlain(one) || !isPlain(two)) return false
  let count = 0
  for (const key in one) {
    const a = one[key]
    if (a === undefined) continue
    if (!Object.hasOwn(two, key) || !sameData(a, two[key], depth + 1)) return false
    count++
  }
  for (const key in two) if (two[key] !== undefined) count--
  return count === 0
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function touches(one: string, two: string): boolean {
  return one === two || one.startsWith(`${two}.`) || two.startsWith(`${one}.`)
}

function essence(outcome: Outcome, judged: boolean, raced: boolean): object {
  const { decision, reason, by, payload, answer, handled, error, context, followUps, run, effect } = outcome
  return {
    decision,
    reason,
    by,
    payload: withoutStacks(outcome, payload),
    answer,
    handled,
    error: withoutStack(error),
    context,
    followUps,
    ...(judged ? { run, effect: effect && { ...effect, assumed: undefined, unobserved: undefined } } : {}),
    ...(raced ? withoutRace(effect, judged) : {}),
  }
}

// Clears the fields that depend on which hook finished first.
function withoutRace(effect: Effect | undefined, judged: boolean): object {
  return {
    ...Object.fromEntries(ORDER_DEPENDENT.map((field) => [field, undefined])),
    ...(judged ? { effect: { ...effect, model: undefined, assumed: undefined, unobserved: undefined } } : {}),
  }
}

function essences(of: Pick<Outcome, 'dialect' | 'event'>, runs: readonly HookRun[]): object {
  return Object.fromEntries(
    runs.map(({ id, status, failure, verdict }) => [
      id,
      { status, failure, verdict: essenceOf(of, verdict) },
    ]),
  )
}

// A verdict without fields counts as no verdict.
function essenceOf(of: Pick<Outcome, 'dialect' | 'event'>, verdict: Verdict | undefined): object | undefined {
  const stated = Object.entries(verdict ?? {}).filter(([, value]) => value !== undefined)
  if (stated.length === 0) return undefined
  const { payload, error, ...rest } = Object.fromEntries(stated) as Verdict
  return { ...rest, payload: withoutStacks(of, payload), error: withoutStack(error) }
}

function withoutStacks({ dialect, event }: Pick<Outcome, 'dialect' | 'event'>, payload: unknown): unknown {
  return mapFields(payload, recordOf(dialect, event)?.errors?.payload, withoutStack)
}

// A stack contains line numbers of the hook's file, which change with every edit.
function withoutStack(error: unknown): unknown {
  if (!isObject(error) || typeof error.message !== 'string') return error
  const { stack: _, cause, ...rest } = error
  return cause === undefined ? rest : { ...rest, cause: withoutStack(cause) }
}

// Objects without a prototype, so that a field named `__proto__` or `constructor` compares like any other.
function bare(value: object): Record<string, unknown> {
  return stripped(value) as Record<string, unknown>
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped)
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value)) copy[key] = stripped(item)
  return copy
}
