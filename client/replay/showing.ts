// Shows a result: a diff beside the hook, and one line. A result shown again changes the diff that is open.

import * as vscode from 'vscode'
import { showError, showInformation } from '../messages.ts'
import { inLabel, visible } from '../plain.ts'
import { openDocuments } from './documents.ts'
import type { Shown } from './result.ts'

export type Showing = vscode.Disposable & {
  /** `besides` is the file whose editor stays in view. */
  show(
    of: Replay,
    besides: string | undefined,
    shown: Shown,
    openly: boolean,
    next?: readonly Next[],
  ): Promise<void>
}

/** What was replayed: what tells it from all others, and how it is called. */
export type Replay = { readonly what: string; readonly name: string; readonly event: string }

/** What the message about a result offers: a command, and what it is given. */
export type Next = { readonly title: string; readonly command: string; readonly given?: unknown }

/** Registers what the diffs are read from. */
export function openShowing(): Showing {
  const documents = openDocuments('hookbench-result')
  return {
    async show({ what, name, event }, besides, { kind, left, right, summary, failed }, openly, next = []) {
      const [one, two] =
        kind === 'payload'
          ? [vscode.l10n.t('payload in'), vscode.l10n.t('payload out')]
          : [vscode.l10n.t('recorded'), vscode.l10n.t('now')]
      // Both kinds under names of their own: a diff must not change its meaning while it is open.
      const before = documents.put(`${what} ${one}`, `${name}/${event}/${one}`, left)
      const after = documents.put(`${what} ${two}`, `${name}/${event}/${two}`, right)
      if (!openly) {
        vscode.window.setStatusBarMessage(`$(${failed ? 'error' : 'history'}) ${inLabel(summary)}`, 8000)
        return
      }
      const title = `${visible(name)} · ${event}: ${one} ↔ ${two}`
      const isInView =
        besides !== undefined && vscode.window.activeTextEditor?.document.uri.fsPath === besides
      await vscode.commands.executeCommand('vscode.diff', before, after, title, {
        viewColumn: isInView ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
        preserveFocus: isInView,
        preview: true,
      } satisfies vscode.TextDocumentShowOptions)
      const tell = failed ? showError : showInformation
      // Not awaited: the replay is over, whether or not somebody reads the message.
      void tell(summary, ...next.map(({ title }) => title)).then((answer) => {
        const chosen = next.find(({ title }) => title === answer)
        if (chosen !== undefined) void vscode.commands.executeCommand(chosen.command, chosen.given)
      })
    },
    dispose: documents.dispose,
  }
}
