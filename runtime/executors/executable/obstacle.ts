// Why a file cannot be run, and what to do about it, in one line. For most of these cases the system
// would only report "no such file", although the file exists.

import { type Stats, statSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { isExecutable } from '../../files/access.ts'
import { readHead } from '../../files/read.ts'

/**
 * The obstacle, determined before anything is started; undefined if none is found.
 * The C library would run a file without a shebang line in a shell; hosts of hooks do not.
 */
export function obstacle(path: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const head = headOf(path)
  if (head === undefined) return undefined
  const name = basename(path)
  if (head.length === 0) return `${name} is empty; expected a program`
  if (head.startsWith('\u00ef\u00bb\u00bf#!')) {
    return `${name} starts with a byte order mark before its shebang line; save it without one`
  }
  const line = shebang(head)
  if (line === undefined) {
    if (head.includes('\0')) return undefined
    return `${name} has no shebang line; start it with one, such as #!/usr/bin/env bash`
  }
  if (line.endsWith('\r')) {
    return `${name} has a shebang line that ends in CRLF, so its interpreter is not found; save it with LF line endings`
  }
  return line.trim() === '' ? `${name} has a shebang line that names no interpreter` : undefined
}

/** Why the system could not start the file, from its error. */
export function whyNotStarted(path: string, error: NodeJS.ErrnoException): string {
  const name = basename(path)
  const stat = statOf(path)
  const program = interpreter(path)?.program
  if (stat === undefined) return `${name} does not exist anymore; expected an executable file at ${path}`
  if (stat.isDirectory()) return `${name} is a folder; expected an executable file`
  if (error.code === 'ENOENT' && program !== undefined) {
    return `${name} needs ${program}, which is not installed; install it or change the shebang line`
  }
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    if ((stat.mode & 0o111) === 0) return `${name} is not executable; run chmod +x on it`
    if (program !== undefined && !isExecutable(program)) {
      return `${name} names ${program} as its interpreter, which is not an executable file; change the shebang line`
    }
    return `${name} cannot be executed; check its permissions and whether its disk is mounted noexec`
  }
  if (error.code === 'ENOEXEC')
    return `${name} cannot run on this machine; expected a script or a native binary`
  if (error.code === 'ETXTBSY') return `${name} is still being written; try again when that is done`
  return `${name} could not be started: ${error.message}`
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Why a hook ended with exit code 127 without running: `env` did not find its interpreter. */
export function whyNotFound(path: string): string | undefined {
  const wanted = interpreter(path)?.wanted
  if (wanted === undefined) return undefined
  const found = (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, wanted)))
  return found
    ? undefined
    : `${basename(path)} needs ${wanted}, which is not on PATH; install it or change the shebang line`
}

function headOf(path: string): string | undefined {
  try {
    return readHead(path, 256).toString('latin1')
  } catch {
    // Missing, a folder, or executable but not readable: the start will report it.
    return undefined
  }
}

function shebang(head: string): string | undefined {
  if (!head.startsWith('#!')) return undefined
  const end = head.indexOf('\n')
  return head.slice(2, end === -1 ? undefined : end)
}

function interpreter(path: string): { program: string; wanted: string | undefined } | undefined {
  const [program, ...rest] = (shebang(headOf(path) ?? '') ?? '').trim().split(/\s+/)
  if (program === undefined || program === '') return undefined
  const wanted = basename(program) === 'env' ? rest.find((word) => !/^-|=/.test(word)) : undefined
  return { program, wanted }
}
