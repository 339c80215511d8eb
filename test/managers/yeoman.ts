// An ExtensionManager over a tree of files, with everything that it logs.

import type { TestContext } from 'node:test'
import type { ExtensionManagerOptions, ExtensionManager as Published } from 'hookbench/secureyeoman'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { ExtensionManager } from '../../runtime/managers/secureyeoman.ts'
import { type Tree, writeTree } from '../support/tree.ts'

export type Setting = {
  readonly tree: Tree
  readonly manager: Published
  readonly log: readonly string[]
}

/** Creates a manager and loads its extensions; `/ws` is the workspace, `/home` the user's folder. */
export async function yeoman(
  t: TestContext,
  files: string,
  options: ExtensionManagerOptions = {},
): Promise<Setting> {
  const setting = unloaded(t, files, options)
  await setting.manager.loadExtensions()
  return setting
}

/** Creates a manager without loading its extensions. */
export function unloaded(t: TestContext, files: string, options: ExtensionManagerOptions = {}): Setting {
  const tree = writeTree(`//- /ws/\n//- /home/\n${files}`)
  const log: string[] = []
  const manager = new ExtensionManager({
    workspace: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    hotReload: false,
    log: (line) => log.push(line),
    ...options,
  })
  t.after(async () => {
    await manager.close()
    tree.remove()
  })
  return { tree, manager, log }
}

/** The example of an event, with some fields replaced. */
export function context<E extends keyof typeof secureyeoman.events>(
  event: E,
  more: object = {},
): (typeof secureyeoman.events)[E]['example'] {
  return { ...secureyeoman.events[event].example, ...more }
}
