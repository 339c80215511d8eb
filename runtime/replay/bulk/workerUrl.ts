// Locates the bulk thread's code: worker.ts in the source tree, the bundled replayWorker.js in the built product.

import { existsSync } from 'node:fs'

/** The entry of a bulk thread. */
export function workerUrl(): URL {
  const built = new URL('./replayWorker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./worker.ts', import.meta.url)
}
