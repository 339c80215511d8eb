// workspace/executeCommand: replays through the given runtime, sets a hook's executable bit, and normalizes its line
// ends. Starts no process here, and changes only hook files of open folders.

import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Connection, type ExecuteCommandParams, ResponseError } from 'vscode-languageserver'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { disk } from '../../runtime/discovery/disk.ts'
import { hookFolders, within } from '../../runtime/discovery/places.ts'
import { readUtf8, whyUnreadable } from '../../runtime/files/read.ts'
import { leadsOut, replaceFile, setMode } from '../../runtime/files/write.ts'
import type { Project } from '../../runtime/project/view.ts'
import type { Feature, ServerContext } from '../feature.ts'
import type { Replayed } from '../runtime.ts'
import { asArgument, COMMANDS, type CommandArgument, OWN_COMMANDS, targetOf } from './commands.ts'

/** The commands that the server executes. */
export const executeCommand: Feature = {
  capabilities: (_client, { runtime, options }) => ({
    executeCommandProvider: {
      commands:
        options?.clientCommands === true
          ? []
          : OWN_COMMANDS.filter((command) => command !== COMMANDS.replay || runtime !== undefined),
    },
  }),
  register(connection, context) {
    connection.onExecuteCommand(
      context.answers('command', async ({ command, arguments: given = [] }: ExecuteCommandParams, token) => {
        const argument = asArgument(given[0])
        if (argument === undefined)
          throw refusal(
            `${command} expects one argument { uri, part?, event? }; use the code lens, or name the file.`,
          )
        if (command === COMMANDS.replay) {
          const stop = new AbortController()
          token.onCancellationRequested(() => stop.abort())
          return replay(connection, context, argument, stop)
        }
        if (command === COMMANDS.makeExecutable) return makeExecutable(connection, context, argument)
        if (command === COMMANDS.useLf) return useLf(connection, context, argument)
        throw refusal(`No command ${command}; expected one of ${OWN_COMMANDS.join(', ')}.`)
      }),
    )
  },
}

/** Replays a hook and shows the result, with cancellable progress. */
async function replay(
  connection: Connection,
  context: ServerContext,
  argument: CommandArgument,
  stop: AbortController,
): Promise<Replayed> {
  const { runtime } = context
  if (runtime === undefined)
    throw refusal('Nothing can be replayed here: the server was started without a runtime.')
  const place = await context.placeOf(argument.uri)
  const kind = place?.view.role.kind
  if (place === undefined || (kind !== 'hook' && kind !== 'configuration'))
    throw refusal(`${argument.uri} has no hook of an open folder; replay one of its hooks.`)
  const shows = context.client.window?.workDoneProgress === true
  const progress = shows ? await connection.window.createWorkDoneProgress() : undefined
  progress?.begin('Replaying', undefined, argument.event ?? place.view.path, true)
  progress?.token.onCancellationRequested(() => stop.abort())
  try {
    const replayed = await runtime.replay(
      place.project.root,
      targetOf(argument, place.view.path),
      stop.signal,
    )
    if (!stop.signal.aborted)
      void connection.sendNotification('window/showMessage', { type: 3, message: replayed.summary })
    context.refresh()
    return replayed
  } catch (error) {
    // There is nothing to replay; the message says why. Not an internal error.
    if (error instanceof Error && error.name === 'UsageError') throw refusal(error.message)
    throw error
  } finally {
    progress?.done()
  }
}

/** Sets the executable bits as `chmod u+x` would, and for group and others where they may read. */
async function makeExecutable(
  connection: Connection,
  context: ServerContext,
  { uri }: CommandArgument,
): Promise<boolean> {
  const { ground, path, mode, done } = await plainHook(context, uri, 'only those are made executable')
  setMode(ground, path, withExecutableBits(mode))
  connection.console.info(`${path} is executable now.`)
  done()
  return true
}

/** Rewrites the file with LF line ends; refuses if the editor has unsaved changes. */
async function useLf(
  connection: Connection,
  context: ServerContext,
  { uri }: CommandArgument,
): Promise<boolean> {
  const { ground, path, text, done } = await plainHook(context, uri, 'only those are rewritten')
  const saved = savedText(path)
  if (withLf(saved) !== withLf(text)) throw refusal(`${path} has changes that are not saved; save it first.`)
  replaceFile(ground, path, withLf(saved), () => {
    if (savedText(path) !== saved)
      throw refusal(`${path} was changed by another program meanwhile; it is left as it is.`)
  })
  connection.console.info(`${path} has LF line ends now.`)
  done()
  return true
}

// Throws for a text that is not UTF-8: written back, it would have other bytes.
function savedText(path: string): string {
  try {
    return readUtf8(path)
  } catch (error) {
    throw refusal(`${path} is left as it is: ${whyUnreadable(error)}.`)
  }
}

function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** A hook's own regular file on disk; throws for anything else. */
async function plainHook(context: ServerContext, uri: string, only: string) {
  const path = context.pathOf(uri)
  const project = context.projectOf(uri)
  const view = path === undefined ? undefined : await project?.view(path)
  if (path === undefined || project === undefined || view?.role.kind !== 'hook')
    throw refusal(`${uri} is not a hook file of an open folder; ${only}.`)
  if (within(path, project.root) === undefined && !(await isUsers(project, path)))
    throw refusal(
      `${path} is outside of the workspace, and not only the user's own configuration runs it; change it by hand.`,
    )
  const facts = await lstat(path).catch(() => undefined)
  if (facts === undefined || !facts.isFile())
    throw refusal(`${path} is not a regular file on the disk; save it first, or follow its link.`)
  // A user's own hook is where the user put it; a link from a repository must not lead outside.
  const ground = within(path, project.root) === undefined ? dirname(path) : project.root
  if (leadsOut(ground, path))
    throw refusal(`${path} leads through a symbolic link out of ${ground}; open the folder that it leads to.`)
  return {
    ground,
    path,
    text: view.text,
    mode: facts.mode,
    done() {
      // A client that does not watch files would not report the change.
      project?.changed([path])
      context.refresh()
    },
  }
}

// A file outside of the workspace that something in the workspace names is not the workspace's to change. Hooks of folders
// that configuration names have the source `user`, too, whoever wrote that configuration.
async function isUsers(project: Project, path: string): Promise<boolean> {
  const isPlaced = (hook: Hook) => {
    const dialect = dialectOf(hook.dialect)
    return (
      dialect !== undefined &&
      hookFolders(dialect, project, disk).folders.some(
        (folder) => within(hook.path, folder.path) !== undefined,
      )
    )
  }
  const naming = (await project.hooks()).filter((hook) => hook.path === path || hook.files.includes(path))
  return (
    naming.length > 0 &&
    naming.every((hook) => hook.source === 'user' && (hook.entry !== undefined || isPlaced(hook)))
  )
}

/** Grants execute permission to the owner, and to the group and others where they may read. */
export function withExecutableBits(mode: number): number {
  return (mode & 0o777) | 0o100 | ((mode & 0o444) >> 2)
}

function refusal(message: string): ResponseError<void> {
  return new ResponseError(-32602, message)
}
