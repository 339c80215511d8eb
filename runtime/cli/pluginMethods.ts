// `hookbench plugin` as methods of the hook server. Additions and removals take effect at once.

import { homedir } from 'node:os'
import Type from 'typebox'
import { userFolders } from '../discovery/folders.ts'
import { type Methods, method } from '../sessions/method.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { pluginJson } from './plugin.ts'
import { UsageError } from './usage.ts'

const workspace = Type.Optional(
  Type.String({ description: "The workspace folder; the server's own unless given." }),
)
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const closed = { additionalProperties: false }

/** `plugin/list`, `plugin/add`, `plugin/remove`. */
export function pluginMethods(open: OpenOptions): Methods {
  const { home = homedir() } = open
  return {
    'plugin/list': method(Type.Object({ workspace }, closed), async ({ workspace: named }, { root }) => {
      const { listPlugins } = await import('../plugins/list.ts')
      return listPlugins({ root: root(named), home }).map(pluginJson)
    }),
    'plugin/add': method(
      Type.Object(
        {
          workspace,
          from: Type.String({ description: 'org/repo on GitHub, a git address, or a folder.' }),
          ref: Type.Optional(Type.String({ description: 'A branch, a tag or a commit.' })),
          global: flag('For all workspaces, in your home.'),
          force: flag('Replace a plugin of this name.'),
        },
        closed,
      ),
      async ({ workspace: named, from, ref, global, force }, { root, within }) => {
        const { addPlugin } = await import('../plugins/add.ts')
        const at = root(named)
        const { data } = userFolders(open.home)
        const added = await addPlugin(from, { root: at, home, cwd: at, data, ref, global, force })
        if (added.kind !== 'installed') throw new UsageError(added.problem)
        await within(named, (opened) => opened.reload())
        return pluginJson(added.plugin)
      },
    ),
    'plugin/remove': method(
      Type.Object(
        {
          workspace,
          name: Type.String({ description: 'org/repo, or the name of a plugin without an org.' }),
          global: flag('The one in your home, where both have it.'),
        },
        closed,
      ),
      async ({ workspace: named, name, global }, { root, within }) => {
        const { removePlugin } = await import('../plugins/remove.ts')
        const removed = removePlugin(name, { root: root(named), home, global })
        if ('problem' in removed) throw new UsageError(removed.problem)
        await within(named, (opened) => opened.reload())
        return { removed: { name: removed.name, location: removed.location, path: removed.path } }
      },
    ),
  }
}
