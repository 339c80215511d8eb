// Parses JSON text without losing the source text of numbers that a double cannot represent.

import { checkDepth } from './parseJson.ts'

type ExactJson = {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
}
// Available in every Node version that Hookbench supports, but not yet in TypeScript's library.
const exact = JSON as unknown as ExactJson

/**
 * Parses JSON text so that whole numbers that a double cannot represent (beyond 2^53 or out of range) keep their source
 * text: as objects that JSON.stringify writes as that number. For values that are only passed on as JSON text. Throws a
 * SyntaxError for the texts that parseJson refuses.
 */
export function parseExact(text: string): unknown {
  checkDepth(text)
  return exact.parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    (Number.isInteger(value) || !Number.isFinite(value))
      ? exact.rawJSON(source as string)
      : value,
  )
}

/** The source text of a number that `parseExact` preserved; undefined for any other value. */
export function exactNumber(value: unknown): string | undefined {
  return exact.isRawJSON(value) ? value.rawJSON : undefined
}
