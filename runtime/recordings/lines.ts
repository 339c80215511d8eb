// A file as lines of bytes, in flat memory: one chunk and the line at hand.

import { createReadStream } from 'node:fs'

export type Line = {
  /** Counts from 1. */
  readonly number: number
  readonly bytes: Buffer
  /** False for the last line of a file that does not end in a line end. */
  readonly whole: boolean
  /** The line was longer than the limit; `bytes` is its beginning. */
  readonly cut: boolean
}

/** Longer lines are cut; a payload may be large, but a file without line ends must not fill the memory. */
export const LONGEST_LINE = 256 * 1024 * 1024

/** The lines of a file. A line end is `\n` or `\r\n`. */
export async function* readLines(path: string, longest: number = LONGEST_LINE): AsyncGenerator<Line> {
  for await (const lines of readLineBatches(path, longest)) yield* lines
}

/** The lines of a file, as many at once as a chunk holds: an asynchronous step per line costs more than the line. */
export async function* readLineBatches(
  path: string,
  longest: number = LONGEST_LINE,
): AsyncGenerator<readonly Line[]> {
  let parts: Buffer[] = []
  let held = 0
  let cut = false
  let number = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    const lines: Line[] = []
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, end))
      from = end + 1
      lines.push(taken(true))
    }
    // A copy, so that a short rest does not hold the whole chunk.
    if (from < chunk.length) keep(from === 0 ? chunk : Buffer.from(chunk.subarray(from)))
    yield lines
  }
  if (held > 0) yield [taken(false)]

  function keep(bytes: Buffer): void {
    const room = longest - held
    if (bytes.length > room) cut = true
    if (room > 0 && bytes.length > 0) parts.push(bytes.length > room ? bytes.subarray(0, room) : bytes)
    held += Math.min(bytes.length, Math.max(0, room))
  }

  function taken(whole: boolean): Line {
    const [only] = parts
    let bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
    if (bytes.at(-1) === 13) bytes = bytes.subarray(0, -1)
    const line = { number: ++number, bytes, whole, cut }
    parts = []
    held = 0
    cut = false
    return line
  }
}
