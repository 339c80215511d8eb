// The commands that belong to no view: reload, recording on and off, the log.

import * as vscode from 'vscode'
import type { ClientContext } from './context.ts'
import { command } from './failures.ts'
import { wantedFolder } from './folders.ts'

/** Registers them. */
export function registerCommands(context: ClientContext): readonly vscode.Disposable[] {
  const { log, runtimes, hooks, recordings } = context
  return [
    command('hookbench.reload', log, reload),
    command('hookbench.recordOn', log, () => record('on')),
    command('hookbench.recordOff', log, () => record('off')),
    command('hookbench.showLog', log, () => log.show()),
  ]

  // A runtime that died is started again; one that lives looks at everything anew.
  async function reload(folder?: vscode.WorkspaceFolder): Promise<void> {
    const meant = folder === undefined ? (vscode.workspace.workspaceFolders ?? []) : [folder]
    await vscode.window.withProgress({ location: { viewId: 'hookbench.hooks' } }, async () => {
      for (const one of meant) {
        if (runtimes.state(one) !== 'running') await runtimes.restart(one)
        const { hooks: found } = await runtimes.ask(one, 'reload', {})
        log.info(`${one.name}: ${found} hooks.`)
        hooks.refresh(one)
      }
      recordings.refresh()
    })
  }

  async function record(word: 'on' | 'off'): Promise<void> {
    const folder = await wantedFolder()
    const { on } = await runtimes.ask(folder, 'record', { word })
    recordings.refresh()
    void vscode.window.setStatusBarMessage(
      on
        ? vscode.l10n.t('Firings of {0} are recorded.', folder.name)
        : vscode.l10n.t('Firings of {0} are not recorded any more.', folder.name),
      4000,
    )
  }
}
