// The commands that replay: a hook on a payload that a person chooses, the same again, a recorded event through its
// whole chain, a case, one payload through all agents. What comes of it is shown in the result panel.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { command, lineOf } from '../failures.ts'
import { eventGiven, readGiven } from '../given.ts'
import { isHost } from '../hooks/entries.ts'
import { openResults } from '../result/panel.ts'
import { setting } from '../settings.ts'
import { hookMeant } from '../targets.ts'
import { trusted } from '../trust.ts'
import { caseMeant } from './caseFile.ts'
import { choosePayload, noPayload } from './choose.ts'
import type { Compared } from './compare.ts'
import { editPayload, meantByPayloadFile } from './edit.ts'
import { lastPayload, payloadsFor, payloadValue, remember } from './payloads.ts'
import { openRunning } from './running.ts'

/** Registers the commands, and running again on save. */
export function registerReplay(context: ClientContext): readonly vscode.Disposable[] {
  const { log } = context
  const results = openResults(context)
  context.results = results
  const compare = async (asked: Compared) => {
    const { compareAgents } = await import('./compare.ts')
    await compareAgents(context, results, asked)
  }
  const running = openRunning(context, results, compare)
  const { fire, replayEvent, replayCase } = running
  return [
    results,
    command('hookbench.replay', log, replay),
    command('hookbench.replayAgain', log, replayAgain),
    command('hookbench.replayEvent', log, (given?: unknown) => replayEvent(eventGiven(given))),
    command('hookbench.compareAgents', log, chooseAndCompare),
    command('hookbench.whyNotFired', log, async (given?: unknown) => {
      const { whyNotFired } = await import('./whyNot.ts')
      await whyNotFired(context, results, given)
    }),
    command('hookbench.editPayload', log, edit),
    command('hookbench.showResult', log, () => results.reveal()),
    command('hookbench.keepAsTest', log, async () => {
      const { last } = running
      if (last === undefined) throw new Error(vscode.l10n.t('Replay a hook first: what it says can be kept.'))
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
    const { event } = readGiven(given)
    if (event !== undefined) return replayEvent(event)
    if (await fromFile(given)) return
    const meant = await trusted(context, await hookMeant(context, given))
    if (meant === undefined) return
    const choice = await choosePayload(context, meant)
    if (choice === undefined) return
    if (choice.act === 'edit') return editPayload(context, meant, choice.payload)
    return fire(meant, choice.payload, 'openly')
  }

  async function replayAgain(given?: unknown): Promise<void> {
    if (await fromFile(given)) return
    const meant = await trusted(context, await hookMeant(context, given))
    if (meant === undefined) return
    const payload = (await lastPayload(context, meant)) ?? (await payloadsFor(context, meant))[0]
    if (payload === undefined) return replay(given)
    return fire(meant, payload, 'openly')
  }

  // What a payload file or a case means needs no question.
  async function fromFile(given: unknown): Promise<boolean> {
    const meant = await caseMeant(given)
    if (meant !== undefined) {
      await replayCase(meant)
      return true
    }
    const file = await meantByPayloadFile(context, given)
    if (file !== undefined) await fire(file.meant, file.payload, 'openly')
    return file !== undefined
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
    const file = path.endsWith('.payload.json')
      ? await meantByPayloadFile(context, vscode.Uri.file(path))
      : undefined
    if (file !== undefined) await fire(file.meant, file.payload, 'quietly')
    for (const meant of own) {
      const payload = await lastPayload(context, meant)
      if (payload !== undefined) await fire(meant, payload, 'quietly')
    }
  }

  async function chooseAndCompare(given?: unknown): Promise<void> {
    const { event: node } = readGiven(given)
    if (node !== undefined) {
      const { recording, recorded } = node
      const { dialect, event, payload } = recorded
      return compare({ folder: recording.folder, dialect, event, payload })
    }
    const file = await meantByPayloadFile(context, given)
    const meant =
      file?.meant ??
      (await hookMeant(context, given, {
        suits: isHost,
        none: vscode.l10n.t('No agent that is configured by entries has one here.'),
      }))
    const title = vscode.l10n.t('Compare Agents')
    const choice = file ?? (await choosePayload(context, meant, title))
    if (choice === undefined) return
    const { payload } = choice
    if ('act' in choice && choice.act === 'edit') return editPayload(context, meant, payload)
    remember(context, meant, payload)
    const { folder, hook } = meant
    return compare({ folder, dialect: hook.dialect, event: payload.event, payload: payloadValue(payload) })
  }
}
