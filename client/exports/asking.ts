// Runtime requests of the API for other extensions: selects the folder, rejects invalid calls before a runtime starts,
// and converts errors.

import * as vscode from 'vscode'
import type { RuntimeMethod, RuntimeMethods } from '../protocol.ts'
import type { Runtimes } from '../runtimes.ts'
import { ApiError, asApiError } from './errors.ts'

export type Ask = <M extends RuntimeMethod>(
  folder: vscode.WorkspaceFolder,
  method: M,
  params: RuntimeMethods[M]['params'],
  token?: vscode.CancellationToken,
) => Promise<RuntimeMethods[M]['result']>

/** The two helpers that every API call uses. */
export function asking(runtimes: Runtimes): {
  readonly ask: Ask
  resolveFolder(uri: vscode.Uri | undefined): vscode.WorkspaceFolder
} {
  return {
    resolveFolder(uri) {
      if (!vscode.workspace.isTrusted) {
        const message = vscode.l10n.t('In Restricted Mode no hook runs. Trust this workspace to run hooks.')
        throw new ApiError('restricted', message)
      }
      return folderOf(uri)
    },
    async ask(folder, method, params, token) {
      if (token?.isCancellationRequested === true)
        throw new ApiError('cancelled', vscode.l10n.t('Cancelled.'))
      try {
        return await runtimes.ask(folder, method, params, token)
      } catch (error) {
        throw asApiError(error)
      }
    },
  }
}

function folderOf(uri: vscode.Uri | undefined): vscode.WorkspaceFolder {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((one) => one.uri.scheme === 'file')
  const [first] = folders
  if (first === undefined) {
    throw new ApiError('folder', vscode.l10n.t('Open a folder first: hooks belong to a workspace.'))
  }
  if (uri !== undefined) {
    const found = vscode.workspace.getWorkspaceFolder(uri)
    if (found?.uri.scheme === 'file') return found
    throw new ApiError('folder', vscode.l10n.t('{0} is not in an open folder on disk.', uri.toString(true)))
  }
  if (folders.length === 1) return first
  const names = folders.map(({ name }) => name).join(', ')
  throw new ApiError('folder', vscode.l10n.t('Several folders are open ({0}). Specify one of them.', names))
}
