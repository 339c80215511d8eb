// Determines which hooks may run beside each other in one interpreter or worker: only those of one folder, because code
// that runs there can replace what the others use for their decisions.

import { dirname } from 'node:path'
import type { Hook } from '../contract/hook.ts'

/**
 * The source of a hook with its folder: the workspace, the home, each plugin and each folder that a configuration names
 * are different ones, also where two plugins have the same name.
 */
export function sourceOf({ source, path }: Hook): string {
  return `${source} ${dirname(path)}`
}
