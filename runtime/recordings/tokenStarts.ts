// Finds the positions in a text where a token may start: at words, in runs that are long and mixed enough to contain
// one. A single pass over the characters, because most text contains no tokens. shapes.ts checks what starts there.

const SHORTEST = 14

const ENDS = 0
const OTHER = 1
const DIGIT = 2
const UPPER = 4
const LOWER = 8

const KINDS = new Uint8Array(128).map((_, code) => {
  if (code <= 32 || code === 127) return ENDS
  const char = String.fromCharCode(code)
  if (/\d/.test(char)) return DIGIT
  if (/[A-Z]/.test(char)) return UPPER
  if (/[a-z]/.test(char)) return LOWER
  return '"\'`,;(){}<>[]=|&*!?\\@'.includes(char) ? ENDS : OTHER
})

/** Calls `tell` with every position where a token may start, in order. */
export function eachTokenStart(text: string, tell: (at: number) => void): void {
  let start = 0
  let seen = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    const kind = code < 128 ? (KINDS[code] as number) : ENDS
    if (kind !== ENDS) {
      seen |= kind
      continue
    }
    if (at - start >= SHORTEST && isMixed(seen)) within(text, start, at, tell)
    start = at + 1
    seen = 0
    // An escape sequence in nested text ends a word, too.
    if (code === 92) start += escapeAt(text, start)
    at = start - 1
  }
}

// Skips words of prose and identifiers early: a token has a digit, or letters of both cases.
function isMixed(seen: number): boolean {
  return (seen & DIGIT) !== 0 || seen === (OTHER | UPPER | LOWER) || seen === (UPPER | LOWER)
}

function escapeAt(text: string, at: number): number {
  const char = text.charAt(at)
  if (char === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5)) ? 5 : 0
  return /^[nrtbf]$/.test(char) ? 1 : 0
}

function within(text: string, start: number, end: number, tell: (at: number) => void): void {
  let word = true
  for (let at = start; at <= end - SHORTEST; at++) {
    const isPart = (KINDS[text.charCodeAt(at)] as number) > OTHER
    if (isPart && word) tell(at)
    word = !isPart
    if (text.charCodeAt(at) === 37 && /^[0-9A-Fa-f]{2}$/.test(text.slice(at + 1, at + 3))) {
      // After a percent escape a word may start; what looks like an escape may also be the start of a word.
      if (at + 3 <= end - SHORTEST) tell(at + 3)
    } else if (at === start) {
      // A terminal color, `[0;31m`.
      const colour = /^\d{1,3}m/.exec(text.slice(at, at + 4))?.[0]
      if (colour !== undefined && /[[;]/.test(text.charAt(at - 1))) tell(at + colour.length)
    }
  }
}
