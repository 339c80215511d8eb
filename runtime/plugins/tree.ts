// Surveys the files of a folder to be installed as a plugin: which can be copied, which are left out, and which make
// the plugin unacceptable. Follows no links and opens no files.

import { chmod, copyFile, lstat, mkdir, readdir, readlink, realpath, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

export type TreeEntry =
  | { readonly kind: 'folder' | 'file'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

export type Surveyed = {
  /** Paths relative to the folder, parents before children. */
  readonly entries: readonly TreeEntry[]
  /** One line for each item that is left out. */
  readonly left: readonly string[]
}

/** Limits of one plugin. */
const MOST_ENTRIES = 20_000
const MOST_BYTES = 1024 ** 3

/** Surveys a folder, except for `.git`. */
export async function survey(folder: string): Promise<Surveyed | { readonly problem: string }> {
  const root = await realpath(folder)
  const entries: TreeEntry[] = []
  const left: string[] = []
  const folders = ['']
  let bytes = 0
  for (let within = folders.shift(); within !== undefined; within = folders.shift()) {
    const found = await readdir(join(root, within), { withFileTypes: true })
    for (const one of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(within, one.name)
      if (one.name === '.git') continue
      if (entries.length >= MOST_ENTRIES) {
        return {
          problem: `it contains more than ${MOST_ENTRIES} files; a plugin is a small folder with skills, recipes and hooks`,
        }
      }
      if (one.isDirectory()) {
        entries.push({ kind: 'folder', path })
        folders.push(path)
      } else if (one.isFile()) {
        bytes += (await lstat(join(root, path))).size
        if (bytes > MOST_BYTES) {
          return {
            problem: `it contains more than ${MOST_BYTES / 1024 ** 3} GiB; a plugin is a small folder with skills, recipes and hooks`,
          }
        }
        entries.push({ kind: 'file', path })
      } else if (one.isSymbolicLink()) {
        const target = await readlink(join(root, path))
        const wrong = await linkProblem(root, path, target)
        if (wrong !== undefined) return { problem: `${JSON.stringify(path)} is a link ${wrong}` }
        entries.push({ kind: 'link', path, target })
      } else left.push(`${path} is a pipe, socket or device and was left out`)
    }
  }
  return { entries, left }
}

/** Copies the surveyed entries with their permissions. */
export async function copyTree(from: string, to: string, entries: readonly TreeEntry[]): Promise<void> {
  for (const entry of entries) {
    const target = join(to, entry.path)
    if (entry.kind === 'folder') await mkdir(target)
    else if (entry.kind === 'link') await symlink(entry.target, target)
    else {
      await copyFile(join(from, entry.path), target)
      // Drops set-user-id and similar bits, and keeps the file readable for the installing user.
      await chmod(target, ((await stat(target)).mode & 0o777) | 0o600)
    }
  }
}

// A link must stay inside the plugin; otherwise other files could be read or run through it.
async function linkProblem(root: string, path: string, target: string): Promise<string | undefined> {
  const outside = 'that leaves the plugin'
  const next = resolve(dirname(join(root, path)), target)
  if (target.startsWith('/') || !isBelow(next, root)) return outside
  const real = await realpath(join(root, path)).catch(() => undefined)
  if (real === undefined) return 'to nothing'
  return isBelow(real, root) ? undefined : outside
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
