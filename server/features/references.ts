// textDocument/references: uses of an event, hook or field in all files of the project, including commands of entries;
// the entries that run a script; and uses of a command's own names.

import type { CancellationToken, ReferenceParams } from 'vscode-languageserver'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import type { Feature } from '../feature.ts'
import { callersOf, scriptsAt } from './configuration/scripts.ts'
import { codeAt, nameInCode } from './embedded.ts'
import { locations } from './locations.ts'
import { type Named, namedAt, type UseLocation, usesIn } from './uses.ts'

/** References to events, hooks and fields. */
export const references: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register(connection, context) {
    connection.onReferences(
      context.answers('references', async ({ textDocument, position }: ReferenceParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) {
          // A script known only from entries has no view.
          const [path, project] = [context.pathOf(textDocument.uri), context.projectOf(textDocument.uri)]
          if (path === undefined || project === undefined) return null
          return locations(await callersOf(path, project), project, context)
        }
        const { view, project, positions } = place
        const found = await referencesAt(view, positions.offset(position), project, token)
        return locations(found, project, context)
      }),
    )
  },
}

/** Every use of the innermost name at an offset. */
export async function referencesAt(
  view: View,
  offset: number,
  project: Pick<Project, 'files' | 'hooks' | 'view'>,
  token?: CancellationToken,
): Promise<readonly UseLocation[]> {
  const place = view.role.kind === 'configuration' ? await codeAt(view, offset) : undefined
  if (view.role.kind === 'configuration') {
    const name = await nameInCode(view, offset)
    if (name?.own === true) return name.ranges.map((range) => ({ path: view.path, range }))
    const [script] = await scriptsAt(view, offset, project)
    if (script !== undefined) return callersOf(script.path, project)
    if (place === undefined) return []
  }
  const hooks = await project.hooks()
  const target = place?.view ?? view
  const [named] = await namedAt(target, place?.offset ?? offset, hooks)
  if (named === undefined) return place === undefined ? callersOf(view.path, project) : []
  const found: UseLocation[] = []
  for (const path of new Set([view.path, ...(await project.files())])) {
    if (token?.isCancellationRequested === true) return []
    const other = path === view.path ? view : await project.view(path)
    if (other?.role.kind === 'configuration') found.push(...(await usesInCode(other, named, target, hooks)))
    else if (other !== undefined && maySpeakOf(other, target))
      found.push(...(await usesIn(other, named, hooks)))
  }
  return found
}

// Uses in the commands of a configuration file, as ranges of that file.
async function usesInCode(
  view: View,
  named: Named,
  target: View,
  hooks: readonly Hook[],
): Promise<readonly UseLocation[]> {
  const found: UseLocation[] = []
  for (const code of await view.embedded()) {
    const inner = await code.view()
    if (inner === undefined || !maySpeakOf(inner, target)) continue
    const uses = await usesIn(inner, named, hooks)
    found.push(...uses.map(({ range }) => ({ path: view.path, range: code.toOuter(range) })))
  }
  return found
}

// Events and fields of the same name in two dialects are different.
function maySpeakOf({ role }: View, { role: own }: View): boolean {
  const [one, two] = [role, own].map((each) => ('dialect' in each ? each.dialect?.id : undefined))
  return one === undefined || two === undefined || one === two
}
