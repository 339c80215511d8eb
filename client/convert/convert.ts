// Shows a conversion before it is written: losses in the result panel, the change as a diff beside it. The file is
// written only by the *Write* button.

import * as vscode from 'vscode'
import { textColumn } from '../columns.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import type { Documents } from '../replay/documents.ts'
import { conversionPage } from '../result/conversion.ts'
import type { Conversion } from './chooseConversion.ts'

/** Shows the result of a conversion; with `write`, writes it if the file still has the contents that were seen. */
export async function showConversion(
  context: ClientContext,
  documents: Documents,
  conversion: Conversion,
  write?: { readonly seen: string | null },
): Promise<void> {
  const { folder, path, from, to, origin } = conversion
  const converted = await context.runtimes.ask(folder, 'convert', {
    ...{ from, to, ...origin, preview: true },
    ...(write === undefined ? {} : { write: true, ...write }),
  })
  const { dialect } = await contracts()
  const titleOf = (id: string) => dialect(id)?.title ?? id
  const { file, change, wrote, entries } = converted
  const target = vscode.Uri.joinPath(folder.uri, file)
  const heading = vscode.l10n.t('{0} to {1}', titleOf(from), titleOf(to))
  const preview = async () => {
    if (change === undefined) return
    const name = (side: string) => `${side}/${file}`
    const key = `${target} ${from} ${to}`
    await vscode.commands.executeCommand(
      'vscode.diff',
      change.before === null ? documents.putText(key, name('none'), '') : target,
      documents.putText(key, name('after'), change.after),
      wrote ? file : vscode.l10n.t('{0}: now ↔ after the conversion', file),
      {
        preview: true,
        preserveFocus: true,
        viewColumn: textColumn(),
      } satisfies vscode.TextDocumentShowOptions,
    )
  }
  context.results?.show(
    {
      key: `${folder.uri}#convert:${path}:${from}:${to}`,
      heading,
      event: vscode.l10n.t('conversion'),
      page: (buttons) =>
        conversionPage(
          { heading, about: [...new Set([vscode.workspace.asRelativePath(path, false), file])], buttons },
          converted,
          titleOf(to),
        ),
      essence: entries,
      acts:
        change === undefined || wrote
          ? {}
          : {
              preview,
              write: () => {
                refuseUnsaved(target)
                return showConversion(context, documents, conversion, { seen: change.before })
              },
            },
    },
    true,
  )
  if (wrote) await vscode.window.showTextDocument(target, { preview: false, viewColumn: textColumn() })
  else await preview()
}

// Unsaved changes would be lost, or would overwrite the converted file when saved.
function refuseUnsaved(target: vscode.Uri): void {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === target.fsPath)
  if (document?.isDirty === true)
    throw new Error(vscode.l10n.t('Save {0} first: it has changes.', vscode.workspace.asRelativePath(target)))
}
