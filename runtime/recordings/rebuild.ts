// Steps -> events: puts the steps of each firing together again, whatever stands between them.
// What a step says is read only when its event is put together, so that lines can be sorted without being parsed.

import { defined } from '../contract/defined.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import { isStep } from '../contract/recording.ts'
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
  /** What the host's judgement depended on besides (hosts). */
  readonly facts?: HostFacts
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What it came to; as far as it came when it never settled. */
  readonly outcome: Outcome
  /** False when the recording ends first, and for payloads captured elsewhere. */
  readonly settled: boolean
  /** Paths of masked values: `payload.…`, `reason`, `hooks.<id>.verdict.…`. */
  readonly masked: readonly string[]
}

/** What is needed of a step to tell whose it is. */
export type Filed = { readonly kind: RecordedStep['kind']; readonly firing: string }

/** The steps of one firing: its `fired` first, then the others in their order. */
export type Group<S extends Filed = RecordedStep> = {
  /** The place of the firing, from 1. */
  readonly n: number
  readonly steps: S[]
}

export type Grouping<S extends Filed> = {
  /** Takes the next step; answers the group that it ends. `orphan`: the step's firing began elsewhere. */
  add(step: S): Group<S> | 'orphan' | undefined
  /** The oldest group without an end, taken out; undefined when there is none. */
  next(): Group<S> | undefined
  /** The groups that wait for their end. */
  readonly open: ReadonlyMap<string, Group<S>>
}

/** Starts putting the steps of each firing together. */
export function grouping<S extends Filed>(): Grouping<S> {
  const open = new Map<string, Group<S>>()
  let count = 0
  return {
    open,
    add(step) {
      const { kind, firing } = step
      const group = open.get(firing)
      if (kind === 'fired') {
        // Two runtimes that append to one file may use one id twice.
        if (group !== undefined) open.delete(firing)
        open.set(firing, { n: ++count, steps: [step] })
        return group
      }
      if (group === undefined) return 'orphan'
      // A `started` step tells an event nothing that `finished` does not tell.
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

/** A step, or undefined for a value that is none. */
export function asStep(value: unknown): RecordedStep | undefined {
  return isStep(value) ? (value as RecordedStep) : undefined
}

type Settled = Extract<RecordedStep, { kind: 'settled' }>['outcome']

/** The event that the steps of one firing tell; undefined without a `fired`. `session` names one that has none. */
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
  // Hooks that run side by side finish in any order.
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
