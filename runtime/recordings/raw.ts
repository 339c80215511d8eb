// Lines -> the lines of each event, without parsing most of them: a line that our own recorder wrote tells what it is
// in its first bytes. Every other line is parsed at once, and reported when it is no step.

import type { RecordedStep } from './format.ts'
import type { Line } from './lines.ts'
import type { RecordingProblem } from './read.ts'
import { asStep, eventOf, type Group, grouping, type RecordedEvent } from './rebuild.ts'

/** One line of a recording that is a step, as it stands in the file. */
export type RawStep = {
  readonly kind: RecordedStep['kind']
  readonly firing: string
  /** Said by `fired` lines; empty in others. */
  readonly dialect: string
  readonly event: string
  /** Counts from 1. */
  readonly line: number
  bytes: Buffer
}

/** The lines of one event. */
export type RawEvent = Group<RawStep>

type Report = ((problem: RecordingProblem) => void) | undefined

// Firings without an end must not pile up: beyond this many, the oldest counts as never settled.
const MOST_OPEN = 10_000

export type RawReading = {
  /** Sorts one more batch of lines; answers the events that it completes. */
  add(lines: readonly Line[], from: number): readonly RawEvent[]
  /** The oldest event without an end, taken out; undefined when there is none. */
  next(): RawEvent | undefined
}

/** Starts sorting the lines of a recording. `imported`: its events have no end, and are whole at once. */
export function rawReading(imported: boolean, onProblem: Report): RawReading {
  const firings = grouping<RawStep>()
  let orphans = 0
  return {
    add(lines, from) {
      const events: RawEvent[] = []
      for (let i = from; i < lines.length; i++) {
        const step = rawStep(lines[i] as Line, onProblem)
        if (step !== undefined) take(step, events)
      }
      // Those that go on waiting must not hold the whole chunk of the file that their few lines came in.
      for (const { steps } of firings.open.values()) {
        for (const step of steps) if (step.bytes.buffer.byteLength > 2 * step.bytes.length) own(step)
      }
      return events
    },
    next: firings.next,
  }

  function take(step: RawStep, events: RawEvent[]): void {
    const event = firings.add(step)
    if (event === 'orphan') {
      if (orphans++ === 0) {
        onProblem?.(problem('orphan', step.line, 'the end of a firing that began in another file'))
      }
    } else if (event !== undefined) events.push(event)
    const early = imported || firings.open.size > MOST_OPEN ? firings.next() : undefined
    if (early !== undefined) events.push(early)
  }
}

/** Which event it is. */
export function nameOf({ steps }: RawEvent): { readonly dialect: string; readonly event: string } {
  return steps[0] as RawStep
}

/** The lines that its event is read from: who was planned matters only where several hooks finished. */
export function linesOf({ steps }: RawEvent): readonly RawStep[] {
  const finished = steps.reduce((count, { kind }) => count + (kind === 'finished' ? 1 : 0), 0)
  return finished > 1 ? steps : steps.filter(({ kind }) => kind !== 'planned')
}

/** The event that these lines tell; undefined when the first of them is no JSON. */
export function parseRaw(raw: RawEvent, session: string, onProblem?: Report): RecordedEvent | undefined {
  const steps: RecordedStep[] = []
  for (const { bytes, line } of linesOf(raw)) {
    const step = parseLine(bytes)
    if (step !== undefined) steps.push(step)
    else onProblem?.(problem('foreign', line, 'not a step of a firing; skipped'))
  }
  return eventOf({ n: raw.n, steps }, session)
}

/** The step that a line is; undefined when it is none. */
export function parseLine(bytes: Buffer): RecordedStep | undefined {
  try {
    return asStep(JSON.parse(bytes.toString()))
  } catch {
    return undefined
  }
}

// The beginning of a line as recordings/format.ts writes it. A firing's id needs no escapes, nor does a name.
const START =
  /^\{"v":1,"kind":"(?:(planned|started|finished|settled)|(fired))","at":[\d.]{1,40},"firing":"([^"\\]{1,80})"(?:,"dialect":"([^"\\]{1,80})","event":"([^"\\]{1,120})",)?/
const HEAD = 420

function rawStep(line: Line, onProblem: Report): RawStep | undefined {
  const { number, bytes, whole, cut } = line
  if (bytes.length === 0) return undefined
  if (whole && !cut && bytes[bytes.length - 1] === 125) {
    const [start, other, fired, firing, dialect, event] = START.exec(bytes.toString('latin1', 0, HEAD)) ?? []
    const isOurs = start !== undefined && (other !== undefined || event !== undefined)
    if (isOurs && isAscii(start)) {
      return {
        kind: (other ?? fired) as RecordedStep['kind'],
        firing: firing as string,
        dialect: dialect ?? '',
        event: event ?? '',
        line: number,
        bytes,
      }
    }
  }
  return parsedStep(line, onProblem)
}

function parsedStep({ number, bytes, whole, cut }: Line, onProblem: Report): RawStep | undefined {
  if (cut) onProblem?.(problem('foreign', number, 'the line is too long to be a step; skipped'))
  if (cut) return undefined
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    const torn = problem('torn', number, 'the last line is cut off, as a crash leaves it; skipped')
    onProblem?.(whole ? problem('foreign', number, 'not JSON; skipped') : torn)
    return undefined
  }
  const step = asStep(value)
  if (step === undefined) {
    onProblem?.(problem('foreign', number, 'not a step of a firing; skipped'))
    return undefined
  }
  const { dialect, event } = step.kind === 'fired' ? step : { dialect: '', event: '' }
  return { kind: step.kind, firing: step.firing, dialect, event, line: number, bytes }
}

// Anything else would have to be decoded first.
function isAscii(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text)
}

function own(step: RawStep): void {
  const bytes = Buffer.allocUnsafeSlow(step.bytes.length)
  bytes.set(step.bytes)
  step.bytes = bytes
}

function problem(kind: RecordingProblem['kind'], line: number, message: string): RecordingProblem {
  return { kind, line, message: `line ${line}: ${message}` }
}
