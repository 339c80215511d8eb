// Where there is no hook: which folder above has some. It looks at names of files, and into the configuration of hosts.

import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { hookFolders, isWorkspaceFile } from '../contract/searchedPlaces.ts'
import { hostPlaces } from '../discovery/hostPlaces.ts'
import { readText } from '../files/read.ts'

/** The nearest folder above that has hooks, as a line to follow; undefined where there is none. */
export function hooksAbove(root: string, home: string, from: string = process.cwd()): string | undefined {
  for (let at = dirname(root), below = root; at !== below; below = at, at = dirname(at)) {
    // What lies at home is found from everywhere, and what lies above it is nobody's workspace.
    if (at === home || below === home) return undefined
    if (
      FOLDERS.some((folder) => holdsFiles(join(at, folder))) ||
      HOST_FILES.some((one) => holdsEntries(at, one))
    ) {
      const shown = relative(from, at) || '.'
      return `${shown} has hooks: \`hookbench list --workspace ${/\s/.test(shown) ? JSON.stringify(shown) : shown}\`.`
    }
  }
  return undefined
}

// Folders that no other program uses: `extensions` may be anybody's.
const FOLDERS = hookFolders().filter((folder) => folder.startsWith('.'))

// Files of a workspace that a host reads by name. Their folders hold much that has nothing to do with hooks.
const HOST_FILES = hostPlaces().filter(({ place }) => isWorkspaceFile(place) && !place.path.includes('*'))

function holdsEntries(folder: string, { dialect, place }: (typeof HOST_FILES)[number]): boolean {
  const path = join(folder, place.path)
  try {
    const value: unknown = JSON.parse(readText(path))
    return (dialect.host?.entries({ place, path, value }, process.platform).entries ?? []).length > 0
  } catch {
    return false
  }
}

function holdsFiles(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => !name.startsWith('.'))
  } catch {
    return false
  }
}
