// The URIs of files and their paths. Whatever is no file on a disk has no path, and is none of ours.

import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The absolute path of a file; undefined for a URI that names none. */
export function pathOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined
  try {
    return resolve(fileURLToPath(uri))
  } catch {
    // A host, a slash within a name, a broken escape: no path on this disk.
    return undefined
  }
}

/** The URI of a path, as Node spells it; editors may spell it otherwise. */
export function uriOf(path: string): string {
  return pathToFileURL(path).href
}
