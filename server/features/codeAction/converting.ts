// Offers to convert an entry of a configuration file, or the answers of a script that entries run, for another agent.
// The client shows the result before anything is written.

import type { Range } from '../../../runtime/contract/problems.ts'
import { find } from '../../../runtime/documents/data/tree.ts'
import type { Project, View } from '../../../runtime/project/view.ts'
import { outlineIn, readersOf } from '../configuration/shapes.ts'
import type { Action } from './action.ts'

/** Actions at an entry, or on the first line of a script. The caller checks that the client has the command. */
export async function convertActions(
  view: View,
  range: Range,
  project: Pick<Project, 'hooks'>,
): Promise<readonly Action[]> {
  const hooks = await project.hooks()
  const entries = hooks.flatMap(({ path, entry }) => (entry === undefined ? [] : [{ path, entry }]))
  if (readersOf(view.role).length === 0) {
    const isStart = !view.text.slice(0, range.start).includes('\n')
    return isStart && entries.some(({ entry }) => entry.scripts.includes(view.path))
      ? [action('Convert answers to another agent…')]
      : []
  }
  const own = entries.filter(({ path }) => path === view.path)
  if (own.length === 0) return []
  const { tree } = await outlineIn(view)
  const isHere = own.some(({ entry }) => {
    const found = find(tree, entry.at.map(String))?.tree?.range
    return found !== undefined && found.start <= range.end && range.start <= found.end
  })
  return isHere ? [action('Convert hooks to another agent…')] : []
}

function action(title: string): Action {
  return { title, kind: 'refactor.rewrite', command: 'convert' }
}
