// Locates the warden's code: warden.ts in the source tree, the bundled warden.js in the built product.

import { existsSync } from 'node:fs'

/** The entry of the warden process. */
export function wardenUrl(): URL {
  const built = new URL('./warden.js', import.meta.url)
  return existsSync(built) ? built : new URL('./warden.ts', import.meta.url)
}
