// The only module that reads files: whole up to a limit, the first bytes, in chunks, or in
// parts. Opens only regular files, and never blocks on opening, so that no pipe, device, folder
// or endless file can hang the process or fill its memory.

import { isUtf8 } from 'node:buffer'
import {
  close,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  read,
  readSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs'
import { promisify } from 'node:util'

const readPart = promisify(read)
const closeLater = promisify(close)

const MiB = 1024 * 1024

/** Limit in bytes for files that people write: settings, hooks, lists of trusted files. */
export const MOST_TEXT = 16 * MiB
/** Limit in bytes for files with payloads; as text they still fit into one string. */
export const MOST_DATA = 256 * MiB

/** A file that cannot be read. The message starts with its path. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  /** The system's error code; `EINVAL` if it is not a regular file, `EFBIG` if it exceeds the limit. */
  readonly code: string
  readonly path: string
  /** The message without the path, phrased to follow `cannot be read: `. */
  readonly reason: string

  constructor(path: string, code: string, reason: string) {
    super(`${path}: ${reason}`)
    this.code = code
    this.path = path
    this.reason = reason
  }
}

/** The content of a regular file of at most `limit` bytes. Throws an Unreadable. */
export function readBytes(path: string, limit: number): Buffer {
  return wholeFile(path, limit, () => checkStored(path))
}

/** Reads a file in `/proc` on Linux. Only for fixed paths, never for a path from outside. Throws an Unreadable. */
export function readState(path: string): Buffer {
  return wholeFile(path, MOST_TEXT, () => {})
}

// `check` runs for a file with content whose reported size is 0.
function wholeFile(path: string, limit: number, check: () => void): Buffer {
  return opened(path, (file, size) => {
    if (size > limit) throw tooLarge(path, limit)
    // One byte more than the reported size, to notice files that grow and those that report a size of 0.
    let buffer = Buffer.allocUnsafe(size + 1)
    let length = 0
    for (;;) {
      const count = readSync(file, buffer, length, buffer.length - length, null)
      if (count === 0) return buffer.subarray(0, length)
      if (length === 0 && size === 0) check()
      length += count
      if (length > limit) throw tooLarge(path, limit)
      if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
    }
  })
}

/** The content of a file as UTF-8 text. Throws an Unreadable. */
export function readText(path: string, limit = MOST_TEXT): string {
  return readBytes(path, limit).toString('utf8')
}

/** Same, for a file to be written back: refuses invalid UTF-8, which would be lost. Throws an Unreadable. */
export function readUtf8(path: string): string {
  const bytes = readBytes(path, MOST_TEXT)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new Unreadable(path, 'EINVAL', 'it is not UTF-8, so writing it back would change its content')
}

/** The first bytes of a regular file of any size. Throws an Unreadable. */
export function readHead(path: string, bytes: number): Buffer {
  return opened(path, (file, size) => {
    const buffer = Buffer.alloc(bytes)
    const count = readSync(file, buffer, 0, bytes, 0)
    if (count > 0 && size === 0) checkStored(path)
    return buffer.subarray(0, count)
  })
}

/** A regular file of any size, chunk by chunk. Throws an Unreadable. */
export async function* readChunks(path: string, bytes: number): AsyncGenerator<Buffer> {
  const fd = openRegular(path)
  try {
    if (fstatSync(fd).size === 0) checkStored(path)
    yield* createReadStream('', { fd, highWaterMark: bytes }) as AsyncIterable<Buffer>
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** An open file, read without blocking this thread. */
export type OpenFile = AsyncDisposable & {
  readonly size: number
  /** Fills the buffer from a position on; returns the number of bytes read. */
  read(buffer: Buffer, at: number): Promise<number>
}

/** Opens a regular file of any size, to read parts of it. Throws an Unreadable. */
export function openFile(path: string): OpenFile {
  const fd = openRegular(path)
  return {
    size: fstatSync(fd).size,
    read: async (buffer, at) => (await readPart(fd, buffer, 0, buffer.length, at)).bytesRead,
    [Symbol.asyncDispose]: () => closeLater(fd),
  }
}

function openRegular(path: string): number {
  try {
    // Checked before opening, because opening a pipe or device already has effects, and again
    // after, because the file may have been replaced in between.
    check(path, statSync(path))
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      check(path, fstatSync(file))
      return file
    } catch (error) {
      closeSync(file)
      throw error
    }
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** What is at a path; undefined for nothing, and for a name that leads nowhere: a circular link, a NUL, too long. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Why a file could not be read, without the path. */
export function whyUnreadable(error: unknown): string {
  return unreadable('', error).reason
}

/** Whether an error means that the file does not exist. */
export function isAbsent(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function opened<T>(path: string, use: (file: number, size: number) => T): T {
  const file = openRegular(path)
  try {
    return use(file, fstatSync(file).size)
  } catch (error) {
    throw unreadable(path, error)
  } finally {
    closeSync(file)
  }
}

function check(path: string, stat: Stats): void {
  if (stat.isFile()) return
  if (stat.isDirectory()) throw new Unreadable(path, 'EISDIR', 'it is a folder')
  const what = stat.isFIFO() ? 'a pipe' : stat.isSocket() ? 'a socket' : 'a device'
  throw new Unreadable(path, 'EINVAL', `it is ${what}, and only regular files are read`)
}

// Files that the system generates on reading report a size of 0. A link to `/proc/self/environ`,
// for example, must not expose this process's environment.
function checkStored(path: string): void {
  if (process.platform === 'linux' && statfsSync(path).type === PROC)
    throw new Unreadable(path, 'EINVAL', 'it is a virtual file of the system, and only stored files are read')
}

/** The file system type of `/proc` on Linux (PROC_SUPER_MAGIC). */
const PROC = 0x9fa0

function tooLarge(path: string, limit: number): Unreadable {
  return new Unreadable(path, 'EFBIG', `it is larger than ${limit / MiB} MiB`)
}

function unreadable(path: string, error: unknown): Unreadable {
  if (error instanceof Unreadable) return error
  // The parser's message quotes the text, which may be from a file behind a link that must not be shown.
  if (error instanceof SyntaxError) return new Unreadable(path, 'EINVAL', `it is not JSON${placeIn(error)}`)
  const { code = 'EIO', message } = error as NodeJS.ErrnoException
  return new Unreadable(path, code, REASONS[code] ?? message)
}

function placeIn({ message }: SyntaxError): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? []
  return line === undefined ? '' : `: line ${line}, column ${column}`
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of this path is a file, where a folder was expected',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it is a symbolic link that leads back to itself',
}
