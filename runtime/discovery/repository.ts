// Finds the git checkout that a folder lies in.

import { dirname, join } from 'node:path'
import { type Disk, failed } from './disk.ts'

/** The top folder of the checkout; undefined outside of one. */
export function repositoryOf(folder: string, disk: Disk): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (!failed(disk.stat(join(at, '.git')))) return at
    if (dirname(at) === at) return undefined
  }
}
