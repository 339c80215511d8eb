// The places of a workspace that are searched for hooks, as text for users: the dialects' folders and the hosts' files.

import type { Dialect } from './dialect.ts'
import { dialects } from './dialects/index.ts'
import type { ConfigurationPlace } from './host.ts'

/** Folders whose files are hooks, relative to the workspace. */
export function hookFolders(): readonly string[] {
  const all = Object.values<Dialect>(dialects).flatMap((dialect) => dialect.places)
  return all.flatMap(({ base, source, folder }) =>
    base === 'workspace' && source === 'workspace' ? [folder] : [],
  )
}

/** Whether a place is a configuration file of the workspace, not a plugin index or frontmatter. */
export function isWorkspaceFile({ base, index, scope, format }: ConfigurationPlace): boolean {
  return (
    (base === 'workspace' || base === 'checkout') &&
    index !== true &&
    scope !== 'plugin' &&
    format !== 'frontmatter'
  )
}

/** One line for users: where hooks are searched for, and how to create one. */
export function searchedPlaces(): string {
  const files = Object.values<Dialect>(dialects)
    .flatMap(({ host }) => host?.places ?? [])
    .filter(isWorkspaceFile)
    .map(({ path }) => path.replace(/\/[^/]*\*.*$/, ''))
  const names = [...new Set([...hookFolders(), ...files])].toSorted()
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `Hooks are looked for in ${listed} here, and in the agents’ own folders at home; \`hookbench new <dialect> <event>\` writes one.`
}
