// Locates the worker's code: worker.ts in the source tree, the bundled worker.js in the built product.

import { existsSync } from 'node:fs'

/** The entry of a worker thread. */
export function workerUrl(): URL {
  const built = new URL('./worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./worker.ts', import.meta.url)
}
