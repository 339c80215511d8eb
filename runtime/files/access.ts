// Whether this process may run a file or write to a place, as the system sees it now. Never throws.

import { accessSync, constants, statSync } from 'node:fs'

/** Whether a path is a file that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether a file or folder may be written to. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
