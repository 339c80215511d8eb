// Parses the lines of a recording, one by one, into the events of a timeline. An event exists from its first step on
// and is updated with each further one. Pure: reads no file and does not use the editor; lines that are not steps are
// ignored.

import { defined } from '../../runtime/contract/defined.ts'
import type { HookRun, Outcome, Step } from '../../runtime/contract/outcome.ts'
import { isStep } from '../../runtime/contract/recording.ts'
import { l10n } from '../l10n.ts'
import { visible } from '../plain.ts'
import { sayOutcome, sayRun } from '../say.ts'
import { clipped, signOfOutcome, signOfRun } from '../signs.ts'
import type { TimelineEvent, TimelineRun } from './messages.ts'

export type SessionReading = {
  /** Processes the next line; returns the event that it started or changed. */
  add(line: string): Changed | undefined
  /** The session's name from the header, once it has been read. */
  readonly name: string | undefined
  /** Start time, milliseconds since the epoch. */
  readonly began: number | undefined
}

/**
 * An event that a line started or changed. Built on demand rather than for each of the thousands of runs it may have.
 */
export type Changed = { readonly n: number; event(): TimelineEvent }

type Firing = {
  readonly n: number
  readonly dialect: string
  readonly event: string
  readonly start: number
  readonly gist: string
  end: number
  readonly started: Map<string, number>
  readonly runs: Map<string, HookRun>
  readonly drawn: Map<string, TimelineRun>
}

type Settled = Extract<Step, { kind: 'settled' }>['outcome']

/** Starts parsing; `gist` summarizes a payload in a few words. */
export function readSession(gist: (payload: unknown) => string): SessionReading {
  const open = new Map<string, Firing>()
  let name: string | undefined
  let began: number | undefined
  let imported = false
  let count = 0
  return {
    add,
    get name() {
      return name
    },
    get began() {
      return began
    },
  }

  function add(line: string): Changed | undefined {
    const value = parsed(line)
    if (isHeader(value)) {
      name = visible(String(value.session ?? ''))
      imported = value.imported === true
      return undefined
    }
    if (!isStep(value)) return undefined
    const step = value as Step
    if (step.kind === 'fired') return fired(step)
    const firing = open.get(step.firing)
    if (firing === undefined) return undefined
    firing.end = Math.max(firing.end, sinceBegan(step.at))
    if (step.kind === 'settled') {
      open.delete(step.firing)
      return changed(firing, step.outcome)
    }
    if (step.kind === 'started') {
      firing.started.set(step.hook, sinceBegan(step.at))
      firing.drawn.set(step.hook, running(step.hook, sinceBegan(step.at), firing.end))
    }
    if (step.kind === 'finished') finished(firing, step.run, sinceBegan(step.at))
    return changed(firing)
  }

  function fired(step: Extract<Step, { kind: 'fired' }>): Changed {
    began ??= step.at
    const start = sinceBegan(step.at)
    const firing: Firing = {
      n: ++count,
      dialect: visible(step.dialect),
      event: visible(step.event),
      start,
      end: start,
      gist: clipped(gist(step.payload), 80),
      started: new Map(),
      runs: new Map(),
      drawn: new Map(),
    }
    // Imported payloads have no further steps.
    if (!imported) open.set(step.firing, firing)
    return changed(firing)
  }

  function finished(firing: Firing, run: HookRun, at: number): void {
    const took = Math.max(0, run.durationMs || 0)
    const start = firing.started.get(run.id) ?? Math.max(firing.start, at - took)
    const why = run.verdict?.reason ?? run.why
    firing.runs.set(run.id, run)
    firing.drawn.set(run.id, {
      id: run.id,
      name: visible(String(run.name ?? run.id)),
      start,
      // Start plus the hook's own duration, not the time when the engine noticed the end.
      end: run.status === 'skipped' ? start : Math.min(at, start + took),
      sign: signOfRun(run),
      word: visible(sayRun(run)),
      ...(why === undefined ? {} : { why: clipped(String(why), 400) }),
    })
  }

  // Two clocks may differ slightly; clamped so that nothing precedes the start.
  function sinceBegan(at: number): number {
    return Math.max(0, Math.round((at - (began ?? at)) * 1000) / 1000)
  }
}

function changed(firing: Firing, settled?: Settled): Changed {
  return { n: firing.n, event: () => eventOf(firing, settled) }
}

function eventOf(firing: Firing, settled?: Settled): TimelineEvent {
  const { n, dialect, event, start, end, gist, runs, drawn } = firing
  const outcome = { ...UNSETTLED, ...settled, hooks: [...runs.values()] } as Outcome
  const { reason, by } = outcome
  return {
    n,
    dialect,
    event,
    start,
    end,
    sign: signOfOutcome(outcome, settled !== undefined),
    word: visible(sayOutcome(outcome, settled !== undefined)),
    ...(reason === undefined ? {} : { reason: clipped(String(reason), 400) }),
    ...defined({ by }),
    gist,
    runs: [...drawn.values()].toSorted((one, two) => one.start - two.start),
  }
}

const UNSETTLED = { decision: 'pass', changed: false, context: [], notes: [], followUps: [] } as const

function running(id: string, start: number, end: number): TimelineRun {
  return { id, name: visible(nameIn(id)), start, end, sign: 'open', word: l10n.t('running') }
}

// Until the run has finished, only its id is known.
function nameIn(id: string): string {
  return (
    id
      .split(':')
      .slice(2)
      .join(':')
      .replace(/\.\w+$/, '') || id
  )
}

type Header = { readonly kind: 'recording'; readonly session?: string; readonly imported?: boolean }

function isHeader(value: unknown): value is Header {
  return (value as Header | undefined | null)?.kind === 'recording'
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
