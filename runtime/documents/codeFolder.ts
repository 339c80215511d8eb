// Where compiled code of the product's own is kept between runs: in a folder that a program names at its start, and
// nowhere unless it does, because nobody who embeds us has asked for files.

import { join } from 'node:path'

let folder: string | undefined

/** From now on compiled code is kept here: in the user's own cache, whose content is trusted like the product. */
export function keepCodeIn(cache: string): void {
  folder = join(cache, 'code')
}

/** The folder; undefined where nothing is kept. */
export function codeFolder(): string | undefined {
  return folder
}
