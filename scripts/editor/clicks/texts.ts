// Detects faulty texts: undefined values, unfilled placeholders, and placeholders filled with nothing.

/** Finds faults in displayed lines. `texts` are the extension's texts, with their placeholders. */
export function faultsIn(lines: readonly string[], texts: readonly string[]): readonly string[] {
  // A text with its placeholder removed may equal another text.
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

// "deny because of": a text ending in a placeholder may follow another text.
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
