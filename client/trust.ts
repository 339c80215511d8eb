// Trust commands: for one hook, for all hooks of a folder, and a one-time offer for a folder with untrusted hooks. The
// runtime's ledger decides; this code only collects the user's answer.

import * as vscode from 'vscode'
import { type ChosenHook, readArgument } from './commandArgument.ts'
import type { ClientContext } from './context.ts'
import { command } from './failures.ts'
import { wantedFolder } from './folders.ts'
import type { FolderHooks } from './hooks/store.ts'
import { shownHooks } from './hooks/tree.ts'
import { showInformation, showWarning } from './messages.ts'
import type { HookRow } from './protocol.ts'
import { setting } from './settings.ts'
import { chosenHook } from './targets.ts'
import { changedSinceTrusted, registerTrustedTexts, showChanged } from './trustedTexts.ts'
import { editsFolder } from './trustTexts.ts'

/** Key prefix of the state that records, per folder, that the offer was made. */
export const OFFERED = 'hookbench.trustOffered'

/** Registers the commands and the offer. */
export function registerTrust(context: ClientContext): readonly vscode.Disposable[] {
  const { hooks, log, runtimes, extension } = context
  return [
    registerTrustedTexts(context),
    command('hookbench.trust', log, async (given?: unknown) => {
      await (await asking()).askForTrust(context, await waiting(given))
    }),
    // Offered by code lenses above a handler, where the hook's text is in view.
    command('hookbench.trustAsItIs', log, async (given: unknown) =>
      (await asking()).askForTrust(context, await waiting(given), true),
    ),
    command('hookbench.trustEdits', log, async (given: unknown) =>
      (await asking()).trustEdits(context, await waiting(given)),
    ),
    command('hookbench.showChanged', log, async (given: unknown) => {
      const target = await waiting(given)
      const [path] = changedSinceTrusted(context, target)
      if (path !== undefined) await showChanged(target, path)
    }),
    command('hookbench.untrust', log, untrust),
    command('hookbench.trustFolder', log, trustFolder),
    hooks.onChange(() => offer()),
  ]

  function waiting(given: unknown): Promise<ChosenHook> {
    return chosenHook(context, given, {
      suits: ({ state }) => state === 'untrusted' || state === 'unknown',
      none: vscode.l10n.t('No hook here waits for your trust.'),
    })
  }

  async function untrust(given?: unknown): Promise<void> {
    const { folder, hook } = await chosenHook(context, given, {
      suits: ({ state, path }) => path !== '' && state !== 'untrusted' && state !== 'unknown',
      none: vscode.l10n.t('No hook here is trusted.'),
    })
    const { still } = await runtimes.ask(folder, 'untrust', { target: hook.id })
    hooks.refresh(folder)
    if (still === undefined) return
    void showWarning(
      vscode.l10n.t(
        '{0} is still trusted: every edit below {1} is.',
        hook.name,
        vscode.workspace.asRelativePath(still),
      ),
    )
  }

  async function trustFolder(given?: unknown): Promise<void> {
    const folder = readArgument(given).folder ?? (await wantedFolder())
    const root = folder.uri.fsPath
    await (await asking()).askForEdits(
      context,
      folder,
      editsFolder(root, waitingIn(await hooks.of(folder))) ?? root,
    )
  }

  // Once per folder, and only if hooks of the workspace itself await trust.
  function offer(): void {
    if (!setting('trust.offerEdits')) return
    for (const known of hooks.known()) {
      const key = `${OFFERED}:${known.folder.uri}`
      if (waitingIn(known).length === 0 || extension.workspaceState.get(key) === true) continue
      void extension.workspaceState.update(key, true)
      void ask(known.folder, waitingIn(known).length)
    }
  }

  async function ask(folder: vscode.WorkspaceFolder, count: number): Promise<void> {
    const look = vscode.l10n.t('Trust Them…')
    const show = vscode.l10n.t('Show Hooks')
    const answer = await showInformation(
      count === 1
        ? vscode.l10n.t('1 hook of {0} waits for your trust and does not run.', folder.name)
        : vscode.l10n.t('{0} hooks of {1} wait for your trust and do not run.', count, folder.name),
      look,
      show,
    )
    if (answer === look) await vscode.commands.executeCommand('hookbench.trustFolder', folder)
    if (answer === show) await vscode.commands.executeCommand('hookbench.hooks.focus')
  }
}

function waitingIn({ hooks }: FolderHooks): readonly HookRow[] {
  return shownHooks(hooks).filter(({ state, source }) => state === 'untrusted' && source === 'workspace')
}

/** The hook, once it may run; asks for trust first if needed. */
export async function trusted(context: ClientContext, target: ChosenHook): Promise<ChosenHook | undefined> {
  if (target.hook.state !== 'untrusted') return target
  const hook = await (await asking()).askForTrust(context, target)
  return hook === undefined ? undefined : { ...target, hook }
}

// Imported on demand: most hooks are trusted already.
const asking = () => import('./trustQuestion.ts')
