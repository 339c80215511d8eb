// Whether a plugins folder leads out of the workspace or the home that it belongs to.
// A link that came with a repository must not decide which folders of yours are replaced or removed.

import { leadsOut } from '../files/write.ts'
import { type PluginFolders, type PluginLocation, pluginsFolder } from './list.ts'

/** Why nothing may be changed in the plugins folder of a location; undefined where it may. */
export function strayProblem(ground: PluginFolders, location: PluginLocation): string | undefined {
  const folder = pluginsFolder(ground, location)
  const base = location === 'global' ? ground.home : ground.root
  if (!leadsOut(base, folder)) return undefined
  const left = location === 'global' ? 'your home' : 'the workspace'
  return `${folder} leads through a link out of ${left}, so nothing is added or removed there; put a folder in place of the link.`
}
