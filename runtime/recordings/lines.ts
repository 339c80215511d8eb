// A file as lines of bytes, in flat memory: one chunk and the line at hand. Ends at a line that is too long, or long and
// binary: gigabytes may follow of a file that is no text.

import { readChunks } from '../files/read.ts'

export type Line = {
  /** Counts from 1. */
  readonly number: number
  readonly bytes: Buffer
  /** False for the last line of a file that does not end in a line end. */
  readonly whole: boolean
  /** The line is too long or binary, and nothing behind it is read; `bytes` is its beginning. */
  readonly cut: boolean
}

// A payload may be large, but a file without line ends must not fill the memory.
const LONGEST_LINE = 256 * 1024 * 1024

/** The lines of a file. A line end is `\n` or `\r\n`. */
export async function* readLines(path: string, longest: number = LONGEST_LINE): AsyncGenerator<Line> {
  for await (const spans of readSpans(path, longest)) {
    for (const { number, chunk, from, to, whole, cut } of spans) {
      yield { number, bytes: chunk.subarray(from, to), whole, cut }
    }
  }
}

/** A line as a part of the bytes it was read with: thousands of small buffers would keep the collector busy. */
export type LineSpan = {
  /** Counts from 1. */
  readonly number: number
  readonly chunk: Buffer
  readonly from: number
  readonly to: number
  readonly whole: boolean
  readonly cut: boolean
}

/** The lines of a file, as many at once as a chunk holds: an asynchronous step per line costs more than the line. */
export async function* readSpans(
  path: string,
  longest: number = LONGEST_LINE,
): AsyncGenerator<readonly LineSpan[]> {
  let parts: Buffer[] = []
  let held = 0
  let cut = false
  let number = 0
  for await (const chunk of readChunks(path, 256 * 1024)) {
    const spans: LineSpan[] = []
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1 && !cut; end = chunk.indexOf(10, from)) {
      if (held === 0 && end - from <= longest) spans.push(span(chunk, from, end, true))
      else {
        keep(chunk.subarray(from, end))
        spans.push(taken(true))
      }
      from = end + 1
    }
    // A copy, so that a short rest does not hold the whole chunk.
    if (from < chunk.length && !cut) keep(from === 0 ? chunk : Buffer.from(chunk.subarray(from)))
    // A short rest with a zero byte in it is what a crash leaves.
    if (from === 0 && chunk.includes(0)) cut = true
    if (cut && held > 0) spans.push(taken(false))
    yield spans
    if (cut) return
  }
  if (held > 0) yield [taken(false)]

  function keep(bytes: Buffer): void {
    const room = longest - held
    if (bytes.length > room) cut = true
    if (room > 0 && bytes.length > 0) parts.push(bytes.length > room ? bytes.subarray(0, room) : bytes)
    held += Math.min(bytes.length, Math.max(0, room))
  }

  function taken(whole: boolean): LineSpan {
    const [only] = parts
    const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
    const line = span(bytes, 0, bytes.length, whole)
    parts = []
    held = 0
    return line
  }

  function span(chunk: Buffer, from: number, end: number, whole: boolean): LineSpan {
    const to = end > from && chunk[end - 1] === 13 ? end - 1 : end
    return { number: ++number, chunk, from, to, whole, cut }
  }
}
