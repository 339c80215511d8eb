// Offsets within blank space at which completion may offer a new key or value; at most 400.

export type GapOptions = {
  /** Whether the rest of the line in which the stretch begins is offered. */
  readonly sameLine: boolean
  /** Whether blank lines are offered. */
  readonly lines: boolean
  /** Whether the stretch's end is offered too: a closing mark or nothing follows there. */
  readonly closed: boolean
}

/** The offsets from `from` to `to`; the text between them must be blank. */
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
    // The last line contains what follows the stretch, unless nothing does.
    if (end === to && to < text.length) break
    for (; at <= end && places.length < MOST; at++) places.push(at)
    at = nextLine(text, end)
  }
  return places
}

// A file of blanks only would have unlimited places.
const MOST = 400

/** The end of the line of `at`, but at most `to`; before LF or CRLF. */
function lineEnd(text: string, at: number, to: number): number {
  for (let end = at; end < to; end++) if (text[end] === '\n' || text[end] === '\r') return end
  return to
}

// CRLF is one line end; a cursor cannot be inside it.
function nextLine(text: string, end: number): number {
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}
