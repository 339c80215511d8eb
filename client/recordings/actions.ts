// Actions on a recorded event other than replay: open its payload, save it as a test, compare it with the previous
// event of the same name. Also the commands for whole recordings.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { defined } from '../../runtime/contract/defined.ts'
import { textColumn } from '../columns.ts'
import { eventOfArgument, recordingOfArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { question, showWarning } from '../messages.ts'
import { inLabel } from '../plain.ts'
import type { RecordedEventMessage } from '../protocol.ts'
import { openDocuments } from '../replay/documents.ts'
import { type EventNode, placeOf, type SessionNode } from './items.ts'

/** Options of a call from the timeline: the column for the payload. */
type Where = { readonly viewColumn?: vscode.ViewColumn }

/** Registers the commands. */
export function registerRecordingActions(context: ClientContext): readonly vscode.Disposable[] {
  const { log, runtimes, recordings } = context
  const documents = openDocuments('hookbench-recorded')
  return [
    documents,
    command('hookbench.openPayload', log, (given?: unknown, where?: Where) =>
      openPayload(eventOfArgument(given), where),
    ),
    command('hookbench.saveAsTest', log, (given?: unknown) => saveAsTest(eventOfArgument(given))),
    command('hookbench.compareWithLast', log, (given?: unknown) => compareWithLast(eventOfArgument(given))),
    command('hookbench.compareSessions', log, async (given?: unknown) => {
      const { compareRecordings } = await import('./compare/command.ts')
      await compareRecordings(context, given)
    }),
    command('hookbench.openRecording', log, (given?: unknown) =>
      vscode.window.showTextDocument(vscode.Uri.file(recordingOfArgument(given).path)),
    ),
    command('hookbench.sampleSession', log, async (given?: unknown) => {
      const { fireSample } = await import('./sample.ts')
      await fireSample(context, given)
    }),
    command('hookbench.deleteRecording', log, (given?: unknown) =>
      deleteRecording(recordingOfArgument(given)),
    ),
  ]

  // Menus pass the other selected rows as second argument; only the timeline passes a column.
  async function openPayload(
    { recording, recorded }: Pick<EventNode, 'recorded'> & { readonly recording: { readonly path: string } },
    where?: Where,
  ): Promise<void> {
    const uri = documents.put(
      `${recording.path}#${recorded.n} payload`,
      `${nameOf(recorded)}.payload`,
      recorded.payload,
    )
    const { viewColumn = textColumn() } = where ?? {}
    await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true, viewColumn })
  }

  async function saveAsTest({ recording, recorded }: EventNode): Promise<void> {
    const whole = vscode.l10n.t('The whole chain')
    const ran = recorded.outcome.hooks.filter(({ status }) => status !== 'skipped')
    const items = [
      { label: whole, description: recorded.event, name: recorded.event, id: undefined },
      ...ran.map(({ name, id }) => ({ label: inLabel(name), description: inLabel(id), name, id })),
    ]
    const placeHolder = vscode.l10n.t('What does the test run?')
    const target = ran.length === 0 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder })
    if (target === undefined) return
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('Save as Test'),
      prompt: vscode.l10n.t('Name of the test. The recorded outcome becomes the expected one.'),
      value: `${target.name} ${recorded.outcome.decision}`,
      validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A test needs a name.') : undefined),
    })
    if (name === undefined) return
    const { path, note } = await runtimes.ask(recording.folder, 'cases/save', {
      recording: recording.path,
      event: recorded.n,
      name: name.trim(),
      ...defined({ hook: target.id }),
    })
    await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: true, viewColumn: textColumn() })
    if (note !== undefined) void showWarning(note)
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(beaker) Saved {0}.', basename(path)), 6000)
  }

  // Compares with the last earlier event of the same name.
  async function compareWithLast(node: EventNode): Promise<void> {
    const before = await lastBefore(node)
    if (before === undefined) {
      throw new Error(vscode.l10n.t('There is no earlier {0} to compare with.', node.recorded.event))
    }
    const { essence } = await import('../replay/result.ts')
    const side = ({ recording, recorded }: EventNode) =>
      documents.put(`${recording.path}#${recorded.n} outcome`, `${nameOf(recorded)}.outcome`, {
        payload: recorded.payload,
        outcome: essence(recorded.outcome),
      })
    const title = `${node.recorded.event}: ${placeOf(before)} ↔ ${placeOf(node)}`
    await vscode.commands.executeCommand('vscode.diff', side(before), side(node), title, { preview: true })
  }

  async function lastBefore({ recording: { folder }, recorded }: EventNode): Promise<EventNode | undefined> {
    const { event, dialect, at } = recorded
    let best: EventNode | undefined
    for (const recording of await recordings.list(folder)) {
      for (const one of await recordings.events(recording).catch(() => [])) {
        const fits = one.event === event && one.dialect === dialect && one.at < at
        if (fits && (best === undefined || one.at > best.recorded.at)) {
          best = { kind: 'event', recording, recorded: one }
        }
      }
    }
    return best
  }

  async function deleteRecording(recording: SessionNode['recording']): Promise<void> {
    const yes = vscode.l10n.t('Move to Trash')
    const name = recording.header?.session ?? recording.name
    const text = vscode.l10n.t('Delete the recording {0}?', name)
    if ((await question(text, undefined, yes)) !== yes) return
    const uri = vscode.Uri.file(recording.path)
    // Not every file system supports the trash.
    await vscode.workspace.fs
      .delete(uri, { useTrash: true })
      .then(undefined, () => vscode.workspace.fs.delete(uri))
    recordings.refresh()
  }
}

function nameOf({ session, n, event }: RecordedEventMessage): string {
  return `${session}#${n}/${event}`
}
