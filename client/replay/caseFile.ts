// Replays a case file: reads the case, runs it once and compares the result with what it expects.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { defined } from '../../runtime/contract/defined.ts'
import { MOST_DATA, readText } from '../../runtime/files/read.ts'
import { readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { folderOf } from '../folders.ts'
import type { CaseText } from '../testing/caseText.ts'
import type { ReplayResult } from './result.ts'

export type CaseTarget = CaseText & { readonly folder: vscode.WorkspaceFolder; readonly path: string }

/** The case passed to a command, or else the one in the active editor; undefined if the argument is something else. */
export async function caseTarget(given?: unknown): Promise<CaseTarget | undefined> {
  const { hook, path: named, folder: other } = readArgument(given)
  if (hook !== undefined || (named === undefined && other !== undefined)) return undefined
  const path = named ?? vscode.window.activeTextEditor?.document.uri.fsPath
  const folder = path === undefined ? undefined : folderOf(path)
  if (path === undefined || folder === undefined || !CASE.test(path)) return undefined
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path)
  // The runtime reads the case from disk.
  if (open?.isDirty === true) await open.save()
  const { readCase } = await import('../testing/caseText.ts')
  const read = readCase(open?.getText() ?? readText(path, MOST_DATA))
  if (read === undefined)
    throw new Error(
      vscode.l10n.t('{0} is not a valid case. Its problems are marked in the file.', basename(path)),
    )
  return { ...read, folder, path }
}

/** Runs the case once. */
export async function runCase(
  context: ClientContext,
  { folder, path }: CaseTarget,
  token: vscode.CancellationToken,
): Promise<ReplayResult> {
  const names = [basename(path, '.json')]
  const { cases, problems } = await context.runtimes.ask(folder, 'test', { names }, token)
  if (token.isCancellationRequested) throw new vscode.CancellationError()
  const result = cases.find((one) => one.path === path)
  if (result === undefined) throw new Error(problems[0] ?? vscode.l10n.t('{0} was not run.', basename(path)))
  const { outcome, differences, why, status } = result
  const { withoutSecrets } = await import('./fire.ts')
  return withoutSecrets(context, folder, {
    outcome: outcome ?? null,
    ...defined({ effect: outcome?.effect, why }),
    against: { what: 'expected', same: status === 'passed', differences },
  })
}

const CASE = /[\\/]\.hookbench[\\/]cases[\\/][^\\/]+\.json$/
