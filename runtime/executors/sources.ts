// Determines which hooks may run beside each other in one interpreter or worker: only those of one source, because code
// that runs there can replace what the others use for their decisions.

import { dirname } from 'node:path'
import type { Hook } from '../contract/hook.ts'

/**
 * The name of a hook's source. Outside of the workspace each folder is a source of its own: each plugin, also where two
 * have one name, the home, and each folder that a configuration names and that therefore counts as the user's.
 */
export function sourceOf({ source, path }: Hook): string {
  return source === 'workspace' ? source : `${source} ${dirname(path)}`
}
