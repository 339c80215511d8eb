// The result panel: one webview beside the text, showing the last result and its actions. A new result with the same
// key replaces the previous one and can be compared with it.

import * as vscode from 'vscode'
import { RESULT_VIEW, textColumn } from '../columns.ts'
import type { ClientContext } from '../context.ts'
import { lineOf } from '../failures.ts'
import { openIcons } from '../icons.ts'
import { showError } from '../messages.ts'
import { inLabel, visible } from '../plain.ts'
import { openDocuments } from '../replay/documents.ts'
import type { Shown } from '../replay/result.ts'
import { showPage } from '../webPage.ts'
import type { Act, Button, ResultPage, ResultToHost, ResultToPage } from './messages.ts'
import type { Result, Results } from './result.ts'

type Seen = { readonly result: Result; readonly page: ResultPage; readonly before: unknown }

/** The panel is created with the first result. */
export function openResults({ extension, log }: ClientContext): Results {
  const documents = openDocuments('hookbench-result')
  const icons = openIcons(extension)
  // Essence of the last result, by key.
  const last = new Map<string, unknown>()
  let seen: Seen | undefined
  let panel: vscode.WebviewPanel | undefined
  return {
    show,
    reveal() {
      if (seen === undefined) throw new Error(vscode.l10n.t('Nothing was replayed yet.'))
      draw(seen, false)
    },
    get page() {
      return panel === undefined ? undefined : seen?.page
    },
    dispose() {
      panel?.dispose()
      documents.dispose()
    },
  }

  function show(result: Result, openly: boolean): void {
    const before = last.get(result.key)
    const isSame = seen?.result.key === result.key
    last.set(result.key, result.essence)
    const next = { result, before, page: result.page(buttonsOf(result, before)) }
    if (!openly) {
      const { failed = false, summary = result.heading } = result.shown ?? {}
      vscode.window.setStatusBarMessage(`$(${failed ? 'error' : 'history'}) ${inLabel(summary)}`, 8000)
      if (panel === undefined || !isSame) return
      seen = next
      tell()
      return
    }
    seen = next
    // Keeps the focus in the editor so that typing is not interrupted.
    draw(next, vscode.window.activeTextEditor !== undefined)
  }

  function draw({ result, page }: Seen, keepsFocus: boolean): void {
    const isText = vscode.window.activeTextEditor !== undefined
    if (panel === undefined) {
      const column = isText ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active
      panel = vscode.window.createWebviewPanel(
        RESULT_VIEW,
        vscode.l10n.t('Result'),
        { viewColumn: column, preserveFocus: keepsFocus },
        { enableFindWidget: true },
      )
      panel.onDidDispose(() => {
        panel = undefined
      })
      panel.webview.onDidReceiveMessage(hear)
      showPage(panel.webview, extension.extensionUri, 'result')
    } else {
      // Leaves the panel in the column the user chose, but never covers the text being edited.
      const hides = isText && panel.viewColumn === vscode.window.activeTextEditor?.viewColumn
      panel.reveal(hides ? vscode.ViewColumn.Beside : undefined, keepsFocus)
      tell()
    }
    panel.title = `${visible(result.heading)} · ${result.event}`
    panel.iconPath = icons.sign(page.sign)
  }

  function tell(): void {
    if (seen === undefined || panel === undefined) return
    panel.iconPath = icons.sign(seen.page.sign)
    void panel.webview.postMessage({ kind: 'result', page: seen.page } satisfies ResultToPage)
  }

  function hear(message: ResultToHost): void {
    // A page that was hidden is reloaded and requests its contents again.
    if (message.kind === 'ready') {
      tell()
      return
    }
    const done = message.kind === 'go' ? go(message.to) : act(message.act)
    done.catch((error) => {
      if (error instanceof vscode.CancellationError) return
      log.error(`result: ${lineOf(error)}`)
      void showError(lineOf(error))
    })
  }

  async function act(wanted: Act): Promise<void> {
    if (seen === undefined) return
    const { result, before } = seen
    if (wanted === 'difference') {
      if (result.shown !== undefined) await compareSides(result, result.shown)
    } else if (wanted === 'last') await compareLast(result, before)
    else await result.acts[wanted]?.()
  }

  async function go(to: string): Promise<void> {
    await seen?.result.go?.(to)
  }

  async function compareSides({ key, heading, event }: Result, { kind, left, right }: Shown): Promise<void> {
    const [one, two] =
      kind === 'payload'
        ? [vscode.l10n.t('payload in'), vscode.l10n.t('payload out')]
        : [vscode.l10n.t('recorded'), vscode.l10n.t('now')]
    await diff(key, heading, event, [one, left], [two, right])
  }

  async function compareLast({ key, heading, event, essence }: Result, before: unknown): Promise<void> {
    await diff(
      key,
      heading,
      event,
      [vscode.l10n.t('last time'), before],
      [vscode.l10n.t('this time'), essence],
    )
  }

  async function diff(
    key: string,
    heading: string,
    event: string,
    [one, left]: readonly [string, unknown],
    [two, right]: readonly [string, unknown],
  ): Promise<void> {
    const side = (name: string, value: unknown) =>
      documents.put(`${key} ${name}`, `${heading}/${event}/${name}`, value)
    const title = `${visible(heading)} · ${event}: ${one} ↔ ${two}`
    await vscode.commands.executeCommand('vscode.diff', side(one, left), side(two, right), title, {
      preview: true,
      viewColumn: textColumn(),
    } satisfies vscode.TextDocumentShowOptions)
  }
}

function buttonsOf({ acts, shown }: Result, before: unknown): readonly Button[] {
  const same =
    shown?.kind === 'payload'
      ? vscode.l10n.t('The payload is unchanged.')
      : vscode.l10n.t('The outcome is as recorded.')
  const all: readonly Button[] = [
    { act: 'write', key: 'w', title: vscode.l10n.t('Write') },
    { act: 'preview', key: 'p', title: vscode.l10n.t('Preview') },
    { act: 'rerun', key: 'r', title: vscode.l10n.t('Rerun') },
    { act: 'trust', key: 't', title: vscode.l10n.t('Trust…') },
    { act: 'enable', key: 'n', title: vscode.l10n.t('Enable Hook') },
    { act: 'run', key: 'x', title: vscode.l10n.t('Run It') },
    { act: 'edit', key: 'e', title: vscode.l10n.t('Edit Payload') },
    { act: 'save', key: 's', title: vscode.l10n.t('Save as Test') },
    { act: 'debug', key: 'd', title: vscode.l10n.t('Debug') },
    {
      act: 'difference',
      key: 'f',
      title: vscode.l10n.t('Show Difference'),
      ...(shown?.differs === true ? {} : { off: same }),
    },
    {
      ...({ act: 'last', key: 'c', title: vscode.l10n.t('Compare with Last') } as const),
      ...(before === undefined ? { off: vscode.l10n.t('It has run only once.') } : {}),
    },
    { act: 'agents', key: 'a', title: vscode.l10n.t('Compare Agents') },
    { act: 'left', key: '1', title: vscode.l10n.t('First Timeline') },
    { act: 'right', key: '2', title: vscode.l10n.t('Second Timeline') },
    { act: 'open', key: 'o', title: vscode.l10n.t('Open Hook') },
  ]
  // "Compare with Last" requires a result that can be rerun.
  return all.filter(({ act }) =>
    act === 'difference' ? shown !== undefined : acts[act === 'last' ? 'rerun' : act] !== undefined,
  )
}
