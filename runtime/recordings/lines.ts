// Reads a file as lines of bytes with bounded memory: one chunk and the current line. Stops at a line that is too long,
// or that is long and binary, because a non-text file may be gigabytes in size.

import { readChunks } from '../files/read.ts'

export type Line = {
  /** Line number, from 1. */
  readonly number: number
  readonly bytes: Buffer
  /** False for a last line without a line break. */
  readonly whole: boolean
  /** Whether the line is too long or binary; `bytes` is then its start, and nothing after it is read. */
  readonly cut: boolean
}

// A payload may be large, but a file without line breaks must not fill the memory.
const LONGEST_LINE = 256 * 1024 * 1024

/** The lines of a file. A line ends with `\n` or `\r\n`. */
export async function* readLines(path: string, longest: number = LONGEST_LINE): AsyncGenerator<Line> {
  for await (const spans of readSpans(path, longest)) {
    for (const { number, chunk, from, to, whole, cut } of spans) {
      yield { number, bytes: chunk.subarray(from, to), whole, cut }
    }
  }
}

/**
 * A line as a range of the chunk that it was read with, because thousands of
 * small Buffers would burden the garbage collector.
 */
export type LineSpan = {
  /** Line number, from 1. */
  readonly number: number
  readonly chunk: Buffer
  readonly from: number
  readonly to: number
  readonly whole: boolean
  readonly cut: boolean
}

/** The lines of a file, all of a chunk at once: an async iteration per line costs more than the line. */
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
    // Copied, so that a short rest does not keep the whole chunk in memory.
    if (from < chunk.length && !cut) keep(from === 0 ? chunk : Buffer.from(chunk.subarray(from)))
    // Only long binary lines are cut: a short rest with a NUL byte is what a crash leaves behind.
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
