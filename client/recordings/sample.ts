// Fires and records a sample session, for a workspace in which no agent has run yet: every event that a hook of the
// folder answers, with its examples, in lifecycle order.

import * as vscode from 'vscode'
import type { ExamplePayload } from '../../runtime/contract/templates/examples.ts'
import { readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { wantedFolder } from '../folders.ts'
import { mayRunForReal } from '../hooks/forReal.ts'
import { shownHooks } from '../hooks/tree.ts'
import { showProgress } from '../messages.ts'
import type { HookRow } from '../protocol.ts'
import { runsOn } from '../replay/fitting.ts'

/** Fires the session and opens its timeline. */
export async function fireSample(context: ClientContext, given?: unknown): Promise<void> {
  const { runtimes, hooks, recordings, log } = context
  const folder = readArgument(given).folder ?? (await wantedFolder())
  const own = shownHooks((await hooks.of(folder)).hooks)
  const firings = await firingsOf(folder, own)
  if (firings.length === 0)
    throw new Error(vscode.l10n.t('No hook here answers an event, so there is nothing to fire.'))
  const real = own.find(({ entry, state }) => entry !== undefined && state === 'active')
  if (real !== undefined && !(await mayRunForReal(context, { folder, hook: real }, true))) return
  const title = vscode.l10n.t('Firing a sample session')
  const path = await showProgress(vscode.ProgressLocation.Notification, title, async (token) => {
    const { session } = await runtimes.ask(folder, 'session/start', { record: true }, token)
    // On cancellation, the events fired so far are still recorded and shown.
    for (const { dialect, event, payload } of firings) {
      if (token.isCancellationRequested) break
      await runtimes
        .ask(folder, 'fire', { session, dialect, event, payload })
        .catch((error) => log.warn(error))
    }
    return (await runtimes.ask(folder, 'session/end', { session })).recording
  })
  recordings.refresh()
  const recording = (await recordings.list(folder)).find((one) => one.path === path)
  if (recording !== undefined)
    await vscode.commands.executeCommand('hookbench.openTimeline', { kind: 'session', recording })
}

type Firing = { readonly dialect: string; readonly event: string; readonly payload: unknown }

async function firingsOf(
  folder: vscode.WorkspaceFolder,
  own: readonly HookRow[],
): Promise<readonly Firing[]> {
  const { dialect: dialectOf } = await contracts()
  const { examplesOf, toolExamples } = await import('../../runtime/contract/templates/examples.ts')
  return [...new Set(own.map(({ dialect }) => dialect))].flatMap((id) => {
    const dialect = dialectOf(id)
    if (dialect === undefined) return []
    return Object.entries(dialect.events).flatMap(([event, { common }]) => {
      const answering = own.filter((hook) => hook.dialect === id && hook.events.includes(event))
      const here = common.cwd === undefined ? {} : { [common.cwd]: folder.uri.fsPath }
      const fired = ({ value }: ExamplePayload) => ({ dialect: id, event, payload: { ...value, ...here } })
      const usual = examplesOf(dialect, event).map(fired)
      const others = toolExamples(dialect, event, folder.uri.fsPath).map(fired)
      // A matcher may require a tool other than the one in the usual example.
      const missed = answering.filter((hook) => !usual.some((one) => fits(hook, one)))
      const wanted = missed.flatMap((hook) => others.find((one) => fits(hook, one)) ?? [])
      return [...usual.filter((one) => answering.some((hook) => fits(hook, one))), ...new Set(wanted)]

      function fits(hook: HookRow, one: Firing): boolean {
        return runsOn(hook, event, one.payload, dialect)
      }
    })
  })
}
