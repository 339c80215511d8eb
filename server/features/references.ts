// textDocument/references: where an event, a hook or a field is used, in all files of the project that the contract
// speaks of.

import type { CancellationToken, ReferenceParams } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'
import type { Project, View } from '../project/view.ts'
import { locations } from './locations.ts'
import { type Location, namedAt, usesIn } from './uses.ts'

/** Events, hooks and fields to their uses. */
export const references: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register(connection, context) {
    connection.onReferences(
      context.answers('references', async ({ textDocument, position }: ReferenceParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const { view, project, positions } = place
        const found = await referencesAt(view, positions.offset(position), project, token)
        return locations(found, project, context)
      }),
    )
  },
}

/** Every use of what is named at an offset: of the nearest name there that stands for something. */
export async function referencesAt(
  view: View,
  offset: number,
  project: Pick<Project, 'files' | 'hooks' | 'view'>,
  token?: CancellationToken,
): Promise<readonly Location[]> {
  const hooks = await project.hooks()
  const [named] = await namedAt(view, offset, hooks)
  if (named === undefined) return []
  const found: Location[] = []
  for (const path of new Set([view.path, ...(await project.files())])) {
    if (token?.isCancellationRequested === true) return []
    const other = path === view.path ? view : await project.view(path)
    if (other === undefined || !maySpeakOf(other, view)) continue
    found.push(...(await usesIn(other, named, hooks)))
  }
  return found
}

// Two dialects may have events and fields of one name; they are not the same.
function maySpeakOf({ role }: View, { role: own }: View): boolean {
  const [one, two] = [role, own].map((each) => ('dialect' in each ? each.dialect?.id : undefined))
  return one === undefined || two === undefined || one === two
}
