// Lines -> the lines of each event, without parsing most of them: a line that our own recorder wrote tells what it is
// in its first bytes. Every other line is parsed at once, and reported when it is no step.

import type { RecordedStep } from './format.ts'
import type { LineSpan } from './lines.ts'
import { asStep, eventOf, type Group, grouping, type RecordedEvent } from './rebuild.ts'

/** One line of a recording that is a step, as it stands in the file. */
export type RawStep = {
  readonly kind: RecordedStep['kind']
  readonly firing: string
  /** Said by `fired` lines; empty in others. */
  readonly dialect: string
  readonly event: string
  /** Where it stands: its number from 1, and its bytes. */
  readonly line: number
  chunk: Buffer
  from: number
  to: number
}

/** The lines of one event. */
export type RawEvent = Group<RawStep>

type Report = ((problem: RecordingProblem) => void) | undefined

// Firings without an end must not pile up: beyond this many, the oldest counts as never settled.
const MOST_OPEN = 10_000

export type RawReading = {
  /** Sorts one more batch of lines; answers the events that it completes. */
  add(lines: readonly LineSpan[], from: number): readonly RawEvent[]
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
        const step = rawStep(lines[i] as LineSpan, onProblem)
        if (step !== undefined) take(step, events)
      }
      // Those that go on waiting must not hold the whole chunk of the file that their few lines came in.
      for (const { steps } of firings.open.values()) {
        for (const step of steps) if (step.chunk.length > step.to - step.from) own(step)
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

/** The session that it names; `otherwise` where it names none. */
export function sessionOf({ steps }: RawEvent, otherwise: string): string {
  const fired = steps[0] as RawStep
  const { chunk, from, to } = fired
  const [, quick] = END.exec(chunk.toString('latin1', Math.max(from, to - TAIL), to)) ?? []
  if (quick !== undefined) return quick
  const step = parseLine(textOf(fired))
  return (step?.kind === 'fired' ? step.session : undefined) ?? otherwise
}

/** Says which of the event's lines it is read from: who was planned matters only where several hooks finished. */
export function linesOf({ steps }: RawEvent): readonly RawStep[] {
  const isShort = steps.length < 5
  const planned = steps.findIndex(({ kind }) => kind === 'planned')
  return isShort && planned !== -1 ? steps.toSpliced(planned, 1) : steps
}

/** The event that these lines tell; undefined when the first of them is no JSON. */
export function parseRaw(raw: RawEvent, session: string, onProblem?: Report): RecordedEvent | undefined {
  const steps: RecordedStep[] = []
  for (const line of linesOf(raw)) {
    const step = parseLine(textOf(line))
    if (step !== undefined) steps.push(step)
    else onProblem?.(problem('foreign', line.line, 'not a step of a firing; skipped'))
  }
  return eventOf({ n: raw.n, steps }, session)
}

/** The step that a line is; undefined when it is none. */
export function parseLine(text: string): RecordedStep | undefined {
  try {
    return asStep(JSON.parse(text))
  } catch {
    return undefined
  }
}

function textOf({ chunk, from, to }: { chunk: Buffer; from: number; to: number }): string {
  return chunk.toString('utf8', from, to)
}

// The beginning of a line as recordings/format.ts writes it; names and a firing's id need no escapes. Read by hand, and
// not by one expression, because every line of every recording comes by here.
const START = '{"v":1,"kind":"'
const FIRING = '"firing":"'
const DIALECT = ',"dialect":"'
const EVENT = ',"event":"'
const PLAIN = /^[!#-[\]-~]{1,120}$/
const HEAD = 120
const FIRED_HEAD = 420
// The letters that tell kinds apart.
const KINDS: Readonly<Record<string, RecordedStep['kind']>> = {
  fir: 'fired',
  fin: 'finished',
  set: 'settled',
  pla: 'planned',
}

// The end of a `fired` line as recordings/format.ts writes it: no deeper field ends in a single brace.
const END =
  /"session":"([\x20\x21\x23-\x5b\x5d-\x7e]*)"(?:,"cwd":"(?:[^"\\]|\\.)*")?(?:,"masked":\[[^[\]]*\])?\}$/
const TAIL = 1024

function rawStep(span: LineSpan, onProblem: Report): RawStep | undefined {
  const { number, chunk, from, to, whole, cut } = span
  if (from === to) return undefined
  if (whole && !cut && chunk[to - 1] === 125) {
    const isFired = chunk[from + START.length + 2] === 114
    const head = chunk.toString('latin1', from, Math.min(to, from + (isFired ? FIRED_HEAD : HEAD)))
    if (head.startsWith(START)) {
      // `started` tells an event nothing.
      if (head.startsWith('started","at":', START.length)) return undefined
      const kind = KINDS[head.slice(START.length, START.length + 3)]
      const isStamped = head.startsWith('","at":', START.length + (kind?.length ?? 0))
      const at = head.indexOf(FIRING)
      const firing = at === -1 ? undefined : quoted(head, at + FIRING.length)
      if (kind !== undefined && isStamped && firing !== undefined) {
        const place = { line: number, chunk, from, to }
        if (kind !== 'fired') return { kind, firing, dialect: '', event: '', ...place }
        const dialectAt = at + FIRING.length + firing.length + 1
        const dialect = head.startsWith(DIALECT, dialectAt)
          ? quoted(head, dialectAt + DIALECT.length)
          : undefined
        const eventAt = dialectAt + DIALECT.length + (dialect?.length ?? 0) + 1
        const event = head.startsWith(EVENT, eventAt) ? quoted(head, eventAt + EVENT.length) : undefined
        if (dialect !== undefined && event !== undefined) return { kind, firing, dialect, event, ...place }
      }
    }
  }
  return parsedStep(span, onProblem)
}

/** The text from `at` to its closing quote, where it is plain. */
function quoted(head: string, at: number): string | undefined {
  const end = head.indexOf('"', at)
  const text = end === -1 ? '' : head.slice(at, end)
  return PLAIN.test(text) ? text : undefined
}

function parsedStep(span: LineSpan, onProblem: Report): RawStep | undefined {
  const { number, chunk, from, to, whole, cut } = span
  if (cut)
    onProblem?.(problem('foreign', number, 'the line is too long, or binary; nothing behind it is read'))
  if (cut) return undefined
  let value: unknown
  try {
    value = JSON.parse(textOf(span))
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
  return { kind: step.kind, firing: step.firing, dialect, event, line: number, chunk, from, to }
}

function own(step: RawStep): void {
  const bytes = Buffer.allocUnsafeSlow(step.to - step.from)
  step.chunk.copy(bytes, 0, step.from, step.to)
  step.chunk = bytes
  step.from = 0
  step.to = bytes.length
}

function problem(kind: RecordingProblem['kind'], line: number, message: string): RecordingProblem {
  return { kind, line, message: `line ${line}: ${message}` }
}

/** Something in a recording that is not as it should be; reading went on. */
export type RecordingProblem = {
  /**
   * `torn`: the last line is cut off. `foreign`: a line that is no step. `unknown`: a dialect or event not
   * spoken here; the event is kept. `unsettled`: the recording ends before the event does; it is kept.
   * `orphan`: the end of a firing that began elsewhere.
   */
  readonly kind: 'torn' | 'foreign' | 'unknown' | 'unsettled' | 'orphan'
  /** The line it is about, from 1. */
  readonly line: number
  readonly message: string
}
