// What no text may look like: with something undefined in it, with a place that was not filled, or filled with nothing.

/** Finds what is wrong with lines as they are shown. `texts` are those of the extension, with their places. */
export function faultsIn(lines: readonly string[], texts: readonly string[]): readonly string[] {
  // What is left of "Debug {0}" is a text too.
  const whole = new Set(texts)
  const blank = new Set(
    texts
      .filter((text) => PLACE.test(text))
      .map(emptied)
      .filter((text) => !whole.has(text)),
  )
  const last = texts
    .filter((text) => /^[a-z].*\{\d\}$/.test(text))
    .map(emptied)
    .filter((text) => blank.has(text))
  return lines.flatMap((line) => {
    if (BAD.test(line)) return [`"${line}" shows what nobody filled in`]
    if (NOWHERE.test(line)) return [`"${line}" has no handler`]
    // "3 events · 2 hooks": each part is a text of its own.
    const parts = [line, ...line.split(' · ')].map((part) => part.trim())
    return parts.some((part) => blank.has(part) || endsBlank(part, last))
      ? [`"${line}" is a text whose places are blank`]
      : []
  })
}

// "deny by": a text that ends in its place stands behind another.
function endsBlank(part: string, last: readonly string[]): boolean {
  return last.some((text) => part.endsWith(` ${text}`))
}

const PLACE = /\{\d\}/
const BAD = /\bundefined\b|\{\d\}|\[object |\bNaN\b|%[a-z]+\.[\w.]+%/
const NOWHERE = /command '[\w.]+' not found/

function emptied(text: string): string {
  return text
    .replaceAll(/\{\d\}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
