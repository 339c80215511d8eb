// Resolves the hook that a command applies to, from the argument of a code lens, a view's row or a test item, or from
// the active editor.

import * as vscode from 'vscode'
import { type ChosenHook, type HookTarget, readArgument } from './commandArgument.ts'
import type { ClientContext } from './context.ts'
import { Prerequisite } from './failures.ts'
import { folderOf, noFolder } from './folders.ts'
import { belongsTo } from './hooks/entries.ts'
import { partOf, shownHooks } from './hooks/tree.ts'
import { inLabel } from './plain.ts'
import type { HookRow } from './protocol.ts'
import { inWords } from './say.ts'

/** Which hooks a command applies to, and the message if there is none. */
export type Wanted = { readonly suits: (hook: HookRow) => boolean; readonly none: string }

/**
 * The hook identified by a command's argument; asks if several match, and offers only hooks that the command applies
 * to.
 */
export async function chosenHook(
  context: ClientContext,
  given: unknown,
  wanted?: Wanted,
): Promise<ChosenHook> {
  const { hook, target, path: named } = readArgument(given)
  if (hook !== undefined) return hook
  const path = named ?? activePath()
  const every = await everyHook(context)
  const rows =
    named === undefined && wanted !== undefined ? every.filter(({ hook }) => wanted.suits(hook)) : every
  if (rows.length === 0 && every.length > 0 && wanted !== undefined) throw new Error(wanted.none)
  const own = rows.filter(({ hook }) => belongsTo(hook, path))
  const fitting = own.filter(({ hook }) => fits(hook, target))
  // A handler known only by its event matches any hook of the file that answers the event.
  const candidates = fitting.length > 0 ? fitting : own
  if (named !== undefined && candidates.length === 0) throw new Error(unknown(named))
  const [first] = candidates
  if (first !== undefined && candidates.length === 1) return { ...first, event: target?.event }
  return { ...(await choose(candidates.length > 0 ? candidates : rows)), event: target?.event }
}

function fits(hook: HookRow, target: HookTarget | undefined): boolean {
  if (target === undefined) return true
  const byPart = target.part === undefined || partOf(hook) === target.part
  return (
    byPart && (target.event === undefined || hook.events.length === 0 || hook.events.includes(target.event))
  )
}

type Row = { readonly folder: vscode.WorkspaceFolder; readonly hook: HookRow }

async function everyHook({ hooks }: ClientContext): Promise<readonly Row[]> {
  const known = await hooks.all()
  const failed = known.find(({ failure }) => failure !== undefined)
  if (failed !== undefined && known.length === 1) throw new Error(failed.failure)
  return known.flatMap(({ folder, hooks: own }) => shownHooks(own).map((hook) => ({ folder, hook })))
}

async function choose(rows: readonly Row[]): Promise<Row> {
  // Hooks of two folders may have the same name.
  const many = new Set(rows.map(({ folder }) => folder)).size > 1
  const items = rows.map((row) => ({
    label: inLabel(row.hook.name),
    description: [
      ...(many ? [inLabel(row.folder.name)] : []),
      ...[row.hook.dialect, row.hook.source, inWords(row.hook.state)],
    ].join(' · '),
    detail: row.hook.events.slice(0, 4).join(', '),
    row,
  }))
  if (items.length === 0) throw noHook()
  const placeHolder = vscode.l10n.t('Which hook?')
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  })
  if (chosen === undefined) throw new vscode.CancellationError()
  return chosen.row
}

function noHook(): Prerequisite {
  return (vscode.workspace.workspaceFolders ?? []).length === 0
    ? noFolder()
    : new Prerequisite(
        vscode.l10n.t('There is no hook here yet.'),
        vscode.l10n.t('New Hook…'),
        'hookbench.newHook',
      )
}

function activePath(): string | undefined {
  const document = vscode.window.activeTextEditor?.document
  return document?.uri.scheme === 'file' ? document.uri.fsPath : undefined
}

function unknown(path: string): string {
  const shown = vscode.workspace.asRelativePath(path)
  return folderOf(path) === undefined
    ? vscode.l10n.t('{0} is not in an open folder, so it cannot be run.', shown)
    : vscode.l10n.t('No hook was found in {0}. The Problems view shows why.', shown)
}
