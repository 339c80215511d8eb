// Where the warden's code stands: TypeScript in source, one bundled file beside the others in the built product.

import { existsSync } from 'node:fs'

/** The entry of the warden process. */
export function wardenUrl(): URL {
  const built = new URL('./warden.js', import.meta.url)
  return existsSync(built) ? built : new URL('./warden.ts', import.meta.url)
}
