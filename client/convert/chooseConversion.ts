// Chooses a conversion: the source agent (whose entries a file holds, or that runs a script) and the target agent. Asks
// only where there is more than one choice.

import * as vscode from 'vscode'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import type { HookRow } from '../protocol.ts'

export type Conversion = {
  readonly folder: vscode.WorkspaceFolder
  readonly path: string
  readonly from: string
  readonly to: string
  /** The file of entries, or the script whose answers are converted. */
  readonly origin: { readonly file: string } | { readonly script: string }
}

/** Lets the user choose the source and target agents. */
export async function chooseConversion(
  { hooks }: ClientContext,
  folder: vscode.WorkspaceFolder,
  path: string,
): Promise<Conversion> {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path)
  if (document?.isDirty === true)
    throw new Error(vscode.l10n.t('Save {0} first: it has changes.', vscode.workspace.asRelativePath(path)))
  const { hooks: rows, failure } = await hooks.of(folder)
  if (failure !== undefined) throw new Error(failure)
  const entries = rows.filter((row) => row.entry !== undefined && row.path === path)
  const callers = rows.filter((row) => row.entry?.scripts.includes(path) === true)
  const own = entries.length > 0 ? entries : callers
  const { all } = await contracts()
  const writable = all.filter(({ host }) => host?.newEntry !== undefined)
  const isFile = entries.length > 0
  const sources = writable.filter((one) => own.some((row) => isOf(row, one, isFile ? path : undefined)))
  if (sources.length === 0)
    throw new Error(
      vscode.l10n.t(
        '{0} contains no hook entries, and no agent’s entry runs it.',
        vscode.workspace.asRelativePath(path),
      ),
    )
  const from = await choose(sources, vscode.l10n.t('Convert hooks of which agent?'))
  const others = writable.filter(({ id }) => id !== from.id)
  const to = await choose(others, vscode.l10n.t('Convert to which agent?'))
  return {
    ...{ folder, path, from: from.id, to: to.id },
    origin: entries.length > 0 ? { file: path } : { script: path },
  }
}

// A script answers every agent that runs it; a file that an agent only borrows belongs to another agent.
function isOf({ dialect, readers = [] }: HookRow, { id, host }: Dialect, file: string | undefined): boolean {
  if (dialect === id) return true
  if (!readers.includes(id)) return false
  const uri = file === undefined ? undefined : vscode.Uri.file(file)
  return (
    uri === undefined ||
    (host?.places ?? []).some(({ path, borrowed }) => borrowed !== true && matches(`**/${path}`, uri))
  )
}

function matches(pattern: string, uri: vscode.Uri): boolean {
  const document = { uri, languageId: '', fileName: uri.fsPath } as vscode.TextDocument
  return vscode.languages.match({ scheme: 'file', pattern }, document) > 0
}

async function choose(dialects: readonly Dialect[], placeHolder: string): Promise<Dialect> {
  const [only] = dialects
  if (only !== undefined && dialects.length === 1) return only
  const items = dialects.map((dialect) => ({
    label: dialect.title,
    description: fileOf(dialect),
    dialect,
  }))
  // A panel that is still loading takes the keyboard focus; the picker must stay open.
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder,
    matchOnDescription: true,
    ignoreFocusOut: true,
  })
  if (chosen === undefined) throw new vscode.CancellationError()
  return chosen.dialect
}

function fileOf({ events, host }: Dialect): string {
  const [event = ''] = Object.keys(events)
  return host?.newEntry?.(event, 'hook').file ?? ''
}
