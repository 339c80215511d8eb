// The extension under test, from inside: the context that its parts share, and its views in a form that tests can read.

import * as vscode from 'vscode'
import type { ExtensionExports } from '../../../client/extension.ts'
import { eventually } from './eventually.ts'

/** Waits until the extension has come up by itself. */
export async function underTest() {
  const extension = await eventually(() => {
    const found = vscode.extensions.getExtension<ExtensionExports>('hookbench.hookbench')
    if (found?.isActive !== true) throw new Error('the extension is not active')
    return found
  })
  const inside = extension.exports.underTest
  if (inside === undefined) throw new Error('the editor does not run tests')
  return { extension, ...inside }
}

/** A row of a view. */
export type Row = {
  readonly label: string
  readonly description: string
  readonly item: vscode.TreeItem
  readonly node: unknown
  readonly children: () => Promise<readonly Row[]>
}

/** The rows of a view, from its roots. */
export async function rows(view: 'hookbench.hooks' | 'hookbench.recordings'): Promise<readonly Row[]> {
  const provider = (await underTest()).context.trees.get(view)
  if (provider === undefined) throw new Error(`there is no view ${view}`)
  const below = async (node?: unknown): Promise<readonly Row[]> => {
    const nodes = (await provider.getChildren(node)) ?? []
    return Promise.all(
      nodes.map(async (one) => {
        const item = await provider.getTreeItem(one)
        const { label = '', description } = item
        return {
          label: typeof label === 'string' ? label : label.label,
          description: String(description ?? ''),
          item,
          node: one,
          children: () => below(one),
        }
      }),
    )
  }
  return below()
}

/** The row at a path of labels. */
export async function row(
  view: 'hookbench.hooks' | 'hookbench.recordings',
  ...path: readonly string[]
): Promise<Row> {
  let level = await rows(view)
  let found: Row | undefined
  for (const label of path) {
    found = level.find((one) => one.label === label)
    if (found === undefined)
      throw new Error(`no row "${label}" among ${level.map((one) => one.label).join(', ')}`)
    level = await found.children()
  }
  if (found === undefined) throw new Error('a row has a path')
  return found
}
