// Shows a result: a diff beside the hook, and one line. A result shown again changes the diff that is open.

import { dirname } from 'node:path'
import * as vscode from 'vscode'
import { showInformation } from '../messages.ts'
import { openDocuments } from './documents.ts'
import type { Shown } from './result.ts'

export type Showing = vscode.Disposable & {
  /** `name` tells results apart; `besides` is the file whose editor stays in view. */
  show(name: string, besides: string | undefined, shown: Shown, openly: boolean, next?: Next): Promise<void>
}

/** What the message about a result offers. */
export type Next = { readonly title: string; readonly command: string }

/** Registers what the diffs are read from. */
export function openShowing(): Showing {
  const documents = openDocuments('hookbench-result')
  return {
    async show(name, besides, { kind, left, right, summary }, openly, next) {
      const [one, two] = kind === 'payload' ? ['payload in', 'payload out'] : ['recorded', 'now']
      // Both kinds under names of their own: a diff must not change its meaning while it is open.
      const before = documents.put(`${name}/${one}`, left)
      const after = documents.put(`${name}/${two}`, right)
      if (!openly) {
        vscode.window.setStatusBarMessage(`$(history) ${summary}`, 8000)
        return
      }
      const title = `${dirname(name)} · ${name.split('/').at(-1)}: ${one} ↔ ${two}`
      const isInView = vscode.window.activeTextEditor?.document.uri.fsPath === besides
      await vscode.commands.executeCommand('vscode.diff', before, after, title, {
        viewColumn: isInView ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
        preserveFocus: isInView,
        preview: true,
      } satisfies vscode.TextDocumentShowOptions)
      const offered = next === undefined ? [] : [next.title]
      // Not awaited: the replay is over, whether or not somebody reads the message.
      void showInformation(summary, ...offered).then((answer) => {
        if (next !== undefined && answer === next.title) void vscode.commands.executeCommand(next.command)
      })
    },
    dispose: documents.dispose,
  }
}
