// The path that a specifier of an ES module names: `import` reads it as a URL, with a query, a fragment and escapes.

const IS_PATH = /^(?:\.{0,2}\/|file:)/i

/** The path in a specifier that names a file; any other specifier as it is. `require` reads none of it as a URL. */
export function specifierPath(specifier: string): string {
  if (!IS_PATH.test(specifier)) return specifier
  const path = specifier
    .replaceAll(/[\t\n\r]/g, '')
    .replace(/[?#].*$/s, '')
    .replace(/^file:(?:\/\/(?:localhost)?)?/i, '')
    .replaceAll('\\', '/')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
