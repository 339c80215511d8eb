// Converts places in files to locations of the protocol. For files that are not ours, only the start is known.

import type { Location as ProtocolLocation } from 'vscode-languageserver'
import type { Project } from '../../runtime/project/view.ts'
import type { ServerContext } from '../feature.ts'
import type { UseLocation } from './uses.ts'

const START = { line: 0, character: 0 }

/** Each place as a URI and a range of lines. */
export async function locations(
  found: readonly UseLocation[],
  project: Pick<Project, 'view'>,
  context: Pick<ServerContext, 'positions' | 'uriOf'>,
): Promise<ProtocolLocation[]> {
  return Promise.all(
    found.map(async ({ path, range }) => {
      const uri = context.uriOf(path)
      if (range.end === 0) return { uri, range: { start: START, end: START } }
      const view = await project.view(path)
      const at = view === undefined ? { start: START, end: START } : context.positions(view).range(range)
      return { uri, range: at }
    }),
  )
}
