// Builds `dist/`: bundled entries and chunks, grammars, the Python host, the public type declarations. Built in a
// temporary folder and moved into place at once. `--if-stale` does nothing if dist is current.

import { join } from 'node:path'
import { copyAssets } from './product/assets.ts'
import { bundle } from './product/bundle.ts'
import { declarations } from './product/declarations.ts'
import { fingerprint, isCurrent, stamp } from './product/freshness.ts'
import { inPlace } from './product/inPlace.ts'

const root = join(import.meta.dirname, '..')

/** Builds everything into `out`; returns a line for each part that could not be built. */
export async function build(out: string): Promise<readonly string[]> {
  const notes: string[] = []
  // Taken before any source is read, so that changes made meanwhile mark the build as stale.
  const sources = fingerprint(root)
  await inPlace(out, join(root, 'build'), async (folder) => {
    const [missing, untyped] = await Promise.all([bundle(root, folder), declarations(root, folder)])
    notes.push(...missing, ...untyped, ...copyAssets(root, folder))
    // What was left out may be there the next time.
    if (notes.length === 0) stamp(folder, sources)
  })
  return notes
}

if (import.meta.main) {
  const out = join(root, 'dist')
  if (process.argv.includes('--if-stale') && isCurrent(out, fingerprint(root))) {
    console.log('dist is current.')
  } else {
    const started = performance.now()
    try {
      for (const note of await build(out)) console.error(`build: ${note}`)
      console.log(`Built dist in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
    } catch (error) {
      // esbuild has already reported the location; its stack trace adds nothing.
      console.error(`build: nothing was built. ${(error as Error).message.split('\n', 1)[0]}`)
      process.exitCode = 1
    }
  }
}
