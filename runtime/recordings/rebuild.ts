// Rebuilds events from steps: groups the steps of each firing, even if interleaved with others.
// A step's content is only read when its event is built, so that lines can be grouped without being parsed.

import { defined } from '../contract/defined.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import { isStep } from '../contract/recording.ts'
import type { RecordedStep } from './format.ts'

/** One firing as recorded. */
export type RecordedEvent = {
  /** Its number in the recording, from 1, in firing order. */
  readonly n: number
  readonly dialect: string
  readonly event: string
  readonly payload: unknown
  readonly session: string
  readonly cwd?: string
  /** Facts that the host's judgement depended on besides the payload (hosts only). */
  readonly facts?: HostFacts
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The outcome; partial if the event never settled. */
  readonly outcome: Outcome
  /** False if the recording ends before the event does, and for imported payloads. */
  readonly settled: boolean
  /** Paths of masked values: `payload.…`, `reason`, `hooks.<id>.verdict.…`. */
  readonly masked: readonly string[]
}

/** The fields of a step needed to group it. */
export type Filed = { readonly kind: RecordedStep['kind']; readonly firing: string }

/** The steps of one firing: its `fired` step first, then the others in their order. */
export type Group<S extends Filed = RecordedStep> = {
  /** The number of the firing, from 1. */
  readonly n: number
  readonly steps: S[]
}

export type Grouping<S extends Filed> = {
  /** Adds the next step; returns the group that it completes. `orphan`: the step's firing started in another file. */
  add(step: S): Group<S> | 'orphan' | undefined
  /** Removes and returns the oldest unfinished group; undefined if there is none. */
  next(): Group<S> | undefined
  /** The unfinished groups. */
  readonly open: ReadonlyMap<string, Group<S>>
}

/** Starts grouping the steps of firings. */
export function grouping<S extends Filed>(): Grouping<S> {
  const open = new Map<string, Group<S>>()
  let count = 0
  return {
    open,
    add(step) {
      const { kind, firing } = step
      const group = open.get(firing)
      if (kind === 'fired') {
        // Two runtimes that append to one file may use the same id.
        if (group !== undefined) open.delete(firing)
        open.set(firing, { n: ++count, steps: [step] })
        return group
      }
      if (group === undefined) return 'orphan'
      // A `started` step contains nothing that the `finished` step lacks.
      if (kind !== 'started') group.steps.push(step)
      if (kind !== 'settled') return undefined
      open.delete(firing)
      return group
    },
    next() {
      const [group] = open.values()
      if (group !== undefined) open.delete((group.steps[0] as S).firing)
      return group
    },
  }
}

/** A value as a step; undefined if it is not one. */
export function asStep(value: unknown): RecordedStep | undefined {
  return isStep(value) ? (value as RecordedStep) : undefined
}

type Settled = Extract<RecordedStep, { kind: 'settled' }>['outcome']

/** The event in the steps of one firing; undefined without a `fired` step. `session` is the default session. */
export function eventOf({ n, steps }: Group, session: string): RecordedEvent | undefined {
  const [fired] = steps
  if (fired?.kind !== 'fired') return undefined
  const { dialect, event, payload, at, cwd } = fired
  const runs: HookRun[] = []
  const masked = [...(fired.masked ?? [])]
  let plan: readonly string[] = []
  let settled: Settled | undefined
  for (const step of steps) {
    if (step.kind === 'planned' && Array.isArray(step.hooks)) plan = step.hooks.map(({ id }) => id)
    if (step.kind === 'finished') {
      runs.push(step.run)
      if (step.masked !== undefined) masked.push(...below(step.masked, 'run.', `hooks.${step.run.id}.`))
    }
    if (step.kind === 'settled') {
      settled = step.outcome
      if (step.masked !== undefined) masked.push(...below(step.masked, 'outcome.', ''))
    }
  }
  const end: Settled = settled ?? { ...UNSETTLED, dialect, event }
  // Parallel hooks finish in any order.
  if (runs.length > 1) runs.sort((one, two) => plan.indexOf(one.id) - plan.indexOf(two.id))
  return {
    n,
    dialect,
    event,
    payload,
    session: fired.session ?? session,
    ...defined({ cwd, facts: fired.facts }),
    at,
    outcome: {
      ...UNSETTLED,
      ...end,
      payload: Object.hasOwn(end, 'payload') ? end.payload : payload,
      hooks: runs,
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

function below(paths: readonly string[], prefix: string, instead: string): readonly string[] {
  return paths.flatMap((path) => (path.startsWith(prefix) ? [instead + path.slice(prefix.length)] : []))
}
