// Converts between file URIs and paths. A URI that is not a file on disk has no path.

import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The absolute path of a file; undefined for any other URI. */
export function pathOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined
  try {
    return resolve(fileURLToPath(uri))
  } catch {
    // A host, a slash within a name, or a broken escape: not a path on this disk.
    return undefined
  }
}

/** The URI of a path, as Node spells it; editors may spell it differently. */
export function uriOf(path: string): string {
  return pathToFileURL(path).href
}
