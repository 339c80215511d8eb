// Saves the last replay as a test, with the payload and the outcome that was shown. Does not run the hook again, since
// it might repeat its effects or return something else.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { textColumn } from '../columns.ts'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { showWarning } from '../messages.ts'
import { sayOutcome, sayRun } from '../say.ts'

type Fired =
  | { readonly recording: string; readonly event: number }
  | { readonly event: string; readonly dialect: string; readonly payload: unknown }

/** The replayed hook, its input and its outcome; the outcome is null if there was none. */
export type KeptReplay = {
  readonly target: ChosenHook
  readonly fired: Fired
  readonly outcome: Outcome | HookRun | null
}

/** Asks for a name and writes the case. */
export async function keepAsTest(
  { runtimes }: ClientContext,
  { target, fired, outcome }: KeptReplay,
): Promise<void> {
  const { folder, hook } = target
  if (outcome === null) {
    throw new Error(vscode.l10n.t('{0} has no outcome to save as a test.', hook.name))
  }
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save as Test'),
    prompt: vscode.l10n.t('Name of the test. The outcome of this replay becomes the expected one.'),
    value: `${hook.name} ${'hooks' in outcome ? sayOutcome(outcome) : sayRun(outcome)}`,
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A test needs a name.') : undefined),
  })
  if (name === undefined) return
  const { path, note } = await runtimes.ask(folder, 'cases/save', {
    ...fired,
    outcome,
    name: name.trim(),
    hook: hook.id,
  })
  await vscode.window.showTextDocument(vscode.Uri.file(path), {
    preview: true,
    viewColumn: textColumn(),
  })
  if (note !== undefined) void showWarning(note)
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('$(beaker) Saved {0}. The Testing view runs it.', basename(path)),
    8000,
  )
}
