// A hook just written is one's own, and still nothing runs untrusted. So its author is asked once whether hooks of this
// folder may run as they are edited; whoever declines is never asked again, and trusts hook by hook.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { belongsTo } from '../hooks/entries.ts'
import { question } from '../messages.ts'
import type { HookRow } from '../protocol.ts'

const DECLINED = 'hookbench.editsDeclined'

/** Finds the new hook, asks where it waits for trust, and answers with the hook as it is then. */
export async function foundAndGranted(
  context: ClientContext,
  folder: vscode.WorkspaceFolder,
  path: string,
): Promise<HookRow | undefined> {
  const { extension, runtimes } = context
  await runtimes.ask(folder, 'reload', {})
  const hook = await rowAt(context, folder, path)
  const mustAsk = hook?.state === 'untrusted' || hook?.state === 'unknown'
  if (!mustAsk || extension.workspaceState.get(keyOf(folder)) === true) return hook
  const answer = await ask(folder, hook)
  if (answer === 'declined') {
    await extension.workspaceState.update(keyOf(folder), true)
    return hook
  }
  await runtimes.ask(
    folder,
    'trust',
    answer === 'edits' ? { edits: true, yes: true } : { target: hook.id, yes: true },
  )
  return rowAt(context, folder, path)
}

async function ask(folder: vscode.WorkspaceFolder, hook: HookRow): Promise<'edits' | 'this' | 'declined'> {
  const edits = vscode.l10n.t('Let Them Run')
  const once = vscode.l10n.t('Only {0}, as It Is', hook.name)
  const detail = vscode.l10n.t(
    'Nothing runs before you trust it, not even {0}. "Let Them Run" trusts the hooks of this folder as they are and after every edit; they run with your rights. You are asked this once.',
    hook.name,
  )
  const asked = vscode.l10n.t('May hooks of {0} run while you edit them?', folder.name)
  const answer = await question(asked, detail, edits, once)
  if (answer === edits) return 'edits'
  return answer === once ? 'this' : 'declined'
}

async function rowAt(
  { hooks }: ClientContext,
  folder: vscode.WorkspaceFolder,
  path: string,
): Promise<HookRow | undefined> {
  hooks.refresh(folder)
  const known = await hooks.of(folder)
  return known.hooks.find((hook) => belongsTo(hook, path))
}

const keyOf = ({ uri }: vscode.WorkspaceFolder) => `${DECLINED}:${uri}`
