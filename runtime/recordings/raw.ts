// Groups the lines of a recording by event, mostly without parsing: a line written by Hookbench's recorder shows its
// kind in its first bytes. Every other line is parsed at once, and reported if it is not a step.

import { parseJson } from '../contract/parseJson.ts'
import type { RecordedStep } from './format.ts'
import type { LineSpan } from './lines.ts'
import { asStep, eventOf, type Group, grouping, type RecordedEvent } from './rebuild.ts'

/** One line of a recording that is a step, unparsed. */
export type RawStep = {
  readonly kind: RecordedStep['kind']
  readonly firing: string
  /** Set for `fired` lines; empty in others. */
  readonly dialect: string
  readonly event: string
  /** Line number, from 1. The fields below are its bytes. */
  readonly line: number
  chunk: Buffer
  from: number
  to: number
}

/** The lines of one event. */
export type RawEvent = Group<RawStep>

type Report = ((problem: RecordingProblem) => void) | undefined

// Limit of unfinished firings; beyond it, the oldest counts as never settled.
const MOST_OPEN = 10_000

export type RawReading = {
  /** Adds a batch of lines; returns the events completed by it. */
  add(lines: readonly LineSpan[], from: number): readonly RawEvent[]
  /** Removes and returns the oldest unfinished event; undefined if there is none. */
  next(): RawEvent | undefined
}

/** Starts grouping the lines of a recording. If `imported`, events have no end and are complete immediately. */
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
      // Lines of unfinished events are copied, so that they do not keep the whole chunk of the file in memory.
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

/** The dialect and name of an event. */
export function nameOf({ steps }: RawEvent): { readonly dialect: string; readonly event: string } {
  return steps[0] as RawStep
}

/** The session that an event names; `otherwise` if it names none. */
export function sessionOf({ steps }: RawEvent, otherwise: string): string {
  const fired = steps[0] as RawStep
  const { chunk, from, to } = fired
  const [, quick] = END.exec(chunk.toString('latin1', Math.max(from, to - TAIL), to)) ?? []
  if (quick !== undefined) return quick
  const step = parseLine(textOf(fired))
  return (step?.kind === 'fired' ? step.session : undefined) ?? otherwise
}

/** The lines from which an event is parsed: the `planned` step matters only if several hooks finished. */
export function linesOf({ steps }: RawEvent): readonly RawStep[] {
  const isShort = steps.length < 5
  const planned = steps.findIndex(({ kind }) => kind === 'planned')
  return isShort && planned !== -1 ? steps.toSpliced(planned, 1) : steps
}

/** The event in these lines; undefined if the first one is not valid JSON. */
export function parseRaw(raw: RawEvent, session: string, onProblem?: Report): RecordedEvent | undefined {
  const steps: RecordedStep[] = []
  for (const line of linesOf(raw)) {
    const step = parseLine(textOf(line))
    if (step !== undefined) steps.push(step)
    else onProblem?.(problem('foreign', line.line, 'not a step of a firing; skipped'))
  }
  return eventOf({ n: raw.n, steps }, session)
}

/** The step in a line; undefined if there is none. */
export function parseLine(text: string): RecordedStep | undefined {
  try {
    return asStep(parseJson(text))
  } catch {
    return undefined
  }
}

function textOf({ chunk, from, to }: { chunk: Buffer; from: number; to: number }): string {
  return chunk.toString('utf8', from, to)
}

// The start of a line as written by recordings/format.ts; names and firing ids need no escapes. Scanned by hand rather
// than with a regular expression, because every line of every recording is checked.
const START = '{"v":1,"kind":"'
const FIRING = '"firing":"'
const DIALECT = ',"dialect":"'
const EVENT = ',"event":"'
const PLAIN = /^[!#-[\]-~]{1,120}$/
const HEAD = 120
const FIRED_HEAD = 420
// The letters that distinguish the kinds.
const KINDS: Readonly<Record<string, RecordedStep['kind']>> = {
  fir: 'fired',
  fin: 'finished',
  set: 'settled',
  pla: 'planned',
}

// The end of a `fired` line as written by recordings/format.ts; nested fields do not end in a single brace.
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
      // `started` steps are not needed to rebuild an event.
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

/** The text from `at` to its closing quote; undefined if it needs escapes. */
function quoted(head: string, at: number): string | undefined {
  const end = head.indexOf('"', at)
  const text = end === -1 ? '' : head.slice(at, end)
  return PLAIN.test(text) ? text : undefined
}

function parsedStep(span: LineSpan, onProblem: Report): RawStep | undefined {
  const { number, chunk, from, to, whole, cut } = span
  if (cut)
    onProblem?.(problem('foreign', number, 'the line is too long, or binary; nothing after it is read'))
  if (cut) return undefined
  let value: unknown
  try {
    value = parseJson(textOf(span))
  } catch {
    const torn = problem('torn', number, 'the last line is incomplete, as after a crash; skipped')
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

/** A defect in a recording; reading continues after it. */
export type RecordingProblem = {
  /**
   * `torn`: the last line is cut off. `foreign`: a line is not a step. `unknown`: a dialect or event that this version
   * does not support; the event is kept. `unsettled`: the recording ends before the event does; the event is kept.
   * `orphan`: the end of a firing that started in another file.
   */
  readonly kind: 'torn' | 'foreign' | 'unknown' | 'unsettled' | 'orphan'
  /** The number of the line, from 1. */
  readonly line: number
  readonly message: string
}
