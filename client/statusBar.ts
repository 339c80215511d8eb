// The status bar item: whether firings are recorded, how many hooks await trust, and errors. Starts no runtime: until
// hooks are loaded it shows only the extension's name.

import * as vscode from 'vscode'
import type { ClientContext } from './context.ts'
import { lineOf } from './failures.ts'
import { shownHooks } from './hooks/tree.ts'

/** Registers the item and its menu. */
export function registerStatusBar({
  hooks,
  runtimes,
  recordings,
  log,
}: ClientContext): readonly vscode.Disposable[] {
  const item = vscode.window.createStatusBarItem('hookbench.status', vscode.StatusBarAlignment.Left, 0)
  item.name = 'Hookbench'
  let isRecording = false
  const draw = () => {
    const { text, tooltip, warns } = status()
    item.text = text
    item.tooltip = tooltip
    item.command = 'hookbench.status'
    item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined
  }
  draw()
  item.show()
  const look = () => {
    draw()
    void askRecording().catch((error) => log.debug(`status: ${lineOf(error)}`))
  }
  return [
    item,
    hooks.onChange(look),
    recordings.onChange(look),
    runtimes.onState(draw),
    vscode.workspace.onDidGrantWorkspaceTrust(draw),
    vscode.commands.registerCommand('hookbench.status', menu),
  ]

  // Queries only runtimes that are already running.
  async function askRecording(): Promise<void> {
    const up = folders().filter((folder) => runtimes.state(folder) === 'running')
    const states = await Promise.all(up.map((folder) => runtimes.ask(folder, 'record', { word: 'status' })))
    isRecording = states.some(({ on }) => on)
    await vscode.commands.executeCommand('setContext', 'hookbench.recording', isRecording)
    draw()
  }

  function status(): { readonly text: string; readonly tooltip: string; readonly warns: boolean } {
    if (!vscode.workspace.isTrusted) {
      const tooltip = vscode.l10n.t('Restricted Mode: hooks are read and checked, and none is run.')
      return { text: '$(shield) Hookbench', tooltip, warns: false }
    }
    const states = folders().map(runtimes.state)
    if (states.includes('failed')) {
      const tooltip = vscode.l10n.t('The hook runtime keeps stopping. The log has the reason.')
      return { text: '$(error) Hookbench', tooltip, warns: true }
    }
    if (states.includes('restarting')) {
      const tooltip = vscode.l10n.t('The hook runtime stopped and is being restarted.')
      return { text: '$(sync~spin) Hookbench', tooltip, warns: false }
    }
    const rows = shownHooks(hooks.known().flatMap(({ hooks: own }) => own))
    const of = (state: string) => rows.filter((hook) => hook.state === state).length
    const waiting = of('untrusted')
    const broken = of('broken')
    const parts = [
      isRecording ? '$(record) Hookbench' : '$(tools) Hookbench',
      ...(waiting > 0 ? [`$(lock) ${waiting}`] : []),
      ...(broken > 0 ? [`$(error) ${broken}`] : []),
    ]
    const lines = [
      isRecording ? vscode.l10n.t('Firings are recorded.') : vscode.l10n.t('Firings are not recorded.'),
      ...(rows.length > 0 ? [vscode.l10n.t('{0} hooks, {1} of them run.', rows.length, of('active'))] : []),
      ...(waiting === 1 ? [vscode.l10n.t('1 waits for your trust.')] : []),
      ...(waiting > 1 ? [vscode.l10n.t('{0} wait for your trust.', waiting)] : []),
      ...(broken > 0 ? [vscode.l10n.t('{0} will not load.', broken)] : []),
    ]
    return { text: parts.join(' '), tooltip: lines.join('\n'), warns: false }
  }

  async function menu(): Promise<void> {
    const entry = (label: string, run: string) => ({ label, run })
    const entries = [
      entry(`$(list-tree) ${vscode.l10n.t('Show Hooks')}`, 'hookbench.hooks.focus'),
      isRecording
        ? entry(`$(debug-stop) ${vscode.l10n.t('Stop Recording')}`, 'hookbench.recordOff')
        : entry(`$(record) ${vscode.l10n.t('Record Firings')}`, 'hookbench.recordOn'),
      entry(`$(workspace-trusted) ${vscode.l10n.t('Trust Hooks and Edits…')}`, 'hookbench.trustFolder'),
      entry(`$(refresh) ${vscode.l10n.t('Reload Hooks')}`, 'hookbench.reload'),
      entry(`$(output) ${vscode.l10n.t('Show Log')}`, 'hookbench.showLog'),
    ]
    const restricted = [
      entry(`$(shield) ${vscode.l10n.t('Manage Workspace Trust')}`, 'workbench.trust.manage'),
      entry(`$(output) ${vscode.l10n.t('Show Log')}`, 'hookbench.showLog'),
    ]
    const chosen = await vscode.window.showQuickPick(vscode.workspace.isTrusted ? entries : restricted, {
      title: 'Hookbench',
    })
    if (chosen !== undefined) await vscode.commands.executeCommand(chosen.run)
  }
}

function folders(): readonly vscode.WorkspaceFolder[] {
  return vscode.workspace.workspaceFolders ?? []
}
