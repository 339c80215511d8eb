// The replay commands: a hook on a chosen payload, the same again, a recorded event through its whole chain, a case,
// one payload through all agents. The result panel shows the results.

import * as vscode from 'vscode'
import { eventOfArgument, readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { command, lineOf } from '../failures.ts'
import { isHost } from '../hooks/entries.ts'
import { openResults } from '../result/panel.ts'
import { setting } from '../settings.ts'
import { chosenHook } from '../targets.ts'
import { trusted } from '../trust.ts'
import { caseTarget } from './caseFile.ts'
import { choosePayload, noPayload } from './choose.ts'
import type { Compared } from './compare.ts'
import { editPayload, targetOfPayloadFile } from './edit.ts'
import { lastPayload, payloadsFor, payloadValue, remember } from './payloads.ts'
import { openRunning } from './running.ts'

/** Registers the commands, and the replay on save. */
export function registerReplay(context: ClientContext): readonly vscode.Disposable[] {
  const { log } = context
  const results = openResults(context)
  context.results = results
  const compare = async (comparison: Compared) => {
    const { compareAgents } = await import('./compare.ts')
    await compareAgents(context, results, comparison)
  }
  const running = openRunning(context, results, compare)
  const { fire, replayEvent, replayCase } = running
  return [
    results,
    command('hookbench.replay', log, replay),
    command('hookbench.replayAgain', log, replayAgain),
    command('hookbench.replayEvent', log, (given?: unknown) => replayEvent(eventOfArgument(given))),
    command('hookbench.compareAgents', log, chooseAndCompare),
    command('hookbench.whyNotFired', log, async (given?: unknown) => {
      const { whyNotFired } = await import('./whyNot.ts')
      await whyNotFired(context, results, given)
    }),
    command('hookbench.editPayload', log, edit),
    command('hookbench.showResult', log, () => results.reveal()),
    command('hookbench.keepAsTest', log, async () => {
      const { last } = running
      if (last === undefined)
        throw new Error(vscode.l10n.t('Replay a hook first. Its outcome can then be saved as a test.'))
      const { keepAsTest } = await import('./keep.ts')
      await keepAsTest(context, last)
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (setting('replay.onSave')) {
        onSave(document.uri.fsPath).catch((error) => log.info(`not run again on save: ${lineOf(error)}`))
      }
    }),
  ]

  async function replay(given?: unknown): Promise<void> {
    const { event } = readArgument(given)
    if (event !== undefined) return replayEvent(event)
    if (await fromFile(given)) return
    const target = await trusted(context, await chosenHook(context, given))
    if (target === undefined) return
    const choice = await choosePayload(context, target)
    if (choice === undefined) return
    if (choice.act === 'edit') return editPayload(context, target, choice.payload)
    return fire(target, choice.payload, 'openly')
  }

  async function replayAgain(given?: unknown): Promise<void> {
    if (await fromFile(given)) return
    const target = await trusted(context, await chosenHook(context, given))
    if (target === undefined) return
    const payload = (await lastPayload(context, target)) ?? (await payloadsFor(context, target))[0]
    if (payload === undefined) return replay(given)
    return fire(target, payload, 'openly')
  }

  // A payload file or a case identifies its hook, so nothing is asked.
  async function fromFile(given: unknown): Promise<boolean> {
    const target = await caseTarget(given)
    if (target !== undefined) {
      await replayCase(target)
      return true
    }
    const file = await targetOfPayloadFile(context, given)
    if (file !== undefined) await fire(file.target, file.payload, 'openly')
    return file !== undefined
  }

  async function edit(given?: unknown): Promise<void> {
    const target = await chosenHook(context, given)
    const [payload] = await payloadsFor(context, target)
    if (payload === undefined) throw new Error(noPayload(target))
    await editPayload(context, target, payload)
  }

  // Repeats only hooks that were replayed before, on the same payload.
  async function onSave(path: string): Promise<void> {
    const known = context.hooks.known()
    const rows = known.flatMap(({ folder, hooks }) =>
      hooks.map((hook) => ({ folder, hook, event: undefined })),
    )
    const own = rows.filter(({ hook }) => hook.path === path)
    const file = path.endsWith('.payload.json')
      ? await targetOfPayloadFile(context, vscode.Uri.file(path))
      : undefined
    if (file !== undefined) await fire(file.target, file.payload, 'quietly')
    for (const target of own) {
      const payload = await lastPayload(context, target)
      if (payload !== undefined) await fire(target, payload, 'quietly')
    }
  }

  async function chooseAndCompare(given?: unknown): Promise<void> {
    const { event: node } = readArgument(given)
    if (node !== undefined) {
      const { recording, recorded } = node
      const { dialect, event, payload } = recorded
      return compare({ folder: recording.folder, dialect, event, payload })
    }
    const file = await targetOfPayloadFile(context, given)
    const target =
      file?.target ??
      (await chosenHook(context, given, {
        suits: isHost,
        none: vscode.l10n.t('No agent has a hook entry here.'),
      }))
    const title = vscode.l10n.t('Compare Agents')
    const choice = file ?? (await choosePayload(context, target, title))
    if (choice === undefined) return
    const { payload } = choice
    if ('act' in choice && choice.act === 'edit') return editPayload(context, target, payload)
    remember(context, target, payload)
    const { folder, hook } = target
    return compare({ folder, dialect: hook.dialect, event: payload.event, payload: payloadValue(payload) })
  }
}
