// File -> events, as a stream in flat memory. What cannot be read is skipped and said; only a file that is no
// recording, or of a version not known here, is refused.

import { dialectOf, recordOf } from '../contract/dialects/index.ts'
import type { RecordingHeader } from './format.ts'
import { BadRecording, parseHeader } from './header.ts'
import { type Line, readLineBatches, readLines } from './lines.ts'
import { asStep, type RecordedEvent, rebuilding } from './rebuild.ts'

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

export type ReadOptions = {
  readonly onHeader?: (header: RecordingHeader) => void
  readonly onProblem?: (problem: RecordingProblem) => void
  /** Hears how many bytes are read, now and then. */
  readonly onBytes?: (bytes: number) => void
}

export type Recording = {
  readonly header: RecordingHeader
  /** In the order of firing. */
  readonly events: readonly RecordedEvent[]
  readonly problems: readonly RecordingProblem[]
}

// Firings without an end must not pile up: beyond this many, the oldest counts as never settled.
const MOST_OPEN = 10_000

/** The events of a recording, each as soon as it settles. Throws a BadRecording for a file that is none. */
export async function* readRecording(path: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent> {
  for await (const events of readEventBatches(path, options)) yield* events
}

/** As `readRecording`, many events at once. */
export async function* readEventBatches(
  path: string,
  { onHeader, onProblem, onBytes }: ReadOptions = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  const reported = new Set<string>()
  let header: RecordingHeader | undefined
  let firings = rebuilding('')
  let orphans = 0
  let last = 1
  let bytes = 0

  for await (const lines of batchesOf(path)) {
    const events: RecordedEvent[] = []
    for (const line of lines) {
      last = line.number
      bytes += line.bytes.length + 1
      if (header !== undefined) take(line, events, header.imported === true)
      else {
        header = headerOf(line, path)
        firings = rebuilding(header.session)
        onHeader?.(header)
      }
    }
    yield events
    onBytes?.(bytes)
  }
  if (header === undefined) throw new BadRecording(`${path}: not a recording: the file is empty`)

  for (let event = firings.next(); event !== undefined; event = firings.next()) {
    onProblem?.(
      problem('unsettled', last, `event ${event.n} (${event.event}) never settled: the recording ends first`),
    )
    yield [event]
  }

  function take(line: Line, events: RecordedEvent[], imported: boolean): void {
    const step = saysNothing(line) ? undefined : stepOf(line, onProblem)
    if (step === undefined) return
    if (step.kind === 'fired') reportUnknown(step.dialect, step.event, line.number)
    const event = firings.add(step)
    if (event === 'orphan') {
      if (orphans++ > 0) return
      onProblem?.(problem('orphan', line.number, 'the end of a firing that began in another file'))
    } else if (event !== undefined) events.push(event)
    const early = imported || firings.open > MOST_OPEN ? firings.next() : undefined
    if (early !== undefined) events.push(early)
  }

  function reportUnknown(dialect: string, event: string, line: number): void {
    if (recordOf(dialect, event) !== undefined || reported.has(`${dialect} ${event}`)) return
    reported.add(`${dialect} ${event}`)
    const isDialect = dialectOf(dialect) !== undefined
    const what = isDialect ? `the ${dialect} event "${event}"` : `the dialect "${dialect}"`
    onProblem?.(
      problem(
        'unknown',
        line,
        `${what} is not spoken by this Hookbench; its events are kept, but cannot be fired`,
      ),
    )
  }
}

/** A whole recording in memory. Throws a BadRecording for a file that is none. */
export async function loadRecording(path: string): Promise<Recording> {
  const found: { header?: RecordingHeader } = {}
  const problems: RecordingProblem[] = []
  const events: RecordedEvent[] = []
  const onHeader = (read: RecordingHeader) => {
    found.header = read
  }
  for await (const event of readRecording(path, { onHeader, onProblem: (one) => problems.push(one) })) {
    events.push(event)
  }
  events.sort((one, two) => one.n - two.n)
  return { header: found.header as RecordingHeader, events, problems }
}

/** How many events a recording holds; a quick look without reading them. */
export async function countEvents(path: string): Promise<number> {
  let count = 0
  for await (const { bytes } of readLines(path)) {
    if (bytes.toString('latin1', 0, 64).startsWith('{"v":1,"kind":"fired"')) count++
  }
  return count
}

async function* batchesOf(path: string): AsyncGenerator<readonly Line[]> {
  try {
    yield* readLineBatches(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new BadRecording(
      code === 'ENOENT' ? `${path}: no such file` : `${path}: cannot be read: ${message}`,
    )
  }
}

function headerOf(line: Line, path: string): RecordingHeader {
  return parseHeader(line.cut ? '' : line.bytes.toString(), path)
}

// `started` steps tell an event nothing that `finished` does not tell.
const STARTED = '{"v":1,"kind":"started"'

function saysNothing({ bytes, whole }: Line): boolean {
  return whole && bytes.at(-1) === 125 && bytes.toString('latin1', 0, STARTED.length) === STARTED
}

function stepOf(line: Line, onProblem: ReadOptions['onProblem']) {
  const { number, bytes, whole, cut } = line
  if (bytes.length === 0) return undefined
  try {
    const step = cut ? undefined : asStep(JSON.parse(bytes.toString()))
    if (step === undefined) {
      onProblem?.(
        problem(
          'foreign',
          number,
          cut ? 'the line is too long to be a step; skipped' : 'not a step of a firing; skipped',
        ),
      )
    }
    return step
  } catch {
    const torn = problem('torn', number, 'the last line is cut off, as a crash leaves it; skipped')
    onProblem?.(whole ? problem('foreign', number, 'not JSON; skipped') : torn)
    return undefined
  }
}

function problem(kind: RecordingProblem['kind'], line: number, message: string): RecordingProblem {
  return { kind, line, message: `line ${line}: ${message}` }
}
