// Inline values: behind a handler's name what it answered last and how long that took.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { folderOf } from '../folders.ts'
import { inMarkdown } from '../plain.ts'
import { sayRun } from '../say.ts'
import { onSetting, setting } from '../settings.ts'
import { clipped, duration, type Sign, signOfRun, whyHere } from '../words.ts'
import { handlerLine } from './handlerLine.ts'
import type { LastRun } from './lastRuns.ts'

/** Registers them for every editor in view. */
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
    onSetting(['inlineValues.enabled'], again),
    new vscode.Disposable(() => clearTimeout(soon)),
  ]

  async function drawAll(): Promise<void> {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.scheme !== 'file') continue
      editor.setDecorations(type, setting('inlineValues.enabled') ? await inlineValues(editor.document) : [])
    }
  }

  // Only what is known already: an editor that opens must not start a runtime.
  async function inlineValues(document: vscode.TextDocument): Promise<vscode.DecorationOptions[]> {
    const path = document.uri.fsPath
    const known = hooks.known().find(({ folder }) => folder === folderOf(path))
    const own = known?.hooks.filter((hook) => hook.path === path) ?? []
    if (known === undefined || own.length === 0) return []
    const runs = await lastRuns.of(known.folder)
    const lines = new Map<number, LastRun>()
    for (const hook of own) {
      const last = runs.get(hook.id)
      if (last === undefined) continue
      const line = await handlerLine(document, hook, last.event)
      const before = line === undefined ? undefined : lines.get(line)
      if (line !== undefined && (before === undefined || before.at <= last.at)) lines.set(line, last)
    }
    return [...lines].flatMap(([line, last]) =>
      line < document.lineCount ? [decoration(document, line, last)] : [],
    )
  }
}

function decoration(document: vscode.TextDocument, line: number, last: LastRun): vscode.DecorationOptions {
  const { run } = last
  const reason = run.verdict?.reason ?? (run.why && whyHere(run.why))
  const parts =
    last.effect !== undefined && run.status === 'returned'
      ? [clipped(last.effect, 120), duration(run.durationMs)]
      : [sayRun(run), duration(run.durationMs), ...(reason === undefined ? [] : [clipped(reason, 80)])]
  const hover = new vscode.MarkdownString()
  hover.appendMarkdown(
    `**${inMarkdown(run.name)}** · ${inMarkdown(last.event)} · ${last.isReplay ? vscode.l10n.t('in a replay') : vscode.l10n.t('as recorded')}\n`,
  )
  hover.appendCodeblock(
    JSON.stringify(run.verdict ?? { status: run.status }, undefined, 2).slice(0, 2000),
    'json',
  )
  if (run.stderr !== undefined && run.stderr !== '') hover.appendCodeblock(run.stderr.slice(0, 1000), 'text')
  const { range } = document.lineAt(line)
  return {
    range: new vscode.Range(range.end, range.end),
    hoverMessage: hover,
    renderOptions: {
      after: { contentText: parts.join(' · '), color: new vscode.ThemeColor(COLOURS[signOfRun(run)]) },
    },
  }
}

const COLOURS: Readonly<Record<Sign, string>> = {
  pass: 'hookbench.inlinePass',
  said: 'hookbench.inlinePass',
  skipped: 'hookbench.inlinePass',
  open: 'hookbench.inlinePass',
  changed: 'hookbench.inlineChanged',
  answered: 'hookbench.inlineChanged',
  asked: 'hookbench.inlineChanged',
  denied: 'hookbench.inlineDenied',
  failed: 'hookbench.inlineFailed',
}
