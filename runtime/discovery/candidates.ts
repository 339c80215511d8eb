// Selects the files of a hook folder that can hold hooks, and reports why the others cannot. Uses names, kinds and
// permission bits only; content is read elsewhere.

import { join } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { type DirectoryEntry, type Disk, failed, type Stat } from './disk.ts'
import { byCodeUnits, folderProblem, type HookFolder, type Surroundings, shown } from './places.ts'

/** A file that may hold hooks. */
export type Candidate = {
  readonly folder: HookFolder
  readonly file: string
  readonly path: string
  readonly real: string
  readonly stat: Stat
  /** Undefined where the dialect ignores the executable bit. */
  readonly executable?: boolean
  /** Switched off by its name. */
  readonly off: boolean
}

/** A file that has the name of a hook but cannot be accessed. */
export type UnreadableFile = {
  readonly folder: HookFolder
  readonly file: string
  readonly path: string
  readonly lost: Problem
}

/** The candidates and the problems of one folder, sorted by name. */
export function candidatesIn(
  folder: HookFolder,
  dialect: Dialect,
  disk: Disk,
  ground: Surroundings,
): { readonly taken: readonly (Candidate | UnreadableFile)[]; readonly problems: readonly Problem[] } {
  const entries = disk.list(folder.path)
  if (failed(entries)) {
    const gone = entries.failed === 'ENOENT'
    return { taken: [], problems: gone ? [] : [folderProblem(folder.path, entries.failed, ground)] }
  }
  const judge = judgeFor(folder, dialect, disk, ground)
  const judged = [...entries].sort((one, two) => byCodeUnits(one.name, two.name)).flatMap(judge)
  return {
    taken: judged.filter((one) => 'path' in one && 'folder' in one),
    problems: judged.filter((one) => 'code' in one),
  }
}

type Judged = Candidate | UnreadableFile | Problem

function judgeFor(folder: HookFolder, dialect: Dialect, disk: Disk, ground: Surroundings) {
  const runs = dialect.exports === 'executable'

  function judge(entry: DirectoryEntry): readonly Judged[] {
    const path = join(folder.path, entry.name)
    const litter = isLitter(entry.name)
    if (entry.kind === 'folder') return litter ? [] : notTaken(path, `A folder; ${lookedAt()}.`)
    // An agent that runs executables starts any file with the bit, even an editor's backup, so that must be shown.
    if (litter && !runs) return []
    const ending = wrongEnding(entry.name)
    if (ending !== undefined) return notTaken(path, ending)
    const file = { folder, file: entry.name, path }
    const stat = disk.stat(path)
    if (failed(stat)) return litter ? [] : [{ ...file, lost: lostProblem(path, entry, stat.failed) }]
    if (stat.kind !== 'file') {
      return litter
        ? []
        : notTaken(path, `A ${stat.kind === 'folder' ? 'folder' : 'pipe, socket or device'}; ${lookedAt()}.`)
    }
    const executable = process.platform === 'win32' || (stat.mode & 0o111) !== 0
    if (litter && !executable) return []
    const followed = entry.kind === 'link' ? disk.real(path) : join(folder.real, entry.name)
    const real = failed(followed) ? path : followed
    return [
      { ...file, real, stat, ...(runs ? { executable } : {}), off: runs && entry.name.endsWith('.disable') },
    ]
  }

  function notTaken(path: string, message: string): readonly Judged[] {
    return folder.shared ? [] : [problem('file.not-taken', path, message)]
  }

  function lookedAt(): string {
    return `${dialect.title} reads only files directly in ${shown(folder.path, ground)}`
  }

  function wrongEnding(name: string): string | undefined {
    if (dialect.files.length === 0) return undefined
    if (/\.d\.[mc]?ts$/.test(name)) return 'A declaration file: it has types but no code.'
    if (dialect.files.some((ending) => name.endsWith(ending))) return undefined
    return `${dialect.title} reads only ${dialect.files.join(', ')} files here, so this one never runs.`
  }

  function lostProblem(path: string, entry: DirectoryEntry, code: string): Problem {
    if (code === 'ELOOP') {
      return problem('file.symlink-loop', path, 'A symbolic link that leads back to itself.', {
        fix: 'Remove the link.',
      })
    }
    const target = entry.kind === 'link' ? disk.target(path) : undefined
    if (code === 'ENOENT' && typeof target === 'string') {
      const message = `A symbolic link to ${shown(target, ground)}, which does not exist.`
      return problem('file.unreadable', path, message, { fix: 'Remove the link, or restore the file.' })
    }
    return unreadable(path, code)
  }
  return judge
}

/** The problem for a file that could not be read; `code` is the operating system's (`EACCES`). */
export function unreadable(path: string, code: string): Problem {
  if (code === 'EFBIG') {
    return problem('file.too-large', path, 'Larger than 2 MiB, so it is not read.', {
      fix: 'Move data out of the file, or split the file.',
    })
  }
  const denied = code === 'EACCES' || code === 'EPERM'
  const message = denied ? 'No permission to read this file.' : `The file could not be read: ${code}.`
  return problem('file.unreadable', path, message, denied ? { fix: 'Grant yourself read permission.' } : {})
}

/** Whether a name is one that editors, systems and interpreters leave behind. */
export function isLitter(name: string): boolean {
  return (
    /^\.|~$|^#.*#$|\.(bak|orig|rej|sw[a-p]|tmp|pyc)$/.test(name) ||
    ['__pycache__', '__init__.py', 'node_modules', 'Thumbs.db', 'desktop.ini'].includes(name)
  )
}
