// Steps -> events: puts the steps of each firing together again, whatever stands between them.

import { isObject } from '../contract/json.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { RecordedStep } from './format.ts'

/** One firing as it was recorded. */
export type RecordedEvent = {
  /** Its place in the recording, from 1, in the order of firing. */
  readonly n: number
  readonly dialect: string
  readonly event: string
  readonly payload: unknown
  readonly session: string
  readonly cwd?: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What it came to; as far as it came when it never settled. */
  readonly outcome: Outcome
  /** False when the recording ends first, and for payloads captured elsewhere. */
  readonly settled: boolean
  /** Paths of masked values: `payload.…`, `reason`, `hooks.<id>.verdict.…`. */
  readonly masked: readonly string[]
}

type Fired = Extract<RecordedStep, { kind: 'fired' }>

type Open = {
  readonly n: number
  readonly fired: Fired
  /** Ids in firing order; hooks that run side by side finish in any order. */
  readonly plan: string[]
  readonly runs: HookRun[]
  readonly masked: string[]
}

export type Rebuilding = {
  /** Takes the next step; answers the event that it settles. `orphan`: the step's firing began elsewhere. */
  add(step: RecordedStep): RecordedEvent | 'orphan' | undefined
  /** The oldest event without an end, taken out; undefined when there is none. */
  next(): RecordedEvent | undefined
  /** How many events wait for their end. */
  readonly open: number
}

/** Starts putting events together; `session` names those that have none. */
export function rebuilding(session: string): Rebuilding {
  const firings = new Map<string, Open>()
  let count = 0
  return {
    get open() {
      return firings.size
    },
    add(step) {
      if (step.kind === 'fired') {
        const before = firings.get(step.firing)
        const masked = [...(step.masked ?? [])]
        firings.delete(step.firing)
        firings.set(step.firing, { n: ++count, fired: step, plan: [], runs: [], masked })
        // Two runtimes that append to one file may use one id twice.
        return before === undefined ? undefined : eventOf(before, undefined, session)
      }
      const open = firings.get(step.firing)
      if (open === undefined) return 'orphan'
      if (step.kind === 'planned' && Array.isArray(step.hooks))
        open.plan.push(...step.hooks.map(({ id }) => id))
      if (step.kind === 'finished') {
        open.runs.push(step.run)
        open.masked.push(...below(step.masked, 'run.', `hooks.${step.run.id}.`))
      }
      if (step.kind !== 'settled') return undefined
      firings.delete(step.firing)
      open.masked.push(...below(step.masked, 'outcome.', ''))
      return eventOf(open, step.outcome, session)
    },
    next() {
      const [id] = firings.keys()
      const open = id === undefined ? undefined : firings.get(id)
      if (id === undefined || open === undefined) return undefined
      firings.delete(id)
      return eventOf(open, undefined, session)
    },
  }
}

/** A step, or undefined for a value that is none. */
export function asStep(value: unknown): RecordedStep | undefined {
  if (!isObject(value) || value['v'] !== 1 || typeof value['firing'] !== 'string') return undefined
  const { kind } = value
  if (kind === 'fired') {
    return typeof value['dialect'] === 'string' && typeof value['event'] === 'string'
      ? (value as RecordedStep)
      : undefined
  }
  if (kind === 'finished') {
    const { run } = value
    return isObject(run) && typeof run['id'] === 'string' ? (value as RecordedStep) : undefined
  }
  if (kind === 'settled') return isObject(value['outcome']) ? (value as RecordedStep) : undefined
  return kind === 'planned' || kind === 'started' ? (value as RecordedStep) : undefined
}

type Settled = Extract<RecordedStep, { kind: 'settled' }>['outcome']

function eventOf(
  { n, fired, plan, runs, masked }: Open,
  settled: Settled | undefined,
  session: string,
): RecordedEvent {
  const { dialect, event, payload, at, cwd } = fired
  const end: Settled = settled ?? { ...UNSETTLED, dialect, event }
  return {
    n,
    dialect,
    event,
    payload,
    session: fired.session ?? session,
    ...(cwd === undefined ? {} : { cwd }),
    at,
    outcome: {
      ...UNSETTLED,
      ...end,
      payload: Object.hasOwn(end, 'payload') ? end.payload : payload,
      hooks: runs.toSorted((one, two) => plan.indexOf(one.id) - plan.indexOf(two.id)),
    },
    settled: settled !== undefined,
    masked,
  }
}

const UNSETTLED = {
  v: 1,
  decision: 'pass',
  changed: false,
  context: [],
  notes: [],
  followUps: [],
  durationMs: 0,
} as const

function below(paths: readonly string[] | undefined, prefix: string, instead: string): readonly string[] {
  return (paths ?? []).flatMap((path) =>
    path.startsWith(prefix) ? [instead + path.slice(prefix.length)] : [],
  )
}
