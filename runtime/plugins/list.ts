// Lists installed plugins: those of this workspace (local) and those of the user (global).

import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pluginName } from '../discovery/places.ts'
import { leadsOut } from '../files/write.ts'
import { type Contents, contentsOf } from './contents.ts'

export type PluginLocation = 'local' | 'global'

export type PluginFolders = {
  /** The workspace folder; an absolute path. */
  readonly root: string
  /** The user's home folder; an absolute path. */
  readonly home: string
}

export type Plugin = Contents & {
  /** `org/repo`, or one word. */
  readonly name: string
  readonly location: PluginLocation
  readonly path: string
}

/** The folder with the plugins of a location. */
export function pluginsFolder({ root, home }: PluginFolders, location: PluginLocation): string {
  return join(location === 'global' ? home : root, '.kodelet', 'plugins')
}

const NOTHING: Contents = { skills: [], recipes: [], hooks: [], passedOver: [] }

/** Every plugin, sorted by name; if one is installed in both locations, the local one comes first. */
export function listPlugins(ground: PluginFolders): readonly Plugin[] {
  const seen = new Set<string>()
  const found = (['local', 'global'] as const).flatMap((location) => {
    const folder = pluginsFolder(ground, location)
    // If the workspace is the home folder, both locations are the same folder.
    const real = realOf(folder)
    if (real === undefined || seen.has(real)) return []
    seen.add(real)
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.') && isFolder(join(folder, name)))
      .map((name): Plugin => {
        const path = join(folder, name)
        // A workspace may link a plugin to any folder of this machine; only its name is shown then.
        const isElsewhere = location === 'local' && leadsOut(ground.root, path)
        return { name: pluginName(name), location, path, ...(isElsewhere ? NOTHING : contentsOf(path)) }
      })
  })
  return found.sort((one, two) => (one.name < two.name ? -1 : one.name > two.name ? 1 : 0))
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
