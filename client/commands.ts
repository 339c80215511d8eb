// The commands that belong to no view: reload, recording on and off, show log, open walkthrough.

import * as vscode from 'vscode'
import type { ClientContext } from './context.ts'
import { command, lineOf } from './failures.ts'
import { everyFolder, isFolder, wantedFolder } from './folders.ts'

/** Registers these commands. */
export function registerCommands(context: ClientContext): readonly vscode.Disposable[] {
  const { log, runtimes, hooks, recordings, extension } = context
  return [
    command('hookbench.reload', log, reload),
    command('hookbench.recordOn', log, () => record('on')),
    command('hookbench.recordOff', log, () => record('off')),
    command('hookbench.showLog', log, () => log.show()),
    command('hookbench.getStarted', log, () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extension.extension.id}#start`),
    ),
  ]

  // Restarts a runtime that has exited; a running one rescans its workspace.
  // The view's title bar passes the focused row, but the command applies to all folders.
  async function reload(given?: unknown): Promise<void> {
    const folders = isFolder(given) ? [given] : everyFolder()
    await vscode.window.withProgress({ location: { viewId: 'hookbench.hooks' } }, async () => {
      const failed: string[] = []
      let count = 0
      // A folder that fails must not stop the reload of the others.
      for (const one of folders) {
        try {
          if (runtimes.state(one) !== 'running') await runtimes.restart(one)
          const { hooks: found } = await runtimes.ask(one, 'reload', {})
          log.info(`${one.name}: ${found} hooks.`)
          count += found
        } catch (error) {
          failed.push(folders.length === 1 ? lineOf(error) : `${one.name}: ${lineOf(error)}`)
        }
        hooks.refresh(one)
      }
      recordings.refresh()
      if (failed.length > 0) throw new Error(failed.join(' '))
      const summary =
        count === 1 ? vscode.l10n.t('1 hook was found.') : vscode.l10n.t('{0} hooks were found.', count)
      void vscode.window.setStatusBarMessage(summary, 4000)
    })
  }

  async function record(word: 'on' | 'off'): Promise<void> {
    const folder = await wantedFolder()
    const { on } = await runtimes.ask(folder, 'record', { word })
    recordings.refresh()
    void vscode.window.setStatusBarMessage(
      on
        ? vscode.l10n.t('Firings of {0} are recorded.', folder.name)
        : vscode.l10n.t('Firings of {0} are no longer recorded.', folder.name),
      4000,
    )
  }
}
