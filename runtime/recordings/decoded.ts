// Secrets in encoded text: `%3D` in URLs, `\u0073` in JSON. The decoded text is masked and written
// back in the same encoding and length. Base64 is not decoded.

const ENCODED = /%(?:25)?[2-7][0-9A-Fa-f]|\\u00[2-7][0-9A-Fa-f]/
const UNIT = /%([2-7][0-9A-Fa-f])|\\u00([2-7][0-9A-Fa-f])/g

/** Limit of nested encodings. */
const DEEPEST = 2

/** Applies `mask` to the decoded text; `mask` must preserve the length. */
export function maskDecoded(text: string, mask: (text: string) => string, depth = 0): string {
  if (depth >= DEEPEST || !ENCODED.test(text)) return text
  const parts: string[] = []
  /** Positions of encoded characters in `text`. */
  const starts: number[] = []
  let from = 0
  for (const { index, 0: unit, 1: percent, 2: unicode } of text.matchAll(UNIT)) {
    parts.push(text.slice(from, index), String.fromCharCode(Number.parseInt(percent ?? unicode ?? '', 16)))
    starts.push(index)
    from = index + unit.length
  }
  const rest = text.slice(from)
  const decoded = parts.join('') + rest
  const masked = maskDecoded(mask(decoded), mask, depth + 1)
  if (masked === decoded) return text
  let at = 0
  let written = ''
  for (const [n, start] of starts.entries()) {
    const plain = parts[2 * n] ?? ''
    const was = parts[2 * n + 1] ?? ''
    written += masked.slice(at, at + plain.length)
    at += plain.length
    const is = masked.charAt(at++)
    const unit = text.startsWith('%', start) ? text.slice(start, start + 3) : text.slice(start, start + 6)
    written += is === was ? unit : unit.slice(0, -2) + is.charCodeAt(0).toString(16)
  }
  return written + masked.slice(at)
}
