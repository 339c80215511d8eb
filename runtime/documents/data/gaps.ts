// Offsets within blank space at which completion may offer a new key or value; at most 400.

export type GapOptions = {
  /** Whether the rest of the line that the stretch begins in counts. */
  readonly sameLine: boolean
  /** Whether blank lines count. */
  readonly lines: boolean
  /** Whether its end counts too: what follows there closes something, or nothing follows. */
  readonly closed: boolean
}

/** Offsets from `from` to `to`, between which there are only blanks. */
export function gapPlaces(text: string, from: number, to: number, options: GapOptions): readonly number[] {
  const places: number[] = []
  let at = from
  const first = lineEnd(text, from, to)
  if (options.sameLine) {
    const last = first < to || options.closed ? first : to - 1
    for (; at <= last && places.length < MOST; at++) places.push(at)
  }
  if (!options.lines) return places
  for (at = nextLine(text, first); at <= to && places.length < MOST; ) {
    const end = lineEnd(text, at, to)
    // The last line has what follows the stretch in it, unless nothing does.
    if (end === to && to < text.length) break
    for (; at <= end && places.length < MOST; at++) places.push(at)
    at = nextLine(text, end)
  }
  return places
}

// A file of nothing but blanks has places enough.
const MOST = 400

/** Where the line of `at` ends, but no further than `to`; before CRLF as before LF. */
function lineEnd(text: string, at: number, to: number): number {
  for (let end = at; end < to; end++) if (text[end] === '\n' || text[end] === '\r') return end
  return to
}

// CRLF is one line end: nobody's cursor stands in it.
function nextLine(text: string, end: number): number {
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}
