// The only module that writes or deletes in a workspace: never outside its real path, whatever links
// it contains. Links to other places inside are followed. A program that changes links concurrently
// is not defended against, because it could write there itself.

import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isAbsent, readText } from './read.ts'

/** A link would redirect a write or deletion. */
class LedAstray extends Error {
  override readonly name = 'LedAstray'

  constructor(path: string, out: string) {
    super(
      `${path} leads through a symbolic link${out}, so nothing is written or deleted there; put a file or folder in place of the link`,
    )
  }
}

/** Whether the real path, as far as it exists, is outside a folder or cannot be determined, as that of no path. */
export function leadsOut(root: string, path: string): boolean {
  try {
    return isOutside(root, path)
  } catch {
    return true
  }
}

// Throws what the system says about a path that cannot be one, such as one that is too long.
function isOutside(root: string, path: string): boolean {
  const ground = realOf(resolve(root))
  const real = realOf(resolve(path))
  if (ground === undefined || real === undefined) return true
  return !isBelow(ground, real)
}

// Compares the paths as they are written.
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Throws a LedAstray if the real path is outside a folder. */
export function checkInside(root: string, path: string): void {
  if (isOutside(root, path)) throw new LedAstray(path, ` out of ${root}`)
}

/** Creates a folder and its parents; errors state the actual reason. */
function makeFolder(root: string, folder: string, mode = 0o777): void {
  checkInside(root, folder)
  try {
    mkdirSync(folder, { recursive: true, mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Node also reports ENOENT for a read-only disk; creating the first missing folder alone reveals the reason.
    let first = folder
    while (!existsSync(dirname(first))) first = dirname(first)
    mkdirSync(first)
    throw error
  }
}

/**
 * Creates a folder that only its owner can access and that git ignores. Its path must not
 * contain a link, even to a place inside the workspace.
 */
export function makePrivateFolder(root: string, folder: string): void {
  makeFolder(root, folder, 0o700)
  // Otherwise the link's target would be ignored by git as well.
  if (realpathSync.native(folder) !== join(realpathSync.native(root), relative(root, folder)))
    throw new LedAstray(folder, '')
  // The workspace may already contain the folder, with open permissions and a .gitignore of its own.
  const { mode: found, uid } = statSync(folder)
  if ((found & 0o077) !== 0 && uid === process.geteuid?.()) chmodSync(folder, 0o700)
  const ignore = join(folder, '.gitignore')
  // Another process may write it at the same moment.
  for (let left = 5; left > 0 && !ignoresAll(ignore); left--) {
    rmSync(ignore, { force: true })
    try {
      writeNew(root, ignore, '*\n')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || left === 1) throw error
    }
  }
}

function ignoresAll(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
  try {
    const lines = readText(path)
      .split('\n')
      .map((line) => line.trim())
    return lines.includes('*') && !lines.some((line) => line.startsWith('!'))
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

/** Creates a file and its folder; throws `EEXIST` if the file exists. Leaves no file where writing it fails. */
export function writeNew(root: string, path: string, text: string, { executable = false } = {}): void {
  makeFolder(root, dirname(path))
  const file = openNew(root, path, 0o666)
  try {
    try {
      writeFileSync(file, text)
      if (executable) fchmodSync(file, 0o755)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    // On a full disk a part of the text may be written, which an agent would read as its whole configuration.
    rmSync(path, { force: true })
    throw withPath(error, path)
  }
}

// An error of writing to a descriptor names no file.
function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error
}

/**
 * Writes a file atomically, and creates its folder; replaces an existing file, whose mode and owner are kept. The
 * temporary file has a random name: at a predictable one the workspace could contain a link, which would be followed.
 * `check` is called right before, and may throw: writing to the disk takes long enough for another program to write, too.
 */
export function replaceFile(root: string, path: string, text: string, check: () => void = () => {}): void {
  makeFolder(root, dirname(path))
  checkInside(root, path)
  const before = statSync(path, { throwIfNoEntry: false })
  const target = before === undefined ? path : realpathSync.native(path)
  const temporary = `${target}.${randomUUID().slice(0, 8)}`
  // Nobody who may not read the file can read the new text before it has the owner and the mode of the file. What is left
  // of a killed process in a folder of hooks is no executable, and so no hook.
  const file = openSync(temporary, 'wx', before === undefined ? 0o666 : before.mode & 0o600)
  try {
    try {
      writeFileSync(file, text)
      fsyncSync(file)
      if (before !== undefined) keepOwner(file, before)
    } finally {
      closeSync(file)
    }
    check()
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw withPath(error, target)
  }
}

function keepOwner(file: number, { mode, uid, gid }: Stats): void {
  const own = fstatSync(file)
  if (own.uid !== uid || own.gid !== gid)
    try {
      fchownSync(file, uid, gid)
    } catch {
      // Only root may give a file away.
    }
  fchmodSync(file, mode & 0o777)
}

/** Creates a file to append to; throws `EEXIST` if the path exists, even as a link. */
export function openNew(root: string, path: string, mode: number): number {
  checkInside(root, path)
  return openSync(path, 'ax', mode)
}

/** Opens a regular file to append to; with `mode`, creates it if it is missing. */
export function openToAppend(root: string, path: string, mode?: number): number {
  checkInside(root, path)
  const { O_APPEND, O_CREAT, O_WRONLY } = constants
  // Refuses links, and pipes without a reader; these flags do not exist on Windows.
  const flags = O_APPEND | O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const file = openSync(path, mode === undefined ? flags : flags | O_CREAT, mode)
  const stat = fstatSync(file)
  if (stat.isFile() && stat.nlink <= 1) return file
  closeSync(file)
  // A hard link may be anywhere on the disk, and would get the appended data, too.
  throw new Error(
    `${path} is ${stat.isFile() ? 'a file with several hard links' : 'not a regular file'}; move it away`,
  )
}

/** Renames a file; replaces an existing file of the new name. */
export function moveFile(root: string, from: string, to: string): void {
  checkInside(root, dirname(to))
  checkInside(root, from)
  renameSync(from, to)
}

/** Deletes a file; does nothing if it does not exist. */
export function deleteFile(root: string, path: string): void {
  checkInside(root, path)
  rmSync(path, { force: true })
}

/** Sets a file's permissions. */
export function setMode(root: string, path: string, mode: number): void {
  checkInside(root, path)
  chmodSync(path, mode)
}

/**
 * Writes a file that the user named, anywhere, and creates its folder. A path below `root` may not lead out of it
 * through a link. Refuses a pipe, which would block without a reader.
 */
export function writeNamed(root: string, path: string, text: string): void {
  const full = resolve(path)
  if ([resolve(root), realOf(resolve(root))].some((base) => base !== undefined && isBelow(base, full)))
    checkInside(root, full)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile() && !found.isCharacterDevice())
    throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}; name a file`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

// The real path of the existing part, with the rest appended; undefined for a broken or circular link.
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
