// textDocument/rename and workspace/willRenameFiles: a hook that settings or a case name can be renamed there, which
// renames its file; so can a name of its own that a command of an entry sets. Events and fields are named by their dialect; whoever tries to rename one is told so.

import { existsSync } from 'node:fs'
import {
  type ClientCapabilities,
  type PrepareRenameParams,
  type RenameFile,
  type RenameFilesParams,
  type RenameParams,
  ResponseError,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Range } from '../../runtime/contract/problems.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import type { Feature, ServerContext } from '../feature.ts'
import { codeAt } from './embedded.ts'
import { fileNameIn, idsAfter, type Renamed, renamedPath } from './renaming.ts'
import { eventsNamed } from './shapesOf.ts'
import { shellNameAt } from './shellNames.ts'
import { knownSpotsAt } from './spotsAt.ts'

/** What can be renamed at a place, or why nothing can. */
export type Renaming =
  | { readonly kind: 'hook'; readonly hook: Hook; readonly range: Range; readonly name: string }
  /** A name that only one command has, wherever it stands there. */
  | {
      readonly kind: 'own'
      readonly range: Range
      readonly name: string
      readonly all: readonly Range[]
    }
  | { readonly kind: 'refused'; readonly why: string }

/** Renaming hooks by their ids, and ids by their files. */
export const rename: Feature = {
  capabilities: (client) => ({
    // Clients that cannot rename a file in an edit rename it themselves, and we follow.
    ...(renamesFiles(client) ? { renameProvider: { prepareProvider: true } } : {}),
  }),
  register(connection, context) {
    connection.onPrepareRename(
      context.answers('rename', async ({ textDocument, position }: PrepareRenameParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const found = await renamingAt(place.view, place.positions.offset(position), place.project)
        if (found === undefined) return null
        if (found.kind === 'refused') throw refusal(found.why)
        return { range: place.positions.range(found.range), placeholder: found.name }
      }),
    )
    connection.onRenameRequest(
      context.answers('rename', async ({ textDocument, position, newName }: RenameParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const { view, positions, project } = place
        const found = await renamingAt(view, positions.offset(position), project)
        if (found?.kind === 'own') {
          if (!/^[A-Za-z_]\w*$/.test(newName)) throw refusal(`"${newName}" is no name for a shell.`)
          const all = found.all.map((range) => ({ path: view.path, range, text: newName }))
          return { documentChanges: await edits(all, project, context) } satisfies WorkspaceEdit
        }
        if (found?.kind !== 'hook') throw refusal(found?.why ?? 'Nothing of Hookbench stands here.')
        const to = renamedPath(found.hook, newName, (path) => project.roleOf(path)?.kind === 'hook')
        if ('refused' in to) throw refusal(to.refused)
        if (existsSync(to.path))
          throw refusal(`${newName} exists already in that folder; choose another name.`)
        const from = found.hook.path
        const file: RenameFile = {
          kind: 'rename',
          oldUri: context.uriOf(from),
          newUri: context.uriOf(to.path),
        }
        // A client that asks before it renames files gets the rest then.
        const asks = context.client.workspace?.fileOperations?.willRename === true
        const rest = asks ? [] : await edits(await idsAfter(from, to.path, project), project, context)
        return { documentChanges: [...rest, file] } satisfies WorkspaceEdit
      }),
    )
    connection.workspace.onWillRenameFiles(
      context.answers('renamed files', async ({ files }: RenameFilesParams) => {
        const changes: FileChange[] = []
        for (const { oldUri, newUri } of files) {
          const [from, to, project] = [
            context.pathOf(oldUri),
            context.pathOf(newUri),
            context.projectOf(oldUri),
          ]
          if (from === undefined || to === undefined || project === undefined) continue
          changes.push(...(await edits(await idsAfter(from, to, project), project, context)))
        }
        return changes.length === 0 ? null : editOf(changes, context.client)
      }),
    )
  },
}

type FileChange = TextDocumentEdit & { readonly edits: TextEdit[] }

/** What stands at an offset that has a name; undefined where it is the author's own. */
export async function renamingAt(
  view: View,
  offset: number,
  project: Pick<Project, 'hooks'>,
): Promise<Renaming | undefined> {
  const place = view.role.kind === 'configuration' ? await codeAt(view, offset) : undefined
  if (place !== undefined) {
    const own = await shellNameAt(view, offset)
    if (own?.all.some(({ sets }) => sets) === true) {
      const { name, range } = own.at
      return { kind: 'own', name, range, all: own.all.map((one) => one.range) }
    }
    if (own !== undefined)
      return refused(`${own.at.name} is set outside of this command, so it cannot get another name here.`)
    // The contract's names are refused there in the same words.
    return renamingAt(place.view, place.offset, project)
  }
  const hooks = await project.hooks()
  for (const spot of await knownSpotsAt(view, offset)) {
    if (spot.kind === 'value') {
      const hook = hooks.find(({ id }) => id === spot.value)
      const name = hook === undefined ? undefined : fileNameIn(hook)
      if (hook === undefined || name === undefined || view.role.kind === 'recording') continue
      // An id that is written with escapes is not as long as it is.
      if (view.text.slice(spot.range.start, spot.range.end) !== hook.id) continue
      const range = { start: spot.range.start + name.start, end: spot.range.start + name.end }
      return { kind: 'hook', hook, range, name: hook.id.slice(name.start, name.end) }
    }
    if (spot.kind === 'event') {
      const [event] = eventsNamed(view, spot.name)
      if (event === undefined) continue
      return refused(
        `${spot.name} is an event of ${event.dialect.title}, which would not fire it under another name.`,
      )
    }
    if (spot.kind === 'field' && (spot.side.of === 'payload' || spot.side.of === 'result')) {
      const name = spot.path.at(-1)
      if (name === undefined || name === '') continue
      return refused(`${name} is a field of the contract; only the host could give it another name.`)
    }
  }
  return undefined
}

async function edits(
  renamed: readonly Renamed[],
  project: Pick<Project, 'view'>,
  context: ServerContext,
): Promise<FileChange[]> {
  const byFile = Map.groupBy(renamed, ({ path }) => path)
  return Promise.all(
    [...byFile].map(async ([path, changes]) => {
      const view = await project.view(path)
      const positions = context.positions(view ?? { text: '' })
      const version = view === undefined || view.version === 0 ? null : view.version
      return {
        textDocument: { uri: context.uriOf(path), version },
        edits: changes.map(({ range, text }) => ({ range: positions.range(range), newText: text })),
      }
    }),
  )
}

function editOf(changes: readonly FileChange[], client: ClientCapabilities): WorkspaceEdit {
  if (client.workspace?.workspaceEdit?.documentChanges === true) return { documentChanges: [...changes] }
  return { changes: Object.fromEntries(changes.map((one) => [one.textDocument.uri, one.edits])) }
}

function renamesFiles({ workspace }: ClientCapabilities): boolean {
  const { documentChanges, resourceOperations } = workspace?.workspaceEdit ?? {}
  return documentChanges === true && resourceOperations?.includes('rename') === true
}

function refused(why: string): Renaming {
  return { kind: 'refused', why }
}

function refusal(message: string): ResponseError<void> {
  return new ResponseError(-32803, message)
}
