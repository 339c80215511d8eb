// The commands that replay: a hook on a payload that a person chooses, the same again, a recorded event through its
// whole chain. The result opens as a diff, is told in a line and stands behind the handler's name.

import * as vscode from 'vscode'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import type { ClientContext } from '../context.ts'
import { command, lineOf } from '../failures.ts'
import { eventGiven, readGiven } from '../given.ts'
import { mayRunForReal } from '../hooks/forReal.ts'
import { showWarning, whileTold } from '../messages.ts'
import { inLabel } from '../plain.ts'
import type { EventNode } from '../recordings/items.ts'
import { setting } from '../settings.ts'
import { hookMeant, type Meant } from '../targets.ts'
import { whyIdle } from '../words.ts'
import { choosePayload, noPayload } from './choose.ts'
import { editPayload, meantByPayloadFile } from './edit.ts'
import type { Fired } from './fire.ts'
import { keepAsTest, type Replayed } from './keep.ts'
import type { LastRun } from './lastRuns.ts'
import { lastPayload, type Payload, payloadsFor, remember } from './payloads.ts'
import { type Next, openShowing, type Showing } from './showing.ts'

/** How loudly a result is told. */
type Told = 'openly' | 'quietly'

/** Registers the commands, and running again on save. */
export function registerReplay(context: ClientContext): readonly vscode.Disposable[] {
  const { log, runtimes, recordings, lastRuns } = context
  const showing: Showing = openShowing()
  let last: Replayed | undefined
  return [
    showing,
    command('hookbench.replay', log, replay),
    command('hookbench.replayAgain', log, replayAgain),
    command('hookbench.replayEvent', log, (given?: unknown) => replayEvent(eventGiven(given))),
    command('hookbench.editPayload', log, edit),
    command('hookbench.keepAsTest', log, async () => {
      if (last === undefined) throw new Error(vscode.l10n.t('Replay a hook first: what it says can be kept.'))
      await keepAsTest(context, last)
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (setting('replay.onSave')) {
        onSave(document.uri.fsPath).catch((error) => log.info(`not run again on save: ${lineOf(error)}`))
      }
    }),
  ]

  async function replay(given?: unknown): Promise<void> {
    const { event } = readGiven(given)
    if (event !== undefined) return replayEvent(event)
    const fromFile = await meantByPayloadFile(context, given)
    if (fromFile !== undefined) return fire(fromFile.meant, fromFile.payload, 'openly')
    const meant = await hookMeant(context, given)
    const choice = await choosePayload(context, meant)
    if (choice === undefined) return
    if (choice.act === 'edit') return editPayload(context, meant, choice.payload)
    return fire(meant, choice.payload, 'openly')
  }

  async function replayAgain(given?: unknown): Promise<void> {
    const fromFile = await meantByPayloadFile(context, given)
    if (fromFile !== undefined) return fire(fromFile.meant, fromFile.payload, 'openly')
    const meant = await hookMeant(context, given)
    const payload = (await lastPayload(context, meant)) ?? (await payloadsFor(context, meant))[0]
    if (payload === undefined) return replay(given)
    return fire(meant, payload, 'openly')
  }

  async function edit(given?: unknown): Promise<void> {
    const meant = await hookMeant(context, given)
    const [payload] = await payloadsFor(context, meant)
    if (payload === undefined) throw new Error(noPayload(meant))
    await editPayload(context, meant, payload)
  }

  // Only what was replayed before runs again, with what it was replayed with.
  async function onSave(path: string): Promise<void> {
    const known = context.hooks.known()
    const rows = known.flatMap(({ folder, hooks }) =>
      hooks.map((hook) => ({ folder, hook, event: undefined })),
    )
    const own = rows.filter(({ hook }) => hook.path === path)
    const fromFile = path.endsWith('.payload.json')
      ? await meantByPayloadFile(context, vscode.Uri.file(path))
      : undefined
    if (fromFile !== undefined) await fire(fromFile.meant, fromFile.payload, 'quietly')
    for (const meant of own) {
      const payload = await lastPayload(context, meant)
      if (payload !== undefined) await fire(meant, payload, 'quietly')
    }
  }

  async function fire(meant: Meant, payload: Payload, told: Told): Promise<void> {
    const { hook, folder } = meant
    const { event } = payload
    if (!(await mayRunForReal(context, meant, told === 'openly'))) return
    const { fireHook } = await import('./fire.ts')
    const title = vscode.l10n.t('Replaying {0} on {1}', hook.name, event)
    const fired = await withProgress(title, told, (token) => fireHook(context, meant, payload, token))
    if (fired.kind === 'idle') return sayIdle(meant, payload, fired, told)
    note(folder, hook.dialect, event, fired.replayed.outcome, fired.effect)
    remember(context, meant, payload)
    last = fired.replayed
    const of = { what: `${folder.uri} ${hook.id} ${event}`, name: hook.name, event }
    const keep: Next = { title: vscode.l10n.t('Save as Test…'), command: 'hookbench.keepAsTest' }
    const debug: Next = { title: vscode.l10n.t('Debug…'), command: 'hookbench.debug', given: meant }
    // What failed is to be looked into; as a test it would be wanted to fail.
    const next = fired.shown.failed ? [debug] : [keep]
    await showing.show(of, hook.path, fired.shown, told === 'openly', next)
  }

  // Nothing ran, so there is nothing to show; where trust is all it takes, it runs with a yes.
  async function sayIdle(
    meant: Meant,
    payload: Payload,
    { why, waitsForTrust }: Extract<Fired, { kind: 'idle' }>,
    told: Told,
  ): Promise<void> {
    const { folder, hook } = meant
    const message = waitsForTrust
      ? vscode.l10n.t('{0} did not run: it is not trusted yet.', hook.name)
      : vscode.l10n.t('{0} did not run: {1}', hook.name, whyIdle(why))
    if (told === 'quietly') {
      vscode.window.setStatusBarMessage(`$(circle-slash) ${inLabel(message)}`, 8000)
      return
    }
    const trust = vscode.l10n.t('Trust…')
    if ((await showWarning(message, ...(waitsForTrust ? [trust] : []))) !== trust) return
    await vscode.commands.executeCommand('hookbench.trust', meant)
    const now = (await context.hooks.of(folder)).hooks.find(({ id }) => id === hook.id)
    if (now?.state === 'active') await fire({ ...meant, hook: now }, payload, 'openly')
  }

  /** The whole chain, as it was recorded. */
  async function replayEvent(node: EventNode): Promise<void> {
    const { recording, recorded } = node
    const title = vscode.l10n.t('Replaying {0}', recorded.event)
    const { shownReplay } = await import('./result.ts')
    const shown = await withProgress(title, 'openly', async (token) => {
      const asked = { recordings: [recording.path], event: String(recorded.n) }
      const [replayed] = (await runtimes.ask(recording.folder, 'replay', asked, token)).events
      if (token.isCancellationRequested) throw new vscode.CancellationError()
      if (replayed === undefined) throw new Error(vscode.l10n.t('The recorded event is gone.'))
      note(recording.folder, recorded.dialect, recorded.event, replayed.replayed)
      return shownReplay(recorded.event, replayed, undefined)
    })
    const { session, n, event } = recorded
    const of = { what: `${recording.path}#${n}`, name: `${session}#${n}`, event }
    await showing.show(of, undefined, shown, true)
    recordings.refresh()
  }

  function note(
    folder: vscode.WorkspaceFolder,
    dialect: string,
    event: string,
    replayed: Outcome | HookRun | null,
    effect?: string,
  ): void {
    const runs = replayed === null ? [] : 'hooks' in replayed ? replayed.hooks : [replayed]
    lastRuns.note(
      folder,
      runs.map(
        (run): LastRun => ({
          run,
          dialect,
          event,
          at: Date.now(),
          isReplay: true,
          ...(effect === undefined ? {} : { effect }),
        }),
      ),
    )
  }
}

function withProgress<T>(
  title: string,
  told: Told,
  act: (token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const location = told === 'openly' ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window
  return whileTold(location, title, act)
}
