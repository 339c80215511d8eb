// Finds the folders on this disk that may hold a dialect's hooks: wildcards expanded, duplicates dropped. Also formats
// paths for messages. Does not look at the files in the folders.

import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Dialect, Place } from '../contract/dialect.ts'
import { printable } from '../contract/printable.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { type Disk, failed } from './disk.ts'

export type Surroundings = {
  /** The workspace folder, absolute. */
  readonly root: string
  /** The user's home folder, absolute. */
  readonly home: string
}

/** One folder of hooks. */
export type HookFolder = {
  readonly source: Place['source']
  /** The path by which it is reached from the workspace or the home folder. */
  readonly path: string
  /** The same folder with every link followed. */
  readonly real: string
  /** Put before a file's name to make the hook's name (`org/repo/`). */
  readonly namePrefix: string
  /** Put before a file's name to make the path in the hook's id (`~/org@repo/`). */
  readonly idPrefix: string
  /** The folder belongs to the project and not to the agent, so files in it that are not hooks are not reported. */
  readonly shared: boolean
  /** Position in the dialect's list of places, and then in the order of plugin folders. */
  readonly rank: number
}

type Draft = Omit<HookFolder, 'real' | 'rank'> & { readonly configured: boolean }

/**
 * All hook folders of a dialect that exist, in the order of its places.
 * `more` adds folders that a configuration names; they are ranked right after the user's own places.
 */
export function hookFolders(
  dialect: Dialect,
  ground: Surroundings,
  disk: Disk,
  more: readonly string[] = [],
): { readonly folders: readonly HookFolder[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const lastUser = dialect.places.findLastIndex((place) => place.source === 'user')
  const added = more.map((folder) => named(folder, ground))
  const placed = dialect.places.flatMap((place, index) => [
    ...draftsOf(place, ground, disk, problems),
    ...(index === lastUser ? added : []),
  ])
  const drafts = lastUser === -1 ? [...added, ...placed] : placed
  const reached = drafts.flatMap((draft) => {
    const real = disk.real(draft.path)
    if (!failed(real)) return [{ ...draft, real }]
    if (real.failed !== 'ENOENT' && real.failed !== 'ENOTDIR') {
      problems.push(folderProblem(draft.path, real.failed, ground))
    }
    return []
  })
  // A folder occurs twice if the workspace is the home folder, or if a configuration names one of the places.
  const keeps = (folder: Draft & { real: string }) => {
    const same = reached.filter(({ real }) => real === folder.real)
    const places = same.filter(({ configured }) => !configured)
    const rivals = places.length > 0 ? places : same
    return rivals.at(dialect.wins === 'first' ? 0 : -1) === folder
  }
  const folders = reached
    .filter(keeps)
    .map(({ configured: _configured, ...folder }, rank) => ({ ...folder, rank }))
  return { folders, problems }
}

/** A path for messages: relative to the workspace, from `~`, or absolute; always on one line. */
export function shown(path: string, ground: Surroundings): string {
  const inside = within(path, ground.root)
  const atHome = inside === undefined ? within(path, ground.home) : undefined
  const text = inside ?? (atHome === undefined ? path : `~/${atHome}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a line break must not break a message.
  return printable(/[\u0000-\u001f\u007f]/.test(text) ? JSON.stringify(text) : text)
}

/** The path from `folder` to `path` with forward slashes; undefined when it lies elsewhere. */
export function within(path: string, folder: string): string | undefined {
  const step = relative(folder, path)
  if (step === '..' || step.startsWith(`..${sep}`) || isAbsolute(step)) return undefined
  return step.replaceAll(sep, '/')
}

/** The problem for a folder that could not be listed; `code` is the operating system's (`EACCES`). */
export function folderProblem(path: string, code: string, ground: Surroundings): Problem {
  const name = shown(path, ground)
  if (code === 'ELOOP') {
    return problem('file.symlink-loop', path, `${name} is a symbolic link that leads back to itself`, {
      fix: 'Remove the link, or point it at a folder.',
    })
  }
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? 'cannot be read: permission denied'
      : `could not be read (${code})`
  return problem('file.unreadable', path, `${name} ${why}, so its hooks are not found`, {
    fix: 'Grant yourself permission to read and search the folder.',
  })
}

function draftsOf(place: Place, ground: Surroundings, disk: Disk, problems: Problem[]): readonly Draft[] {
  const base = place.base === 'home' ? ground.home : ground.root
  const [before = '', after] = place.folder.split('*')
  const draft = { source: place.source, shared: !place.folder.startsWith('.'), configured: false } as const
  if (after === undefined) return [{ ...draft, path: join(base, before), namePrefix: '', idPrefix: '' }]
  const parent = join(base, before)
  const found = disk.list(parent)
  if (failed(found)) {
    if (found.failed !== 'ENOENT' && found.failed !== 'ENOTDIR') {
      problems.push(folderProblem(parent, found.failed, ground))
    }
    return []
  }
  return found
    .filter(({ name, kind }) => !name.startsWith('.') && (kind === 'folder' || kind === 'link'))
    .map(({ name }) => name)
    .sort(byCodeUnits)
    .map((name) => ({
      ...draft,
      path: join(parent, name, after),
      namePrefix: `${pluginName(name)}/`,
      idPrefix: `${place.base === 'home' ? '~/' : ''}${name}/`,
    }))
}

/** The name of the plugin in a folder: `org/repo` for `org@repo`. */
export function pluginName(folder: string): string {
  return folder.replace(/^([^@]+)@(?=.)/, '$1/')
}

/** Plain order of names: by code units, never by locale. */
export function byCodeUnits(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0
}

// A folder named by a configuration. Outside the workspace it counts as the user's, even if a workspace file names it.
function named(folder: string, ground: Surroundings): Draft {
  const home = /^~(?=$|[/\\])/.test(folder) ? join(ground.home, folder.slice(1)) : undefined
  const path = home ?? resolve(ground.root, folder)
  const inside = within(path, ground.root)
  const atHome = within(path, ground.home)
  const label = inside ?? (atHome === undefined ? basename(path) : `~/${atHome}`)
  return {
    source: inside === undefined ? 'user' : 'workspace',
    path,
    namePrefix: '',
    idPrefix: label === '' ? '' : `${label}/`,
    shared: !/(^|\/)\./.test(label),
    configured: true,
  }
}
