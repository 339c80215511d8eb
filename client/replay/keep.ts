// What a replay just came to, kept as a test. The hook is run once more with a recording, so that the case comes from the
// same place as any other: from an event as it was recorded.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import type { Meant } from '../targets.ts'
import { wordOfOutcome } from '../words.ts'
import { type Payload, payloadValue } from './payloads.ts'

/** What was replayed: a hook, and what went into it. */
export type Replayed = { readonly meant: Meant; readonly payload: Payload }

/** Asks for a name, and writes the case. */
export async function keepAsTest(context: ClientContext, { meant, payload }: Replayed): Promise<void> {
  const { runtimes, recordings } = context
  const { folder, hook } = meant
  const { event } = payload
  const outcome = await runtimes.ask(folder, 'run', {
    event,
    dialect: hook.dialect,
    payload: payloadValue(payload),
    hook: hook.id,
    record: true,
  })
  recordings.refresh()
  const [recording] = await recordings.list(folder)
  const recorded = recording && (await recordings.events(recording)).findLast((one) => one.event === event)
  if (recording === undefined || recorded === undefined) {
    throw new Error(vscode.l10n.t('The run was not recorded, so there is nothing to keep.'))
  }
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save as Test'),
    prompt: vscode.l10n.t('What does it show? What the hook said now is what is expected from now on.'),
    value: `${hook.name} ${wordOfOutcome(outcome)}`,
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A test needs a name.') : undefined),
  })
  if (name === undefined) return
  const { path } = await runtimes.ask(folder, 'cases/save', {
    recording: recording.path,
    event: recorded.n,
    name: name.trim(),
    hook: hook.id,
  })
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: true })
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(beaker) Saved {0}. The Testing view runs it.', basename(path)),
    8000,
  )
}
