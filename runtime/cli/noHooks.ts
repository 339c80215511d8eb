// What to do where there is no hook: where hooks are looked for, how one is written, and which folder above has some.
// It looks at names of files, and into the configuration of hosts.

import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
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
const FOLDERS = workspaceFolders().filter((folder) => folder.startsWith('.'))

const HOST_PLACES = hostPlaces().filter(
  ({ place: { base, index, scope, format } }) =>
    (base === 'workspace' || base === 'checkout') &&
    index !== true &&
    scope !== 'plugin' &&
    format !== 'frontmatter',
)

// Files of a workspace that a host reads by name. Their folders hold much that has nothing to do with hooks.
const HOST_FILES = HOST_PLACES.filter(({ place }) => !place.path.includes('*'))

/** Where hooks are looked for, and how one is written: a line. */
export const WHERE = `Hooks are looked for in ${places()} here, and in the agents’ own folders at home; \`hookbench new <dialect> <event>\` writes one.`

function workspaceFolders(): readonly string[] {
  const all = Object.values<Dialect>(dialects).flatMap((dialect) => dialect.places)
  return all.flatMap(({ base, source, folder }) =>
    base === 'workspace' && source === 'workspace' ? [folder] : [],
  )
}

function places(): string {
  const files = HOST_PLACES.map(({ place }) => place.path.replace(/\/[^/]*\*.*$/, ''))
  const names = [...new Set([...workspaceFolders(), ...files])].toSorted()
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

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
