// Read-only virtual documents: results of replays, recorded payloads and conversions. A new result replaces the
// previous one under the same URI, so that an open diff is updated.

import * as vscode from 'vscode'

export type Documents = vscode.Disposable & {
  /** Stores a value as JSON and returns its URI: `what` identifies the document, `name` is the displayed name. */
  put(what: string, name: string, value: unknown): vscode.Uri
  /** Stores a text; the extension in `name` determines its language. */
  putText(what: string, name: string, text: string): vscode.Uri
}

/** Registers the scheme. A document is dropped when it is closed. */
export function openDocuments(
  scheme: 'hookbench-result' | 'hookbench-recorded' | 'hookbench-converted' | 'hookbench-trust',
): Documents {
  const texts = new Map<string, string>()
  const changes = new vscode.EventEmitter<vscode.Uri>()
  const subscriptions = [
    changes,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changes.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) texts.delete(uri.toString())
    }),
  ]
  return {
    put: (what, name, value) => putText(what, `${name}.json`, `${JSON.stringify(value, undefined, 2)}\n`),
    putText,
    dispose() {
      for (const one of subscriptions) one.dispose()
    },
  }

  function putText(what: string, name: string, text: string): vscode.Uri {
    // Different hooks, sessions or folders may share a name, so `what` is part of the URI; the path keeps only
    // characters that are displayed unescaped.
    const path = `/${name.replaceAll(/[^\p{L}\p{N}_.#@/-]+/gu, '_')}`
    const uri = vscode.Uri.from({ scheme, path, query: what })
    texts.set(uri.toString(), text)
    changes.fire(uri)
    return uri
  }
}
