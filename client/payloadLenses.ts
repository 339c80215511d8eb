// Code lenses on the first line of payload files and cases: replay, debug, compare agents.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { contracts } from './contracts.ts'

/** Registers the lenses. There are none in Restricted Mode, where nothing runs. */
export function registerPayloadLenses(): readonly vscode.Disposable[] {
  const changes = new vscode.EventEmitter<void>()
  return [
    changes,
    vscode.workspace.onDidGrantWorkspaceTrust(() => changes.fire()),
    vscode.languages.registerCodeLensProvider(
      [
        { scheme: 'file', pattern: '**/*.payload.json' },
        { scheme: 'file', pattern: '**/.hookbench/cases/*.json' },
      ],
      {
        onDidChangeCodeLenses: changes.event,
        provideCodeLenses: async ({ uri }) =>
          vscode.workspace.isTrusted ? lensesFor(uri, await ofHost(uri)) : [],
      },
    ),
  ]
}

function lensesFor(uri: vscode.Uri, isOfHost: boolean): vscode.CodeLens[] {
  const top = new vscode.Range(0, 0, 0, 0)
  const lens = (title: string, command: string) =>
    new vscode.CodeLens(top, { title, command, arguments: [uri] })
  return [
    lens(vscode.l10n.t('▶ Replay'), 'hookbench.replay'),
    lens(vscode.l10n.t('Debug'), 'hookbench.debug'),
    ...(isOfHost ? [lens(vscode.l10n.t('Compare Agents'), 'hookbench.compareAgents')] : []),
  ]
}

// The file name contains the agent's dialect.
async function ofHost({ fsPath }: vscode.Uri): Promise<boolean> {
  const words = basename(fsPath).split('.')
  if (words.at(-2) !== 'payload') return false
  const { all } = await contracts()
  return all.some(({ id, host }) => host !== undefined && words.includes(id))
}
