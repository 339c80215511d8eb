// Operating system errors for files and folders, as one-line messages with a remedy.

/** The message, starting with the path; undefined for any other error. */
export function refusedByDisk(error: unknown): string | undefined {
  const { code, path } = (error ?? {}) as { readonly code?: unknown; readonly path?: unknown }
  const message = typeof code === 'string' && Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  return message === undefined || typeof path !== 'string' ? undefined : `${path}: ${message}.`
}

const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; check who may read and write it',
  EPERM: 'permission denied; check who may read and write it',
  EROFS: 'the disk is read-only; choose a place that can be written',
  ENOSPC: 'the disk is full; make room and try again',
  EDQUOT: 'the disk quota is used up; make room and try again',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of this path is a file, where a folder was expected',
  EISDIR: 'it is a folder, where a file was expected',
  EEXIST: 'a file is in the way',
  ENAMETOOLONG: 'the name is too long; choose a shorter one',
}
