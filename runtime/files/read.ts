// The one way to read a file: whole up to a limit, its first bytes, chunk by chunk, or in places. Only a regular file is ever
// opened, and never waited for, so that no pipe, device, folder or endless file can hang us or fill the memory.

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

/** The most of a file that people write: settings, a hook, a list of trusted files. */
export const MOST_TEXT = 16 * MiB
/** The most of a file that holds payloads; as text it still fits into one string. */
export const MOST_DATA = 256 * MiB

/** A file that cannot be read. The message begins with its path. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  /** The system's code; `EINVAL` for what is no regular file, `EFBIG` beyond the limit. */
  readonly code: string
  readonly path: string
  /** The message without the path; it completes `cannot be read: …`. */
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

/** What Linux says of itself in a file of `/proc`; nobody else's path may lead there. Throws an Unreadable. */
export function readState(path: string): Buffer {
  return wholeFile(path, MOST_TEXT, () => {})
}

// A file that says it is empty, and is not, is asked about first.
function wholeFile(path: string, limit: number, check: () => void): Buffer {
  return opened(path, (file, size) => {
    if (size > limit) throw tooLarge(path, limit)
    // One byte more than the file says it has, to notice one that grows and those that claim to be empty.
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

/** The same as text, in UTF-8. */
export function readText(path: string, limit = MOST_TEXT): string {
  return readBytes(path, limit).toString('utf8')
}

/** The same, of a file that is written again: what is no UTF-8 would be lost, so it is refused. Throws an Unreadable. */
export function readUtf8(path: string): string {
  const bytes = readBytes(path, MOST_TEXT)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new Unreadable(path, 'EINVAL', 'it is not UTF-8, and what is written would not be what it holds')
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

/** An open file, read without holding up this thread. */
export type OpenFile = AsyncDisposable & {
  readonly size: number
  /** Fills the buffer from a place on; answers how much there was. */
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
    // Opening a pipe or a device would already do something to it; between the two looks a file can become one.
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

/** Why a file could not be read, without its path. */
export function whyUnreadable(error: unknown): string {
  return unreadable('', error).reason
}

/** True for the error of a file that is not there. */
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

// What the system makes up as it is read says that it is empty. A link to `/proc/self/environ` must not show what is in
// our own environment.
function checkStored(path: string): void {
  if (process.platform === 'linux' && statfsSync(path).type === PROC)
    throw new Unreadable(path, 'EINVAL', 'it shows a state of the system, and only stored files are read')
}

/** Linux's number of the file system behind `/proc`. */
const PROC = 0x9fa0

function tooLarge(path: string, limit: number): Unreadable {
  return new Unreadable(path, 'EFBIG', `it is larger than ${limit / MiB} MiB`)
}

function unreadable(path: string, error: unknown): Unreadable {
  if (error instanceof Unreadable) return error
  // The parser quotes what it could not read, and a link may have led to what nobody is to see.
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
  ELOOP: 'its link leads back to itself',
}
