// Removes an installed plugin. Only listed plugins can be removed, so that a name cannot refer to another folder.

import { didYouMean } from '../contract/suggest.ts'
import { listPlugins, type Plugin, type PluginFolders } from './list.ts'
import { takeAway } from './staging.ts'
import { strayProblem } from './stray.ts'

/** Removes the plugin of this name: the local one if there are two, unless `global` is set. */
export function removePlugin(
  given: string,
  ground: PluginFolders & { readonly global?: boolean | undefined },
): Plugin | { readonly problem: string } {
  const all = listPlugins(ground)
  const name = given.replace(/^([^@/]+)@(?=.)/, '$1/')
  const named = all.filter((plugin) => plugin.name === name)
  const plugin = ground.global === true ? named.find(({ location }) => location === 'global') : named[0]
  if (plugin === undefined) {
    if (named.length > 0) {
      return { problem: `${name} is a plugin of this workspace and not of your home; leave out --global.` }
    }
    const hint = didYouMean(
      name,
      all.map((one) => one.name),
    )
    return {
      problem: `There is no plugin ${JSON.stringify(given)}.${hint === '' ? ' `hookbench plugin list` shows all.' : hint}`,
    }
  }
  const problem = strayProblem(ground, plugin.location)
  if (problem !== undefined) return { problem }
  takeAway(plugin.path)
  return plugin
}
