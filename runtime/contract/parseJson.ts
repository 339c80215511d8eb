// JSON from outside: V8 takes half a microsecond and fifty bytes for each level that is open, so that ten megabytes of
// `[` hold up the event loop for seconds and take most of a gigabyte, before the text is found to be no JSON.

/** No value is nested as deep as this: payloads are refused far below. */
const DEEPEST = 100_000

/** Like `JSON.parse`; a text that is nested deeper than 100,000 levels is refused like one that is not JSON. */
export function parseJson(text: string): unknown {
  checkDepth(text)
  return JSON.parse(text)
}

/** Throws where `parseJson` refuses. */
export function checkDepth(text: string): void {
  if (text.length > DEEPEST && isTooDeep(text))
    throw new SyntaxError(`it is nested deeper than ${DEEPEST} levels`)
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      at = endOfString(text, at)
      if (at === -1) return false
    } else if (sign === ARRAY || sign === OBJECT) {
      if (++depth > DEEPEST) return true
    } else if (sign === ARRAY_END || sign === OBJECT_END) depth--
  }
  return false
}

// The place of the quote that ends the string; -1 if there is none, and then it is no JSON from here on.
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text.charCodeAt(from - 1) === BACKSLASH) from--
  return (at - from) % 2 === 1
}

const [QUOTE, BACKSLASH, ARRAY, OBJECT, ARRAY_END, OBJECT_END] = [0x22, 0x5c, 0x5b, 0x7b, 0x5d, 0x7d]
