// A folder that is there whole or not at all, whoever else is building at the same time.

import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Has `fill` make the folder somewhere below `scratch`, then puts it in the place of `out`. */
export async function inPlace(
  out: string,
  scratch: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  mkdirSync(scratch, { recursive: true })
  const fresh = mkdtempSync(join(scratch, 'dist-'))
  try {
    await fill(fresh)
    // A temporary folder is its owner's only.
    chmodSync(fresh, 0o755)
    swap(fresh, out)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

// A folder cannot be renamed onto a full one, so the old one steps aside first.
function swap(fresh: string, out: string): void {
  const old = `${fresh}.old`
  for (let tries = 3; ; tries -= 1) {
    try {
      renameSync(out, old)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    try {
      renameSync(fresh, out)
      rmSync(old, { recursive: true, force: true })
      return
    } catch (error) {
      // Another build was quicker: once more.
      rmSync(old, { recursive: true, force: true })
      if (tries === 0) throw error
    }
  }
}
