// What the editor knows better than the language server about the lenses above handlers: what a replay here came to,
// that nothing runs in Restricted Mode, and that trust is one click away.

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

/** For the language client. */
export function lensMiddleware({ hooks, lastRuns }: ClientContext) {
  return {
    async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken, next: Provide) {
      const all = (await next(document, token)) ?? []
      // What it came to stands behind the handler's name, with its reason: once is enough.
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
      // Asking for recordings would start a runtime, only because a file was opened.
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

// What waits for trust is asked about after the workspace; until then one click is for that.
function restricted(lenses: readonly vscode.CodeLens[]): vscode.CodeLens[] {
  const left = lenses.filter((lens: Lens) => !runs(lens) && lens.data?.kind !== 'last')
  for (const lens of left) {
    if (!isUntrusted(lens)) continue
    const title = vscode.l10n.t('$(shield) Restricted Mode: trust this folder to run hooks')
    lens.command = { title: spaced(title), command: 'workbench.trust.manage' }
  }
  return left
}

// The editor drops an ordinary space behind an icon.
function spaced(title: string): string {
  return title.replace(/^(\$\([\w-]+\)) /, '$1\u00a0')
}

function isUntrusted({ command }: vscode.CodeLens): boolean {
  return command?.command === '' && command.title.startsWith('untrusted')
}

// On what it fires and why it does not: a click shows every gate.
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

// A bar where the text of the hook stands, so that it is read before it is trusted. The server says how on the command line.
function offerTrust(lens: Lens, all: readonly Lens[]): readonly vscode.CodeLens[] {
  if (!isUntrusted(lens) || lens.command === undefined) return []
  const label = lens.command.title
  // One script may be run by several entries.
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
