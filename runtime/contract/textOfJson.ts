// A JSON value as a text, as JavaScript writes it. Never throws, whatever the value is.

/** `String(value)` for any JSON: that throws on an object with a field `toString`, and on very deep lists. */
export function textOfJson(value: unknown): string {
  try {
    return String(value)
  } catch {
    return String({})
  }
}
