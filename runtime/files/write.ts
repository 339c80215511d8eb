// The one way to write into a workspace, and to delete there: nothing outside its real path, whatever links came with it.
// A link that leads to another place inside is followed. Who changes links at the same moment is no matter of ours: such
// a program can write there itself.

import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { readText } from './read.ts'

/** A link would have decided where something is written or deleted. */
class LedAstray extends Error {
  override readonly name = 'LedAstray'

  constructor(path: string, out: string) {
    super(
      `${path} leads through a link${out}, so nothing is written or deleted there; put a file or folder in place of the link`,
    )
  }
}

/** True where a path, or what there is of it, leads out of a folder, or nobody knows where. */
export function leadsOut(root: string, path: string): boolean {
  const ground = realOf(resolve(root))
  const real = realOf(resolve(path))
  if (ground === undefined || real === undefined) return true
  const way = relative(ground, real)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
}

/** Throws a LedAstray where what is written at a path would lie outside a folder. */
export function checkInside(root: string, path: string): void {
  if (leadsOut(root, path)) throw new LedAstray(path, ` out of ${root}`)
}

/** Makes a folder and those above it; the error says what the disk really refused. */
function makeFolder(root: string, folder: string, mode = 0o777): void {
  checkInside(root, folder)
  try {
    mkdirSync(folder, { recursive: true, mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Node says so of a read-only disk too; making the first missing folder alone tells the reason.
    let first = folder
    while (!existsSync(dirname(first))) first = dirname(first)
    mkdirSync(first)
    throw error
  }
}

/** Makes a folder for its owner only, and never for version control; no link may lead to it, not even from inside. */
export function makePrivateFolder(root: string, folder: string): void {
  makeFolder(root, folder, 0o700)
  // What is behind a link would be kept out of version control as well.
  if (realpathSync.native(folder) !== join(realpathSync.native(root), relative(root, folder)))
    throw new LedAstray(folder, '')
  // A workspace may have brought the folder along, open to everybody and with a list of its own.
  const { mode: found, uid } = statSync(folder)
  if ((found & 0o077) !== 0 && uid === process.geteuid?.()) chmodSync(folder, 0o700)
  const ignore = join(folder, '.gitignore')
  if (ignoresAll(ignore)) return
  rmSync(ignore, { force: true })
  writeNew(root, ignore, '*\n')
}

function ignoresAll(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
  const lines = readText(path)
    .split('\n')
    .map((line) => line.trim())
  return lines.includes('*') && !lines.some((line) => line.startsWith('!'))
}

/** Writes a file that is not there yet, and its folder; `EEXIST` where it is. */
export function writeNew(root: string, path: string, text: string, { executable = false } = {}): void {
  makeFolder(root, dirname(path))
  const file = openNew(root, path, 0o666)
  try {
    writeFileSync(file, text)
    if (executable) fchmodSync(file, 0o755)
  } finally {
    closeSync(file)
  }
}

/** Writes a file whole or not at all, and its folder; what was there is replaced. */
export function replaceFile(root: string, path: string, text: string): void {
  makeFolder(root, dirname(path))
  checkInside(root, path)
  writeFileAtomic.sync(path, text)
}

/** Makes a file to append to; `EEXIST` where it is already, be it as a link. */
export function openNew(root: string, path: string, mode: number): number {
  checkInside(root, path)
  return openSync(path, 'ax', mode)
}

/** Opens a regular file to append to; with `mode` it is made where it is missing. */
export function openToAppend(root: string, path: string, mode?: number): number {
  checkInside(root, path)
  const { O_APPEND, O_CREAT, O_WRONLY } = constants
  // Absent on Windows: links, and pipes that nobody reads.
  const flags = O_APPEND | O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = openSync(path, mode === undefined ? flags : flags | O_CREAT, mode)
  const stat = fstatSync(file)
  if (stat.isFile() && stat.nlink <= 1) return file
  closeSync(file)
  // A second name may stand anywhere: what is added here would stand there, too.
  throw new Error(
    `${path} is ${stat.isFile() ? 'one of several names of a file' : 'no regular file'}; move it away`,
  )
}

/** Renames a file; what had the name is replaced. */
export function moveFile(root: string, from: string, to: string): void {
  checkInside(root, dirname(to))
  checkInside(root, from)
  renameSync(from, to)
}

/** Deletes a file; that it is gone already is no error. */
export function deleteFile(root: string, path: string): void {
  checkInside(root, path)
  rmSync(path, { force: true })
}

/** Sets a file's permissions. */
export function setMode(root: string, path: string, mode: number): void {
  checkInside(root, path)
  chmodSync(path, mode)
}

/** Writes a file that a person named, wherever that is, and its folder; a pipe would wait for a reader. */
export function writeNamed(path: string, text: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile() && !found.isCharacterDevice())
    throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'no regular file'}; name a file`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

// The real path of what there is of it, with the rest; undefined where a link leads nowhere.
function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return undefined
    if (dirname(path) === path) throw error
    const above = realOf(dirname(path))
    return above === undefined ? undefined : join(above, basename(path))
  }
}
