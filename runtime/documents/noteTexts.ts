// Texts on standard error that only note something. A script that ends behind one of them stops nothing.

/** Words of a text that stops nothing. */
export const WARNS =
  /^\W*(?:warn(?:ing)?|note|hint|info|notice)\b|(?<!\b(?:not|never|cannot)(?: be)? )\bskipp(?:ed|ing)\b/i

/** The texts of several paths as one; undefined where one of them is unknown or empty, or is a note. */
export function textOfPaths(texts: readonly (string | undefined)[]): string | undefined {
  const all = [...new Set(texts)]
  const known = all.flatMap((text) => text || [])
  if (known.length < all.length) return undefined
  return known.length > 1 && known.some((text) => WARNS.test(text)) ? undefined : known.join('\n')
}
