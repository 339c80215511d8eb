// Adjusts the language server's code lenses with what only the editor knows: results of replays in this window,
// Restricted Mode, and commands to grant trust.

import * as vscode from 'vscode'
import { defined } from '../runtime/contract/defined.ts'
import type { ClientContext } from './context.ts'
import { folderOf } from './folders.ts'
import { durationTexts } from './replay/lastRun.ts'
import { sayRun } from './say.ts'
import { setting } from './settings.ts'
import { whyHere } from './signs.ts'

type Data = {
  readonly kind?: unknown
  readonly hook?: unknown
  readonly uri?: unknown
  readonly part?: unknown
  readonly event?: unknown
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

/** Middleware for the language client. */
export function lensMiddleware({ hooks, lastRuns }: ClientContext) {
  return {
    async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken, next: Provide) {
      const all = (await next(document, token)) ?? []
      // The inline value after the handler's name already shows the last result.
      const isInline = setting('inlineValues.enabled')
      const lenses = all.filter((lens: Lens) => !isInline || lens.data?.kind !== 'last')
      if (!vscode.workspace.isTrusted) return restricted(lenses)
      for (const lens of lenses) offerWhy(lens)
      return lenses.flatMap((lens) => [lens, ...offerTrust(lens, lenses)])
    },

    async resolveCodeLens(lens: vscode.CodeLens, token: vscode.CancellationToken, next: Resolve) {
      const { data } = lens as Lens
      if (data?.kind !== 'last' || typeof data.hook !== 'string' || typeof data.uri !== 'string') {
        return next(lens, token)
      }
      const folder = folderOf(vscode.Uri.parse(data.uri).fsPath)
      // Loading recordings would start a runtime just because a file was opened.
      const isKnown = folder !== undefined && hooks.known().some((known) => known.folder === folder)
      const last = isKnown ? (await lastRuns.of(folder)).get(data.hook) : undefined
      const title =
        last === undefined
          ? vscode.l10n.t('not run yet')
          : vscode.l10n.t('last: {0}', [sayRun(last.run), ...durationTexts(last)].join(' · '))
      lens.command = { title, command: '' }
      return lens
    },
  }
}

function runs({ command }: vscode.CodeLens): boolean {
  return command?.command === 'hookbench.replay' || command?.command === 'hookbench.debug'
}

// In Restricted Mode the workspace must be trusted first, so an untrusted hook's lens opens workspace trust.
function restricted(lenses: readonly vscode.CodeLens[]): vscode.CodeLens[] {
  const left = lenses.filter((lens: Lens) => !runs(lens) && lens.data?.kind !== 'last')
  for (const lens of left) {
    if (!isUntrusted(lens)) continue
    const title = vscode.l10n.t('$(shield) Restricted Mode: trust this folder to run hooks')
    lens.command = { title: spaced(title), command: 'workbench.trust.manage' }
  }
  return left
}

// The editor drops an ordinary space after an icon.
function spaced(title: string): string {
  return title.replace(/^(\$\([\w-]+\)) /, '$1\u00a0')
}

function isUntrusted({ command }: vscode.CodeLens): boolean {
  return command?.command === '' && command.title.startsWith('untrusted')
}

// The lens that shows when a hook fires, or why it does not run, opens the list of gates on click.
function offerWhy(lens: Lens): void {
  const { command, data } = lens
  if (command === undefined || command.command !== '' || isUntrusted(lens)) return
  if (data?.kind !== 'fires' && data?.kind !== 'state') return
  const { uri, part, event } = data
  lens.command = {
    ...command,
    command: 'hookbench.whyNotFired',
    tooltip: vscode.l10n.t('Why did it not fire?'),
    arguments: [{ uri, ...defined({ part, event }) }],
  }
}

// Trust commands above the hook's own text, so that it can be read before it is trusted. The server's message names the
// command line instead.
function offerTrust(lens: Lens, all: readonly Lens[]): readonly vscode.CodeLens[] {
  if (!isUntrusted(lens) || lens.command === undefined) return []
  const label = lens.command.title
  // Several entries may run the same script.
  const same = all.find(
    (one) => runs(one) && one.range.isEqual(lens.range) && one.data?.part === lens.data?.part,
  )
  const target = same?.command?.arguments
  if (target === undefined) {
    lens.command = { ...lens.command, title: whyHere(label) }
    return []
  }
  const changed = /changed since it was trusted/.test(label)
  const why = changed
    ? whyHere(label).replace(/^untrusted: /, '')
    : vscode.l10n.t('does not run until you trust it')
  lens.command = { title: spaced(`$(lock) ${why}`), command: '' }
  const act = (title: string, name: string) =>
    new vscode.CodeLens(lens.range, { title, command: name, arguments: target })
  return [
    act(vscode.l10n.t('Trust Only As It Is Now'), 'hookbench.trustAsItIs'),
    act(vscode.l10n.t('Trust This and Later Edits'), 'hookbench.trustEdits'),
    ...(changed ? [act(vscode.l10n.t('Show What Changed'), 'hookbench.showChanged')] : []),
  ]
}
