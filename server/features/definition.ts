// textDocument/definition: from an event's name to the code that answers it, from a hook's id to the hook, from a path
// to the file, from an entry to its script, and from a name in a command to its definition. Fields have no definition:
// the contract is not a file of the workspace.

import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { DefinitionParams } from 'vscode-languageserver'
import type { Project, View } from '../../runtime/project/view.ts'
import type { Feature } from '../feature.ts'
import { scriptsAt } from './configuration/scripts.ts'
import { nameInCode } from './embedded.ts'
import { locations } from './locations.ts'
import { spotsAt } from './spotsAt.ts'
import { handlersNamed, namedAt, type UseLocation } from './uses.ts'

/** Definitions of events, hooks and files. */
export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register(connection, context) {
    connection.onDefinition(
      context.answers('definition', async ({ textDocument, position }: DefinitionParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const { view, project, positions } = place
        const found = await definitionsAt(view, positions.offset(position), project)
        const there = await Promise.all(found.map(({ path }) => isFile(path)))
        return locations(
          found.filter((_, at) => there[at]),
          project,
          context,
        )
      }),
    )
  },
}

/** The definitions of what is named at an offset. */
export async function definitionsAt(
  view: View,
  offset: number,
  project: Pick<Project, 'hooks' | 'view'>,
): Promise<readonly UseLocation[]> {
  if (view.role.kind === 'configuration') {
    const name = await nameInCode(view, offset)
    if (name?.own === true) return name.defined.map((range) => ({ path: view.path, range }))
    return scriptsAt(view, offset, project)
  }
  const files = spotsAt(view, offset).flatMap((spot) => (spot.kind === 'file' ? [spot.file] : []))
  if (files.length > 0) {
    return files.map((file) => ({ path: resolve(dirname(view.path), file), range: { start: 0, end: 0 } }))
  }
  for (const named of await namedAt(view, offset, await project.hooks())) {
    const found = await handlersNamed(named, project)
    if (found.length > 0) return found
  }
  return []
}

/** Whether the path is an existing regular file, which an editor can open. */
export async function isFile(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined)
  return facts?.isFile() === true
}
