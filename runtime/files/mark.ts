// What shows that a file was written, replaced or turned to another one, without reading it. Never throws.

import { lstatSync, statSync } from 'node:fs'

/** A text that differs after any write, replacement or new link at a path; the system's error code if nothing is there. */
export function markOf(path: string): string {
  try {
    const link = lstatSync(path, { bigint: true })
    const file = link.isSymbolicLink() ? statSync(path, { bigint: true }) : link
    return `${link.ino}.${link.ctimeNs}.${file.dev}.${file.ino}.${file.size}.${file.mtimeNs}.${file.ctimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
