// Replaces a folder atomically, so that it is complete or absent even with concurrent builds.

import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Lets `fill` create the folder below `scratch`, then moves it to `out`. */
export async function inPlace(
  out: string,
  scratch: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  mkdirSync(scratch, { recursive: true })
  const fresh = mkdtempSync(join(scratch, 'dist-'))
  try {
    await fill(fresh)
    // A temporary folder is accessible only to its owner.
    chmodSync(fresh, 0o755)
    swap(fresh, out)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

// A folder cannot be renamed onto a non-empty one, so the old one is moved away first.
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
      // A concurrent build has replaced it; tries again.
      rmSync(old, { recursive: true, force: true })
      if (tries === 0) throw error
    }
  }
}
