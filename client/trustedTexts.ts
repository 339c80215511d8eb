// Keeps the texts of a hook's files as they were when trusted here, to show later changes as a diff. The runtime's
// ledger stores only hashes and decides alone; these texts decide nothing.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { readText } from '../runtime/files/read.ts'
import type { ChosenHook } from './commandArgument.ts'
import type { ClientContext } from './context.ts'
import { textsOf } from './hooks/entries.ts'

type Kept = Readonly<Record<string, string>>

/** Most bytes per file; for longer files no diff is available. */
const MOST_BYTES = 128 * 1024
const SCHEME = 'hookbench-trusted'

const keyOf = ({ folder, hook }: Pick<ChosenHook, 'folder' | 'hook'>) =>
  `hookbench.trusted:${folder.uri}:${hook.id}`

/** Stores the current texts. */
export function keepTrusted(
  { extension }: ClientContext,
  target: Pick<ChosenHook, 'folder' | 'hook'>,
): Thenable<void> {
  const texts = filesOf(target).flatMap((path) => {
    const text = textNow(path)
    return text === undefined ? [] : [[path, text] as const]
  })
  return extension.workspaceState.update(keyOf(target), Object.fromEntries(texts))
}

/** The files that have changed since they were trusted. */
export function changedSinceTrusted(
  { extension }: ClientContext,
  target: Pick<ChosenHook, 'folder' | 'hook'>,
): readonly string[] {
  const kept = extension.workspaceState.get<Kept>(keyOf(target)) ?? {}
  return filesOf(target).filter((path) => kept[path] !== undefined && kept[path] !== textNow(path))
}

/** Serves the trusted texts as documents. */
export function registerTrustedTexts({ extension }: ClientContext): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: ({ path, query }) =>
      extension.workspaceState.get<Kept>(query)?.[vscode.Uri.file(path).fsPath] ?? '',
  })
}

/** Opens a diff between the trusted text and the current one. */
export async function showChanged(target: Pick<ChosenHook, 'folder' | 'hook'>, path: string): Promise<void> {
  const now = vscode.Uri.file(path)
  const then = now.with({ scheme: SCHEME, query: keyOf(target) })
  const title = vscode.l10n.t('{0}: as trusted ↔ as it is now', basename(path))
  await vscode.commands.executeCommand('vscode.diff', then, now, title)
}

function filesOf({ hook }: Pick<ChosenHook, 'hook'>): readonly string[] {
  return [...new Set([...(hook.path === '' ? [] : [hook.path]), ...textsOf(hook)])]
}

function textNow(path: string): string | undefined {
  try {
    return readText(path, MOST_BYTES)
  } catch {
    return undefined
  }
}
