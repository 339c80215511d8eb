// Where a path with `..` leads. Behind a symbolic link the system continues in the parent of the folder that the link
// points to; a shell's `cd`, and programs that normalize paths as text (Node), continue in the folder of the link.

import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { type Disk, failed } from './disk.ts'

/** The longest path that a system opens, in characters: what is longer names no file. */
const LONGEST_PATH = sep === '/' ? 4096 : 32_767

/** Whether no system opens this path, however short it would be without its `..`. */
export function isTooLong(path: string): boolean {
  return path.length > LONGEST_PATH
}

/** The path that the system finds, spelled as it is written wherever that is the same folder. */
export function pathOnDisk(folder: string, written: string, disk: Disk): string {
  // Windows normalizes paths as text. A path that is too long is found only by programs that do so, too; following
  // each of its steps would take time that grows as the square of its length.
  if (sep !== '/' || isTooLong(written) || !/(?:^|\/)\.\.(?:\/|$)/.test(written))
    return resolve(folder, written)
  const [first = '', ...others] = written.split(/(?:^|\/)\.\.(?=\/|$)/)
  let at = resolve(folder, first === '' && isAbsolute(written) ? '/' : first)
  let missing: string | undefined
  for (const steps of others) {
    if (missing === undefined || !isBelow(at, missing)) {
      const real = disk.real(at)
      missing = failed(real) ? firstMissing(at, disk) : undefined
      at = failed(real) ? dirname(at) : parentOf(at, real, disk)
    } else at = dirname(at)
    if (steps !== '') at = join(at, steps)
  }
  return resolve(at)
}

/** The path that the system finds, then the one that its text gives, if that is another. */
export function pathsOf(folder: string, written: string, disk: Disk): readonly string[] {
  return [...new Set([pathOnDisk(folder, written, disk), resolve(folder, written)])]
}

function parentOf(folder: string, real: string, disk: Disk): string {
  const beside = dirname(folder)
  const parent = dirname(real)
  return disk.real(beside) === parent ? beside : parent
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

// Nothing below a folder that is missing can be a link, so the disk is not read again for each step out of it.
function firstMissing(path: string, disk: Disk): string {
  const steps = path.split('/')
  let [there, gone] = [1, steps.length]
  while (gone - there > 1) {
    const middle = (there + gone) >> 1
    if (failed(disk.real(steps.slice(0, middle).join('/')))) gone = middle
    else there = middle
  }
  return steps.slice(0, gone).join('/')
}
