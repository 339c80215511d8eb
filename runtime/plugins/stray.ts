// Checks whether a plugins folder is, through a link, outside of its workspace or home. A link that came with a
// repository must not determine which folders of the user are replaced or removed.

import { leadsOut } from '../files/write.ts'
import { type PluginFolders, type PluginLocation, pluginsFolder } from './list.ts'

/** Why the plugins folder of a location must not be changed; undefined if it may be. */
export function strayProblem(ground: PluginFolders, location: PluginLocation): string | undefined {
  const folder = pluginsFolder(ground, location)
  const base = location === 'global' ? ground.home : ground.root
  if (!leadsOut(base, folder)) return undefined
  const left = location === 'global' ? 'your home' : 'the workspace'
  return `${folder} leads through a symbolic link out of ${left}, so nothing is added or removed there; put a folder in place of the link.`
}
