// Trust, asked of the person: for one hook, for all of a folder, and once for a folder whose hooks will be edited. The
// runtime's ledger decides; here somebody only looks and says yes.

import { dirname, relative, sep } from 'node:path'
import * as vscode from 'vscode'
import type { ClientContext } from './context.ts'
import { command } from './failures.ts'
import { wantedFolder } from './folders.ts'
import { readGiven } from './given.ts'
import { entryDetail, ownFile, textsOf } from './hooks/entries.ts'
import { tellsForReal } from './hooks/forReal.ts'
import type { FolderHooks } from './hooks/store.ts'
import { shownHooks } from './hooks/tree.ts'
import { question, showInformation, showWarning } from './messages.ts'
import type { HookRow } from './protocol.ts'
import { setting } from './settings.ts'
import { hookMeant, type Meant } from './targets.ts'
import { changedSinceTrusted, keepTrusted, registerTrustedTexts, showChanged } from './trustedTexts.ts'
import { clipped, whyHere } from './words.ts'

/** Under this and the folder is kept that its person was asked about trust. */
export const OFFERED = 'hookbench.trustOffered'

/** Registers the commands and the one offer. */
export function registerTrust(context: ClientContext): readonly vscode.Disposable[] {
  const { hooks, log, runtimes, extension } = context
  return [
    registerTrustedTexts(context),
    command('hookbench.trust', log, async (given?: unknown) => {
      await askForTrust(context, await waiting(given))
    }),
    // What the bar above a handler offers: its text is in view, so nothing is asked.
    command('hookbench.trustAsItIs', log, async (given: unknown) =>
      grant(context, await waiting(given), 'now'),
    ),
    command('hookbench.trustEdits', log, async (given: unknown) =>
      grant(context, await waiting(given), 'edits'),
    ),
    command('hookbench.showChanged', log, async (given: unknown) => {
      const meant = await waiting(given)
      const [path] = changedSinceTrusted(context, meant)
      if (path !== undefined) await showChanged(meant, path)
    }),
    command('hookbench.untrust', log, untrust),
    command('hookbench.trustFolder', log, trustFolder),
    hooks.onChange(() => offer()),
  ]

  function waiting(given: unknown): Promise<Meant> {
    return hookMeant(context, given, {
      suits: ({ state }) => state === 'untrusted' || state === 'unknown',
      none: vscode.l10n.t('No hook here waits for your trust.'),
    })
  }

  async function untrust(given?: unknown): Promise<void> {
    const { folder, hook } = await hookMeant(context, given, {
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
    const folder = readGiven(given).folder ?? (await wantedFolder())
    const waiting = waitingIn(await hooks.of(folder))
    const yes = vscode.l10n.t('Trust Hooks and Edits')
    const answer = await question(
      vscode.l10n.t('Let the hooks of {0} run, as they are and after every edit?', folder.name),
      namesOf(waiting),
      yes,
    )
    if (answer !== yes) return
    await runtimes.ask(folder, 'trust', { edits: true, yes: true })
    hooks.refresh(folder)
  }

  // Once for each folder, and only where hooks of the workspace itself wait.
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

// Nobody is to trust what was left out of the list without a word.
function namesOf(waiting: readonly HookRow[]): string {
  const names = waiting
    .slice(0, MOST_NAMES)
    .map(
      ({ name, events, entry }) =>
        `${name} (${[events[0] ?? '?', entry?.matcher].filter(Boolean).join(' ')})`,
    )
  const left = waiting.length - names.length
  return [...names, ...(left === 0 ? [] : [vscode.l10n.t('and {0} more', left)])].join('\n')
}

const MOST_NAMES = 20

/** The hook, once it may run: that is asked before anything else is. */
export async function trusted(context: ClientContext, meant: Meant): Promise<Meant | undefined> {
  if (meant.hook.state !== 'untrusted') return meant
  const hook = await askForTrust(context, meant)
  return hook === undefined ? undefined : { ...meant, hook }
}

/** Opens what would run, and asks beside it, so that it can be read first. The hook as it is then; undefined for no. */
async function askForTrust(context: ClientContext, meant: Meant): Promise<HookRow | undefined> {
  const { hook } = meant
  // Where it is in front already, the cursor stays where it is.
  if (vscode.window.activeTextEditor?.document.uri.fsPath !== ownFile(hook))
    await vscode.commands.executeCommand('hookbench.openHook', meant)
  const now = vscode.l10n.t('Trust Only As It Is Now')
  const edits = vscode.l10n.t('Trust This and Later Edits')
  const show = vscode.l10n.t('Show What Changed')
  const [changed] = changedSinceTrusted(context, meant)
  const asked = showWarning(
    questionOf(meant, editsFolder(meant)),
    now,
    ...(editsFolder(meant) === undefined ? [] : [edits]),
    ...(changed === undefined ? [] : [show]),
  )
  const answer = await answeredHereOrThere(context, meant, asked)
  if (typeof answer === 'object') return answer
  if (answer === show && changed !== undefined) {
    await showChanged(meant, changed)
    return undefined
  }
  return answer === undefined ? undefined : grant(context, meant, answer === edits ? 'edits' : 'now')
}

// Above the handler stand the same words: whoever presses there has answered, and need not do so twice.
async function answeredHereOrThere(
  { hooks }: ClientContext,
  { folder, hook }: Meant,
  asked: Thenable<string | undefined>,
): Promise<string | HookRow | undefined> {
  const there = Promise.withResolvers<HookRow>()
  const watching = hooks.onChange(() => {
    const known = hooks.known().find((one) => one.folder === folder)
    const now = known?.hooks.find(({ id }) => id === hook.id)
    if (now?.state === 'active') there.resolve(now)
  })
  try {
    return await Promise.race([asked, there.promise])
  } finally {
    watching.dispose()
  }
}

async function grant(
  context: ClientContext,
  meant: Meant,
  which: 'now' | 'edits',
): Promise<HookRow | undefined> {
  const { runtimes, hooks, extension } = context
  const { folder, hook } = meant
  // What is not saved is not what would run.
  for (const path of textsOf(hook)) {
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path)
    if (open?.isDirty === true) await open.save()
  }
  const root = which === 'edits' ? editsFolder(meant) : undefined
  if (hook.entry !== undefined) await tellsForReal(extension, folder)
  await runtimes.ask(
    folder,
    'trust',
    root === undefined ? { target: hook.id, yes: true } : { target: root, edits: true, yes: true },
  )
  await keepTrusted(context, meant)
  hooks.refresh(folder)
  const after = (await hooks.of(folder)).hooks.find(({ id }) => id === hook.id)
  if (after?.state === 'untrusted') void showWarning(`${hook.name}: ${whyHere(after.why ?? '')}`)
  return after?.state === 'active' ? after : undefined
}

// The smallest folder of the workspace that holds the hook and what it runs: later edits are trusted by folder.
function editsFolder({ folder, hook }: Meant): string | undefined {
  if (hook.source !== 'workspace') return undefined
  const [first = '', ...others] = [hook.path, ...(hook.entry?.scripts ?? [])].map((path) => dirname(path))
  let root = first
  while (!others.every((one) => isWithin(one, root)) && dirname(root) !== root) root = dirname(root)
  return isWithin(root, folder.uri.fsPath) ? root : undefined
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`)
}

function questionOf({ hook, folder }: Meant, root: string | undefined): string {
  const { entry, events, name, why } = hook
  const what =
    entry === undefined
      ? vscode.l10n.t('It answers {0}.', events.join(', ') || '?')
      : entryDetail(hook, folder.uri.fsPath).map(closed).join(' ')
  const changed = why?.startsWith('changed') === true ? [closed(whyHere(why))] : []
  const shown = root === undefined ? undefined : relative(folder.uri.fsPath, root) || folder.name
  const edits =
    shown === undefined ? [] : [vscode.l10n.t('Trusting later edits covers all hooks in {0}.', shown)]
  return [vscode.l10n.t('Let {0} run?', name), what, ...changed, ...edits].join(' ')
}

function closed(text: string): string {
  const line = clipped(text, 300)
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
