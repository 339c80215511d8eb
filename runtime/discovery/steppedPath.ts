// Where a path with `..` leads. Behind a symbolic link the system continues in the parent of the folder that the link
// points to; a shell's `cd`, and programs that normalize paths as text (Node), continue in the folder of the link.

import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { type Disk, failed } from './disk.ts'

/** The path that the system finds, spelled as it is written wherever that is the same folder. */
export function pathOnDisk(folder: string, written: string, disk: Disk): string {
  // Windows normalizes paths as text.
  if (sep !== '/' || !/(?:^|\/)\.\.(?:\/|$)/.test(written)) return resolve(folder, written)
  let at = isAbsolute(written) ? '/' : folder
  for (const step of written.split('/')) at = step === '..' ? parentOf(at, disk) : join(at, step)
  return resolve(at)
}

/** The path that the system finds, then the one that its text gives, if that is another. */
export function pathsOf(folder: string, written: string, disk: Disk): readonly string[] {
  return [...new Set([pathOnDisk(folder, written, disk), resolve(folder, written)])]
}

function parentOf(folder: string, disk: Disk): string {
  const beside = dirname(folder)
  const real = disk.real(folder)
  const parent = failed(real) ? beside : dirname(real)
  return disk.real(beside) === parent ? beside : parent
}
