// Builds `dist/`: bundled entries and chunks side by side, grammars, the Python host, the types of the public surface.
// Everything is made in a temporary folder and put in place at once. `--if-stale` does nothing when dist is current.

import { join } from 'node:path'
import { copyAssets } from './product/assets.ts'
import { bundle } from './product/bundle.ts'
import { declarations } from './product/declarations.ts'
import { fingerprint, isCurrent, stamp } from './product/freshness.ts'
import { inPlace } from './product/inPlace.ts'

const root = join(import.meta.dirname, '..')

/** Builds everything into `out` and returns what could not be built yet, in words. */
export async function build(out: string): Promise<readonly string[]> {
  const notes: string[] = []
  // Before anything is read: what changes meanwhile makes the build stale.
  const sources = fingerprint(root)
  await inPlace(out, join(root, 'build'), async (folder) => {
    const [missing, untyped] = await Promise.all([bundle(root, folder), declarations(root, folder)])
    notes.push(...missing, ...untyped, ...copyAssets(root, folder))
    stamp(folder, sources)
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
      // esbuild has said where; its stack is of no use to anyone.
      console.error(`build: nothing was built. ${(error as Error).message.split('\n', 1)[0]}`)
      process.exitCode = 1
    }
  }
}
