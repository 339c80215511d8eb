// The folder that caches compiled code of the product between runs. A program sets it at its start; by default nothing
// is cached, because an embedder has not agreed to files on disk.

import { join } from 'node:path'

let folder: string | undefined

/** Caches compiled code in this folder from now on: the user's own cache, whose content is trusted like the product. */
export function keepCodeIn(cache: string): void {
  folder = join(cache, 'code')
}

/** The folder; undefined where nothing is cached. */
export function codeFolder(): string | undefined {
  return folder
}
