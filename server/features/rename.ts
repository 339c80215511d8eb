// textDocument/rename and workspace/willRenameFiles: renames a hook (its file and its ids), a script named in a command
// (its file and the commands), and a script's own variables and functions. Names of events and fields belong to their
// dialect; renaming them is refused with a message.

import { existsSync } from 'node:fs'
import { basename } from 'node:path'
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
import { shapeAt } from '../../runtime/contract/walk.ts'
import type { Language } from '../../runtime/documents/document.ts'
import { hasNames, type SameName, sameNames } from '../../runtime/documents/names/names.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import type { Feature, ServerContext } from '../feature.ts'
import { scriptLinks } from './configuration/scripts.ts'
import { codeAt, nameInCode } from './embedded.ts'
import { pathsAfter, scriptPath } from './moved.ts'
import { fileNameIn, idsAfter, type Renamed, renamedPath } from './renaming.ts'
import { eventsNamed, shapesOf } from './shapesOf.ts'
import { knownSpotsAt } from './spotsAt.ts'

/** What can be renamed at a place, or why nothing can. */
export type Renaming =
  | { readonly kind: 'hook'; readonly hook: Hook; readonly range: Range; readonly name: string }
  /** A script whose path is in a command. */
  | { readonly kind: 'script'; readonly script: string; readonly range: Range; readonly name: string }
  /** A variable or function of the script itself, with all its occurrences. */
  | ({ readonly kind: 'own' } & Pick<SameName, 'name' | 'range' | 'ranges' | 'refuses'>)
  | { readonly kind: 'refused'; readonly why: string }

/** Renames hooks by their ids, and ids by their files. */
export const rename: Feature = {
  capabilities: (client) => ({
    // Not offered to clients that cannot rename a file in an edit; they rename the file themselves, and willRenameFiles
    // follows.
    ...(renamesFiles(client) ? { renameProvider: { prepareProvider: true } } : {}),
  }),
  register(connection, context) {
    connection.onPrepareRename(
      context.answers('rename', async ({ textDocument, position }: PrepareRenameParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const found = await renamingAt(
          place.view,
          place.positions.offset(position),
          place.project,
          named(context),
        )
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
        const found = await renamingAt(view, positions.offset(position), project, named(context))
        if (found === undefined) return null
        if (found.kind === 'refused') throw refusal(found.why)
        if (found.kind === 'own') {
          const why = found.refuses(newName)
          if (why !== undefined) throw refusal(why)
          const own = found.ranges.map((range) => ({ path: view.path, range, text: newName }))
          return editOf(await edits(own, project, context), context.client)
        }
        const from = found.kind === 'script' ? found.script : found.hook.path
        if (newName === basename(from)) return null
        const to =
          found.kind === 'script'
            ? scriptPath(from, newName)
            : renamedPath(found.hook, newName, (path) => project.roleOf(path)?.kind === 'hook')
        if ('refused' in to) throw refusal(to.refused)
        if (existsSync(to.path))
          throw refusal(`${newName} already exists in that folder; choose another name.`)
        const file: RenameFile = {
          kind: 'rename',
          oldUri: context.uriOf(from),
          newUri: context.uriOf(to.path),
        }
        // A client that supports willRename requests the remaining edits with it.
        const asks = context.client.workspace?.fileOperations?.willRename === true
        const rest = asks ? [] : await edits(await after(from, to.path, project), project, context)
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
          changes.push(...(await edits(await after(from, to, project), project, context)))
        }
        return changes.length === 0 ? null : editOf(changes, context.client)
      }),
    )
  },
}

type FileChange = TextDocumentEdit & { readonly edits: TextEdit[] }

async function after(from: string, to: string, project: Project): Promise<readonly Renamed[]> {
  return [...(await idsAfter(from, to, project)), ...(await pathsAfter(from, to, project))]
}

/** What can be renamed at an offset; undefined if nothing is named there. */
export async function renamingAt(
  view: View,
  offset: number,
  project: Pick<Project, 'hooks'>,
  isNamedElsewhere: (language: Language) => boolean = () => false,
): Promise<Renaming | undefined> {
  const inside = await codeAt(view, offset)
  if (inside !== undefined) {
    const same = await nameInCode(view, offset)
    if (same?.own === true) return { ...same, kind: 'own' }
    if (same !== undefined)
      return refused(`${same.name} is set outside of this command, so it cannot be renamed here.`)
    const script = await scriptAt(view, offset, await project.hooks())
    // Names of the contract are refused there with the same messages.
    return script?.kind === 'script' ? script : renamingAt(inside.view, inside.offset, project)
  }
  const hooks = await project.hooks()
  if (view.role.kind === 'configuration') return scriptAt(view, offset, hooks)
  for (const spot of await knownSpotsAt(view, offset)) {
    if (spot.kind === 'value') {
      const hook = hooks.find(({ id }) => id === spot.value)
      const name = hook === undefined ? undefined : fileNameIn(hook)
      if (hook === undefined || name === undefined || view.role.kind === 'recording') continue
      // An id written with escapes has different offsets in the text.
      if (view.text.slice(spot.range.start, spot.range.end) !== hook.id) continue
      const range = { start: spot.range.start + name.start, end: spot.range.start + name.end }
      return { kind: 'hook', hook, range, name: hook.id.slice(name.start, name.end) }
    }
    if (spot.kind === 'event') {
      const [event] = eventsNamed(view, spot.name)
      if (event === undefined) continue
      return refused(
        `${spot.name} is an event of ${event.dialect.title}, which fires it only under this name.`,
      )
    }
    if (spot.kind === 'field' && (spot.side.of === 'payload' || spot.side.of === 'result')) {
      const name = spot.path.at(-1)
      if (name === undefined || name === '') continue
      const isKnown = shapesOf(view, spot.side).some((shape) => shapeAt(shape, spot.path).kind === 'known')
      return refused(
        isKnown
          ? `${name} is a field of the contract; its name is set by the host.`
          : `${name} is not a field of this payload; a quick fix replaces it.`,
      )
    }
  }
  return ownName(view, offset, isNamedElsewhere)
}

async function ownName(
  { text, document }: View,
  offset: number,
  isNamedElsewhere: (language: Language) => boolean,
): Promise<Renaming | undefined> {
  if (isNamedElsewhere(document.language) || !hasNames(document.language)) return undefined
  const same = await sameNames(document.language, text, offset)
  // With no answer, the editor would ask for a new name and then find nothing to change.
  if (same === undefined) return refused('There is no variable or function to rename here.')
  if (same.own) return { ...same, kind: 'own' }
  return refused(`${same.name} is set outside of this script, so it cannot be renamed here.`)
}

function named({ options }: ServerContext): (language: Language) => boolean {
  return (language) => options?.renamedElsewhere?.includes(language) === true
}

// The file name at the end of a script's path.
async function scriptAt(view: View, offset: number, hooks: readonly Hook[]): Promise<Renaming | undefined> {
  const links = await scriptLinks(view, hooks)
  const link = links.find(({ range }) => range.start <= offset && offset <= range.end)
  if (link === undefined) return refused('In a configuration, only the script in a command can be renamed.')
  const { file: script, range } = link
  const name = basename(script)
  return { kind: 'script', script, name, range: { start: range.end - name.length, end: range.end } }
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
