// For a folder without hooks: finds a parent folder that has some. Reads file names and the configuration of hosts
// only.

import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { hookFolders, isWorkspaceFile } from '../contract/searchedPlaces.ts'
import { hostPlaces } from '../discovery/hostPlaces.ts'
import { readText } from '../files/read.ts'

/** The nearest parent folder with hooks, as a line with the command to use; undefined where there is none. */
export function hooksAbove(root: string, home: string, from: string = process.cwd()): string | undefined {
  for (let at = dirname(root), below = root; at !== below; below = at, at = dirname(at)) {
    // Hooks in the home folder are found from everywhere, and folders above it are not workspaces.
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

// Folders that only hooks use: other programs may also have an `extensions` folder.
const FOLDERS = hookFolders().filter((folder) => folder.startsWith('.'))

// Workspace files that a host reads by name. Their folders contain much that is unrelated to hooks.
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
