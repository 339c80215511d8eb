// Inline values: the last result and duration of a hook after its handler's name, dimmed once the text has changed
// since.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { folderOf } from '../folders.ts'
import { belongsTo, textsOf } from '../hooks/entries.ts'
import { inMarkdown, visible } from '../plain.ts'
import { sayHow, sayRun } from '../say.ts'
import { onSetting, setting } from '../settings.ts'
import { clipped, type Sign, signOfRun, whyHere } from '../signs.ts'
import { handlerLine } from './handlerLine.ts'
import { durationTexts, type LastRun } from './lastRun.ts'
import { editedSince } from './stale.ts'

/** Registers the decorations for all visible editors. */
export function registerDecorations({ hooks, lastRuns, log }: ClientContext): readonly vscode.Disposable[] {
  const type = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
    after: { margin: '0 0 0 2.5em', fontStyle: 'italic' },
  })
  let soon: NodeJS.Timeout | undefined
  const again = () => {
    clearTimeout(soon)
    soon = setTimeout(() => void drawAll().catch((error) => log.debug(`inline values: ${error}`)), 120)
  }
  again()
  return [
    type,
    lastRuns.onChange(again),
    hooks.onChange(again),
    vscode.window.onDidChangeVisibleTextEditors(again),
    // An edit makes the value stale; undoing the edit makes it current again.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (vscode.window.visibleTextEditors.some((editor) => editor.document === document)) again()
    }),
    onSetting(['inlineValues.enabled'], again),
    new vscode.Disposable(() => clearTimeout(soon)),
  ]

  async function drawAll(): Promise<void> {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.scheme !== 'file') continue
      editor.setDecorations(type, setting('inlineValues.enabled') ? await inlineValues(editor.document) : [])
    }
  }

  // Uses only what is already loaded: opening an editor must not start a runtime.
  async function inlineValues(document: vscode.TextDocument): Promise<vscode.DecorationOptions[]> {
    const path = document.uri.fsPath
    const known = hooks.known().find(({ folder }) => folder === folderOf(path))
    const own = known?.hooks.filter((hook) => belongsTo(hook, path)) ?? []
    if (known === undefined || own.length === 0) return []
    const runs = await lastRuns.of(known.folder)
    const lines = new Map<number, LastRun & { readonly isStale: boolean }>()
    for (const hook of own) {
      const last = runs.get(hook.id)
      if (last === undefined) continue
      const line = await handlerLine(document, hook, last.event)
      const before = line === undefined ? undefined : lines.get(line)
      if (line === undefined || (before !== undefined && before.at > last.at)) continue
      lines.set(line, { ...last, isStale: editedSince(textsOf(hook), last) })
    }
    return [...lines].flatMap(([line, last]) =>
      line < document.lineCount ? [decoration(document, line, last)] : [],
    )
  }
}

function decoration(
  document: vscode.TextDocument,
  line: number,
  last: LastRun & { readonly isStale: boolean },
): vscode.DecorationOptions {
  const { run, isStale } = last
  const reason = run.verdict?.reason ?? (run.why && whyHere(run.why))
  const parts =
    last.effect !== undefined && run.status === 'returned'
      ? [clipped(last.effect, 120), ...durationTexts(last)]
      : [sayRun(run), ...durationTexts(last), ...(reason === undefined ? [] : [clipped(reason, 80)])]
  const hover = new vscode.MarkdownString()
  hover.appendMarkdown(`**${inMarkdown(run.name)}** · ${inMarkdown(last.event)} · ${sayHow(last.how)}\n`)
  hover.appendCodeblock(
    visible(JSON.stringify(run.verdict ?? { status: run.status }, undefined, 2).slice(0, 2000)),
    'json',
  )
  if (run.stderr !== undefined && run.stderr !== '')
    hover.appendCodeblock(visible(run.stderr.slice(0, 1000)), 'text')
  const { range } = document.lineAt(line)
  return {
    range: new vscode.Range(range.end, range.end),
    hoverMessage: hover,
    renderOptions: {
      after: {
        contentText: [...parts, ...(isStale ? [vscode.l10n.t('before the edit')] : [])].join(' · '),
        color: new vscode.ThemeColor(isStale ? 'disabledForeground' : COLOURS[signOfRun(run)]),
      },
    },
  }
}

const COLOURS: Readonly<Record<Sign, string>> = {
  pass: 'hookbench.inlinePass',
  added: 'hookbench.inlinePass',
  skipped: 'hookbench.inlinePass',
  open: 'hookbench.inlinePass',
  changed: 'hookbench.inlineChanged',
  answered: 'hookbench.inlineChanged',
  prompted: 'hookbench.inlineChanged',
  denied: 'hookbench.inlineDenied',
  failed: 'hookbench.inlineFailed',
}
