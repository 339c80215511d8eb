// What the editor knows better than the language server about the lenses above handlers: what a replay here came to,
// that nothing runs in Restricted Mode, and that trust is one click away.

import * as vscode from 'vscode'
import type { ClientContext } from './context.ts'
import { folderOf } from './folders.ts'
import { sayRun } from './say.ts'
import { duration, whyHere } from './words.ts'

type Data = {
  readonly kind?: unknown
  readonly hook?: unknown
  readonly uri?: unknown
  readonly part?: unknown
}
type Lens = vscode.CodeLens & { readonly data?: Data }
type Lenses = vscode.CodeLens[] | null | undefined
type Provide = (
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
) => vscode.ProviderResult<Lenses>
type Resolve = (
  lens: vscode.CodeLens,
  token: vscode.CancellationToken,
) => vscode.ProviderResult<vscode.CodeLens>

/** For the language client. */
export function lensMiddleware({ hooks, lastRuns }: ClientContext) {
  return {
    async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken, next: Provide) {
      const lenses = (await next(document, token)) ?? []
      if (!vscode.workspace.isTrusted) return restricted(lenses)
      for (const lens of lenses) offerTrust(lens, lenses)
      return lenses
    },

    async resolveCodeLens(lens: vscode.CodeLens, token: vscode.CancellationToken, next: Resolve) {
      const { data } = lens as Lens
      if (data?.kind !== 'last' || typeof data.hook !== 'string' || typeof data.uri !== 'string') {
        return next(lens, token)
      }
      const folder = folderOf(vscode.Uri.parse(data.uri).fsPath)
      // Asking for recordings would start a runtime, only because a file was opened.
      const isKnown = folder !== undefined && hooks.known().some((known) => known.folder === folder)
      const last = isKnown ? (await lastRuns.of(folder)).get(data.hook) : undefined
      const title =
        last === undefined
          ? vscode.l10n.t('not run yet')
          : vscode.l10n.t('last: {0} in {1}', sayRun(last.run), duration(last.run.durationMs))
      lens.command = { title, command: '' }
      return lens
    },
  }
}

function runs({ command }: vscode.CodeLens): boolean {
  return command?.command === 'hookbench.replay' || command?.command === 'hookbench.debug'
}

// What waits for trust is asked about after the workspace; until then one click is for that.
function restricted(lenses: readonly vscode.CodeLens[]): vscode.CodeLens[] {
  const left = lenses.filter((lens: Lens) => !runs(lens) && lens.data?.kind !== 'last')
  for (const lens of left) {
    if (!isUntrusted(lens)) continue
    const title = vscode.l10n.t('$(shield) Restricted Mode: trust this folder to run hooks')
    lens.command = { title, command: 'workbench.trust.manage' }
  }
  return left
}

function isUntrusted({ command }: vscode.CodeLens): boolean {
  return command?.command === '' && command.title.startsWith('untrusted')
}

// The server says how to trust it on the command line.
function offerTrust(lens: Lens, all: readonly Lens[]): void {
  if (!isUntrusted(lens) || lens.command === undefined) return
  // One script may be run by several entries.
  const same = all.find(
    (one) => runs(one) && one.range.isEqual(lens.range) && one.data?.part === lens.data?.part,
  )
  if (same?.command?.arguments === undefined) {
    lens.command = { ...lens.command, title: whyHere(lens.command.title) }
    return
  }
  const title = vscode.l10n.t('$(lock) does not run: trust it…')
  lens.command = { title, command: 'hookbench.trust', arguments: same.command.arguments }
}
