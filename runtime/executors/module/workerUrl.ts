// Where the worker's code stands: TypeScript in source, one bundled file beside the others in the built product.

import { existsSync } from 'node:fs'

/** The entry of a worker thread. */
export function workerUrl(): URL {
  const built = new URL('./worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./worker.ts', import.meta.url)
}
