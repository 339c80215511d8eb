// The session timeline: a custom editor for recordings, besides the one for their text, and the command that opens it.
// The editor restores the tab; the page saves its own state.

import * as vscode from 'vscode'
import { textColumn } from '../columns.ts'
import { readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { nothingRecorded } from '../recordings/nothingRecorded.ts'
import type { Timeline } from './panel.ts'

const VIEW = 'hookbench.timeline'

/** Registers the editor and the command. */
export function registerTimeline(context: ClientContext): readonly vscode.Disposable[] {
  const { log, recordings } = context
  const open = new Map<string, Timeline>()
  // Event to focus, by path, for timelines that are not open yet.
  const wanted = new Map<string, number>()
  return [
    vscode.window.registerCustomEditorProvider(
      VIEW,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => {} }),
        async resolveCustomEditor({ uri }, panel) {
          // Imported by the first timeline, to keep activation fast.
          const { showTimeline } = await import('./panel.ts')
          const timeline = showTimeline(context, uri, panel)
          open.set(uri.fsPath, timeline)
          const n = wanted.get(uri.fsPath)
          if (n !== undefined) timeline.focus(n)
          wanted.delete(uri.fsPath)
          panel.onDidDispose(() => {
            timeline.dispose()
            if (open.get(uri.fsPath) === timeline) open.delete(uri.fsPath)
          })
        },
      } satisfies vscode.CustomReadonlyEditorProvider,
      { supportsMultipleEditorsPerDocument: false },
    ),
    command('hookbench.openTimeline', log, openTimeline),
  ]

  async function openTimeline(given?: unknown): Promise<void> {
    const { event, recording, path } = readArgument(given)
    const uri = await chooseRecording(recording?.path ?? path)
    if (event !== undefined) {
      const { n } = event.recorded
      const timeline = open.get(uri.fsPath)
      if (timeline === undefined) wanted.set(uri.fsPath, n)
      else timeline.focus(n)
    }
    await vscode.commands.executeCommand('vscode.openWith', uri, VIEW, textColumn())
  }

  async function chooseRecording(path: string | undefined): Promise<vscode.Uri> {
    if (path !== undefined) return vscode.Uri.file(path)
    const active = vscode.window.activeTextEditor?.document.uri
    if (active?.path.endsWith('.ndjson')) return active
    if (!vscode.workspace.isTrusted) {
      throw new Error(
        vscode.l10n.t(
          'Recordings are listed once this workspace is trusted. Until then, open the file of a recording and open the timeline from there.',
        ),
      )
    }
    const folders = vscode.workspace.workspaceFolders ?? []
    const all = (await Promise.all(folders.map(recordings.list))).flat()
    const items = all
      .filter(({ problem }) => problem === undefined)
      .map(({ path, header, name, events }) => ({
        label: header?.session ?? name,
        description: events === 1 ? vscode.l10n.t('1 event') : vscode.l10n.t('{0} events', events),
        detail: header === undefined ? '' : new Date(header.startedAt).toLocaleString(),
        path,
      }))
    const [only] = items
    if (only === undefined) {
      throw nothingRecorded(vscode.l10n.t('Nothing is recorded here yet, so there is no session to draw.'))
    }
    if (items.length === 1) return vscode.Uri.file(only.path)
    const placeHolder = vscode.l10n.t('Which session?')
    const chosen = await vscode.window.showQuickPick(items, { placeHolder })
    if (chosen === undefined) throw new vscode.CancellationError()
    return vscode.Uri.file(chosen.path)
  }
}
