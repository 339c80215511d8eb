// The "Why did it not fire?" command: takes a hook and a call (recorded, a payload file or an example) and shows every
// gate between them. Runs nothing by itself; gates that only a run can decide come from the recording, or from a run
// that the user starts.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { gatesOfRun } from '../../runtime/contract/gates.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import { type ChosenHook, readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { mayRunForReal } from '../hooks/forReal.ts'
import { showProgress, showWarning } from '../messages.ts'
import type { Results } from '../result/result.ts'
import { isRun } from '../say.ts'
import { clipped, whyIdle } from '../signs.ts'
import { chosenHook } from '../targets.ts'
import { choosePayload } from './choose.ts'
import { editPayload, targetOfPayloadFile } from './edit.ts'
import { payloadSummary } from './payloadSummary.ts'
import { type Payload, payloadValue } from './payloads.ts'

/** A run, and whether the agent reports it as failed. */
type Ran = { readonly run: HookRun; readonly failed: boolean }

type TriedCall = { readonly target: ChosenHook; readonly payload: Payload; readonly ran?: Ran | undefined }

/** Asks for the hook and the call if they are not given, and shows the gates. */
export async function whyNotFired(context: ClientContext, results: Results, given?: unknown): Promise<void> {
  const call = await chooseCall(context, given)
  if (call !== undefined) await showGates(context, results, call)
}

async function chooseCall(context: ClientContext, given: unknown): Promise<TriedCall | undefined> {
  const { event: node } = readArgument(given)
  if (node !== undefined) {
    const { recording, recorded } = node
    const { dialect, event, outcome, session } = recorded
    const { hook } = await chosenHook(context, undefined, {
      suits: (one) => one.dialect === dialect,
      none: vscode.l10n.t('No hook here belongs to the agent of this event.'),
    })
    const run = outcome.hooks.find(({ id }) => id === hook.id)
    const failed = outcome.effect?.hooks.find(({ id }) => id === hook.id)?.failed === true
    return {
      target: { folder: recording.folder, hook, event },
      payload: { kind: 'recorded', recording: recording.path, session, event, recorded },
      ...(run === undefined ? {} : { ran: { run, failed } }),
    }
  }
  const file = await targetOfPayloadFile(context, given)
  if (file !== undefined) return file
  const target = await chosenHook(context, given)
  const choice = await choosePayload(
    context,
    target,
    vscode.l10n.t('Why did {0} not fire?', target.hook.name),
  )
  if (choice === undefined) return undefined
  const { act, payload } = choice
  if (act === 'replay') return { target, payload }
  await editPayload(context, target, payload)
  return undefined
}

async function showGates(context: ClientContext, results: Results, tried: TriedCall): Promise<void> {
  const { target, payload, ran } = tried
  const { folder } = target
  // Trust, settings or the file may have changed since.
  const { hooks } = await context.hooks.of(folder)
  const hook = hooks.find(({ id }) => id === target.hook.id) ?? target.hook
  const { event } = payload
  const call = { event, dialect: hook.dialect, payload: payloadValue(payload), hook: hook.id }
  const explained = await context.runtimes.ask(folder, 'explain', call)
  const before = (explained.gates ?? []).filter(({ gate }) => gate !== 'exit' && gate !== 'answer')
  const after =
    ran === undefined ? (explained.gates ?? []).slice(before.length) : gatesOfRun(ran.run, ran.failed)
  const { value } = await context.runtimes.ask(folder, 'redact', { value: [...before, ...after] })
  const gates = value as typeof before
  const { gatesPage } = await import('../result/gates.ts')
  const { dialect } = await contracts()
  const about = [event, dialect(hook.dialect)?.title ?? hook.dialect, inputOf(payload)]
  const again = (more?: Pick<TriedCall, 'ran'>) =>
    showGates(context, results, { target: { ...target, hook }, payload, ...more })
  const isClosed = before.some(({ state }) => state === 'closed')
  const act = (name: string) => async () => {
    await vscode.commands.executeCommand(name, { folder, hook, event })
    await again()
  }
  const waits = hook.state === 'untrusted' || hook.state === 'unknown'
  results.show(
    {
      key: `${folder.uri}#gates:${hook.id} ${event}`,
      heading: hook.name,
      event: vscode.l10n.t('gates'),
      page: (buttons) => gatesPage({ heading: hook.name, about, buttons }, gates),
      essence: gates,
      acts: {
        rerun: () => again(),
        ...(waits ? { trust: act('hookbench.trust') } : {}),
        ...(hook.state === 'disabled' && hook.entry === undefined ? { enable: act('hookbench.enable') } : {}),
        ...(isClosed || waits
          ? {}
          : { run: async () => again(await runIt(context, { ...target, hook }, payload)) }),
        edit: () => editPayload(context, target, payload),
        ...(hook.path === ''
          ? {}
          : { open: () => vscode.commands.executeCommand('hookbench.openHook', target) }),
      },
    },
    true,
  )
}

// Runs the hook; if it did not run, shows why.
async function runIt(
  context: ClientContext,
  target: ChosenHook,
  payload: Payload,
): Promise<{ readonly ran?: Ran }> {
  if (!(await mayRunForReal(context, target, true))) return {}
  const { fireHook } = await import('./fire.ts')
  const title = vscode.l10n.t('Replaying {0} on {1}', target.hook.name, payload.event)
  const fired = await showProgress(vscode.ProgressLocation.Notification, title, (token) =>
    fireHook(context, target, payload, token),
  )
  if (fired.kind === 'idle') {
    void showWarning(vscode.l10n.t('{0} did not run: {1}', target.hook.name, whyIdle(fired.why)))
    return {}
  }
  const { outcome, effect } = fired.came
  if (outcome === null) return {}
  const run = isRun(outcome) ? outcome : outcome.hooks.find(({ id }) => id === target.hook.id)
  const failed = effect?.hooks.find(({ id }) => id === target.hook.id)?.failed === true
  return run === undefined ? {} : { ran: { run, failed } }
}

function inputOf(payload: Payload): string {
  return payload.kind === 'file' ? basename(payload.path) : clipped(payloadSummary(payloadValue(payload)), 80)
}
