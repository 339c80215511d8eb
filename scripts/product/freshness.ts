// Determines whether dist was built from the current sources, by content, since a checkout changes modification times.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['runtime', 'server', 'client', 'scripts/product']
const FILES = ['scripts/build.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
const STAMP = '.built-from'

/** A hash of everything that a build reads. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const path of [...FOLDERS.flatMap((folder) => below(root, folder)), ...FILES]) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Whether `folder` contains a build of these sources. */
export function isCurrent(folder: string, sources: string): boolean {
  try {
    return readFileSync(join(folder, STAMP), 'utf8') === sources
  } catch {
    // Never built.
    return false
  }
}

/** Stores the hash of the sources in a finished build. */
export function stamp(folder: string, sources: string): void {
  writeFileSync(join(folder, STAMP), sources)
}

function below(root: string, folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|css|py)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort()
  } catch {
    // The folder does not exist.
    return []
  }
}
