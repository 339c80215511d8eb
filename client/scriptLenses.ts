// Code lenses above scripts that a host's entries run, wherever they are. The language server registers for such
// scripts only after its first lookup; to show lenses earlier, this provider requests them for every file, and the
// server returns those it has.

import * as vscode from 'vscode'
import type { LanguageClient } from 'vscode-languageclient/node'
import type { ClientContext } from './context.ts'
import { lensMiddleware } from './lenses.ts'

/** Registers lenses for all files outside the language client's selector. */
export function registerScriptLenses(client: LanguageClient, context: ClientContext): vscode.Disposable {
  const selector = (client.clientOptions.documentSelector ?? []) as vscode.DocumentSelector
  const changes = new vscode.EventEmitter<void>()
  const { provideCodeLenses, resolveCodeLens } = lensMiddleware(context)
  const ask = async (document: vscode.TextDocument, token: vscode.CancellationToken) => {
    const params = { textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) } }
    const found: Parameters<typeof client.protocol2CodeConverter.asCodeLenses>[0] = await client.sendRequest(
      'textDocument/codeLens',
      params,
      token,
    )
    return client.protocol2CodeConverter.asCodeLenses(found, token)
  }
  return vscode.Disposable.from(
    changes,
    context.hooks.onChange(() => changes.fire()),
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file' },
      {
        onDidChangeCodeLenses: changes.event,
        provideCodeLenses: (document, token) =>
          vscode.languages.match(selector, document) > 0 || !client.isRunning()
            ? []
            : provideCodeLenses(document, token, ask),
        resolveCodeLens: (lens, token) => resolveCodeLens(lens, token, (one) => one),
      },
    ),
  )
}
