// Reads a recording as a stream of events with bounded memory. Unreadable lines are skipped and reported; only a file
// that is not a recording, or of an unsupported version, is refused.

import { dialectOf, recordOf } from '../contract/dialects/index.ts'
import { isAbsent, Unreadable } from '../files/read.ts'
import type { RecordingHeader } from './format.ts'
import { BadRecording, parseHeader } from './header.ts'
import { type LineSpan, readLines, readSpans } from './lines.ts'
import { nameOf, parseRaw, type RawEvent, type RawReading, type RecordingProblem, rawReading } from './raw.ts'
import type { RecordedEvent } from './rebuild.ts'

export type ReadOptions = {
  readonly onHeader?: (header: RecordingHeader) => void
  readonly onProblem?: (problem: RecordingProblem) => void
  /** Called from time to time with the number of bytes read. */
  readonly onBytes?: (bytes: number) => void
}

export type Recording = {
  readonly header: RecordingHeader
  /** In firing order. */
  readonly events: readonly RecordedEvent[]
  readonly problems: readonly RecordingProblem[]
}

/** The events of a recording, each as soon as it settles. Throws a BadRecording for a file that is not a recording. */
export async function* readRecording(path: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent> {
  for await (const events of readEventBatches(path, options)) yield* events
}

/** Like `readRecording`, with many events at once. */
async function* readEventBatches(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  const { onProblem } = options
  const unknown = unknownReported(onProblem)
  for await (const { header, events, ended } of readRawBatches(path, options)) {
    const read: RecordedEvent[] = []
    for (const raw of events) {
      unknown(raw)
      const event = parseRaw(raw, header.session, onProblem)
      if (event === undefined) continue
      read.push(event)
      const why = `event ${event.n} (${event.event}) never settled: the recording ends first`
      if (ended !== undefined) onProblem?.(problem('unsettled', ended, why))
    }
    yield read
  }
}

export type RawBatch = {
  readonly header: RecordingHeader
  readonly events: readonly RawEvent[]
  /** The number of the last line, if the recording ended before these events did. */
  readonly ended?: number
}

/** The lines of each event, as soon as it settles. Throws a BadRecording for a file that is not a recording. */
export async function* readRawBatches(
  path: string,
  { onHeader, onProblem, onBytes }: ReadOptions = {},
): AsyncGenerator<RawBatch> {
  let header: RecordingHeader | undefined
  let reading: RawReading | undefined
  let last = 1
  let bytes = 0
  for await (const lines of batchesOf(path)) {
    const [first] = lines
    if (first === undefined) continue
    last = lines.at(-1)?.number ?? last
    for (const line of lines) bytes += line.to - line.from + 1
    const isFirst = header === undefined
    if (header === undefined) {
      header = headerOf(first, path)
      onHeader?.(header)
    }
    reading ??= rawReading(header.imported === true, onProblem)
    yield { header, events: reading.add(lines, isFirst ? 1 : 0) }
    onBytes?.(bytes)
  }
  if (header === undefined) throw new BadRecording(`${path}: not a recording: the file is empty`)
  for (let event = reading?.next(); event !== undefined; event = reading?.next()) {
    yield { header, events: [event], ended: last }
  }
}

function unknownReported(onProblem: ReadOptions['onProblem']): (raw: RawEvent) => void {
  const reported = new Set<string>()
  return (raw) => {
    const { dialect, event } = nameOf(raw)
    if (recordOf(dialect, event) !== undefined || reported.has(`${dialect} ${event}`)) return
    reported.add(`${dialect} ${event}`)
    const isDialect = dialectOf(dialect) !== undefined
    const what = isDialect ? `the ${dialect} event "${event}"` : `the dialect "${dialect}"`
    const why = `this Hookbench does not know ${what}; its events are shown but cannot be fired`
    onProblem?.(problem('unknown', raw.steps[0]?.line ?? 0, why))
  }
}

/** Loads a whole recording into memory. Throws a BadRecording for a file that is not a recording. */
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

/** Counts the events of a recording without parsing them. */
export async function countEvents(path: string): Promise<number> {
  let count = 0
  for await (const { bytes } of readLines(path)) {
    if (bytes.toString('latin1', 0, 64).startsWith('{"v":1,"kind":"fired"')) count++
  }
  return count
}

async function* batchesOf(path: string): AsyncGenerator<readonly LineSpan[]> {
  try {
    yield* readSpans(path)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new BadRecording(
      isAbsent(error) ? `${path}: no such file` : `${path}: cannot be read: ${error.reason}`,
    )
  }
}

function headerOf({ chunk, from, to, cut }: LineSpan, path: string): RecordingHeader {
  return parseHeader(cut ? '' : chunk.toString('utf8', from, to), path)
}

function problem(kind: RecordingProblem['kind'], line: number, message: string): RecordingProblem {
  return { kind, line, message: `line ${line}: ${message}` }
}
