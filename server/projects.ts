// The projects of a session: one per open folder, plus one for the workspace of each open file outside them, for as
// long as such a file is open.

import { dirname, join } from 'node:path'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects } from '../runtime/contract/dialects/index.ts'
import { type Disk, failed, disk as realDisk } from '../runtime/discovery/disk.ts'
import { within } from '../runtime/discovery/places.ts'
import { type OpenProject, openProject, type ProjectOptions } from '../runtime/project/project.ts'
import { roleOf } from '../runtime/project/role.ts'
import type { OpenTexts } from '../runtime/project/texts.ts'

export type Projects = {
  /** All projects, those of open folders first. */
  all(): readonly OpenProject[]
  /** The project of a file: that of the nearest folder in which the file has a role. */
  of(path: string): OpenProject | undefined
  open(root: string): void
  close(root: string): void
  /** The editor closed a file; a project that was opened only for it is closed. */
  closed(path: string): void
  closeAll(): void
}

export type ProjectsOptions = Omit<ProjectOptions, 'root' | 'texts' | 'onChange'> & {
  readonly texts: OpenTexts
  readonly onChange: (project: OpenProject) => void
}

/** Opens projects on demand. */
export function openProjects(options: ProjectsOptions): Projects {
  const { home, texts, disk = realDisk } = options
  const folders = new Map<string, OpenProject>()
  const strays = new Map<string, OpenProject>()
  return {
    all: () => [...folders.values(), ...strays.values()],
    of(path) {
      const around = [...folders.values()]
        .filter(({ root }) => within(path, root) !== undefined)
        .sort((one, two) => two.root.length - one.root.length)
      const [first] = folders.values()
      // The user's own hooks belong to every folder.
      const own = around.find((project) => project.roleOf(path) !== undefined) ?? atHome(path, first)
      if (own !== undefined) return own
      const root = rootOf(path, home, (root) => around.length === 0 || isAgents(root, path, disk))
      if (root === undefined) return around[0]
      const known = strays.get(root) ?? make(root)
      strays.set(root, known)
      return known
    },
    open(root) {
      if (folders.has(root)) return
      folders.set(root, strays.get(root) ?? make(root))
      strays.delete(root)
    },
    close(root) {
      folders.get(root)?.close()
      folders.delete(root)
    },
    closed(path) {
      for (const project of [...folders.values(), ...strays.values()]) project.closed(path)
      for (const [root, project] of strays) {
        if ([...texts.paths()].some((one) => within(one, root) !== undefined)) continue
        project.close()
        strays.delete(root)
      }
    },
    closeAll() {
      for (const project of [...folders.values(), ...strays.values()]) project.close()
      folders.clear()
      strays.clear()
    },
  }

  function make(root: string): OpenProject {
    const project: OpenProject = openProject({ ...options, root, onChange: () => options.onChange(project) })
    return project
  }
}

function atHome(path: string, project: OpenProject | undefined): OpenProject | undefined {
  return project?.roleOf(path) === undefined ? undefined : project
}

// Below an open folder, any package may contain a folder `extensions` or an unrelated file `secureyeoman.yaml`;
// something besides the file itself must mark the folder as an agent's workspace.
function isAgents(root: string, path: string, disk: Disk): boolean {
  return [...AGENTS_FOLDERS, 'secureyeoman.yaml', 'extensions'].some((name) => {
    const sign = join(root, name)
    return within(path, sign) === undefined && !failed(disk.stat(sign))
  })
}

// Folders whose name starts with a dot are specific to their agent.
const AGENTS_FOLDERS: ReadonlySet<string> = new Set([
  '.hookbench',
  ...Object.values<Dialect>(dialects)
    .flatMap(({ places }) => places.map(({ folder }) => folder.split('/')[0] ?? ''))
    .filter((name) => name.startsWith('.')),
])

function rootOf(path: string, home: string, isRoot: (folder: string) => boolean): string | undefined {
  if (/[/\\]node_modules[/\\]/.test(path)) return undefined
  for (let at = dirname(path), before = ''; at !== before; before = at, at = dirname(at)) {
    const role = roleOf(path, { root: at, home })
    if (role === undefined || role.kind === 'payload-file') continue
    const isCommon = role.kind === 'extensions' || (role.kind === 'hook' && role.shared === true)
    if (!isCommon || isRoot(at)) return at
  }
  return undefined
}
